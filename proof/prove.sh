#!/usr/bin/env bash
# Proves the contracts of proof/*.c with Frama-C's WP, z3 and cvc4; docs/proof.md says what they state.
#   prove.sh [MODULE...]             all modules, or these; exit status 1 if a goal is open or a smoke
#                                    test fails
#   prove.sh --self-test [FUNCTION]  proves the code with one planted mistake at a time (of
#                                    mutants.txt): exit status 1 if one can still be proved
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

modules=(checked budget reader arena index groups)
# Here unsigned arithmetic wraps on purpose: negation, hashes, counting down, 0 to NL_NO_ROW.
wrapping=' padding_for fill_direct insert nl_index_probe nl_index_find nl_index_find_direct '
# Contracts that are taken as they stand; docs/proof.md says why.
assumed=' nl_float_of '

out=build-proof
goal_timeout_s=60 # the slowest goal takes about two of an idle core
broken_timeout_s=20

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

# prove ROOT MODULE FUNCTIONS [FLAG...]: WP's report on core/ below ROOT. It runs there, because
# Frama-C looks for what is included in the current folder before any other.
prove() (
    cd "$1"
    local -r module=$2 functions=$3
    shift 3
    [[ $wrapping == *" ${functions%%,*} "* ]] || set -- "$@" -warn-unsigned-overflow
    [ "$module" != index ] || set -- "$@" -wp-split
    frama-c -machdep gcc_x86_64 -cpp-extra-args=-I. -warn-special-float none \
        -warn-invalid-pointer -wp -wp-rte -wp-no-filter -wp-warn-key pedantic-assigns=inactive \
        -wp-prover z3,cvc4 -wp-par "$(nproc)" -wp-cache none -wp-fct "$functions" "$@" \
        "proof/$module.c"
)

# WP prints what failed twice.
count() { { grep -E "$1" "$2" || true; } | sort -u | wc -l; }

# The numbers of "Proved goals:   a / b", smoke tests among them; nothing if WP did not get that far.
goals_proved() { sed -nE 's/.*Proved goals: +([0-9]+) +\/ +([0-9]+).*/\1/p' "$1"; }
goals_in_all() { sed -nE 's/.*Proved goals: +([0-9]+) +\/ +([0-9]+).*/\2/p' "$1"; }

# ---- modules -------------------------------------------------------------------------------------

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
    local facts proved
    z3 -T:60 proof/bits.smt2 >"$out/bits.log" || true
    facts=$(grep -c '^(check-sat)' proof/bits.smt2)
    proved=$(grep -c '^unsat$' "$out/bits.log" || true)
    printf 'bits     %d of %d facts\n' "$proved" "$facts"
    [ "$proved" -eq "$facts" ]
}

# prove_modules MODULE...
prove_modules() {
    local module part
    prove_bits
    for module in "$@"; do
        every_function_has_a_contract "$module"
        for part in strict wrapping; do
            prove_part "$module" "$part"
        done
    done
    printf 'goals: %d of %d proved (%d functions); smoke tests: %d of %d passed; %d s\n' \
        "$total_proved" "$total_goals" "$total_functions" "$total_passed" "$total_smoke" "$SECONDS"
    [ "$total_goals" -gt 0 ] && [ "$total_proved" -eq "$total_goals" ] &&
        [ "$total_passed" -eq "$total_smoke" ]
}

# ---- self-test -----------------------------------------------------------------------------------

# is_proved ROOT MODULE FUNCTION
is_proved() {
    local -r log=$out/broken.log
    prove "$1" "$2" "$3" -wp-timeout "$broken_timeout_s" >"$log" 2>&1 ||
        { cat "$log" >&2 && exit 2; }
    [ "$(goals_proved "$log")" -eq "$(goals_in_all "$log")" ]
}

# break_copy FOLDER MODULE EDIT: a copy of the code and the contracts in which the edit of
# FOLDER/MODULE changed something.
break_copy() {
    rm -rf "$out/broken"
    mkdir -p "$out/broken"
    cp -r core proof "$out/broken"
    find "$out/broken/$1" -name "$2.[ch]" -exec sed -i -e "$3" {} +
    ! diff -rq "$1" "$out/broken/$1" >/dev/null
}

# verdict MODULE FUNCTION EDIT: the function must be proved, and no longer with the mistake.
sound_function=
verdict() {
    break_copy core "$1" "$3" || { printf 'changes nothing' && return; }
    [ "$sound_function" = "$2" ] || is_proved . "$1" "$2" || { printf 'not proved without it' && return; }
    if is_proved "$out/broken" "$1" "$2"; then printf 'NOT NOTICED'; else printf 'refuted'; fi
}

# A contract that asks for the impossible proves anything: a smoke test must fail.
contradiction_is_noticed() {
    local -r log=$out/contradiction.log
    break_copy proof checked 's/requires \\valid(sum);/requires \\valid(sum) \&\& a < b \&\& b < a;/'
    prove "$out/broken" checked nl_add -wp-timeout 5 -wp-smoke-tests >"$log" 2>&1
    grep -qE '\[(Failed|Doomed)\] Smoke-test' "$log"
}

self_test() {
    local module function edit answer refuted=0 planted=0
    contradiction_is_noticed || { printf 'a contradiction passed its smoke test\n' && return 1; }
    while read -r module function edit; do
        [ -z "${1:-}" ] || [ "$1" = "$function" ] || continue
        answer=$(verdict "$module" "$function" "$edit")
        sound_function=$function
        planted=$((planted + 1))
        [ "$answer" != refuted ] || refuted=$((refuted + 1))
        printf '%-22s %-20s %s\n' "$answer" "$function" "$edit"
    done < <(grep -v '^#' proof/mutants.txt)
    printf 'self-test: %d of %d planted mistakes refuted; %d s\n' "$refuted" "$planted" "$SECONDS"
    [ "$planted" -gt 0 ] && [ "$refuted" -eq "$planted" ]
}

why3 config detect >"$out/why3.log" 2>&1 || { cat "$out/why3.log" && exit 2; }
case ${1:-} in
'') prove_modules "${modules[@]}" ;;
--self-test) self_test "${2:-}" ;;
*) prove_modules "$@" ;;
esac
