//go:build linux

package archive_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// stored is the file of a small character.
func stored(t *testing.T) (path string, data []byte) {
	t.Helper()
	data = encode(t, &archive.Content{Model: figure.Character(figure.Motion{Name: "walk", Seconds: 1})})
	path = filepath.Join(t.TempDir(), "walk.sinew")
	must.Do(t, os.WriteFile(path, data, 0o644))
	return path, data
}

// methods are all that read an archive, and may fail.
var methods = map[string]func(*archive.Archive) error{
	"Clip":   func(a *archive.Archive) error { _, err := a.Clip(0); return err },
	"Still":  func(a *archive.Archive) error { _, err := a.Still(); return err },
	"Model":  func(a *archive.Archive) error { _, err := a.Model(); return err },
	"Meta":   func(a *archive.Archive) error { _, err := a.Meta(); return err },
	"Graph":  func(a *archive.Archive) error { _, err := a.Graph(); return err },
	"Verify": (*archive.Archive).Verify,
	"Retain": func(a *archive.Archive) error { _, err := a.Retain(); return err },
	"Guard":  func(a *archive.Archive) error { return a.Guard(func() error { return nil }) },
}

// TestClosed: after Close methods return ErrClosed, or nothing, wherever the bytes were.
func TestClosed(t *testing.T) {
	path, data := stored(t)
	for name, open := range map[string]func() (*archive.Archive, error){
		"mapped": func() (*archive.Archive, error) { return archive.OpenWith(path, archive.OpenOptions{Map: true}) },
		"copied": func() (*archive.Archive, error) { return archive.OpenWith(path, archive.OpenOptions{Copy: true}) },
		"memory": func() (*archive.Archive, error) { return archive.Decode(data) },
	} {
		a, err := open()
		must.Do(t, err)
		if a.Mapped() != (name == "mapped") {
			t.Errorf("%s: Mapped is %v", name, a.Mapped())
		}
		if a.ClipName(0) != "walk" || a.Skeleton().Len() == 0 || a.Chunks() == nil {
			t.Errorf("%s: it holds nothing", name)
		}
		must.Do(t, a.Close())
		must.Do(t, a.Close())
		for method, call := range methods {
			if err := call(a); !errors.Is(err, soa.ErrClosed) {
				t.Errorf("%s: %s: %v", name, method, err)
			}
		}
		if a.ClipName(0) != "" || a.ClipIndex("walk") != soa.None || a.Chunks() != nil || a.Skeleton() != nil || a.Weights() != nil || a.Floats() != nil {
			t.Errorf("%s: a closed archive tells", name)
		}
	}
}

// TestRetain: what an archive returned stays readable until the last user releases it.
func TestRetain(t *testing.T) {
	path, _ := stored(t)
	a, err := archive.OpenWith(path, archive.OpenOptions{Map: true})
	must.Do(t, err)
	clip, err := a.Clip(0)
	must.Do(t, err)
	first, err := a.Retain()
	must.Do(t, err)
	second, err := a.Retain()
	must.Do(t, err)
	must.Do(t, a.Close())
	first()
	first() // counts once
	if sum := clip.Time[0] + clip.X[len(clip.X)-1]; sum != sum {
		t.Error("no number")
	}
	second()
}

// TestTruncated: a mapped file that becomes shorter is an error; a copied one is not
// concerned.
func TestTruncated(t *testing.T) {
	path, data := stored(t)
	mapped, err := archive.OpenWith(path, archive.OpenOptions{Map: true})
	must.Do(t, err)
	copied, err := archive.Open(path)
	must.Do(t, err)
	must.Do(t, os.Truncate(path, 4096))
	for name, call := range methods {
		if name == "Graph" || name == "Retain" {
			continue // absent, or not read
		}
		if err := call(mapped); !errors.Is(err, archive.ErrTruncated) {
			t.Errorf("%s of a mapped archive: %v", name, err)
		}
	}
	if mapped.ClipName(0) != "walk" {
		t.Error("names are copied")
	}
	must.Do(t, copied.Verify())
	if int64(len(data)) >= 1<<20 || copied.Mapped() {
		t.Error("a small archive is mapped by default")
	}
	if _, err := archive.OpenWith(path, archive.OpenOptions{Copy: true, Map: true}); !errors.Is(err, soa.ErrOption) {
		t.Errorf("copied and mapped: %v", err)
	}
}

// TestEveryCut cuts a mapped archive everywhere: where not even a page is gone, zeros are no
// content.
func TestEveryCut(t *testing.T) {
	path, data := stored(t)
	for size := range len(data) {
		if size%997 != 0 && size < len(data)-10 {
			continue
		}
		must.Do(t, os.WriteFile(path, data, 0o644))
		a, err := archive.OpenWith(path, archive.OpenOptions{Map: true})
		must.Do(t, err)
		must.Do(t, os.Truncate(path, int64(size)))
		if err := a.Verify(); !errors.Is(err, archive.ErrTruncated) {
			t.Fatalf("cut to %d of %d bytes: %v", size, len(data), err)
		}
		must.Do(t, os.Truncate(path, int64(len(data)))) // all zeros from there on
		if err := a.Verify(); !errors.Is(err, archive.ErrTruncated) {
			t.Fatalf("cut to %d of %d bytes and made longer: %v", size, len(data), err)
		}
		must.Do(t, a.Close())
	}
}

// TestGuard: what reads the slices of an archive itself is guarded by it.
func TestGuard(t *testing.T) {
	path, _ := stored(t)
	a, err := archive.OpenWith(path, archive.OpenOptions{Map: true})
	must.Do(t, err)
	clip, err := a.Clip(0)
	must.Do(t, err)
	sum := func() error {
		for _, x := range clip.X {
			if x != x {
				return soa.ErrInvalid
			}
		}
		return nil
	}
	must.Do(t, a.Guard(sum))
	must.Do(t, os.Truncate(path, 4096))
	if err := a.Guard(sum); !errors.Is(err, archive.ErrTruncated) {
		t.Error(err)
	}
	must.Do(t, a.Close())
}

// TestOpenPipe: a pipe into which nobody writes is refused at once.
func TestOpenPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.sinew")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	opened := make(chan error, 1)
	go func() {
		_, err := archive.Open(path)
		opened <- err
	}()
	select {
	case err := <-opened:
		if !errors.Is(err, soa.ErrFormat) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for a writer")
	}
}
