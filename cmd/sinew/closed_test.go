//go:build cgo

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestClosedPipe: where the reader of the standard output has gone, commands end quietly, with the exit code of a process that
// SIGPIPE ended, and leave nothing in the folder of temporary files.
func TestClosedPipe(t *testing.T) {
	model, archive := strider(t, "strider.glb"), strider(t, "strider.sinew")
	graph := write(t, "graph.json", `{"version": 1, "name": "walk", "root": {"type": "clip", "clip": "walk"}}`)
	dir := t.TempDir()
	lines := [][]string{
		{"convert", model, "-o", "-"}, {"bake", archive, "-o", "-"}, {"plot", archive, "--joint", "hips", "-o", "-"},
		{"convert", archive, "-o", filepath.Join(dir, "a.glb")}, {"bake", archive, "-o", filepath.Join(dir, "a.sinew")},
		{"info", archive}, {"info", archive, "--json"}, {"pose", archive}, {"pose", archive, "--json"}, {"diff", archive, archive, "--times", "1"},
		{"lint", archive}, {"lint", archive, "--sarif"}, {"lint", "--rules"}, {"graph", graph}, {"graph", graph, "--json"}, {"control", "--schema"},
		{"retarget", archive, "--mirror", "--clip", "wave"}, {"rig", archive}, {"weights", archive}, {"edit", archive, "--reverse", "--clip", "wave", "-o", filepath.Join(dir, "b.sinew")},
		{"bench", archive, "--n", "1", "--time", "1ms", "--path", "keys"}, {"bake", "--print-config"}, {"doctor"}, {"version"}, {"man", filepath.Join(dir, "man")}, {"help"}, {"info", "--help"}, {"completion", "bash"},
	}
	for _, args := range lines {
		t.Run(strings.Join(args[:min(len(args), 3)], " "), func(t *testing.T) {
			r, w, err := os.Pipe()
			must.Do(t, err)
			must.Do(t, r.Close())
			defer w.Close()
			temporary := t.TempDir()
			cmd, _, stderr := process(t, []string{"TMPDIR=" + temporary}, nil, args...)
			cmd.Stdout = w
			if code := exitCode(t, cmd.Run()); code != exitClosed || stderr.Len() > 0 {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			onlyFile(t, filepath.Join(temporary, "nothing"))
		})
	}
}
