#compdef tablier
# zsh completion for tablier: the program itself says how a line can go on.
_tablier() {
    local line
    local -a found keys
    for line in "${(@f)$("$words[1]" complete -- "${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
        case $line in
        ('') ;;
        (:files) _files ;;
        (:directories) _files -/ ;;
        (*=$'\t'*) keys+=("${line/$'\t'/:}") ;;
        (*) found+=("${line/$'\t'/:}") ;;
        esac
    done
    (( ! $#keys )) || _describe tablier keys -S ''
    (( ! $#found )) || _describe tablier found
}
if [[ $funcstack[1] = _tablier ]]; then _tablier "$@"; else compdef _tablier tablier; fi
