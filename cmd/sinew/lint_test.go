package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
)

// Lint prints what it finds as a page, as JSON and as SARIF, and its exit code goes by --fail.
func TestLint(t *testing.T) {
	file := strider(t, "strider.glb")
	page := succeed(t, "lint", file)
	for _, part := range []string{file, "warning  shear: joint tail.1: ", "0 errors, 1 warning and "} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	checkPage(t, page)
	var l reports.Lint
	if err := json.Unmarshal([]byte(succeed(t, "lint", "--json", file, strider(t, "strider.sinew"))), &l); err != nil || l.Warnings != 2 || len(l.Files) != 2 {
		t.Errorf("%+v, %v", l, err)
	}
	if out := succeed(t, "lint", "--sarif", file); !strings.Contains(out, `"ruleId": "shear"`) || !json.Valid([]byte(out)) {
		t.Errorf("SARIF: %s", out)
	}
	code, stdout, stderr := sinew(t, "lint", file, "--fail", "warning")
	if code != exitFailed || stdout != page {
		t.Errorf("exit code %d, %s", code, stdout)
	}
	checkComplaint(t, stderr, "1 finding of grade warning or worse")
}

// A configuration turns rules off, and is an error with its place if it is wrong.
func TestLintConfig(t *testing.T) {
	file := strider(t, "strider.glb")
	config := write(t, "lint.json", []byte(`{"rules": {"shear": {"except": ["tail.*"]}, "several-roots": {"grade": "off"}, "shear-in-clip": {"limit": 60}}}`))
	if page := succeed(t, "lint", file, "--config", config, "--fail", "note"); page != "0 errors, 0 warnings and 0 notes in 1 file\n" {
		t.Errorf("%s", page)
	}
	wrong := write(t, "wrong.json", []byte(`{"rules": {"shears": {}}}`))
	code, _, stderr := sinew(t, "lint", file, "--config", wrong)
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	checkComplaint(t, stderr, wrong, `/rules/shears`, `did you mean "shear"?`)
}

// Wrong command lines are usage errors; the list of rules needs no file.
func TestLintUsage(t *testing.T) {
	file := strider(t, "strider.glb")
	for _, args := range [][]string{{"lint"}, {"lint", file, "--fail", "bad"}, {"lint", file, "--json", "--sarif"}, {"lint", file, "--scale", "0"}} {
		code, _, stderr := sinew(t, args...)
		if code != exitUsage {
			t.Errorf("%v: exit code %d", args, code)
		}
		checkComplaint(t, stderr)
	}
	page := succeed(t, "lint", "--rules")
	if !strings.Contains(page, "foot-slide (warning, limit 40 mm)") {
		t.Errorf("%s", page)
	}
	checkPage(t, page)
}
