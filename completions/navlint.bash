# bash completion of navlint. Made by docs/generate.py from the tables of options: edit those.

_navlint_rules() { navlint rules 2>/dev/null | awk '/^[A-Z][A-Z0-9_]+ /{print $1}'; }
_navlint_formats() { navlint version | sed -n 's/^formats: //p'; }
_navlint_games() { navlint formats --format json 2>/dev/null | sed -n '/"games"/,/]/s/.*"id": "\([^"]*\)".*/\1/p'; }

_navlint() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} flags=''
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W 'check fix watch config explain rules formats layout dump draw diff list extract witness version help --help --version' -- "$word"))
        return
    fi
    case $verb in
    check)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json ndjson sarif sarif-github github gitlab junit markdown csv auto' -- "$word")); return ;;
        -o|--output) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --scope) COMPREPLY=($(compgen -W 'all navmesh' -- "$word")); return ;;
        --ignore) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --only) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --min-severity) COMPREPLY=($(compgen -W 'error warning info' -- "$word")); return ;;
        --fail-on) COMPREPLY=($(compgen -W 'error warning info never' -- "$word")); return ;;
        --masters) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --exclude) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --on-indeterminate) COMPREPLY=($(compgen -W 'fail warn ignore' -- "$word")); return ;;
        --max-findings) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-findings-per-rule) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --since) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --files-from) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --suppress-rule) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --suppressions) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --stdin-filename) COMPREPLY=($(compgen -f -- "$word")); return ;;
        -j|--jobs) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-set-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
        esac
        flags='--all --allow-empty --color --config --diff-only --digest --exclude --fail-on --fail-on-unused-suppressions --files-from --force-exclude --format --game --ignore --input-format --jobs --masters --max-archive-bytes --max-bytes --max-findings --max-findings-per-rule --max-set-bytes --min-severity --no-config --no-suppressions --null --on-indeterminate --only --output --pedantic --prune-suppressions --quiet --respect-gitignore --scope --severity --since --statistics --stdin-filename --summary --suppress-all --suppress-rule --suppressions --verbose -0 -a -j -o -q -v --help'
        ;;
    fix)
        case $before in
        --only) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        -o|--output) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --scope) COMPREPLY=($(compgen -W 'all navmesh' -- "$word")); return ;;
        --ignore) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --fail-on) COMPREPLY=($(compgen -W 'error warning info never' -- "$word")); return ;;
        --masters) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --exclude) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
        esac
        flags='--backup --config --diff --dry-run --exclude --fail-on --format --game --ignore --in-place --input-format --masters --max-archive-bytes --max-bytes --no-config --only --output --pedantic --quiet --respect-gitignore --scope --severity --unsafe -i -n -o -q --help'
        ;;
    watch)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text ndjson' -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --scope) COMPREPLY=($(compgen -W 'all navmesh' -- "$word")); return ;;
        --ignore) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --only) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --min-severity) COMPREPLY=($(compgen -W 'error warning info' -- "$word")); return ;;
        --fail-on) COMPREPLY=($(compgen -W 'error warning info never' -- "$word")); return ;;
        --masters) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --exclude) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --on-indeterminate) COMPREPLY=($(compgen -W 'fail warn ignore' -- "$word")); return ;;
        --max-findings) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-findings-per-rule) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        -j|--jobs) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-set-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --suppressions) COMPREPLY=($(compgen -f -- "$word")); return ;;
        esac
        flags='--all --allow-empty --config --exclude --fail-on --format --game --ignore --input-format --jobs --masters --max-archive-bytes --max-bytes --max-findings --max-findings-per-rule --max-set-bytes --min-severity --no-config --no-suppressions --on-indeterminate --only --pedantic --respect-gitignore --scope --severity --suppressions -a -j --help'
        ;;
    config)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --scope) COMPREPLY=($(compgen -W 'all navmesh' -- "$word")); return ;;
        --ignore) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --only) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")); return ;;
        --min-severity) COMPREPLY=($(compgen -W 'error warning info' -- "$word")); return ;;
        --fail-on) COMPREPLY=($(compgen -W 'error warning info never' -- "$word")); return ;;
        --masters) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --exclude) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --on-indeterminate) COMPREPLY=($(compgen -W 'fail warn ignore' -- "$word")); return ;;
        --max-findings) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-findings-per-rule) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        esac
        flags='--all --allow-empty --config --exclude --fail-on --format --game --ignore --input-format --masters --max-archive-bytes --max-bytes --max-findings --max-findings-per-rule --min-severity --no-config --on-indeterminate --only --pedantic --respect-gitignore --schema --scope --severity --show -a --help'
        ;;
    explain)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        esac
        flags='--format --help'
        ;;
    rules)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        esac
        flags='--format --help'
        ;;
    formats)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        esac
        flags='--format --help'
        ;;
    layout)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json ksy hexpat' -- "$word")); return ;;
        esac
        flags='--format --help'
        ;;
    dump)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json tree obj' -- "$word")); return ;;
        --at) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --depth) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --from) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --to) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --path) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --unpacked) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        esac
        flags='--at --depth --format --from --game --hex --input-format --max-bytes --path --to --unpacked --with-offsets --help'
        ;;
    draw)
        case $before in
        -o|--output) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --format) COMPREPLY=($(compgen -W 'auto svg png obj gltf glb geojson' -- "$word")); return ;;
        --focus) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --radius) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --up) COMPREPLY=($(compgen -W 'game y z' -- "$word")); return ;;
        --width) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        esac
        flags='--focus --format --game --input-format --max-bytes --no-findings --output --radius --up --width -o --help'
        ;;
    diff)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json markdown' -- "$word")); return ;;
        --max-changes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --scope) COMPREPLY=($(compgen -W 'all navmesh' -- "$word")); return ;;
        --input-format) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")); return ;;
        --game) COMPREPLY=($(compgen -W "$(_navlint_games)" -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        esac
        flags='--format --game --git --input-format --max-archive-bytes --max-bytes --max-changes --quiet --scope --stat --strict -q --help'
        ;;
    list)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        esac
        flags='--format --max-archive-bytes --max-bytes --help'
        ;;
    extract)
        case $before in
        -o|--output) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --max-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        --max-archive-bytes) COMPREPLY=($(compgen -W "$(true)" -- "$word")); return ;;
        esac
        flags='--max-archive-bytes --max-bytes --output -o --help'
        ;;
    witness)
        case $before in
        -o|--output) COMPREPLY=($(compgen -f -- "$word")); return ;;
        esac
        flags='--output -o --help'
        ;;
    version)
        flags=' --help'
        ;;
    help)
        case $before in
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        esac
        flags='--format --help'
        ;;
    *) return ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$word"))
        return
    fi
    case $verb in
    explain|witness) COMPREPLY=($(compgen -W "$(_navlint_rules)" -- "$word")) ;;
    rules|layout) COMPREPLY=($(compgen -W "$(_navlint_formats)" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'check fix watch config explain rules formats layout dump draw diff list extract witness version help' -- "$word")) ;;
    version) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}
complete -o filenames -F _navlint navlint
