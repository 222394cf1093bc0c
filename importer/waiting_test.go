package importer_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// stuck is a stream that never gives a byte.
type stuck struct{ until <-chan struct{} }

func (s stuck) Read([]byte) (int, error) { <-s.until; return 0, io.EOF }

// stuckFS is a file system in which one file can be opened and never read.
type stuckFS struct {
	fstest.MapFS
	stuck
}

type stuckFile struct {
	fs.File
	stuck
}

func (f stuckFile) Read(p []byte) (int, error) { return f.stuck.Read(p) }

// Open implements fs.FS.
func (f stuckFS) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	return stuckFile{file, f.stuck}, err
}

// TestStuckReader: an import ends with its context or its time while its reader waits.
func TestStuckReader(t *testing.T) {
	until := make(chan struct{})
	defer close(until)
	reader := stuck{until}
	files := stuckFS{fstest.MapFS{"a.glb": {Data: []byte("glTF")}}, reader}
	limited := importer.Options{Isolation: &importer.Limits{Time: 200 * time.Millisecond}}
	for name, c := range map[string]struct {
		load func(ctx context.Context) error
		want error
	}{
		"stream": {func(ctx context.Context) error {
			_, err := importer.LoadReader(ctx, reader, "a.glb", importer.Options{})
			return err
		}, context.DeadlineExceeded},
		"stream, limited": {func(context.Context) error {
			_, err := importer.LoadReader(t.Context(), reader, "a.glb", limited)
			return err
		}, importer.ErrLimit},
		"file, limited": {func(context.Context) error {
			_, err := importer.LoadFS(t.Context(), files, "a.glb", limited)
			return err
		}, importer.ErrLimit},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		ended := make(chan error, 1)
		go func() { ended <- c.load(ctx) }()
		select {
		case err := <-ended:
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), "a.glb") {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		case <-time.After(late):
			t.Errorf("%s: it still waits", name)
		}
		cancel()
	}
}

// TestWait: an import does not wait for others longer than its limit, and does not count
// that to its time; waiting, it holds no descriptor.
func TestWait(t *testing.T) {
	policy(t, `{"children": 1}`)
	slow := func(l importer.Limits) error {
		l.Program = part(t, "slow-import")
		_, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &l})
		return err
	}
	must.Do(t, slow(importer.Limits{})) // what is opened once is open now
	var all sync.WaitGroup
	begin := func(l importer.Limits, want error) {
		all.Go(func() {
			if err := slow(l); !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", l, err, want)
			}
		})
		time.Sleep(100 * time.Millisecond)
	}
	begin(importer.Limits{}, nil)
	if runtime.GOOS == "linux" {
		one := descriptors(t)
		begin(importer.Limits{Time: 3 * time.Second}, nil)
		begin(importer.Limits{Time: 3 * time.Second}, nil)
		if now := descriptors(t); now > one {
			t.Errorf("%d descriptors, and with two more imports that wait %d", one, now)
		}
	}
	begin(importer.Limits{Wait: 100 * time.Millisecond}, importer.ErrLimit)
	all.Wait()
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	must.Do(t, err)
	return len(list)
}

// TestChildKeepsBounds: what a child answers is held to the bounds by the program too.
func TestChildKeepsBounds(t *testing.T) {
	limits := importer.Limits{Program: part(t, "hostile-joints")}
	_, err := importer.Load(t.Context(), strider+"strider.glb", importer.Options{Isolation: &limits, Bounds: importer.Bounds{Joints: 100}})
	if !errors.Is(err, importer.ErrTooLarge) || !errors.Is(err, importer.ErrCrashed) {
		t.Errorf("100 joints are allowed: %v", err)
	}
	if _, err := importer.Load(t.Context(), strider+"strider.glb", importer.Options{Isolation: &limits}); err != nil {
		t.Errorf("the default is: %v", err)
	}
}

// TestChildPrograms: a program to start is named by its whole path; the own one is found
// where its file was deleted.
func TestChildPrograms(t *testing.T) {
	_, err := importer.Load(t.Context(), strider+"strider.glb", importer.Options{Isolation: &importer.Limits{Program: "sinew"}})
	if !errors.Is(err, importer.ErrOption) {
		t.Errorf("a program of PATH: %v", err)
	}
	if runtime.GOOS == "linux" {
		playHost(t, "deleted", os.Getuid(), "")
	}
}

// TestPolicyPipe: a policy that is a pipe is refused, not waited for.
func TestPolicyPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "policy.json")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	t.Setenv("SINEW_IMPORT_POLICY", pipe)
	ended := make(chan error, 1)
	go func() {
		_, err := importer.Load(context.Background(), strider+"strider.glb", importer.Options{})
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, importer.ErrPolicy) {
			t.Error(err)
		}
	case <-time.After(late):
		t.Error("it waits for the pipe")
	}
}
