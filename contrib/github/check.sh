#!/usr/bin/env bash
# The step of action.yml that judges: its inputs are the NAVLINT_ variables.
set -uo pipefail

# What is written a line is a word, whatever is in it.
words=()
while IFS= read -r line; do
    [ -z "$line" ] || words+=("$line")
done <<<"${NAVLINT_ARGS:-}"
[ -z "${NAVLINT_SARIF:-}" ] || words+=(--format "sarif-github=$NAVLINT_SARIF")
if [ "${NAVLINT_SUMMARY:-true}" = true ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    summary=$(mktemp)
    words+=(--format "markdown=$summary")
fi
words+=(--format "${NAVLINT_FORMAT:-github}" --)
while IFS= read -r line; do
    [ -z "$line" ] || words+=("$line")
done <<<"${NAVLINT_PATHS:-.}"

# Text has no commands: the runner finds places in it by their form.
[ "${NAVLINT_FORMAT:-github}" != text ] ||
    printf '::add-matcher::%s\n' "$(dirname "${BASH_SOURCE[0]}")/matcher.json"

code=0
navlint check "${words[@]}" || code=$?

if [ -n "${summary:-}" ]; then
    cat "$summary" >>"$GITHUB_STEP_SUMMARY"
    rm "$summary"
fi
[ -z "${GITHUB_OUTPUT:-}" ] || printf 'exit-code=%d\n' "$code" >>"$GITHUB_OUTPUT"
exit "$code"
