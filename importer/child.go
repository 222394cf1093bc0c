package importer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/sinew-anim/sinew/internal/wire"
	"github.com/sinew-anim/sinew/native/assimp"
)

// serveChild reads one request, sends one answer and returns the exit code.
func serveChild() int {
	answer := os.NewFile(3, "answer")
	if answer == nil {
		fmt.Fprintln(os.Stderr, "an isolated import needs its pipe")
		return 1
	}
	kind, data, err := receive(os.Stdin)
	if err != nil || kind != kindRequest {
		fmt.Fprintln(os.Stderr, "no request:", err)
		return 1
	}
	var req request
	if err := wire.Unmarshal(data, &req); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := restrainChild(req.Limits); err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		return 1
	}
	files := &pipeFS{to: answer, from: os.Stdin}
	data, err = wire.Marshal(*req.serve(files))
	if err == nil {
		err = send(answer, kindAnswer, data)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// serve runs the import in the child.
func (req *request) serve(files *pipeFS) *reply {
	var a reply
	o := req.Options.options(&a.Report)
	name := req.Base
	if !req.Stream {
		name = path.Join(req.Folder, req.Base)
	}
	src := source{
		file: req.File, base: req.Base, files: files, folder: req.Folder,
		open: func(o assimp.Options) (*assimp.Scene, error) { return assimp.ImportFS(files, name, o) },
	}
	if req.Stream {
		src.folder = "."
	}
	var err error
	if req.Onto != nil {
		a.Clips, a.Floats, err = src.clips(context.Background(), req.Onto, o)
	} else {
		a.Model, err = src.load(context.Background(), o)
	}
	var refused *assimp.Error
	if errors.As(err, &refused) && strings.HasPrefix(refused.Message, "out of memory") {
		err = fmt.Errorf("%w, of %d MiB of memory: %w", ErrLimit, req.Limits.Memory>>20, err)
	}
	if err != nil {
		a.Model, a.Clips = nil, nil
		a.Error = newWireError(err)
	}
	return &a
}
