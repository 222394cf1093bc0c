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

	"github.com/sinew-anim/sinew/internal/ipc"
	"github.com/sinew-anim/sinew/internal/sandbox"
)

// mark is the value of the variable that marks a child: what the kernel is to keep it
// to. The parent's clock is the real limit of time; the processor's holds where the
// parent is stopped.
func (l Limits) mark() string {
	return fmt.Sprintf("%d/%d", l.Memory, 2*l.Time*time.Duration(max(1, l.Imports)))
}

// parseMark reads what mark wrote.
func parseMark(s string) (l sandbox.Limits, err error) {
	_, err = fmt.Sscanf(s, "%d/%d", &l.Memory, &l.Processor)
	return l, err
}

// childMark is the environment variable that marks a child.
const childMark = "SINEW_ISOLATED_IMPORT"

// served is set by serveIfChild. A program that does not call it is never
// started as a child, because it would run its whole main.
var served atomic.Bool

// Service is what a child does.
type Service struct {
	// prepare is called before the process is confined to that many bytes of memory.
	Prepare func(memory int64)
	// answer returns the answer to a request. The child's files are those of the parent.
	Answer func(request []byte, files fs.FS, memory int64) (any, error)
}

// Serve serves requests and ends the process if it is a child; otherwise it returns.
func Serve(s Service) {
	served.Store(true)
	if mark := os.Getenv(childMark); mark != "" {
		os.Exit(s.serve(mark))
	}
}

// serve confines the process, serves imports until the parent closes the pipe, and
// returns the exit code.
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

// mostGarbage is how many bytes of a child's heap are not worth collecting.
const mostGarbage = 32 << 20

// collectLate delays garbage collection until the heap has grown by growth bytes, or to twice its
// size after the last collection. Most imports end sooner.
func collectLate(growth int64) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	const least = 4 << 20 // at which it begins without being told
	percent := 100 * growth / int64(max(live[0].Value.Uint64(), least))
	debug.SetGCPercent(int(max(percent, 100)))
	runtime.AddCleanup(new([16]byte), collectLate, growth) // after the next time
}

// GreetParent sends a child's first message.
func GreetParent(answer io.Writer, layers []sandbox.Layer) error {
	data, err := ipc.Marshal(layers)
	if err != nil {
		return err
	}
	return Send(answer, KindReady, data)
}

// next reads one request and sends one answer. The error is io.EOF where there
// is no request any more.
func (s *Service) next(from io.Reader, answer io.Writer, limits sandbox.Limits) error {
	kind, data, err := Receive(from, func(byte) int64 { return MaxMessage })
	if err != nil {
		return err
	}
	if kind != kindRequest {
		return fmt.Errorf("no request, but a message of kind %d", kind)
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
