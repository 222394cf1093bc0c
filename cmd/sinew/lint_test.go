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
	if l := answer[reports.Lint](t, "lint", file, strider(t, "strider.sinew")); l.Warnings != 2 || l.Notes != 8 || len(l.Files) != 2 || l.Files[0].Findings[0].Rule != "shear" {
		t.Errorf("%+v", l)
	}
	if out := succeed(t, "lint", "--sarif", file); !strings.Contains(out, `"ruleId": "shear"`) || !json.Valid([]byte(out)) {
		t.Errorf("SARIF: %s", out)
	}
	code, stdout, stderr := sinew(t, "lint", file, "--fail", "warning")
	if code != exitFailed || stdout != succeed(t, "lint", file) {
		t.Errorf("exit code %d, %s", code, stdout)
	}
	checkComplaint(t, stderr, "1 ", "warning")
}

// A configuration turns rules off.
func TestLintConfig(t *testing.T) {
	config := write(t, "lint.json", `{"rules": {"shear": {"except": ["tail.*"]}, "several-roots": {"grade": "off"}, "shear-in-clip": {"limit": 60}}}`)
	if l := answer[reports.Lint](t, "lint", strider(t, "strider.glb"), "--config", config, "--fail", "note"); l.Warnings+l.Notes > 0 || len(l.Files) != 1 {
		t.Errorf("%+v", l)
	}
}
