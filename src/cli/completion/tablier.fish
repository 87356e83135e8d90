# fish completion for tablier: the program itself says how a line can go on.
function __tablier_complete
    set -l words (commandline -opc) (commandline -ct | string collect --allow-empty)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files*' ':directories*'
                __fish_complete_path (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c tablier -f -a '(__tablier_complete)'
