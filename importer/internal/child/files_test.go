package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
)

// endless is a file system with a folder of endless length.
type endless struct{ fstest.MapFS }

type endlessFolder struct{ fs.File }

// Open implements fs.FS.
func (endless) Open(string) (fs.File, error) {
	return endlessFolder{source.NewMemoryFile(".", nil)}, nil
}

// ReadDir implements fs.ReadDirFile.
func (endlessFolder) ReadDir(n int) (list []fs.DirEntry, err error) {
	for i := range max(n, 1) {
		list = append(list, source.Info{Base: fmt.Sprint("file ", i)})
	}
	return list, nil
}

// TestEndlessFolder checks that a folder of any size costs the parent little time and memory, and
// that the child gets an error.
func TestEndlessFolder(t *testing.T) {
	var said bytes.Buffer
	ended := make(chan error, 1)
	go func() { ended <- ServeFile(context.Background(), &said, endless{}, kindReadDir, ".", 1<<20) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it still lists")
	}
	_, err := (&pipeFS{to: io.Discard, from: &said}).ReadDir(".")
	if !errors.Is(err, source.ErrLimit) {
		t.Errorf("the child hears %v", err)
	}
}

// TestFilesInParts checks that files of any length arrive unchanged, and that missing files and
// files above the limit are errors.
func TestFilesInParts(t *testing.T) {
	for _, n := range []int{0, 1, atOnce - 1, atOnce, atOnce + 1, 2 * atOnce, 2*atOnce + 17} {
		data := bytes.Repeat([]byte("abc"), n/3+1)[:n]
		files := fstest.MapFS{"f": {Data: data}}
		var said bytes.Buffer
		if err := ServeFile(context.Background(), &said, files, KindReadFile, "f", int64(2*atOnce)); err != nil {
			t.Fatal(err)
		}
		got, err := (&pipeFS{to: io.Discard, from: &said}).ReadFile("f")
		if n > 2*atOnce {
			if !errors.Is(err, source.ErrLimit) {
				t.Errorf("%d bytes beyond the limit: %v", n, err)
			}
			continue
		}
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes: %d arrive, %v", n, len(got), err)
		}
	}
	var said bytes.Buffer
	if err := ServeFile(context.Background(), &said, fstest.MapFS{}, KindReadFile, "f", 1); err != nil {
		t.Fatal(err)
	}
	if _, err := (&pipeFS{to: io.Discard, from: &said}).ReadFile("f"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}
