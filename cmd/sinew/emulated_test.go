//go:build !cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestEmulated bakes a model with this command and with one for arm64 in an
// emulator, with one worker and with eight: all make the same file.
func TestEmulated(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("for long runs on linux/amd64")
	}
	emulator, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		if emulator, err = exec.LookPath("qemu-aarch64"); err != nil {
			t.Skip("no qemu-aarch64")
		}
	}
	dir := t.TempDir()
	build := func(arch string) string {
		out := filepath.Join(dir, "sinew-"+arch)
		cmd := exec.Command("go", "build", "-buildvcs=false", "-o", out, ".")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+arch)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return out
	}
	native, foreign := build("amd64"), build("arm64")
	var want string
	for i, line := range [][]string{{native, "--workers", "1"}, {native, "--workers", "8"}, {emulator, foreign, "--workers", "1"}, {emulator, foreign, "--workers", "8"}} {
		out := filepath.Join(dir, "strider.sinew")
		flags := line[len(line)-2:]
		line = append(append(line[:len(line)-2:len(line)-2], "bake", striderArchive(t), "-o", out, "--force"), flags...)
		if said, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", line, err, said)
		}
		data := read(t, out)
		if i == 0 {
			want = data
		} else if data != want {
			t.Errorf("%v makes another file", line)
		}
	}
}
