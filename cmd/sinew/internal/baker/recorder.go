package baker

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/soa/archive"
)

// recorder is a file system that records what an import depends on: files it read, and files
// it looked for that do not exist.
type recorder struct {
	fs.FS
	mu   sync.Mutex
	seen map[string]archive.Source
}

func newRecorder(files fs.FS) *recorder {
	return &recorder{FS: files, seen: make(map[string]archive.Source)}
}

// sources lists the files by name. One that does not exist has no hash.
func (r *recorder) sources() []archive.Source {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]archive.Source, 0, len(r.seen))
	for _, name := range slices.Sorted(maps.Keys(r.seen)) {
		list = append(list, r.seen[name])
	}
	return list
}

// ReadFile implements fs.ReadFileFS.
func (r *recorder) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(r.FS, name)
	s := archive.Source{File: name}
	if err == nil {
		s.Bytes, s.SHA256 = uint64(len(data)), sha256.Sum256(data)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[name] = s
	return data, err
}

// Stat implements fs.StatFS.
func (r *recorder) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(r.FS, name)
	if err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.seen[name] = archive.Source{File: name}
	}
	return info, err
}

// ReadDir implements fs.ReadDirFS.
func (r *recorder) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.FS, name) }

// Open implements fs.FS: a file is read whole.
func (r *recorder) Open(name string) (fs.File, error) {
	info, err := r.Stat(name)
	if err != nil || info.IsDir() {
		return r.FS.Open(name)
	}
	data, err := r.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &recorded{bytes.NewReader(data), path.Base(name), int64(len(data))}, nil
}

// recorded is a file in memory.
type recorded struct {
	*bytes.Reader
	name string
	size int64
}

func (f *recorded) Stat() (fs.FileInfo, error) { return recordedInfo{f}, nil }
func (f *recorded) Close() error               { return nil }

type recordedInfo struct{ f *recorded }

func (i recordedInfo) Name() string       { return i.f.name }
func (i recordedInfo) Size() int64        { return i.f.size }
func (i recordedInfo) Mode() fs.FileMode  { return 0o444 }
func (i recordedInfo) ModTime() time.Time { return time.Time{} }
func (i recordedInfo) IsDir() bool        { return false }
func (i recordedInfo) Sys() any           { return nil }
