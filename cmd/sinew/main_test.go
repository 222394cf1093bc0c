//go:build cgo

package main

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// asCommand makes the test binary be the command.
const asCommand = "SINEW_TEST_AS_COMMAND"

// wholeBuild is set where every command is in the build.
const wholeBuild = true

func TestMain(m *testing.M) {
	importer.ServeIsolated()
	if file := os.Getenv(keepsWeights); file != "" {
		viewAndKeep(file)
	}
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// patience is for a machine that does much else: what works ends within seconds, what hangs is ended after it.
const patience = 5 * time.Minute

// process is the command as a process of its own, after other programs that
// start it, and with additions to its environment.
func process(t *testing.T, env []string, before []string, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	must.Do(t, err)
	line := append(append(before, self), args...)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Env = append(append(os.Environ(), asCommand+"=1"), env...)
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

func exitCode(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	t.Fatal(err)
	return -1
}

// awaitFile waits for a file that matches a pattern.
func awaitFile(t *testing.T, pattern string) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(10 * time.Millisecond) {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return
		}
	}
	t.Fatal("it does not begin")
}

// TestSignal sends a render that would take minutes the signal of Ctrl-C.
func TestSignal(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	cmd, stdout, stderr := process(t, nil, nil, "render", strider(t, "strider_walk.fbx"), "-o", filepath.Join(dir, "walk.apng"), "--frames", "100000", "--size", "256x256")
	must.Do(t, cmd.Start())
	// Once the file is begun, so is the work.
	awaitFile(t, filepath.Join(dir, ".*.part"))
	time.Sleep(300 * time.Millisecond)
	must.Do(t, cmd.Process.Signal(syscall.SIGINT))
	if code := exitCode(t, cmd.Wait()); code != exitFailed || stdout.Len() > 0 {
		t.Errorf("exit code %d, printed %q", code, stdout)
	}
	checkComplaint(t, stderr.String(), "interrupted")
	onlyFile(t, filepath.Join(dir, "nothing"))
}

// TestSignalOfStubbornWork ends what asks no context for long: a graph that is played to a
// time days away for one pose.
func TestSignalOfStubbornWork(t *testing.T) {
	graph := write(t, "graph.json", `{"version": 1, "name": "walk", "root": {"type": "clip", "clip": "walk"}}`)
	// As many poses before it as fill the buffer of the output once.
	const buffer = 1 << 16
	one, two := succeed(t, "pose", strider(t, "strider.glb"), "--graph", graph, "--json", "--time", "0"), succeed(t, "pose", strider(t, "strider.glb"), "--graph", graph, "--json", "--time", "0,0")
	times := strings.Repeat("0,", buffer/(len(two)-len(one))+1) + "1e9"
	cmd, _, stderr := process(t, nil, nil, "pose", strider(t, "strider.glb"), "--graph", graph, "--json", "--time", times)
	cmd.Stdout = nil
	out, err := cmd.StdoutPipe()
	must.Do(t, err)
	must.Do(t, cmd.Start())
	// Once something is printed, it is at the last time.
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
		t.Fatal(err, stderr)
	}
	must.Do(t, cmd.Process.Signal(syscall.SIGTERM))
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(t, cmd.Wait()); code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasSuffix(stderr.String(), "sinew: interrupted\n") {
		t.Errorf("it says %q", stderr)
	}
}

// TestExitCodes: the process ends as run says.
func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		code int
		args []string
	}{{0, []string{"info", strider(t, "strider.glb")}}, {1, []string{"info", "nowhere.fbx"}}, {2, []string{"info"}}} {
		cmd, _, _ := process(t, nil, nil, c.args...)
		if code := exitCode(t, cmd.Run()); code != c.code {
			t.Errorf("%v: exit code %d, want %d", c.args, code, c.code)
		}
	}
}

// TestNoSpace: where a file cannot be written the error names it, and not the temporary
// file that was to become it.
func TestNoSpace(t *testing.T) {
	for name, args := range map[string][]string{
		"walk.sinew": {"bake", strider(t, "strider_walk.fbx"), "-o"},
		"walk.png":   {"render", strider(t, "strider_walk.fbx"), "--size", "200x200", "-o"},
	} {
		if name == "walk.png" {
			needGPU(t)
		}
		out := filepath.Join(t.TempDir(), name)
		cmd, stdout, stderr := process(t, []string{"MESA_SHADER_CACHE_DISABLE=true"}, []string{"sh", "-c", `ulimit -f 2; exec "$@"`, "sh"}, append(args, out)...)
		if code := exitCode(t, cmd.Run()); code != exitFailed {
			t.Errorf("%s: exit code %d, printed %q", name, code, stdout)
		}
		checkComplaint(t, stderr.String(), name, "file too large")
		if strings.Contains(stderr.String(), ".part") {
			t.Errorf("it names a hidden file: %s", stderr)
		}
		onlyFile(t, filepath.Join(filepath.Dir(out), "nothing"))
	}
}

// TestNoEGL: without a driver the error says which package brings one.
func TestNoEGL(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	cmd, stdout, stderr := process(t, []string{"__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null"}, nil,
		"render", strider(t, "strider.glb"), "-o", filepath.Join(dir, "a.png"))
	code := exitCode(t, cmd.Run())
	if code == 0 {
		t.Skip("this EGL finds its drivers whatever the environment says")
	}
	if code != exitFailed || stdout.Len() > 0 {
		t.Errorf("exit code %d, printed %q", code, stdout)
	}
	checkComplaint(t, stderr.String(), "libgl1-mesa-dri")
	onlyFile(t, filepath.Join(dir, "nothing"))
}

// viewed runs sinew view, in a virtual display where there is none, and returns the picture that it took at last.
func viewed(t *testing.T, args ...string) (img image.Image, stdout string) {
	t.Helper()
	var display []string
	if os.Getenv("DISPLAY") == "" {
		xvfb, err := exec.LookPath("xvfb-run")
		if err != nil {
			t.Skip("no display, and no xvfb-run to make one")
		}
		display = []string{xvfb, "-a"}
	}
	out := filepath.Join(t.TempDir(), "window.png")
	cmd, said, stderr := process(t, nil, display, append([]string{"view", "--size", "320x200", "--screenshot", out}, args...)...)
	if code := exitCode(t, cmd.Run()); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	onlyFile(t, out)
	pictures.KeepFile(t, out)
	return pictures.Read(t, out), said.String()
}

// TestViewWindow opens the window, and looks at what it showed last.
func TestViewWindow(t *testing.T) {
	img, said := viewed(t, strider(t, "strider_wave.fbx"), "--frames", "12", "--grid", "--background", "white")
	if !strings.Contains(said, "space") {
		t.Errorf("it does not tell its keys: %s", said)
	}
	if img.Bounds().Dx() != 320 || img.Bounds().Dy() != 200 {
		t.Errorf("it measures %v", img.Bounds())
	}
	if n := count(img, img.Bounds(), blue); n < 200 {
		t.Errorf("%d pixels of cloth", n)
	}
}
