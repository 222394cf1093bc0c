#!/usr/bin/env bash
# fuzz-build.sh: builds every fuzz target as a program of libFuzzer, as OSS-Fuzz's build.sh does, with its corpus.
#
#   OUT  folder for the programs and their NAME_seed_corpus.zip; ./fuzz-out
#
# In OSS-Fuzz's image for Go (base-builder-go) compile_native_go_fuzzer does the work. Elsewhere each target becomes
# a test binary that fuzzes: OUT/NAME -test.fuzz '^Target$' -test.fuzzcachedir DIR, run in the folder of its package.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${OUT:-$PWD/fuzz-out}
mkdir -p "$out"

git grep -o '^func Fuzz[A-Za-z0-9]*' -- '*_test.go' | sed 's|^\(.*\)/[^/]*:func |\1 |' | sort -u | while read -r package target; do
	name=$(echo "$package" | tr '/' '_')_$target
	if command -v compile_native_go_fuzzer >/dev/null; then
		compile_native_go_fuzzer "github.com/sinew-anim/sinew/$package" "$target" "$name"
	else
		go test -c -fuzz "^$target\$" -o "$out/$name" "./$package"
	fi
	corpus=$package/testdata/fuzz/$target
	if [ -d "$corpus" ] && command -v zip >/dev/null; then
		zip -q -j "$out/${name}_seed_corpus.zip" "$corpus"/*
	fi
	echo "$out/$name"
done
