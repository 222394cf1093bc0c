package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"time"

	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/soa"
)

// child is a child process that is ready to import, or about to be.
type child struct {
	line
	limits  Limits
	cmd     *exec.Cmd
	exited  <-chan struct{} // nil where that cannot be seen
	printed *tail
	layers  []SandboxLayer // nil before its first message
	imports int            // that it has served
	asked   bool           // it has said something since its last request
}

// afterDeath is how long what a child started may keep the pipe of its messages.
const afterDeath = 250 * time.Millisecond

// startChild starts a child with limits.
func startChild(l Limits) (*child, error) {
	program, err := childProgram(l)
	if err != nil {
		return nil, err
	}
	c := &child{limits: l, cmd: exec.Command(program), printed: new(tail)}
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
	c.cmd.Env = sandbox.Environment(childMark + "=" + l.mark())
	c.cmd.Dir = string(os.PathSeparator) // it holds no folder that somebody wants to unmount
	c.cmd.Stdin, c.cmd.ExtraFiles, c.cmd.Stderr = childIn, []*os.File{childOut}, c.printed
	c.cmd.WaitDelay = afterDeath
	if err := sandbox.Start(c.cmd); err != nil {
		to.Close()
		from.Close()
		return nil, fmt.Errorf("starting the child: %w", err)
	}
	c.exited = sandbox.Exited(c.cmd)
	return c, nil
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

var (
	// errNotReady: a child ended before it could take a request.
	errNotReady = errors.New("it was not ready")
	// errIdle: a child that was ready has ended before it answered anything.
	errIdle = errors.New("it had ended")
	// errInterrupted: a child was interrupted with its parent before it could take a request.
	errInterrupted = errors.New("it was interrupted")
	// errEnded is why a conversation ends when its child has ended. An answer that arrived
	// before counts.
	errEnded = errors.New("the child has ended")
)

// runChild has a child do one import, when there is room for it: one of a pool, or one
// that is started for it alone.
func runChild(ctx context.Context, o *options, files fs.FS, req *request) (*reply, error) {
	leave, err := children.enter(ctx, o.admission, req.Limits.Memory)
	if err != nil {
		return nil, err
	}
	defer leave()
	if o.pool != nil {
		return o.pool.run(ctx, files, req)
	}
	for try := 1; ; try++ {
		c, err := startChild(req.Limits)
		if err != nil {
			return nil, err
		}
		a, err := c.serve(ctx, files, req)
		if err == nil {
			_ = c.end() // by a signal
			return a, nil
		}
		if !errors.Is(err, errInterrupted) || try == mostStarts {
			return nil, err
		}
	}
}

// mostStarts is how many children are started for one import, if each is interrupted
// before it has a session of its own.
const mostStarts = 5

// serve has the child do one import. After an error the child has ended.
func (c *child) serve(caller context.Context, files fs.FS, req *request) (*reply, error) {
	ctx, cancel := context.WithCancelCause(caller)
	defer cancel(nil)
	clock := startClock(&req.Limits, func() { cancel(errLate) })
	defer clock.stop()
	go c.watch(func() { cancel(errEnded) }, ctx.Done())
	over := c.during(ctx)
	a, err := c.exchange(ctx, clock.timed(files), req)
	over()
	if err == nil && outOfTime(ctx) == nil {
		c.imports++
		return a, nil
	}
	late := context.Cause(ctx) == errLate
	asked := c.asked
	wait := c.die(ctx, err)
	req.Limits.Time = clock.allowed()
	err = diagnose(caller, late, req.Limits, wait, err, c.printed.String())
	if !asked && c.printed.String() == "" && errors.Is(err, ErrCrashed) {
		err = fmt.Errorf("%w: %w", errIdle, err)
	}
	if c.layers == nil && sandbox.Interrupted(wait) && errors.Is(err, ErrCrashed) {
		err = fmt.Errorf("%w: %w", errInterrupted, err)
	}
	return nil, err
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
func (c *child) exchange(ctx context.Context, files fs.FS, req *request) (*reply, error) {
	if err := c.greet(); err != nil {
		return nil, err
	}
	c.asked = false
	return c.converse(ctx, files, req, &c.asked)
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
	if errors.Is(talk, ErrLimit) || errors.Is(talk, errTalk) || errors.Is(talk, soa.ErrFormat) {
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
	return c.cmd.Wait()
}
