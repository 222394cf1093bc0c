package models

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Place is a file, with the file system in which it and its companions lie.
type Place struct {
	FS      fs.FS
	Name    string // in FS
	Archive bool
}

// PlaceOf returns the place of a file. The standard input, console.Stdio, is read, and has no companions.
func PlaceOf(ctx context.Context, file string) (Place, error) {
	if file != console.Stdio {
		return Place{os.DirFS(filepath.Dir(file)), filepath.Base(file), IsArchive(file)}, nil
	}
	data, name, err := console.TakeStdin(ctx)
	return Place{&alone{name, data}, name, archive.Sniff(data)}, err
}

// alone is a file system with one file, in memory.
type alone struct {
	name string
	data []byte
}

func (a *alone) Open(name string) (fs.File, error) {
	if name != a.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &opened{bytes.NewReader(a.data), a}, nil
}

// opened is the file, open.
type opened struct {
	*bytes.Reader
	of *alone
}

func (f *opened) Stat() (fs.FileInfo, error) { return info{f.of}, nil }
func (f *opened) Close() error               { return nil }

type info struct{ of *alone }

func (i info) Name() string       { return i.of.name }
func (i info) Size() int64        { return int64(len(i.of.data)) }
func (i info) Mode() fs.FileMode  { return 0o444 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
