#!/bin/sh
# One dialect of C: what docs/contributing.md asks for and a machine can see. Prints each line that is
# written otherwise; exit status 1 if there is one.
set -u
cd "$(dirname "$0")/.." || exit 2

folders='core parsers containers validator report compare intake draw cli scan server wasm fuzz bench tests'

# Programs that stand for somebody else's, and headers that are included more than once.
passed_over='tests/mutants/|core/fields_(constants|table)\.h'

c_files() {
    for folder in $folders; do
        find "$folder" -name "$1"
    done | grep -vE "^($passed_over)" | sort
}

# written PATTERN: the lines of the C files that the extended regular expression matches.
written() {
    c_files '*.[ch]' | xargs grep -nHE "$1"
}

# Where a pointer becomes a bool that is kept or returned, the comparison says so.
pointers() { written '(^ *|} else )(if|while|for) .*[^)] [!=]= *NULL\b'; }

steps() { written '(^ *|for \(.*; )(\+\+|--)[A-Za-z_]|, (\+\+|--)[A-Za-z_][A-Za-z0-9_]*\)'; }

receivers() { written '(\*|\*const |[a-z_] )(this|self)( =|,|;|\))' | grep -vE '^[^:]*:[0-9]*: *(/?\*|//)|/\*'; }

# An include in quotes is a path from the root, or of the public header.
includes() {
    written '^[[:space:]]*#[[:space:]]*include "' | while IFS= read -r line; do
        path=${line#*include \"}
        path=${path%%\"*}
        case $path in
        */*) [ -f "$path" ] || [ -f "include/$path" ] || printf '%s\n' "$line" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

# NAVLINT_FOLDER_FILE_H, twice.
guards() {
    c_files '*.h' | while IFS= read -r file; do
        guard=NAVLINT_$(printf '%s' "$file" | tr 'a-z/.' 'A-Z__')
        grep -qx "#ifndef $guard" "$file" && grep -qx "#define $guard" "$file" ||
            printf '%s: the guard is not %s\n' "$file" "$guard"
    done
}

{
    pointers
    steps
    receivers
    includes
    guards
} | grep . && exit 1
echo "dialect: one"
