//go:build unix

package output_test

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/output"
)

// put writes a file of a test.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holds asks that a file has a text.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%s: %q, %v; it should hold %q", path, data, err, want)
	}
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range list {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

// TestLinks: links stay, what they lead to is replaced or made, wherever it is; other hard links keep their content.
func TestLinks(t *testing.T) {
	for name, link := range map[string]string{
		"none": "", "to a file": "there", "to nothing": "new", "into a folder": "sub/there", "to nothing in a folder": "sub/new",
		"up from a linked folder": "far/../above", "to a link": "chain",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			for _, sub := range []string{"sub", "deep", "deep/sub"} {
				if err := os.Mkdir(sub, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			put(t, "there", "old")
			put(t, "sub/there", "old")
			for at, to := range map[string]string{"far": "deep/sub", "chain": "sub/last", "a.txt": link} {
				if err := os.Symlink(to, at); to != "" && err != nil {
					t.Fatal(err)
				}
			}
			if err := output.Write("a.txt", []byte("text")); err != nil {
				t.Fatal(err)
			}
			info, err := os.Lstat("a.txt")
			if err != nil || (info.Mode()&fs.ModeSymlink != 0) != (link != "") {
				t.Errorf("it is %v, %v", info.Mode(), err)
			}
			holds(t, "a.txt", "text")
			for _, d := range []string{".", "sub", "deep", "deep/sub"} {
				if strings.Contains(names(t, d), ".part") {
					t.Errorf("%s has %s", d, names(t, d))
				}
			}
		})
	}
}

// TestReplaced: a file that is replaced keeps its permissions, its other names keep the old content, and a failure keeps all.
func TestReplaced(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "a", "old")
	if err := errors.Join(os.Link("a", "b"), os.Chmod("a", 0o640)); err != nil {
		t.Fatal(err)
	}
	f, err := output.Create("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, "a", "old")
	f.Discard()
	f.Discard()
	holds(t, "a", "old")
	if err := output.Write("a", []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, "a", "new")
	holds(t, "b", "old")
	if info, err := os.Stat("a"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	if got := names(t, "."); got != "a b" {
		t.Error(got)
	}
}

// TestKinds: what is no file is not replaced, and none of it is waited for.
func TestKinds(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Mkdir("folder", 0o777), syscall.Mkfifo("pipe", 0o666), os.Symlink("pipe", "to-pipe"), os.Symlink("loop", "loop")); err != nil {
		t.Fatal(err)
	}
	listen, err := net.Listen("unix", "socket")
	if err != nil {
		t.Skip(err)
	}
	defer listen.Close()
	before := names(t, ".")
	for path, want := range map[string]error{
		"folder": syscall.EISDIR, "pipe": output.ErrUnread, "to-pipe": output.ErrUnread, "socket": output.ErrKind, "loop": syscall.ELOOP,
		"nowhere/a": fs.ErrNotExist, "": fs.ErrNotExist, "new/": fs.ErrNotExist,
	} {
		var of *fs.PathError
		if err := output.Write(path, []byte("text")); !errors.Is(err, want) || !errors.As(err, &of) || of.Path != path {
			t.Errorf("%q: %v, not %v of its path", path, err, want)
		}
		if err := output.Check(path); want != output.ErrUnread && !errors.Is(err, want) || want == output.ErrUnread && err != nil {
			t.Errorf("%q: Check says %v", path, err)
		}
	}
	if got := names(t, "."); got != before {
		t.Errorf("there is %s, was %s", got, before)
	}
	if err := output.Write(os.DevNull, []byte("text")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := output.Write("/dev/full", []byte("text")); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("a full device: %v", err)
		}
	}
}

// TestPipe: a pipe that is read gets all, and stays a pipe.
func TestPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile("pipe", os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := output.Check("pipe"); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("text ", 1<<18) // more than a pipe holds
	said := make(chan error, 1)
	go func() { said <- output.Write("pipe", []byte(text)) }()
	got, err := make([]byte, len(text)), error(nil)
	for n := 0; n < len(got) && err == nil; {
		var m int
		if m, err = r.Read(got[n:]); err == io.EOF { // before the writer has it open
			time.Sleep(time.Millisecond)
			err = nil
		}
		n += m
	}
	if err != nil || string(got) != text {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := <-said; err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat("pipe"); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("it is %v, %v", info.Mode(), err)
	}
}

// TestSet: files of a set appear together, each by its own link.
func TestSet(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("far", 0o777), os.Symlink("far/data", "a.bin")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // anew, and over what is there
		s, err := output.Begin("a.bin", "a.gltf")
		if err != nil {
			t.Fatal(err)
		}
		put(t, s.Name(0), "data")
		put(t, s.Name(1), "text")
		if err := s.Commit(); err != nil {
			t.Fatal(err)
		}
		s.Discard()
		holds(t, "far/data", "data")
		holds(t, "a.gltf", "text")
		if got := names(t, ".") + ", " + names(t, "far"); got != "a.bin a.gltf far, data" {
			t.Error(got)
		}
	}
	s, err := output.Begin("b.bin", "b.gltf")
	if err != nil {
		t.Fatal(err)
	}
	put(t, s.Name(0), "data")
	if err := s.Commit(); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), ".part") {
		t.Errorf("a file that was not written: %v", err)
	}
}

// TestOtherFileSystem: a file of a set goes by its link into another file system, where nothing can be renamed to.
func TestOtherFileSystem(t *testing.T) {
	t.Chdir(t.TempDir())
	far, err := os.MkdirTemp("/dev/shm", "sinew")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(far) })
	if err := os.Symlink(far+"/data", "a.bin"); err != nil {
		t.Fatal(err)
	}
	s, err := output.Begin("a.bin", "a.gltf")
	if err != nil {
		t.Fatal(err)
	}
	put(t, s.Name(0), "data")
	put(t, s.Name(1), "text")
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	holds(t, far+"/data", "data")
	if got := names(t, ".") + ", " + names(t, far); got != "a.bin a.gltf, data" {
		t.Error(got)
	}
}
