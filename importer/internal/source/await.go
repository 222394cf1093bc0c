package source

import (
	"context"
	"io"
	"io/fs"
	"runtime"
)

// Await returns what call returns, or the context's error when the context ends before. call runs on
// another goroutine and may block for ever: nothing else waits for it. A result that comes too late is
// passed to late, if not nil, which closes it. Where call panics or exits its goroutine, Await does so in
// its place; of a call that nobody waits for a panic is dropped.
func Await[T any](ctx context.Context, call func() (T, error), late func(T)) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	v, _, err := await(ctx, call, late)
	return v, err
}

// outcome is how a call ended.
type outcome[T any] struct {
	value    T
	err      error
	returned bool
	panicked any
}

// await is Await that starts the call in any case, and reports whether it left it behind.
func await[T any](ctx context.Context, call func() (T, error), late func(T)) (value T, left bool, err error) {
	if ctx.Done() == nil {
		value, err = call()
		return value, false, err
	}
	done := make(chan outcome[T]) // without room: either the caller takes the outcome, or late does
	go run(ctx, call, late, done)
	select {
	case o := <-done:
		switch {
		case o.panicked != nil:
			panic(o.panicked)
		case !o.returned:
			runtime.Goexit()
		}
		return o.value, false, o.err
	case <-ctx.Done():
		return value, true, ctx.Err()
	}
}

// run sends the outcome of a call to done or, where the context has ended, passes its value to late. A panic becomes part of the
// outcome.
func run[T any](ctx context.Context, call func() (T, error), late func(T), done chan<- outcome[T]) {
	var o outcome[T]
	defer func() {
		if !o.returned {
			o.panicked = recover()
		}
		select {
		case done <- o:
		case <-ctx.Done():
			defer func() { _ = recover() }()
			if o.returned && late != nil {
				late(o.value)
			}
		}
	}()
	o.value, o.err = call()
	o.returned = true
}

// WithContext returns a file system whose methods, and those of its files and entries, return when the context
// ends, though those of files block. A file with a call left behind is closed when that call returns.
func WithContext(ctx context.Context, files fs.FS) fs.FS {
	if ctx.Done() == nil {
		return files
	}
	return untilFS{ctx, files}
}

type untilFS struct {
	ctx   context.Context
	files fs.FS
}

// Open implements fs.FS.
func (u untilFS) Open(name string) (fs.File, error) {
	f, err := Await(u.ctx, func() (fs.File, error) { return u.files.Open(name) }, func(f fs.File) {
		if f != nil {
			f.Close()
		}
	})
	if err != nil {
		return nil, u.ended("open", name, err)
	}
	return &untilFile{ctx: u.ctx, file: f}, nil
}

// Stat implements fs.StatFS.
func (u untilFS) Stat(name string) (fs.FileInfo, error) {
	info, err := Await(u.ctx, infoBy(func() (fs.FileInfo, error) { return fs.Stat(u.files, name) }), nil)
	if err != nil {
		return nil, u.ended("stat", name, err)
	}
	return info, nil
}

// ReadFile implements fs.ReadFileFS.
func (u untilFS) ReadFile(name string) ([]byte, error) {
	files := u.files
	if _, whole := files.(fs.ReadFileFS); !whole {
		files = askingFS(u)
	}
	data, err := Await(u.ctx, func() ([]byte, error) { return fs.ReadFile(files, name) }, nil)
	return data, u.ended("read", name, err)
}

// ReadDir implements fs.ReadDirFS.
func (u untilFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := Await(u.ctx, func() ([]fs.DirEntry, error) {
		entries, err := fs.ReadDir(u.files, name)
		list := make([]fs.DirEntry, len(entries)) // the other one may be the file system's
		for i, e := range entries {
			list[i] = untilEntry{Info{Base: e.Name(), Bits: uint32(e.Type())}, u.ctx, e}
		}
		return list, err
	}, nil)
	return entries, u.ended("readdir", name, err)
}

// ended names the file in the error of a context.
func (u untilFS) ended(op, name string, err error) error {
	if err != nil && err == u.ctx.Err() {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return err
}

// infoBy copies what a function returns, whose methods may block too.
func infoBy(stat func() (fs.FileInfo, error)) func() (Info, error) {
	return func() (Info, error) {
		info, err := stat()
		if err != nil {
			return Info{}, err
		}
		return InfoOf(info), nil
	}
}

// untilEntry is an entry of a folder whose size is asked for later.
type untilEntry struct {
	fs.DirEntry // name and type
	ctx         context.Context
	entry       fs.DirEntry
}

// Info implements fs.DirEntry.
func (e untilEntry) Info() (fs.FileInfo, error) {
	info, err := Await(e.ctx, infoBy(e.entry.Info), nil)
	if err != nil {
		return nil, err
	}
	return info, nil
}

// untilFile is an open file of a slow file system.
type untilFile struct {
	ctx  context.Context
	file fs.File
	part []byte // what is read into, not the caller's: a read may outlast its context
	left bool   // a call has not returned, and closes the file when it does
}

// Read implements fs.File. It fills p, unless the file ends.
func (f *untilFile) Read(p []byte) (int, error) {
	if len(f.part) < len(p) {
		f.part = make([]byte, len(p))
	}
	part := f.part[:len(p)]
	n, err := callFile(f, func() (int, error) { return Fill(contextReader{f.ctx, f.file}, part) })
	return copy(p, part[:n]), err
}

// Stat implements fs.File.
func (f *untilFile) Stat() (fs.FileInfo, error) {
	info, err := callFile(f, infoBy(f.file.Stat))
	if err != nil {
		return nil, err
	}
	return info, nil
}

// Close implements fs.File.
func (f *untilFile) Close() error {
	if f.left {
		return nil
	}
	_, _, err := await(f.ctx, func() (struct{}, error) { return struct{}{}, f.file.Close() }, nil)
	return err
}

// callFile calls a method of a file.
func callFile[T any](f *untilFile, call func() (T, error)) (value T, err error) {
	if err := f.ctx.Err(); err != nil {
		return value, err
	}
	value, f.left, err = await(f.ctx, call, func(T) { f.file.Close() })
	return value, err
}

// Fill reads until p is full or the reader fails, with io.EOF at its end.
func Fill(r io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = r.Read(p[n:])
		n += more
	}
	return n, err
}

// contextReader is a reader that fails once its context has ended.
type contextReader struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// askingFS is a file system whose reads end with the context, so that calls left behind stop.
type askingFS untilFS

// Open implements fs.FS.
func (a askingFS) Open(name string) (fs.File, error) {
	f, err := a.files.Open(name)
	if err != nil {
		return nil, err
	}
	return askingFile{f, contextReader{a.ctx, f}}, nil
}

type askingFile struct {
	fs.File
	reader contextReader
}

// Read implements fs.File.
func (f askingFile) Read(p []byte) (int, error) { return f.reader.Read(p) }
