package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/internal/ipc"
	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/native/assimp"
)

// mark is the value of the variable that marks a child: what the kernel is to keep it
// to. The parent's clock is the real limit of time; the processor's holds where the
// parent is stopped.
func (l Limits) mark() string {
	return fmt.Sprintf("%d/%d", l.Memory, 2*l.Time*time.Duration(max(1, l.imports)))
}

// parseMark reads what mark wrote.
func parseMark(s string) (l sandbox.Limits, err error) {
	_, err = fmt.Sscanf(s, "%d/%d", &l.Memory, &l.Processor)
	return l, err
}

// serveChild confines the process, serves imports until the parent closes the pipe, and
// returns the exit code.
func serveChild(mark string) int {
	answer := os.NewFile(sandbox.LastDescriptor, "answer")
	if answer == nil {
		fmt.Fprintln(os.Stderr, "an isolated import needs its pipe")
		return 1
	}
	limits, err := parseMark(mark)
	if err == nil {
		collectLate(min(mostGarbage, limits.Memory/16))
		assimp.LimitStack(limits.Memory / 16)
		warmUp()
		err = greetParent(answer, sandbox.Enter(limits))
	}
	for err == nil {
		err = serveImport(os.Stdin, answer, limits)
	}
	if errors.Is(err, io.EOF) {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// mostGarbage is how many bytes of a child's heap are not worth collecting.
const mostGarbage = 32 << 20

// warmUp makes libassimp do now what it does once, before files are out of reach.
func warmUp() {
	_ = libraryVersion()
	_ = assimp.IsSupported("fbx")
}

// collectLate keeps the garbage collector from its work until the heap has grown by growth
// bytes, or to twice its size after the last run: most imports end sooner.
func collectLate(growth int64) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	const least = 4 << 20 // at which it begins without being told
	percent := 100 * growth / int64(max(live[0].Value.Uint64(), least))
	debug.SetGCPercent(int(max(percent, 100)))
	runtime.AddCleanup(new([16]byte), collectLate, growth) // after the next time
}

func greetParent(answer io.Writer, layers []sandbox.Layer) error {
	data, err := ipc.Marshal(layers)
	if err != nil {
		return err
	}
	return send(answer, kindReady, data)
}

// subverted is set by tests: what happens in a child in place of an import.
var subverted func(req *request, files *pipeFS)

// serveImport reads one request and sends one answer. The error is io.EOF where there
// is no request any more.
func serveImport(from io.Reader, answer io.Writer, limits sandbox.Limits) error {
	kind, data, err := receive(from, func(byte) int64 { return maxMessage })
	if err != nil {
		return err
	}
	if kind != kindRequest {
		return fmt.Errorf("no request, but a message of kind %d", kind)
	}
	var req request
	if err := ipc.Unmarshal(data, &req); err != nil {
		return err
	}
	files := &pipeFS{to: answer, from: from}
	if subverted != nil {
		subverted(&req, files)
	}
	data, err = ipc.Marshal(*req.serve(files, limits))
	if err != nil {
		return err
	}
	return send(answer, kindAnswer, data)
}

// serve runs the import in the child.
func (req *request) serve(files *pipeFS, limits sandbox.Limits) *reply {
	var a reply
	o := req.Options.options(&a.Report)
	o.formats = []string{extension(req.Base)} // which the parent allows
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
		err = fmt.Errorf("%w, of %d MiB of memory: %w", ErrLimit, limits.Memory>>20, err)
	}
	if err != nil {
		a.Model, a.Clips = nil, nil
		a.Error = newWireError(err)
	}
	return &a
}
