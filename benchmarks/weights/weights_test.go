//go:build cgo

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table has a row per file and one of all, and a figure per method.
func TestTable(t *testing.T) {
	out := filepath.Join(t.TempDir(), "weights")
	var stdout, stderr bytes.Buffer
	args := []string{"-o", out, "-clips", "1", "-times", "3", "../../testdata/strider/strider.glb"}
	if code := run(args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	text, err := os.ReadFile(out + ".md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[2], "| strider.glb | 2367 | 28 | 1 |") {
		t.Fatalf("the table is\n%s", text)
	}
	for _, line := range lines[2:] {
		if strings.Count(line, "|") != strings.Count(lines[0], "|") || !strings.Contains(line, "**") {
			t.Errorf("the row %q does not fit the head %q", line, lines[0])
		}
	}
}

func TestFailures(t *testing.T) {
	for want, args := range map[string][]string{
		"usage: weights":   {},
		"does not exist":   {"none.glb"},
		"flag provided":    {"-none"},
		"0 joints that sk": {still(t)},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(args, &stdout, &stderr); code == 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
}

// still writes a model without skin and clips.
func still(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "still.obj")
	if err := os.WriteFile(path, []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
