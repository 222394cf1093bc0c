package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWasm runs the example here and as WebAssembly under node: both compute
// the same bits.
func TestWasm(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node to run WebAssembly with")
	}
	dir := t.TempDir()
	native := filepath.Join(dir, "play")
	run(t, []string{"CGO_ENABLED=0"}, "go", "build", "-o", native, ".")
	want := run(t, nil, native)
	if strings.Count(want, "\n") != 4 || !strings.Contains(want, "3 clips, 48 instances") {
		t.Fatalf("it prints %q", want)
	}
	wasm := filepath.Join(dir, "play.wasm")
	run(t, []string{"CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm"}, "go", "build", "-o", wasm, ".")
	root := strings.TrimSpace(run(t, nil, "go", "env", "GOROOT"))
	var glue string
	for _, where := range []string{"lib/wasm", "misc/wasm"} {
		if _, err := os.Stat(filepath.Join(root, where, "wasm_exec_node.js")); err == nil {
			glue = filepath.Join(root, where, "wasm_exec_node.js")
		}
	}
	if glue == "" {
		t.Skip("this Go has no wasm_exec_node.js")
	}
	if got := run(t, nil, node, glue, wasm); got != want {
		t.Errorf("as WebAssembly it prints\n%s and here\n%s", got, want)
	}
}

// run returns what a command prints.
func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, stderr.String())
	}
	return string(out)
}
