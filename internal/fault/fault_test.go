//go:build linux

package fault_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/sinew-anim/sinew/internal/fault"
)

var errGone = errors.New("gone")

// mapped is a page of a file that is empty by now.
func mapped(t *testing.T) []byte {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "page"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(4096); err != nil {
		t.Fatal(err)
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, 4096, syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestCatch(t *testing.T) {
	page := mapped(t)
	read := func(i int) (v byte, err error) {
		defer fault.Catch(&err, errGone)()
		return page[i], nil
	}
	if _, err := read(100); !errors.Is(err, errGone) {
		t.Errorf("a page that is gone: %v", err)
	}
	defer func() {
		if p := recover(); p == nil {
			t.Error("an index out of range is no fault, and was swallowed")
		}
	}()
	_, _ = read(5000)
}
