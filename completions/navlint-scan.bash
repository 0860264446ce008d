# bash completion of navlint-scan. Made by docs/generate.py from the tables of options: edit those.

_navlint_rules() { navlint rules 2>/dev/null | awk '/^[A-Z][A-Z0-9_]+ /{print $1}'; }
_navlint_formats() { navlint version | sed -n 's/^formats: //p'; }
_navlint_games() { navlint formats --format json 2>/dev/null | sed -n '/"games"/,/]/s/.*"id": "\([^"]*\)".*/\1/p'; }

_navlint_scan() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} flags=''
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W 'submit work collect --help --version' -- "$word"))
        return
    fi
    case $verb in
    submit)
        case $before in
        --task-files) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        -j|--jobs) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        -s|--server) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --stream) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --user) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --creds) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-ca) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-cert) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-key) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --files-from) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --since) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --scope) COMPREPLY=($(compgen -W 'all navmesh' -- "$word")); return ;;
        --ignore) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --only) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --min-severity) COMPREPLY=($(compgen -W 'error warning info' -- "$word")); return ;;
        --fail-on) COMPREPLY=($(compgen -W 'error warning info never' -- "$word")); return ;;
        --masters) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --max-findings) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-findings-per-rule) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-set-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --exclude) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --on-indeterminate) COMPREPLY=($(compgen -W 'fail warn ignore' -- "$word")); return ;;
        esac
        flags='--all --allow-empty --creds --diff-only --digest --exclude --fail-on --files-from --game --ignore --input-format --jobs --masters --max-archive-bytes --max-bytes --max-findings --max-findings-per-rule --max-set-bytes --min-severity --null --on-indeterminate --only --pedantic --quiet --respect-gitignore --retry-dead --scope --server --severity --since --stream --task-files --tls --tls-ca --tls-cert --tls-key --user -0 -a -j -q -s --help'
        ;;
    work)
        case $before in
        -j|--jobs) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-deliver) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --ack-wait) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --patience) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --grace) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --results) COMPREPLY=($(compgen -f -- "$word")); return ;;
        -s|--server) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --stream) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --user) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --creds) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-ca) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-cert) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-key) COMPREPLY=($(compgen -f -- "$word")); return ;;
        esac
        flags='--ack-wait --creds --grace --jobs --max-deliver --patience --quiet --results --server --stream --tls --tls-ca --tls-cert --tls-key --until-idle --user -j -q -s --help'
        ;;
    collect)
        case $before in
        --timeout) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --results) COMPREPLY=($(compgen -f -- "$word")); return ;;
        -s|--server) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --stream) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --user) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --creds) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-ca) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-cert) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --tls-key) COMPREPLY=($(compgen -f -- "$word")); return ;;
        esac
        flags='--creds --quiet --results --server --stream --timeout --tls --tls-ca --tls-cert --tls-key --user -q -s --help'
        ;;
    *) return ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$word"))
        return
    fi
    case $verb in
    help) COMPREPLY=($(compgen -W 'submit work collect' -- "$word")) ;;
    version) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}
complete -o filenames -F _navlint_scan navlint-scan
