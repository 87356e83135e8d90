# shellcheck shell=bash
# tree.sh - sourced by the tests of the packages: in $tree, the source tree with the extra game's two
# folders added. Needs $source, the tree without them, and $work, an empty folder.
here=$source/tests/extra_game
tree=$work/tree
mkdir -p "$tree"/{src,web,bindings}
ln -s "$source"/{LICENSE,README.md,include} "$tree"
cp -r "$source"/web/{css,img,js} "$tree/web"
for games in src/games web/games; do
    mkdir "$tree/$games"
    ln -s "$source/$games"/*/ "$here/$games/nim" "$tree/$games"
done
{
    cat "$source/web/games/games.js"
    echo "export { strings as nim } from './nim/strings.js';"
} > "$tree/web/games/games.js"
cp -r "$source/bindings/js" "$source/bindings/python" "$tree/bindings"
