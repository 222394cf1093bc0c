package child

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// child is a child process, ready to import or about to be.
type child struct {
	line
	limits    Limits
	cmd       *exec.Cmd
	exited    <-chan struct{} // nil if unsupported
	printed   *tail
	layers    []sandbox.Layer // nil before its first message
	imports   int             // served
	separated bool            // has a user namespace of its own
	asked     bool            // has sent something since its last request
}

// afterDeath limits how long descendants of an ended child may keep its message pipe open.
const afterDeath = 250 * time.Millisecond

// sharedUser is set when a child could not run in a user namespace of its own.
var sharedUser atomic.Bool

// startChild waits until the system has room for a child's threads, then starts one.
func startChild(clock *Clock, l Limits) (*child, error) {
	return startWhen(l, func() error { return clock.wait(population.enter) })
}

// tryStartChild starts a child if the system has room for its threads now.
func tryStartChild(l Limits) (*child, error) {
	return startWhen(l, func() error { _, err := population.tryEnter(); return err })
}

func startWhen(l Limits, enter func() error) (*child, error) {
	program, err := childProgram(l)
	if err != nil {
		return nil, err
	}
	if err := enter(); err != nil {
		return nil, err
	}
	c, err := newChild(program, l)
	if err != nil {
		population.leave()
	}
	return c, err
}

func newChild(program string, l Limits) (*child, error) {
	c := &child{limits: l, printed: new(tail)}
	childIn, to, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("a pipe to the child: %w", err)
	}
	defer childIn.Close()
	from, childOut, err := os.Pipe()
	if err != nil {
		to.Close()
		return nil, fmt.Errorf("a pipe from the child: %w", err)
	}
	defer childOut.Close()
	c.line = line{to, from}
	c.cmd, c.separated, err = sandbox.Start(func() *exec.Cmd {
		cmd := exec.Command(program)
		cmd.Env = sandbox.Environment(childMark + "=" + l.mark())
		cmd.Dir = string(os.PathSeparator) // so that no folder is kept from being unmounted
		cmd.Stdin, cmd.ExtraFiles, cmd.Stderr = childIn, []*os.File{childOut}, c.printed
		cmd.WaitDelay = afterDeath
		return cmd
	}, !sharedUser.Load())
	if err != nil {
		to.Close()
		from.Close()
		return nil, fmt.Errorf("starting the child: %w", err)
	}
	c.exited = sandbox.Exited(c.cmd)
	return c, nil
}

// childProgram is the executable to start.
func childProgram(l Limits) (string, error) {
	switch {
	case l.Program != "" && !filepath.IsAbs(l.Program):
		return "", fmt.Errorf("%w: Limits.Program %q is not an absolute path", soa.ErrOption, l.Program)
	case l.Program != "":
		return l.Program, nil
	case !served.Load():
		return "", ErrNotServed
	}
	// The running file, even if it was deleted or replaced.
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}

var (
	// errNotReady: the child ended before it accepted a request.
	errNotReady = errors.New("it was not ready")
	// errIdle: a ready child ended before it answered anything.
	errIdle = errors.New("it had ended")
	// errUnready: the child ended before it accepted a request, for a reason that may not recur:
	// an interrupt of its parent, or an unusable user namespace.
	errUnready = errors.New("it ended before it was ready")
	// errEnded cancels a conversation when its child has ended. An answer that arrived before is
	// used.
	errEnded = errors.New("the child has ended")
)

// Task is one import for a child.
type Task struct {
	Limits    Limits
	Admission Admission
	Pool      *Pool // or nil
	FS        fs.FS // readable by the child
	Held      int64 // bytes of files that the parent holds for it
	Request   any   // see package ipc
	Answer    any   // pointer to the decoded answer
}

// Run runs a task in a child of the pool, or in one started for it, once there is room.
func Run(clock *Clock, t *Task) error {
	var leave func()
	err := clock.wait(func(ctx context.Context) (err error) {
		leave, err = children.enter(ctx, t.Admission, t.Limits.Memory+t.Held)
		return err
	})
	if err != nil {
		return err
	}
	defer leave()
	if t.Pool != nil {
		return t.Pool.run(clock, t)
	}
	for try := 1; ; try++ {
		c, err := startChild(clock, t.Limits)
		if err != nil {
			return err
		}
		if err = c.serve(clock, t); err == nil {
			_ = c.end() // the error is the signal
			return nil
		}
		if !errors.Is(err, errUnready) || try == mostStarts {
			return err
		}
	}
}

// mostStarts is the maximum number of children started for one import if each is interrupted
// before it has a session of its own.
const mostStarts = 5

// serve runs one import in the child. After an error the child has ended.
func (c *child) serve(clock *Clock, t *Task) error {
	ctx, cancel := context.WithCancelCause(clock.Ctx)
	defer cancel(nil)
	go c.watch(func() { cancel(errEnded) }, ctx.Done())
	over := c.bindContext(ctx)
	err := c.exchange(ctx, t)
	over()
	if err == nil && outOfTime(ctx) == nil {
		c.imports++
		return nil
	}
	late := context.Cause(ctx) == errLate
	asked := c.asked
	wait := c.die(ctx, err)
	limits := t.Limits
	limits.Time = clock.allowed()
	err = diagnose(clock.caller, late, limits, wait, err, c.printed.String())
	if !asked && c.printed.String() == "" && errors.Is(err, ErrCrashed) {
		err = fmt.Errorf("%w: %w", errIdle, err)
	}
	if c.layers == nil && c.separated && !sandbox.Interrupted(wait) {
		sharedUser.Store(true)
	}
	if c.layers == nil && (c.separated || sandbox.Interrupted(wait)) && errors.Is(err, ErrCrashed) {
		err = fmt.Errorf("%w: %w", errUnready, err)
	}
	return err
}

// outOfTime returns why an answer that has arrived is too late, or nil.
func outOfTime(ctx context.Context) error {
	if context.Cause(ctx) == errEnded {
		return nil
	}
	return ctx.Err()
}

// watch cancels the conversation when the child has ended but a descendant keeps its pipes open.
func (c *child) watch(cancel func(), over <-chan struct{}) {
	select {
	case <-c.exited:
	case <-over:
		return
	}
	select {
	case <-time.After(afterDeath):
		cancel()
	case <-over:
	}
}

// exchange waits for the child's greeting if it has not arrived, then converses.
func (c *child) exchange(ctx context.Context, t *Task) error {
	if err := c.greet(); err != nil {
		return err
	}
	c.asked = false
	return c.converse(ctx, t, &c.asked)
}

// greet waits for the child's first message.
func (c *child) greet() (err error) {
	if c.layers != nil {
		return nil
	}
	if c.layers, err = c.ready(); err != nil {
		return fmt.Errorf("%w: %w", errNotReady, err)
	}
	return c.limits.requires(c.layers)
}

// grace limits how long a child that broke off may take to report why.
const grace = time.Second

// die waits briefly for a child that broke off, then kills it and its descendants.
func (c *child) die(ctx context.Context, talk error) error {
	c.to.Close()
	patience := grace
	if errors.Is(talk, source.ErrLimit) || errors.Is(talk, errTalk) || errors.Is(talk, soa.ErrFormat) {
		patience = 0
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	ended := false
	select {
	case <-c.exited:
		ended = true
	case <-late.C:
	case <-ctx.Done():
	}
	wait := c.end()
	if name, _ := sandbox.DiedOf(wait); !ended && name == "SIGKILL" {
		return nil // killed by the parent
	}
	return wait
}

func (c *child) end() error {
	sandbox.Kill(c.cmd)
	c.to.Close()
	c.from.Close()
	defer population.leave()
	return c.cmd.Wait()
}

// Layers starts an idle child and returns its confinement.
func Layers(ctx context.Context, limits Limits) ([]sandbox.Layer, error) {
	clock := StartClock(ctx, &limits)
	defer clock.Stop()
	c, err := startChild(clock, limits)
	if err != nil {
		return nil, err
	}
	over := c.bindContext(clock.Ctx)
	err = c.greet()
	over()
	if c.layers == nil {
		late := clock.late()
		wait := c.die(clock.Ctx, err)
		return nil, diagnose(ctx, late, limits, wait, err, c.printed.String())
	}
	_ = c.end() // the error is the signal
	return c.layers, err
}
