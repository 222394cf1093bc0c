//go:build linux

package fault_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// watched is the file of mapped whose times are asked too.
type watched struct {
	path    string
	content []byte
	b       []byte
	set     fault.Set
	checks  int // of the content
}

func watch(t *testing.T) *watched {
	t.Helper()
	w := &watched{path: filepath.Join(t.TempDir(), "pages")}
	w.content = append(bytes.Repeat([]byte{1}, 2*page), bytes.Repeat([]byte{2}, page)...)
	must.Do(t, os.WriteFile(w.path, w.content, 0o600))
	f, err := os.Open(w.path)
	must.Do(t, err)
	settled, err := fault.Settle(f)
	must.Do(t, err)
	w.b, err = syscall.Mmap(int(f.Fd()), 0, 3*page, syscall.PROT_READ, syscall.MAP_PRIVATE)
	must.Do(t, err)
	m := fault.Map(w.b, settled)
	m.Seal(w.b, w, func() error {
		w.checks++
		if !bytes.Equal(w.b, w.content) {
			return errors.New("other content")
		}
		return nil
	})
	w.set = fault.MappingsOf(w)
	t.Cleanup(func() {
		must.Do(t, m.Close())
		must.Do(t, syscall.Munmap(w.b))
	})
	return w
}

// zeroed makes the file zeros of the same length, calls do, and makes it whole again.
func (w *watched) zeroed(t *testing.T, do func()) {
	t.Helper()
	must.Do(t, os.Truncate(w.path, 0))
	must.Do(t, os.Truncate(w.path, int64(len(w.content))))
	do()
	w.write(t, w.content)
}

// write overwrites the file in place.
func (w *watched) write(t *testing.T, b []byte) {
	t.Helper()
	f, err := os.OpenFile(w.path, os.O_WRONLY, 0)
	must.Do(t, err)
	_, err = f.Write(b)
	must.Do(t, err)
	must.Do(t, f.Close())
}

// settles guards until the kernel's clock has ticked.
func (w *watched) settles() (err error) {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if err = w.set.Guard(func() error { return nil }); err == nil {
			return nil
		}
	}
	return err
}

// TestGuardOfRestoredFile: a file that is whole by the time the mark is read was not when zeros were.
func TestGuardOfRestoredFile(t *testing.T) {
	was := time.Unix(1e9, 5)
	for name, restored := range map[string]func(*watched) error{
		"restored":             func(*watched) error { return nil },
		"its time is set back": func(w *watched) error { return os.Chtimes(w.path, was, was) },
		"given other rights":   func(w *watched) error { return os.Chmod(w.path, 0o640) },
		"found by another":     func(w *watched) error { return w.settles() },
	} {
		for what, read := range map[string]func(byte) error{
			"zeros":   func(byte) error { return nil },
			"error":   func(byte) error { return errors.New("a zero") },
			"a panic": func(b byte) error { _ = []int{1}[1-b]; return nil },
		} {
			w := watch(t)
			must.Do(t, os.Chtimes(w.path, was, was))
			must.Do(t, w.settles())
			checks := w.checks
			err := w.set.Guard(func() error {
				var zero byte
				w.zeroed(t, func() { zero = w.b[100] })
				if zero != 0 {
					t.Fatal("no zero was read")
				}
				if err := restored(w); name != "found by another" && err != nil {
					t.Fatal(err)
				}
				return read(zero)
			})
			if !errors.Is(err, fault.ErrChanged) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
			must.Do(t, w.settles())
			if w.checks == checks {
				t.Errorf("%s, %s: it is trusted unseen", name, what)
			}
		}
	}
}

// TestGuardOfOtherContent: what was written in place is found when the file is verified, once.
func TestGuardOfOtherContent(t *testing.T) {
	w := watch(t)
	other := bytes.Clone(w.content)
	other[5000] = 7
	w.write(t, other)
	err := w.set.Guard(func() error { return nil })
	if !errors.Is(err, fault.ErrChanged) || w.checks != 0 {
		t.Errorf("%v after %d checks", err, w.checks)
	}
	for range 50 {
		if err := w.set.Guard(func() error { t.Error("it is read"); return nil }); !errors.Is(err, fault.ErrChanged) {
			t.Error(err)
		}
		time.Sleep(time.Millisecond)
	}
	if w.checks != 1 {
		t.Errorf("the same content is compared %d times", w.checks)
	}
	w.write(t, w.content)
	must.Do(t, w.settles())
}

// TestGuardOfSameContent: another file may take the place of the mapped one, and its name and rights may
// change.
func TestGuardOfSameContent(t *testing.T) {
	w := watch(t)
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"nothing", func() error { return nil }},
		{"rights", func() error { return os.Chmod(w.path, 0o640) }},
		{"a link", func() error { return os.Link(w.path, w.path+".link") }},
		{"another name", func() error { return os.Rename(w.path, w.path+".old") }},
		{"its name again", func() error { return os.Rename(w.path+".old", w.path) }},
		{"replaced", func() error {
			must.Do(t, os.WriteFile(w.path+".new", []byte("new"), 0o600))
			return os.Rename(w.path+".new", w.path)
		}},
		{"removed", func() error { return os.Remove(w.path + ".link") }},
	} {
		for range 2 {
			if err := w.set.Guard(func() error { err := c.do(); c.do = func() error { return nil }; return err }); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	if w.checks > 0 {
		t.Errorf("the content is compared %d times", w.checks)
	}
}

// TestGuardOfFileAllocates nothing while all is well.
func TestGuardOfFileAllocates(t *testing.T) {
	w, sum := watch(t), 0
	var group fault.Group
	if n := testing.AllocsPerRun(100, func() {
		_ = w.set.Guard(func() error {
			group.Call(func() { sum += int(w.b[5]) })
			group.Wait()
			return nil
		})
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	runtime.KeepAlive(sum)
}
