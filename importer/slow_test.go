package importer_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
)

// hungFS is a file system of which one call does not return before all are released: of its own
// methods, those of its files, or those of entries of its folders. It counts the open files, and finds
// calls of a file at the same time and after its end.
type hungFS struct {
	files    fstest.MapFS
	from     int64 // the number of the call that hangs
	calls    atomic.Int64
	open     atomic.Int64
	misused  atomic.Bool
	released chan struct{}
}

func newHungFS(files fstest.MapFS, from int64) *hungFS {
	return &hungFS{files: files, from: from, released: make(chan struct{})}
}

func (h *hungFS) call() {
	if h.calls.Add(1) == h.from {
		<-h.released
	}
}

// Open implements fs.FS.
func (h *hungFS) Open(name string) (fs.File, error) {
	h.open.Add(1)
	h.call()
	f, err := h.files.Open(name)
	if err != nil {
		h.open.Add(-1)
		return nil, err
	}
	return &hungFile{File: f, of: h}, nil
}

type hungFile struct {
	fs.File
	of     *hungFS
	used   sync.Mutex
	closed bool
}

func (f *hungFile) use() (over func()) {
	if !f.used.TryLock() {
		f.of.misused.Store(true)
		return func() {}
	}
	if f.closed {
		f.of.misused.Store(true)
	}
	f.of.call()
	return f.used.Unlock
}

// Stat implements fs.File.
func (f *hungFile) Stat() (fs.FileInfo, error) {
	defer f.use()()
	return f.File.Stat()
}

// Read implements fs.File, in parts.
func (f *hungFile) Read(p []byte) (int, error) {
	defer f.use()()
	return f.File.Read(p[:min(len(p), 1<<16)])
}

// ReadDir implements fs.ReadDirFile.
func (f *hungFile) ReadDir(n int) ([]fs.DirEntry, error) {
	defer f.use()()
	entries, err := f.File.(fs.ReadDirFile).ReadDir(n)
	for i := range entries {
		entries[i] = hungEntry{entries[i], f.of}
	}
	return entries, err
}

// Close implements fs.File.
func (f *hungFile) Close() error {
	defer f.use()()
	if !f.closed {
		f.of.open.Add(-1)
	}
	f.closed = true
	return f.File.Close()
}

type hungEntry struct {
	fs.DirEntry
	of *hungFS
}

// Info implements fs.DirEntry.
func (e hungEntry) Info() (fs.FileInfo, error) {
	e.of.call()
	return e.DirEntry.Info()
}

// hungFiles has a file with a companion, and a picture that is found only in the folder's list; and a file
// that libassimp reads.
func hungFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	const document = `{"asset":{"version":"2.0"},"buffers":[{"uri":"b.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"images":[{"uri":"t.png"}],"textures":[{"source":0}],
		"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
		"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}`
	walk, err := os.ReadFile(strider + "strider_walk.fbx")
	must.Do(t, err)
	return fstest.MapFS{
		"a.gltf": {Data: []byte(document)}, "b.bin": {Data: make([]byte, 36)}, "T.PNG": {Data: []byte("a picture")}, "walk.fbx": {Data: walk},
	}
}

// hung imports a file of a file system of which a call hangs, and checks that the import ends, with the
// error, when it should, and that all files are closed when the call has returned.
func hung(t *testing.T, files *hungFS, name string, ctx context.Context, until time.Duration, want error, opts importer.Options) {
	t.Helper()
	begun := time.Now()
	ended := make(chan error, 1)
	go func() { _, err := importer.LoadFS(ctx, files, name, opts); ended <- err }()
	select {
	case err := <-ended:
		if hangs := files.calls.Load() >= files.from; hangs && !errors.Is(err, want) || err != nil && (!errors.Is(err, want) || !strings.Contains(err.Error(), name)) {
			t.Errorf("%s, call %d of %d: %v, want %v", name, files.from, files.calls.Load(), err, want)
		}
	case <-time.After(until + late):
		t.Errorf("%s, call %d: it still waits %v after its end", name, files.from, time.Since(begun)-until)
	}
	close(files.released)
	for files.open.Load() > 0 && time.Since(begun) < until+2*late {
		time.Sleep(time.Millisecond)
	}
	if n := files.open.Load(); n != 0 || files.misused.Load() {
		t.Errorf("%s, call %d: %d files stay open; one was called by two, or after its end: %v", name, files.from, n, files.misused.Load())
	}
}

// TestHungFiles: wherever a file system stops answering, an import in the program ends with its context.
func TestHungFiles(t *testing.T) {
	for _, name := range []string{"a.gltf", "walk.fbx"} {
		all := newHungFS(hungFiles(t), 0)
		_, err := importer.LoadFS(t.Context(), all, name, importer.Options{})
		must.Do(t, err)
		if n := all.open.Load(); n != 0 {
			t.Errorf("%s: %d files stay open", name, n)
		}
		for k := int64(1); k <= all.calls.Load(); k++ {
			ctx, cancel := context.WithCancel(t.Context())
			files := newHungFS(all.files, k)
			go func() { // when it hangs, and not before
				for files.calls.Load() < k && ctx.Err() == nil {
					time.Sleep(time.Millisecond)
				}
				cancel()
			}()
			hung(t, files, name, ctx, late, context.Canceled, importer.Options{})
			cancel()
		}
	}
}

// TestHungFilesIsolated: wherever and whenever a file system stops answering, an import in a child ends with
// its context and within its time.
func TestHungFilesIsolated(t *testing.T) {
	pool := importer.NewPool(importer.PoolOptions{Children: 1})
	defer pool.Close()
	const soon = 50 * time.Millisecond
	for k := range int64(3) { // before a child is asked
		hung(t, newHungFS(hungFiles(t), 1+k), "a.gltf", t.Context(), soon, importer.ErrLimit, importer.Options{Isolation: &importer.Limits{Time: soon}})
	}
	n := 40
	if testing.Short() {
		n = 6
	}
	const mostCalls = 40
	for seed := range seeds.Cases(t, n) {
		r := rand.New(rand.NewPCG(seed, 8))
		name := []string{"a.gltf", "walk.fbx"}[r.IntN(2)]
		files := newHungFS(hungFiles(t), 1+r.Int64N(mostCalls))
		until := time.Duration(1+r.IntN(400)) * time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), until)
		switch r.IntN(3) {
		case 0:
			hung(t, files, name, ctx, until, context.DeadlineExceeded, importer.Options{Isolation: &importer.Limits{}})
		case 1:
			hung(t, files, name, ctx, until, context.DeadlineExceeded, importer.Options{Pool: pool})
		case 2:
			hung(t, files, name, t.Context(), until, importer.ErrLimit, importer.Options{Isolation: &importer.Limits{Time: until}})
		}
		cancel()
	}
}
