#!/usr/bin/env bash
# Proves the contracts of proof/*.c with Frama-C's WP, z3 and cvc4; docs/proof.md says what they state.
#   prove.sh                         everything; exit status 1 if a goal is open or a smoke test fails
#   prove.sh --self-test [FUNCTION]  proves the code with one planted mistake at a time (of
#                                    mutants.txt): exit status 1 if one can still be proved
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

modules=(checked budget reader arena index)
# Here unsigned arithmetic wraps on purpose: negation, hashes, counting down, 0 to NL_NO_ROW.
wrapping=' padding_for fill_direct insert nl_index_probe nl_index_find nl_index_find_direct '
# Contracts that are taken as they stand; docs/proof.md says why.
assumed=' nl_float_of '

out=build-proof
goal_timeout_s=30 # the slowest goal takes about a second on an idle core
broken_timeout_s=5

mkdir -p "$out"
export WHY3CONFIG=$PWD/$out/why3.conf

# functions_of MODULE: those that core/MODULE.h and core/MODULE.c define.
functions_of() {
    find core -name "$1.[ch]" -exec \
        sed -nE 's/^[A-Za-z].*[ *]([a-z0-9_]+)\(.*[^;]$/\1/p' {} + | sort -u
}

# select_functions MODULE wrapping|strict: those to prove, joined by commas.
select_functions() {
    local function kind
    functions_of "$1" | while read -r function; do
        kind=strict
        [[ $wrapping != *" $function "* ]] || kind=wrapping
        [[ $assumed != *" $function "* ]] || kind=assumed
        [ "$kind" != "$2" ] || printf '%s\n' "$function"
    done | paste -sd,
}

# prove ROOT MODULE FUNCTIONS [FLAG...]: WP's report on core/ below ROOT.
prove() {
    local -r root=$1 module=$2 functions=$3
    shift 3
    [[ $wrapping == *" ${functions%%,*} "* ]] || set -- "$@" -warn-unsigned-overflow
    frama-c -machdep gcc_x86_64 -cpp-extra-args="-I$root" -warn-special-float none \
        -warn-invalid-pointer -wp -wp-rte -wp-no-filter -wp-warn-key pedantic-assigns=inactive \
        -wp-prover z3,cvc4 -wp-par "$(nproc)" -wp-cache none -wp-fct "$functions" "$@" \
        "proof/$module.c"
}

count() { grep -cE "$1" "$2" || true; }

# The numbers of "Proved goals:   a / b", smoke tests among them.
goals_proved() { sed -nE 's/.*Proved goals: +([0-9]+) +\/ +([0-9]+).*/\1/p' "$1"; }
goals_in_all() { sed -nE 's/.*Proved goals: +([0-9]+) +\/ +([0-9]+).*/\2/p' "$1"; }

# ---- everything ----------------------------------------------------------------------------------

total_goals=0 total_proved=0 total_smoke=0 total_passed=0 total_functions=0

every_function_has_a_contract() {
    local function
    while read -r function; do
        grep -qE "^[a-z].*[ *]$function\(.*;$|^[a-z].*[ *]$function\(.*,$" "proof/$1.c" ||
            { printf 'no contract: %s of core/%s\n' "$function" "$1" && return 1; }
    done < <(functions_of "$1")
}

# prove_part MODULE strict|wrapping
prove_part() {
    local -r log=$out/$1-$2.log
    local functions proved goals passed failed
    functions=$(select_functions "$1" "$2")
    [ -n "$functions" ] || return 0
    prove . "$1" "$functions" -wp-timeout "$goal_timeout_s" -wp-smoke-tests -wp-smoke-timeout 1 \
        >"$log" 2>&1 || { cat "$log" && return 2; }
    grep -A2 -E '\[(Failed|Doomed)\]' "$log" || true
    passed=$(count '\[Passed\] Smoke-test' "$log")
    failed=$(count '\[(Failed|Doomed)\] Smoke-test' "$log")
    proved=$(($(goals_proved "$log") - passed))
    goals=$(($(goals_in_all "$log") - passed - failed))
    total_goals=$((total_goals + goals)) total_proved=$((total_proved + proved))
    total_smoke=$((total_smoke + passed + failed)) total_passed=$((total_passed + passed))
    total_functions=$((total_functions + $(tr , '\n' <<<"$functions" | wc -l)))
    printf '%-8s %-8s %3d of %3d goals, %2d of %2d smoke tests\n' "$1" "$2" \
        "$proved" "$goals" "$passed" $((passed + failed))
}

# Each fact about bits is one (check-sat) that must be unsat.
prove_bits() {
    local -r facts=$(count '^\(check-sat\)' proof/bits.smt2)
    z3 -T:60 proof/bits.smt2 >"$out/bits.log"
    printf 'bits     %d of %d facts\n' "$(count '^unsat$' "$out/bits.log")" "$facts"
    [ "$(count '^unsat$' "$out/bits.log")" -eq "$facts" ]
}

prove_everything() {
    local module part
    prove_bits
    for module in "${modules[@]}"; do
        every_function_has_a_contract "$module"
        for part in strict wrapping; do
            prove_part "$module" "$part"
        done
    done
    printf 'goals: %d of %d proved (%d functions); smoke tests: %d of %d passed\n' \
        "$total_proved" "$total_goals" "$total_functions" "$total_passed" "$total_smoke"
    [ "$total_proved" -eq "$total_goals" ] && [ "$total_passed" -eq "$total_smoke" ]
}

# ---- self-test -----------------------------------------------------------------------------------

# is_proved ROOT MODULE FUNCTION
is_proved() {
    local -r log=$out/broken.log
    prove "$1" "$2" "$3" -wp-timeout "$broken_timeout_s" >"$log" 2>&1 || { cat "$log" && exit 2; }
    [ "$(goals_proved "$log")" -eq "$(goals_in_all "$log")" ]
}

# break_copy MODULE EDIT: a copy of core/ in which the edit of MODULE changed something.
break_copy() {
    rm -rf "$out/broken"
    mkdir -p "$out/broken"
    cp -r core "$out/broken/core"
    find "$out/broken/core" -name "$1.[ch]" -exec sed -i -e "$2" {} +
    ! diff -rq core "$out/broken/core" >/dev/null
}

self_test() {
    local module function edit refuted=0 planted=0
    while read -r module function edit; do
        [ -z "${1:-}" ] || [ "$1" = "$function" ] || continue
        planted=$((planted + 1))
        break_copy "$module" "$edit" || { printf 'changes nothing: %s\n' "$edit" && exit 2; }
        if ! is_proved . "$module" "$function"; then
            printf 'not proved even without the mistake: %s\n' "$function"
        elif is_proved "$out/broken" "$module" "$function"; then
            printf 'proved all the same: %s: %s\n' "$function" "$edit"
        else
            refuted=$((refuted + 1))
        fi
    done < <(grep -v '^#' proof/mutants.txt)
    printf 'self-test: %d of %d planted mistakes refuted\n' "$refuted" "$planted"
    [ "$planted" -gt 0 ] && [ "$refuted" -eq "$planted" ]
}

why3 config detect >"$out/why3.log" 2>&1 || { cat "$out/why3.log" && exit 2; }
case ${1:-} in
'') prove_everything ;;
--self-test) self_test "${2:-}" ;;
*) printf 'prove takes nothing or --self-test [FUNCTION], not %s\n' "$1" >&2 && exit 2 ;;
esac
