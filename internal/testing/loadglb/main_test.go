package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// TestPureBuilds: a build without cgo reads a .glb from bytes, as WebAssembly to the same bits,
// and says which build reads other formats.
func TestPureBuilds(t *testing.T) {
	dir, glb := t.TempDir(), filepath.Join(truth.Testdata(t, "strider"), "strider.glb")
	native, wasm := filepath.Join(dir, "native"), filepath.Join(dir, "load.wasm")
	run(t, []string{"CGO_ENABLED=0"}, "go", "build", "-o", native, ".")
	want := run(t, nil, native, glb)
	if !strings.HasPrefix(want, "34 joints, 3 clips, 4 meshes") || !strings.Contains(want, `"fbx" in a build without cgo`) {
		t.Fatalf("it prints %q", want)
	}
	node, err := exec.LookPath("node")
	glue := filepath.Join(strings.TrimSpace(run(t, nil, "go", "env", "GOROOT")), "lib/wasm/wasm_exec_node.js")
	if _, missing := os.Stat(glue); err != nil || missing != nil {
		t.Skip("no node or wasm_exec_node.js to run WebAssembly with")
	}
	run(t, []string{"CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm"}, "go", "build", "-o", wasm, ".")
	if got := run(t, nil, node, glue, wasm, glb); got != want {
		t.Errorf("as WebAssembly it prints\n%s and here\n%s", got, want)
	}
}

// run returns what a command prints.
func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}
