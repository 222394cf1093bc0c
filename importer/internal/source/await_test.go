package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestAwait: a call's end becomes the caller's, whatever it is.
func TestAwait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	failed := errors.New("it failed")
	if v, err := Await(ctx, func() (int, error) { return 7, failed }, func(int) { t.Error("it was not late") }); v != 7 || err != failed {
		t.Errorf("%d, %v", v, err)
	}
	func() {
		defer func() {
			if p := recover(); p != failed {
				t.Errorf("it panicked with %v", p)
			}
		}()
		_, _ = Await(ctx, func() (int, error) { panic(failed) }, nil)
		t.Error("it did not panic")
	}()
	exited := make(chan bool)
	go func() {
		returned := false
		defer func() { exited <- !returned }()
		_, _ = Await(ctx, func() (int, error) { runtime.Goexit(); return 0, nil }, nil)
		returned = true
	}()
	if !<-exited {
		t.Error("a call that exits its goroutine returned")
	}
}

// TestAwaitLate: after its context's end the caller gets the context's error, and a late result, even that
// of a call that panics, harms nobody.
func TestAwaitLate(t *testing.T) {
	for _, ends := range []string{"returns", "panics", "exits", "panics when it is closed"} {
		ctx, cancel := context.WithCancel(t.Context())
		hangs, goOn, closed := make(chan bool), make(chan bool), make(chan int, 1)
		go func() { <-hangs; cancel() }()
		_, err := Await(ctx, func() (int, error) {
			hangs <- true
			<-goOn
			switch ends {
			case "panics":
				panic("late")
			case "exits":
				runtime.Goexit()
			}
			return 7, nil
		}, func(v int) {
			closed <- v
			if ends != "returns" {
				panic("when it is closed")
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", ends, err)
		}
		close(goOn)
		if ends == "panics" || ends == "exits" {
			continue
		}
		if v := <-closed; v != 7 {
			t.Errorf("%s: %d was closed", ends, v)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Await(ended, func() (int, error) { t.Error("it was called"); return 0, nil }, nil); err != context.Canceled {
		t.Error(err)
	}
}

// brokenFS has one file, whose reader fails.
type brokenFS struct {
	fstest.MapFS
	reader io.Reader
}

type brokenFile struct {
	fs.File
	io.Reader
}

func (f brokenFile) Read(p []byte) (int, error) { return f.Reader.Read(p) }

// Open implements fs.FS.
func (b brokenFS) Open(name string) (fs.File, error) {
	f, err := b.MapFS.Open(name)
	return brokenFile{f, b.reader}, err
}

// TestUntil: a file system that answers is as it was: bytes, errors, folders and sizes.
func TestUntil(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	data := bytes.Repeat([]byte("abcdefg"), 1000)
	files := WithContext(ctx, fstest.MapFS{"d/a.bin": {Data: data}, "d/b.bin": {}, "c.bin": {Data: data[:10]}})
	if got, err := fs.ReadFile(files, "d/a.bin"); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := fs.ReadFile(files, "d/c.bin"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	sizes := make(map[string]int64)
	must.Do(t, fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		info, failed := e.Info()
		if failed == nil && (info.Name() != e.Name() || info.IsDir() != e.IsDir() || info.Mode().Type() != e.Type()) {
			failed = errors.New(name + " is another")
		}
		if failed == nil && !e.IsDir() {
			sizes[name] = info.Size()
		}
		return errors.Join(err, failed)
	}))
	if want := map[string]int64{"d/a.bin": 7000, "d/b.bin": 0, "c.bin": 10}; !maps.Equal(sizes, want) {
		t.Errorf("it lists %v, want %v", sizes, want)
	}
	for want, reader := range map[error]io.Reader{
		nil:                 iotest.OneByteReader(bytes.NewReader(data)),
		io.ErrUnexpectedEOF: io.MultiReader(bytes.NewReader(data), iotest.ErrReader(io.ErrUnexpectedEOF)),
		fs.ErrPermission:    iotest.ErrReader(fs.ErrPermission),
	} {
		f, err := WithContext(ctx, brokenFS{fstest.MapFS{"a": {Data: data}}, reader}).Open("a")
		must.Do(t, err)
		got, err := io.ReadAll(f)
		if err != want || err == nil && !bytes.Equal(got, data) {
			t.Errorf("%d bytes, %v, want %v", len(got), err, want)
		}
		must.Do(t, f.Close())
	}
}

// TestLateFolder: a call that nobody waits for opens nothing after its import has been closed.
func TestLateFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.glb")
	for _, name := range []string{file, filepath.Join(dir, "b.bin")} {
		must.Do(t, os.WriteFile(name, []byte("bytes"), 0o600))
	}
	for _, opened := range []bool{false, true} {
		s, err := Open(file, "")
		must.Do(t, err)
		if opened {
			_, err := s.OpenBeside("b.bin")
			must.Do(t, err)
		}
		must.Do(t, s.Close())
		if data, err := s.OpenBeside("b.bin"); err == nil {
			t.Errorf("opened before: %v: %q after its end", opened, data)
		}
	}
}

// TestLateRoot: a folder that the system opens while its import is closed is not kept.
func TestLateRoot(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "a.glb"), "")
	must.Do(t, err)
	dir := s.FS.(*folder)
	root, err := os.OpenRoot(dir.path)
	must.Do(t, err)
	defer root.Close()
	must.Do(t, s.Close())
	if dir.opened(root) != nil {
		t.Error("it is kept")
	}
}
