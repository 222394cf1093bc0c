package importer

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// Load imports the model file at a path. Textures and companion files (the
// animation of an MD5 mesh, the buffers of a glTF file) are read from its folder
// and below, or from a wider one: see Options.Folder.
//
// Load returns when ctx ends, even while the folder does not answer; a call of the system then continues in the
// background. Formats that libassimp reads are an exception: it parses one file at a time, and only in a child
// process can that, or the wait for it, be interrupted: see Options.Isolation.
func Load(ctx context.Context, file string, options Options) (*soa.Model, error) {
	o := options.settings()
	if read := o.readers[source.Extension(file)]; read != nil {
		return read.model(ctx, file, &o)
	}
	src, err := source.Open(file, o.within)
	if err != nil {
		o.failed(file)
		return nil, err
	}
	defer src.Close()
	return loadFile(ctx, src, o)
}

// LoadFS imports a model file of a file system with its textures and companion
// files.
//
// LoadFS returns when ctx ends, as Load does, even while a method of fsys, of its files or of its
// entries blocks; that call then continues in the background, nothing else is read, and the file is
// closed when it has returned. Methods are called on other goroutines, one after the other for one
// import. If one panics, LoadFS does.
func LoadFS(ctx context.Context, fsys fs.FS, name string, options Options) (*soa.Model, error) {
	src := &source.File{Name: name, Base: path.Base(name)}
	src.InFS(fsys, name)
	return loadFile(ctx, src, options.settings())
}

// LoadReader imports one self-contained model from a stream. The extension of the name
// selects the format; errors mention the name. Formats of several files need Load or
// LoadFS.
//
// LoadReader returns when ctx ends, even while r.Read blocks; that call then continues in
// the background.
func LoadReader(ctx context.Context, r io.Reader, name string, options Options) (*soa.Model, error) {
	src := &source.File{Name: name, Base: path.Base(name)}
	src.Stream = r
	return loadFile(ctx, src, options.settings())
}

func loadFile(ctx context.Context, s *source.File, o settings) (m *soa.Model, err error) {
	if err := o.govern(source.Extension(s.Base)); err != nil {
		o.failed(s.Name)
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	if o.isolate != nil {
		m, err = loadIsolated(ctx, s, o)
	} else if f, failed := flattenFile(ctx, s, o); failed != nil {
		err = failed
	} else {
		m = f.Model
	}
	if err != nil {
		return nil, err
	}
	if m.Clips, err = o.rules.apply(m, m.Clips, source.Stem(s.Base), o.report); err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	return m, nil
}
