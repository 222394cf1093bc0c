package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// Load imports the model file at a path. Textures and companion files (the
// animation of an MD5 mesh, the buffers of a glTF file) are read from its folder
// and below, or from a wider folder: see Within.
//
// ctx is checked before and after libassimp parses the file; the parse itself
// cannot be interrupted, except in a child process: see Isolated.
func Load(ctx context.Context, file string, opts ...Option) (*soa.Model, error) {
	o := newOptions(opts)
	if read := o.readers[extension(file)]; read != nil {
		return read.model(ctx, file, o)
	}
	src, err := fileSource(file, o)
	if err != nil {
		o.failed(file)
		return nil, err
	}
	defer src.close()
	return src.load(ctx, o)
}

// LoadFS imports a model file of a file system with its textures and companion
// files.
func LoadFS(ctx context.Context, fsys fs.FS, name string, opts ...Option) (*soa.Model, error) {
	src := &source{file: name, base: path.Base(name)}
	src.inFS(fsys, name)
	return src.load(ctx, newOptions(opts))
}

// LoadReader imports one self-contained model from a stream. The extension of the
// name is the format; errors mention the name. Formats of several files need Load
// or LoadFS.
//
// LoadReader returns when ctx ends, also while r keeps it waiting: the call of r.Read goes
// on until r lets it end.
func LoadReader(ctx context.Context, r io.Reader, name string, opts ...Option) (*soa.Model, error) {
	src := source{file: name, base: path.Base(name)}
	src.stream = r
	src.open = func(o assimp.Options) (*assimp.Scene, error) { return importBytes(src.data, extension(name), o) }
	return src.load(ctx, newOptions(opts))
}

// importBytes imports a file in memory through a file system that contains
// nothing else: given bare bytes, libassimp opens any file that they name.
func importBytes(data []byte, extension string, o assimp.Options) (*assimp.Scene, error) {
	alone := streamFS{"model." + extension, data}
	return assimp.ImportFS(alone, alone.name, o)
}

// source is the file of one import.
type source struct {
	file   string // as the caller named it, for errors
	base   string
	files  fs.FS // for textures; nil for a stream
	folder string
	open   func(assimp.Options) (*assimp.Scene, error)
	close  func() error // nil where there is nothing to close
	stream io.Reader
	data   []byte // what was read of the stream, or kept of the file
	hides  bool   // libassimp gets the file without its animations
}

// readStream reads the stream once, up to a limit, unless the context ends.
func (s *source) readStream(ctx context.Context, limit int64) error {
	if s.data != nil {
		return nil
	}
	var data []byte
	err := unlessDone(ctx, func() (err error) {
		data, err = io.ReadAll(io.LimitReader(contextReader{ctx, s.stream}, limit+1))
		return err
	})
	if err != nil {
		return err
	}
	if int64(len(data)) > limit {
		return fmt.Errorf("%w: more than %d bytes", ErrLimit, limit)
	}
	s.data = data
	return nil
}

// unlessDone waits for a function that may block, on another goroutine, unless the context
// ends first.
func unlessDone(ctx context.Context, block func() error) error {
	done := make(chan error, 1)
	go func() { done <- block() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// contextReader is a stream that ends with a context.
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

// read returns the bytes of the model file.
func (s *source) read() ([]byte, error) {
	if s.files == nil || s.data != nil {
		return s.data, nil
	}
	return fs.ReadFile(s.files, path.Join(s.folder, s.base))
}

// keep reads the model file once for all that ask for it.
func (s *source) keep() (err error) {
	s.data, err = s.read()
	return err
}

// extension returns a name's extension in lower case, without the dot.
func extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(filepath.ToSlash(name)), "."))
}

// assimpOptions are the settings under which libassimp keeps the helper nodes of
// FBX pivots and the names of Collada, and invents no meshes.
func assimpOptions(o options) assimp.Options {
	flags := assimp.Triangulate | assimp.GenSmoothNormals | assimp.SortByPType
	if o.skipMeshes {
		flags = 0
	}
	return assimp.Options{
		Flags: flags,
		Properties: []assimp.Property{
			assimp.Int("IMPORT_FBX_PRESERVE_PIVOTS", 1),
			assimp.Int("IMPORT_COLLADA_USE_COLLADA_NAMES", 1),
			assimp.Int("IMPORT_NO_SKELETON_MESHES", 1),
		},
	}
}

func (s *source) load(ctx context.Context, o options) (m *soa.Model, err error) {
	if err := o.govern(extension(s.base)); err != nil {
		o.failed(s.file)
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	if o.isolate != nil {
		m, err = s.loadIsolated(ctx, o)
	} else if f, failed := s.flatten(ctx, o); failed != nil {
		err = failed
	} else {
		m = f.model
	}
	if err != nil {
		return nil, err
	}
	if m.Clips, err = o.rules.apply(m.Clips, stem(s.base)); err != nil {
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	return m, nil
}

// flatten opens the file, imports it and closes it.
func (s *source) flatten(ctx context.Context, o options) (*flat, error) {
	begun := time.Now()
	r := o.report
	if r == nil {
		r = &report.Report{}
	}
	*r = report.Report{File: s.file, Format: extension(s.base), Importer: libraryVersion()}
	defer func() { r.Duration = time.Since(begun) }()
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	open, format := s.open, r.Format
	var own *fbxFile
	if format == "vrm" {
		format = "glb"
	}
	if s.files == nil {
		if err := s.readStream(ctx, defaultFileSize); err != nil {
			return nil, fmt.Errorf("import %s: %w", s.file, err)
		}
	}
	if err := s.checkVersion(format); err != nil {
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	if isGLTF(format) {
		var err error
		if open, err = s.prepareGLTF(r, o.lookups); err != nil {
			return nil, fmt.Errorf("import %s: %w", s.file, err)
		}
	}
	if r.Format == "fbx" {
		own, open = s.prepareFBX()
	}
	if r.Format == "dae" {
		if err := s.keep(); err != nil {
			return nil, fmt.Errorf("import %s: %w", s.file, err)
		}
		open = s.patchCollada()
	}
	if r.Format == "zae" {
		var read bool
		var err error
		if open, read, err = s.unpackCollada(); err != nil {
			return nil, fmt.Errorf("import %s: %w", s.file, err)
		}
		if read {
			format = "dae"
		}
	}
	parsing := time.Now()
	settings := assimpOptions(o)
	if own != nil {
		defer own.followAhead(&o)()
	}
	scene, err := open(settings)
	r.Parse = time.Since(parsing)
	if err != nil {
		return nil, s.refused(err)
	}
	if err := ctx.Err(); err != nil {
		scene.Close()
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	in := &input{source: s, opt: o, report: r, format: format, scene: scene, reopen: open, fbx: own}
	defer func() { in.scene.Close() }() // the same one, or one that took its place
	f, err := flatten(in)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	if o.report != nil && !o.unread {
		addBends(r, f.model)
	}
	return f, nil
}

// refused sets the caller's file name in an error of libassimp.
func (s *source) refused(err error) error {
	var refused *assimp.Error
	if errors.As(err, &refused) {
		refused.File = s.file
	}
	return fmt.Errorf("import: %w", err)
}

// failed starts the report of a file that could not be opened.
func (o *options) failed(file string) {
	if o.report != nil {
		*o.report = report.Report{File: file, Format: extension(file), Importer: libraryVersion()}
	}
}

// check finds errors early for which libassimp has no clear message.
func (s *source) check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("import %s: %w", s.file, err)
	}
	if s.files != nil {
		info, err := fs.Stat(s.files, path.Join(s.folder, s.base))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("import %s: %w", s.file, fs.ErrNotExist)
		case err == nil && info.IsDir():
			return fmt.Errorf("import %s: it is a folder, not a model file", s.file)
		case err == nil && !info.Mode().IsRegular():
			return fmt.Errorf("import %s: it is not a regular file", s.file) // a pipe could be waited for for ever
		case err == nil && info.Size() == 0:
			return fmt.Errorf("import %s: %w: it is empty", s.file, ErrEmpty)
		}
	}
	if ext := extension(s.base); !supported(ext) {
		return fmt.Errorf("import %s: %w: extension %q", s.file, ErrUnsupported, ext)
	}
	return nil
}

// supported reports whether files of an extension can be imported.
func supported(ext string) bool { return ext == "vrm" || ext != "" && assimp.IsSupported(ext) }

// libraryVersion names libassimp without its patch number, which often is that of
// an older release.
func libraryVersion() string {
	major, minor, _ := assimp.Version()
	return fmt.Sprintf("assimp %d.%d", major, minor)
}
