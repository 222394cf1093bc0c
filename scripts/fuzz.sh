#!/usr/bin/env bash
# fuzz.sh TIME [PATTERN]: every fuzz target, or those whose package or name match, for so long each.
# What the targets found before is in testdata/fuzz of each package, and every test run repeats it.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

time=${1:?usage: scripts/fuzz.sh TIME [PATTERN]}
pattern=${2:-.}

targets() {
	git grep -o '^func Fuzz[A-Za-z0-9]*' -- '*_test.go' | sed 's|^\(.*\)/[^/]*:func |./\1 |' | sort -u
}

# A new input is made smaller by a few tries: by the usual minute of them targets of long inputs hardly get to new ones.
failed=0
while read -r package name; do
	echo "$package $name" | grep -qE -- "$pattern" || continue
	echo "== $package $name"
	go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 50x "$package" | grep -v '^fuzz: elapsed: [0-9hms]*, gathering' || failed=1
done < <(targets)
exit $failed
