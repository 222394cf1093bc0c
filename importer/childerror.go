package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// crashSignal finds the signal in Go's report of a crash in C code, outOfMemory and
// outOfThreads the ways in which Go and C++ say that memory or threads ran out.
var (
	crashSignal = regexp.MustCompile(`(?m)^(?:\[signal |fatal error: |)(SIG[A-Z]+)`)
	outOfMemory = regexp.MustCompile(`out of memory|cannot allocate memory|bad_alloc`)
	// outOfThreads: cgo says the first and Go the second.
	outOfThreads = regexp.MustCompile(`pthread_create failed|failed to create new OS thread`)
)

// diagnose says why a child gave no answer: the caller gave up, a limit passed, or
// the child broke off and ended so.
func diagnose(caller context.Context, late bool, l Limits, wait, talk error, printed string) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case late:
		return fmt.Errorf("%w: it took more than %v", ErrLimit, l.Time)
	case errors.Is(talk, ErrLimit), errors.Is(talk, ErrSandbox):
		return talk
	case outOfThreads.MatchString(printed):
		return fmt.Errorf("%w: it needed more than %d threads, or than %d MiB of memory for them", ErrLimit, sandbox.MaxThreads, l.Memory>>20)
	case outOfMemory.MatchString(printed):
		return fmt.Errorf("%w: it needed more than %d MiB of memory", ErrLimit, l.Memory>>20)
	}
	if m := crashSignal.FindStringSubmatch(printed); m != nil {
		return fmt.Errorf("%w: libassimp died of %s", ErrCrashed, m[1])
	}
	if errors.Is(talk, errTalk) || errors.Is(talk, soa.ErrFormat) {
		return fmt.Errorf("%w: the child's answer cannot be read: %w", ErrCrashed, talk)
	}
	name, limit := sandbox.DiedOf(wait)
	switch {
	case limit:
		return fmt.Errorf("%w: the child was ended by %s", ErrLimit, name)
	case name == "SIGSYS":
		return fmt.Errorf("%w: the child made a system call that its sandbox forbids (SIGSYS)", ErrCrashed)
	case name != "":
		return fmt.Errorf("%w: libassimp died of %s", ErrCrashed, name)
	case wait != nil:
		return fmt.Errorf("%w: the child ended with %v: %s", ErrCrashed, wait, firstLine(printed))
	}
	return fmt.Errorf("%w: the child broke off: %w", ErrCrashed, talk)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
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
