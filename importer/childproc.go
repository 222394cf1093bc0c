package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/internal/wire"
	"github.com/sinew-anim/sinew/native/assimp"
)

// The conversation runs over two pipes, the child's stdin and its descriptor 3;
// stdout and stderr are left to what libassimp prints. Every message is a kind,
// a length and that many bytes:
//
//	parent → child   request
//	child → parent   stat | readFile | readDir name
//	parent → child   data | failure                     (any number of times)
//	child → parent   answer
const (
	kindRequest byte = iota + 1
	kindStat
	kindReadFile
	kindReadDir
	kindData
	kindFailure
	kindAnswer
)

// maxMessage bounds one message; a model larger than that is refused.
const maxMessage = 1 << 31

// runChild starts the child, serves files to it and waits for its exit.
func runChild(ctx context.Context, files fs.FS, req request) (*reply, error) {
	program, err := childProgram(req.Limits)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, req.Limits.Time)
	defer cancel()
	fromChild, childEnd, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("a pipe to the child: %w", err)
	}
	defer fromChild.Close()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), childMark+"=1", "GOTRACEBACK=single")
	cmd.ExtraFiles = []*os.File{childEnd}
	cmd.WaitDelay = 2 * time.Second
	restrainParent(cmd)
	var printed tail
	cmd.Stdout, cmd.Stderr = io.Discard, &printed
	toChild, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	childEnd.Close()
	if err != nil && ctx.Err() != nil {
		return nil, diagnose(ctx, req.Limits, err, nil, "")
	}
	if err != nil {
		return nil, fmt.Errorf("starting the child: %w", err)
	}
	// A child that hangs while it holds the pipe is killed by the context, which
	// ends the read below.
	a, talkErr := converse(toChild, fromChild, files, req)
	toChild.Close()
	if talkErr != nil {
		cancelAfter := time.AfterFunc(time.Second, cancel) // it may be dying already: let it tell why
		defer cancelAfter.Stop()
	}
	waitErr := cmd.Wait()
	if a != nil && talkErr == nil {
		return a, nil
	}
	return nil, diagnose(ctx, req.Limits, waitErr, talkErr, printed.String())
}

// childProgram is the executable to start.
func childProgram(l Limits) (string, error) {
	if l.Program != "" {
		return exec.LookPath(l.Program)
	}
	if !served.Load() {
		return "", ErrNotServed
	}
	return os.Executable()
}

// converse sends the request and serves files until the answer arrives.
func converse(to io.Writer, from io.Reader, files fs.FS, req request) (*reply, error) {
	data, err := wire.Marshal(req)
	if err != nil {
		return nil, err
	}
	if err := send(to, kindRequest, data); err != nil {
		return nil, err
	}
	for {
		kind, data, err := receive(from)
		if err != nil {
			return nil, err
		}
		if kind == kindAnswer {
			var a reply
			if err := wire.Unmarshal(data, &a); err != nil {
				return nil, err
			}
			return &a, nil
		}
		kind, data = serveFile(files, kind, string(data), req.Limits.FileSize)
		if err := send(to, kind, data); err != nil {
			return nil, err
		}
	}
}

func send(w io.Writer, kind byte, data []byte) error {
	if len(data) > maxMessage {
		return fmt.Errorf("%w: a message of %d bytes", ErrLimit, len(data))
	}
	head := []byte{kind, byte(len(data)), byte(len(data) >> 8), byte(len(data) >> 16), byte(len(data) >> 24)}
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// receive reads one message. Its buffer grows with what really comes.
func receive(r io.Reader) (byte, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int64(head[1]) | int64(head[2])<<8 | int64(head[3])<<16 | int64(head[4])<<24
	var b bytes.Buffer
	b.Grow(int(min(n, 1<<20)))
	if _, err := io.CopyN(&b, r, n); err != nil {
		return 0, nil, err
	}
	return head[0], b.Bytes(), nil
}

// tail keeps the end of what a child prints.
type tail struct{ data []byte }

const maxTail = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	// The first lines of a Go crash name the cause, so the beginning is kept.
	if room := maxTail - len(t.data); room > 0 {
		t.data = append(t.data, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.data) }

// crashSignal finds the signal in Go's report of a crash in C code, and
// outOfMemory the ways in which Go and C++ say that memory ran out.
var (
	crashSignal = regexp.MustCompile(`(?m)^(?:\[signal |fatal error: |)(SIG[A-Z]+)`)
	outOfMemory = regexp.MustCompile(`out of memory|cannot allocate memory|bad_alloc|pthread_create failed`)
)

// diagnose says why a child gave no answer.
func diagnose(ctx context.Context, l Limits, wait, talk error, printed string) error {
	var exit *exec.ExitError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%w: it took more than %v", ErrLimit, l.Time)
	case ctx.Err() != nil && !errors.As(wait, &exit):
		return ctx.Err()
	case errors.Is(talk, ErrLimit):
		return talk
	case outOfMemory.MatchString(printed):
		return fmt.Errorf("%w: it needed more than %d MiB of memory", ErrLimit, l.Memory>>20)
	}
	if m := crashSignal.FindStringSubmatch(printed); m != nil {
		return fmt.Errorf("%w: libassimp died of %s", ErrCrashed, m[1])
	}
	if name, limit := diedOf(wait); name != "" {
		if limit {
			return fmt.Errorf("%w: the child was ended by %s", ErrLimit, name)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: libassimp died of %s", ErrCrashed, name)
	}
	if wait != nil {
		return fmt.Errorf("%w: the child ended with %v: %s", ErrCrashed, wait, firstLine(printed))
	}
	return fmt.Errorf("%w: the child broke off: %v", ErrCrashed, talk)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// crossing are the sentinels that an error is tested for before it crosses.
func crossing() []error {
	return []error{
		fs.ErrNotExist, fs.ErrPermission, ErrUnsupported, ErrEmpty, ErrTooLarge, ErrNoMatch, ErrNoClip, ErrOption,
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
