package headless

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func TestContext(t *testing.T) {
	c, err := New(7, 5)
	if errors.Is(err, ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if w, h := c.Size(); w != 7 || h != 5 || c.Surface() {
		t.Errorf("size %d×%d, surface %v", w, h, c.Surface())
	}
	if c.ProcAddress("glDrawElementsInstanced") == nil {
		t.Error("no address of glDrawElementsInstanced")
	}
	if err := c.Resize(0, 5); !errors.Is(err, soa.ErrOption) {
		t.Errorf("resize to nothing: %v", err)
	}
	if err := c.MakeCurrent(); err != nil {
		t.Error(err)
	}
	if err := errors.Join(c.Close(), c.Close()); err != nil {
		t.Error(err)
	}
	if err := c.MakeCurrent(); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestSizes(t *testing.T) {
	for _, s := range [][2]int{{0, 1}, {1, 0}, {-3, 4}, {-1, -1}} {
		if _, err := New(s[0], s[1]); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%v: %v", s, err)
		}
	}
}

// TestMissing runs itself where libEGL cannot be loaded, and where no driver
// is installed: the program starts, and the error names the packages.
func TestMissing(t *testing.T) {
	if os.Getenv("HEADLESS_MISSING") != "" {
		_, err := New(4, 4)
		if !errors.Is(err, ErrUnavailable) {
			t.Fatalf("error is %v", err)
		}
		t.Log(err)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("EGL is used on Linux")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "libEGL.so.1"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ env, names string }{
		{"LD_LIBRARY_PATH=" + dir, "libegl1 and libgl1-mesa-dri"},
		{"__EGL_VENDOR_LIBRARY_DIRS=" + dir, "libgl1-mesa-dri"},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestMissing$", "-test.v")
		cmd.Env = append(os.Environ(), "HEADLESS_MISSING=1", c.env)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.names) {
			t.Errorf("%s: %v\n%s", c.env, err, out)
		}
	}
}
