#!/usr/bin/env bash
# callers.sh PATTERN [PATH...]: the tests of the paths (all) that contain PATTERN, an extended regular expression, themselves
# or in functions of their package's tests that they name. Prints arguments of go test:
#
#	-run ^(TestA|TestB)$ ./dir ./other
#
# A name is run in every package of the list that has it.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
pattern=${1:?usage: callers.sh PATTERN [PATH...]}
shift

callers=$(git grep -lE "$pattern" -- "${@:-.}" | grep '_test[.]go$' | xargs -r -n1 dirname | sort -u | while read -r directory; do
	awk -v pattern="$pattern" -v directory="$directory" '
		/^func / { name = $0; sub(/^func (\([^)]*\) )?/, "", name); sub(/[^A-Za-z0-9_].*/, "", name) }
		name != "" { if ($0 ~ pattern) found[name] }
		name != "" && !/^func / { body[name] = body[name] "\n" $0 }
		/^}/ { name = "" }
		END {
			do {
				more = 0
				for (f in body) if (!(f in found))
					for (g in found) if (body[f] ~ "(^|[^A-Za-z0-9_])" g "[^A-Za-z0-9_]") { found[f]; more = 1; break }
			} while (more)
			for (f in found) if (f ~ /^(Test|Example|Fuzz)/ && f != "TestMain") print f, "./" directory
		}' "$directory"/*_test.go
done)
[ -n "$callers" ] || { echo "callers.sh: no test contains $pattern" >&2; exit 1; }
echo "-run ^($(cut -d' ' -f1 <<<"$callers" | sort -u | paste -sd'|'))\$ $(cut -d' ' -f2 <<<"$callers" | sort -u | paste -sd' ')"
