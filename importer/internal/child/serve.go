package child

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/importer/internal/sandbox"
)

// mark returns the value of the environment variable that marks a child: the limits that the
// kernel enforces. The parent's clock limits the time; the processor time is limited too in case
// the parent is stopped.
func (l Limits) mark() string {
	return fmt.Sprintf("%d/%d", l.Memory, 2*l.Time*time.Duration(max(1, l.Imports)))
}

// parseMark parses the value of mark.
func parseMark(s string) (l sandbox.Limits, err error) {
	_, err = fmt.Sscanf(s, "%d/%d", &l.Memory, &l.Processor)
	return l, err
}

// childMark is the name of the environment variable that marks a child.
const childMark = "SINEW_ISOLATED_IMPORT"

// served is set by Serve. A program that does not call Serve is never started as a child, because
// it would run its whole main.
var served atomic.Bool

// Service is the work of a child.
type Service struct {
	// Prepare is called before the process is confined to memory bytes.
	Prepare func(memory int64)
	// Answer returns the answer to a request. Its file system asks the parent.
	Answer func(request []byte, files fs.FS, memory int64) (any, error)
}

// Serve serves requests and exits if the process is a child; otherwise it returns.
func Serve(s Service) {
	served.Store(true)
	if mark := os.Getenv(childMark); mark != "" {
		os.Exit(s.serve(mark))
	}
}

// serve confines the process, serves imports until the parent closes the pipe, and returns the
// exit code.
func (s *Service) serve(mark string) int {
	answer := os.NewFile(sandbox.LastDescriptor, "answer")
	if answer == nil {
		fmt.Fprintln(os.Stderr, "an isolated import needs its pipe")
		return 1
	}
	limits, err := parseMark(mark)
	if err == nil {
		collectLate(min(mostGarbage, limits.Memory/16))
		s.Prepare(limits.Memory)
		err = GreetParent(answer, sandbox.Enter(limits))
	}
	for err == nil {
		err = s.next(os.Stdin, answer, limits)
	}
	if errors.Is(err, io.EOF) {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// mostGarbage is the heap size in bytes below which a child does not collect garbage.
const mostGarbage = 32 << 20

// collectLate delays garbage collection until the heap has grown by growth bytes or doubled since
// the last collection. Most imports end before that.
func collectLate(growth int64) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	const least = 4 << 20 // Go's own first threshold
	percent := 100 * growth / int64(max(live[0].Value.Uint64(), least))
	debug.SetGCPercent(int(max(percent, 100)))
	runtime.AddCleanup(new([16]byte), collectLate, growth) // after the next time
}

// GreetParent sends a child's first message, its layers of confinement.
func GreetParent(answer io.Writer, layers []sandbox.Layer) error {
	data, err := ipc.Marshal(layers)
	if err != nil {
		return err
	}
	return Send(answer, KindReady, data)
}

// next reads one request and sends its answer. The error is io.EOF after the last request.
func (s *Service) next(from io.Reader, answer io.Writer, limits sandbox.Limits) error {
	kind, data, err := Receive(from, func(byte) int64 { return MaxMessage })
	if err != nil {
		return err
	}
	if kind != kindRequest {
		return fmt.Errorf("expected a request, got a message of kind %d", kind)
	}
	reply, err := s.Answer(data, &pipeFS{to: answer, from: from}, limits.Memory)
	if err != nil {
		return err
	}
	if data, err = ipc.Marshal(reply); err != nil {
		return err
	}
	return Send(answer, KindAnswer, data)
}
