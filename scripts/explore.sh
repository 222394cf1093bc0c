#!/usr/bin/env bash
# explore.sh TIME: tests that draw their cases, with cases never drawn before, round after round for TIME (90s, 30m, 2h).
# The first round runs in any case; no other begins that would not end in time. A failure ends it and says how to repeat it:
# a property test by its own line or file, others by the SINEW_SEED that they print.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds() {
	case $1 in
	*[0-9]h) echo $((${1%h} * 3600)) ;;
	*[0-9]m) echo $((${1%m} * 60)) ;;
	*[0-9]s) echo "${1%s}" ;;
	*) echo "explore.sh: $1 is no time such as 90s, 30m or 2h" >&2; return 1 ;;
	esac
}

limit=$(seconds "${1:?usage: scripts/explore.sh TIME}")

# Tests that call rapid or take seeds.
tests=$(scripts/callers.sh '(rapid[.]Check|seed[.]Cases|seed[.]First)[(]' ':!internal/testing')

start=$SECONDS longest=0
for ((round = 1; ; round++)); do
	begun=$SECONDS
	export SINEW_SEED=$(date +%s%N) RAPID_SEED=$(date +%s%N)
	echo "round $round: SINEW_SEED=$SINEW_SEED RAPID_SEED=$RAPID_SEED RAPID_CHECKS=${RAPID_CHECKS:-100}"
	go test -count=1 -timeout 60m $tests
	took=$((SECONDS - begun))
	if ((took > longest)); then longest=$took; fi
	if ((SECONDS - start + longest > limit)); then break; fi
done
echo "$round rounds in $((SECONDS - start)) s: no difference"
