#!/usr/bin/env bash
# Builds packages and fails where an instruction matches a pattern: unfused.sh PATTERN PACKAGE...
set -euo pipefail
pattern=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! go build -gcflags=-S "$@" >"$log" 2>&1; then
	go build "$@" # which prints the errors alone
	exit 1
fi
! grep -E "$pattern" "$log"
