package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/ipc"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// request is the message of the parent to its child.
type request struct {
	File, Base, Folder string
	Settings           scene.Settings
	Unread             bool       // see options.unread
	Stream             bool       // the file comes from a reader: it has no neighbours
	Onto               *soa.Model // for AddClips: the skeleton, weights and floats alone
}

// reply is the message of the child: a model, clips or an error.
type reply struct {
	Model  *soa.Model
	Clips  []*soa.Clip
	Floats []soa.NamedFloat // with Clips: the model's, and those that they drive besides
	Report report.Report
	Error  *wireError
}

// wireError is an error as a message: its text and the sentinels that it matches.
type wireError struct {
	Text    string
	Matches []bool // per entry of crossing
	Library *libraryError
}

// libraryError is an *assimp.Error as a message.
type libraryError struct {
	File, Message string
	Missing       []string
}

// crossing are the sentinels that an error is tested for before it crosses.
func crossing() []error {
	return []error{
		fs.ErrNotExist, fs.ErrPermission, ErrUnsupported, ErrUnread, ErrEmpty, ErrTooLarge, ErrNoMatch, ErrNoClip, ErrOption,
		ErrCrashed, ErrLimit, assimp.ErrABI, context.Canceled,
	}
}

func newWireError(err error) *wireError {
	w := &wireError{Text: err.Error()}
	for _, s := range crossing() {
		w.Matches = append(w.Matches, errors.Is(err, s))
	}
	var lib *assimp.Error
	if errors.As(err, &lib) {
		w.Library = &libraryError{lib.File, lib.Message, lib.Missing}
	}
	return w
}

func (w *wireError) error() error {
	e := &crossedError{text: w.Text}
	for i, s := range crossing() {
		if i < len(w.Matches) && w.Matches[i] {
			e.wrapped = append(e.wrapped, s)
		}
	}
	if w.Library != nil {
		e.wrapped = append(e.wrapped, &assimp.Error{File: w.Library.File, Message: w.Library.Message, Missing: w.Library.Missing})
	}
	return e
}

// crossedError is an error of the child: its text, and what it wrapped there.
type crossedError struct {
	text    string
	wrapped []error
}

func (e *crossedError) Error() string   { return e.text }
func (e *crossedError) Unwrap() []error { return e.wrapped }

// prepareChild does what has to be done before files are out of reach.
func prepareChild(memory int64) {
	assimp.LimitStack(memory / 16)
	// libassimp does now what it does once.
	_ = library.Version()
	_ = assimp.IsSupported("fbx")
}

// subverted is set by tests: what happens in a child in place of an import.
var subverted func()

// serveImport runs in the child the import that a request asks for.
func serveImport(data []byte, files fs.FS, memory int64) (any, error) {
	var req request
	if err := ipc.Unmarshal(data, &req); err != nil {
		return nil, err
	}
	if subverted != nil {
		subverted()
	}
	return *req.serve(files, memory), nil
}

// serve runs the import in the child.
func (req *request) serve(files fs.FS, memory int64) *reply {
	var a reply
	o := options{Settings: req.Settings, report: &a.Report, unread: req.Unread}
	o.formats = []string{source.Extension(req.Base)} // which the parent allows
	name := req.Base
	if !req.Stream {
		name = path.Join(req.Folder, req.Base)
	}
	src := source.File{
		Name: req.File, Base: req.Base, FS: files, Folder: req.Folder,
		Open: func(o assimp.Options) (*assimp.Scene, error) { return assimp.ImportFS(files, name, o) },
	}
	if req.Stream {
		src.Folder = "."
	}
	var err error
	if req.Onto != nil {
		a.Clips, a.Floats, err = clipsOf(context.Background(), &src, req.Onto, o)
	} else {
		a.Model, err = loadFile(context.Background(), &src, o)
	}
	var refused *assimp.Error
	if errors.As(err, &refused) && strings.HasPrefix(refused.Message, "out of memory") {
		err = fmt.Errorf("%w, of %d MiB of memory: %w", ErrLimit, memory>>20, err)
	}
	if err != nil {
		a.Model, a.Clips = nil, nil
		a.Error = newWireError(err)
	}
	return &a
}
