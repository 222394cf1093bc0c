//go:build unix

package output_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/output"
)

const inChild = "SINEW_TEST_OUTPUT"

// TestMain makes the test binary a run that begins an output and waits.
func TestMain(m *testing.M) {
	if path := os.Getenv(inChild); path != "" {
		f, err := output.Create(path)
		if err == nil {
			_, err = f.Write([]byte("half"))
		}
		if err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.Stdout.WriteString("begun\n")
		time.Sleep(time.Minute)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// begin starts a process that has begun an output. It is killed by kill.
func begin(t *testing.T, path string) (kill func()) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), inChild+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	return kill
}

// TestKilled: what runs that were killed have left is removed by the next run of the output, in whatever order they began;
// what runs that still run have begun stays.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.glb")
	first, second, third := begin(t, path), begin(t, path), begin(t, path)
	if got := names(t, dir); got != ".a.glb.2.part .a.glb.3.part .a.glb.part" {
		t.Fatal(got)
	}
	second()
	if err := output.Write(path, []byte("whole")); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); got != ".a.glb.3.part .a.glb.part a.glb" {
		t.Errorf("after the second was killed: %s", got)
	}
	holds(t, filepath.Join(dir, ".a.glb.3.part", "a.glb"), "half")
	third()
	if err := output.Write(filepath.Join(dir, "b.glb"), nil); err != nil {
		t.Fatal(err)
	}
	first()
	if err := output.Check(path); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); got != "a.glb b.glb" {
		t.Errorf("after all were killed: %s", got)
	}
	holds(t, path, "whole")
}

// TestNotOurs: folders of the name of a part that hold what no run has made stay, and one that is empty goes when it is old.
func TestNotOurs(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	full, empty, young := filepath.Join(dir, ".a.part"), filepath.Join(dir, ".a.2.part"), filepath.Join(dir, ".a.3.part")
	for _, d := range []string{full, empty, young} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(full, "mine"), "text")
	long := time.Now().Add(-time.Hour)
	for _, d := range []string{full, empty} {
		if err := os.Chtimes(d, long, long); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, ".a.4.part"), "a file")
	if err := output.Write(path, nil); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); got != ".a.3.part .a.4.part .a.part a" {
		t.Error(got)
	}
}

// TestManyRuns: runs that write one output at the same time do not disturb each other, up to a limit that is an error.
func TestManyRuns(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("n", 255))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 12 {
				if err := output.Write(path, []byte("text")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	holds(t, path, "text")
	if got := names(t, dir); got != filepath.Base(path) {
		t.Errorf("left is %s", got)
	}
	var all []*output.File
	for {
		f, err := output.Create(path)
		if err != nil {
			if len(all) != 16 || !strings.Contains(err.Error(), "16 other runs") {
				t.Errorf("after %d: %v", len(all), err)
			}
			break
		}
		all = append(all, f)
	}
	for _, f := range all {
		f.Discard()
	}
	if got := names(t, dir); got != filepath.Base(path) {
		t.Errorf("left is %s", got)
	}
}
