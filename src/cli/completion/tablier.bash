# bash completion for tablier: the program itself says how a line can go on.
_tablier()
{
    local word cur=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files | :directories)
            compopt -o filenames
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "-${word:1:1}" -- "$cur")
            ;;
        *=) compopt -o nospace ;&
        *) COMPREPLY+=("$word") ;;
        esac
    done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _tablier tablier
