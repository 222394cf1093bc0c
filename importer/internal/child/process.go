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

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/soa"
)

// child is a child process that is ready to import, or about to be.
type child struct {
	line
	limits    Limits
	cmd       *exec.Cmd
	exited    <-chan struct{} // nil where that cannot be seen
	printed   *tail
	layers    []sandbox.Layer // nil before its first message
	imports   int             // that it has served
	separated bool            // it has a user namespace of its own
	asked     bool            // it has said something since its last request
}

// afterDeath is how long what a child started may keep the pipe of its messages.
const afterDeath = 250 * time.Millisecond

// sharedUser is set when a child in a user namespace of its own could not run.
var sharedUser atomic.Bool

// startChild starts a child with limits once the system has room for its threads.
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
		cmd.Dir = string(os.PathSeparator) // it holds no folder that somebody wants to unmount
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
	// The file that runs, also where it was deleted or another version took its place.
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}

var (
	// errNotReady: a child ended before it could take a request.
	errNotReady = errors.New("it was not ready")
	// errIdle: a child that was ready has ended before it answered anything.
	errIdle = errors.New("it had ended")
	// errUnready: a child ended before it could take a request, of something that may not
	// meet another one: an interrupt of its parent, or a user namespace that is of no use here.
	errUnready = errors.New("it ended before it was ready")
	// errEnded is why a conversation ends when its child has ended. An answer that arrived
	// before counts.
	errEnded = errors.New("the child has ended")
)

// Task is one import that a child does.
type Task struct {
	Limits    Limits
	Admission Admission
	Pool      *Pool // or nil
	FS        fs.FS // that the child may read
	Held      int64 // bytes of files that the program holds for it
	Request   any   // see package ipc
	Answer    any   // a pointer, to what the child answers
}

// Run has a child do a task, when there is room for it: one of a pool, or one that is started
// for it alone.
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
			_ = c.end() // by a signal
			return nil
		}
		if !errors.Is(err, errUnready) || try == mostStarts {
			return err
		}
	}
}

// mostStarts is how many children are started for one import, if each is interrupted
// before it has a session of its own.
const mostStarts = 5

// serve has the child do one import. After an error the child has ended.
func (c *child) serve(clock *Clock, t *Task) error {
	ctx, cancel := context.WithCancelCause(clock.Ctx)
	defer cancel(nil)
	go c.watch(func() { cancel(errEnded) }, ctx.Done())
	over := c.during(ctx)
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

// outOfTime is why there is no time for an answer that has arrived, if there is none.
func outOfTime(ctx context.Context) error {
	if context.Cause(ctx) == errEnded {
		return nil
	}
	return ctx.Err()
}

// watch ends a conversation with a child that has ended, while something that it started
// keeps its pipes.
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

// exchange greets the child if nobody has, and talks with it.
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

// grace is how long a child that broke off may take to tell why.
const grace = time.Second

// die waits for the end of a child that broke off, for a short time, and makes it and
// what it started end.
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
		return nil // by us
	}
	return wait
}

// end ends the child.
func (c *child) end() error {
	sandbox.Kill(c.cmd)
	c.to.Close()
	c.from.Close()
	defer population.leave()
	return c.cmd.Wait()
}

// Layers starts a child that does nothing and returns how it is confined.
func Layers(ctx context.Context, limits Limits) ([]sandbox.Layer, error) {
	clock := StartClock(ctx, &limits)
	defer clock.Stop()
	c, err := startChild(clock, limits)
	if err != nil {
		return nil, err
	}
	over := c.during(clock.Ctx)
	err = c.greet()
	over()
	if c.layers == nil {
		late := clock.late()
		wait := c.die(clock.Ctx, err)
		return nil, diagnose(ctx, late, limits, wait, err, c.printed.String())
	}
	_ = c.end() // by a signal
	return c.layers, err
}
