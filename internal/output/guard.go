package output

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Guard knows the files that a run reads and writes. Several goroutines may use one; nil refuses nothing.
type Guard struct {
	mutex           sync.Mutex
	inputs, outputs files
}

// traits are what paths of one file share.
type traits struct {
	size     int64
	modified time.Time
}

// files are existing files by their traits.
type files map[traits][]guarded

type guarded struct {
	path string
	info os.FileInfo
}

// add adds the file at a path, if there is one.
func (f files) add(path string, info os.FileInfo) {
	k := traits{info.Size(), info.ModTime()}
	f[k] = append(f[k], guarded{path, info})
}

// find returns the path of a file that is the same.
func (f files) find(info os.FileInfo) (path string, ok bool) {
	for _, g := range f[traits{info.Size(), info.ModTime()}] {
		if os.SameFile(g.info, info) {
			return g.path, true
		}
	}
	return "", false
}

// NewGuard returns a Guard that knows no file.
func NewGuard() *Guard { return &Guard{inputs: make(files), outputs: make(files)} }

type guardKey struct{}

// WithGuard returns a context with a Guard of its own.
func WithGuard(ctx context.Context) context.Context {
	return context.WithValue(ctx, guardKey{}, NewGuard())
}

// GuardOf returns the Guard of a context, or nil.
func GuardOf(ctx context.Context) *Guard {
	g, _ := ctx.Value(guardKey{}).(*Guard)
	return g
}

// Read notes files that are read. One that is an output is an error.
func (g *Guard) Read(paths ...string) error {
	if g == nil {
		return nil
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue // reading says what is wrong with it
		}
		if out, ok := g.outputs.find(info); ok {
			return bothError(out, path)
		}
		g.inputs.add(path, info)
	}
	return nil
}

// Write notes files that are written. One that is an input is an error.
func (g *Guard) Write(paths ...string) error {
	if g == nil {
		return nil
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue // it overwrites nothing
		}
		if in, ok := g.inputs.find(info); ok {
			return bothError(path, in)
		}
		g.outputs.add(path, info)
	}
	return nil
}

// bothError is the error of a file that is read and written.
func bothError(out, in string) error {
	if out == in {
		return fmt.Errorf("the output %s is an input; write another file and rename it", out)
	}
	return fmt.Errorf("the output %s is an input, %s; write another file and rename it", out, in)
}

// Same reports whether two outputs are one file, by their names or by links.
func Same(a, b string) bool {
	x, err := find(a)
	if err != nil {
		return false
	}
	y, err := find(b)
	if err != nil || x.stream {
		return false
	}
	i, err := os.Stat(x.file)
	if err != nil {
		p, err := filepath.Abs(x.file)
		q, err2 := filepath.Abs(y.file)
		return err == nil && err2 == nil && p == q
	}
	j, err := os.Stat(y.file)
	return err == nil && os.SameFile(i, j)
}
