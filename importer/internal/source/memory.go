package source

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

// Info is an fs.FileInfo and fs.DirEntry that can be sent between parent and child.
type Info struct {
	Base  string
	Bytes int64
	Bits  uint32
}

func (i Info) Name() string               { return i.Base }
func (i Info) Size() int64                { return i.Bytes }
func (i Info) Mode() fs.FileMode          { return fs.FileMode(i.Bits) }
func (i Info) ModTime() time.Time         { return time.Time{} }
func (i Info) IsDir() bool                { return i.Mode().IsDir() }
func (i Info) Sys() any                   { return nil }
func (i Info) Type() fs.FileMode          { return i.Mode().Type() }
func (i Info) Info() (fs.FileInfo, error) { return i, nil }

// InfoOf copies the fields of an fs.FileInfo that Info has.
func InfoOf(i fs.FileInfo) Info {
	return Info{i.Name(), i.Size(), uint32(i.Mode())}
}

// OneFile is a file system that contains one file.
type OneFile struct {
	Name string
	Data []byte
}

// Open implements fs.FS.
func (s OneFile) Open(name string) (fs.File, error) {
	if name != s.Name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return NewMemoryFile(name, s.Data), nil
}

// memoryFile is an open file whose content is in memory.
type memoryFile struct {
	*bytes.Reader
	info Info
}

// NewMemoryFile returns an open file with the given content.
func NewMemoryFile(name string, data []byte) fs.File {
	return memoryFile{bytes.NewReader(data), Info{path.Base(name), int64(len(data)), 0o444}}
}

func (f memoryFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f memoryFile) Close() error               { return nil }
