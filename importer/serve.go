package importer

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/importer/internal/source"
)

// ServeIsolated lets the program run isolated imports as its own child. In such a
// child it serves the import and exits; otherwise it returns at once. Call it
// first in main.
func ServeIsolated() {
	child.Serve(child.Service{Prepare: prepareLibrary, Answer: serveImport})
}

// subverted, set by tests, runs in a child before an import.
var subverted func()

// serveImport decodes a request and serves it in the child.
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
	o := settings{Settings: req.Settings, report: &a.Report, unread: req.Unread}
	o.formats = []string{source.Extension(req.Base)} // which the parent allows
	src := source.File{Name: req.File, Base: req.Base, FS: files, Folder: req.Folder}
	if req.Stream {
		src.Folder = "."
	}
	var err error
	if req.Onto != nil {
		a.Clips, a.Floats, err = clipsOf(context.Background(), &src, req.Onto, o)
	} else {
		a.Model, err = loadFile(context.Background(), &src, o)
	}
	if refused := refusal(err); refused != nil && strings.HasPrefix(refused.Message, "out of memory") {
		err = fmt.Errorf("%w, of %d MiB of memory: %w", ErrLimit, memory>>20, err)
	}
	if err != nil {
		a.Model, a.Clips = nil, nil
		a.Error = newWireError(err)
	}
	return &a
}
