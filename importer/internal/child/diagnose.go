package child

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// Errors of child processes, for errors.Is.
var (
	ErrCrashed   = errors.New("the import crashed")
	ErrNotServed = errors.New("isolated imports need importer.ServeIsolated at the start of main")
	ErrSandbox   = errors.New("the child is not confined as required")
)

// Patterns in what a crashing child prints. crashSignal is the signal in Go's report of a crash
// in C code; outOfMemory and outOfThreads match what Go and C++ print when memory or threads run
// out.
var (
	crashSignal = regexp.MustCompile(`(?m)^(?:\[signal |fatal error: |)(SIG[A-Z]+)`)
	outOfMemory = regexp.MustCompile(`out of memory|cannot allocate memory|bad_alloc`)
	// outOfThreads matches the message of cgo, then Go's.
	outOfThreads = regexp.MustCompile(`pthread_create failed|failed to create new OS thread`)
)

// diagnose returns the reason why a child gave no answer: the caller cancelled, a limit was
// exceeded, or the child crashed.
func diagnose(caller context.Context, late bool, l Limits, wait, talk error, printed string) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case late:
		return fmt.Errorf("%w: it took more than %v", source.ErrLimit, l.Time)
	case errors.Is(talk, source.ErrLimit), errors.Is(talk, ErrSandbox):
		return talk
	case outOfThreads.MatchString(printed):
		return fmt.Errorf("%w: it needed more than %d threads, or than %d MiB of memory for them", source.ErrLimit, sandbox.MaxThreads, l.Memory>>20)
	case outOfMemory.MatchString(printed):
		return fmt.Errorf("%w: it needed more than %d MiB of memory", source.ErrLimit, l.Memory>>20)
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
		return fmt.Errorf("%w: the child was ended by %s", source.ErrLimit, name)
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
