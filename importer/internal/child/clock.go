package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
)

// errLate is the cause of a context that ended because the import's time is up.
var errLate = errors.New("its time is up")

// Clock measures the time of one import, from the first byte read to the last check. Without an
// explicit limit a small file gets little time, since a few bytes can keep a parser busy for
// ever. The clock is paused while the import waits for others.
type Clock struct {
	Limits *Limits
	caller context.Context
	Ctx    context.Context // the caller's; also cancelled with cause errLate when the time is up
	cancel context.CancelCauseFunc
	timer  *time.Timer

	mu     sync.Mutex
	begun  time.Time     // later by the time spent waiting
	waited time.Duration // time spent waiting for other imports
	bytes  int64         // read so far
}

const (
	timeAtFirst = 10 * time.Second
	timePerMiB  = time.Second
)

// StartClock starts the time of an import. The caller must call Stop.
func StartClock(caller context.Context, l *Limits) *Clock {
	c := &Clock{Limits: l, caller: caller, begun: time.Now()}
	c.Ctx, c.cancel = context.WithCancelCause(caller)
	c.timer = time.AfterFunc(c.allowed(), func() { c.cancel(errLate) })
	return c
}

// Stop ends the clock and its context.
func (c *Clock) Stop() {
	c.timer.Stop()
	c.cancel(nil)
}

// late reports whether the time is up.
func (c *Clock) late() bool { return context.Cause(c.Ctx) == errLate }

// Expired returns an ErrLimit error if the time is up, and err otherwise.
func (c *Clock) Expired(err error) error {
	if err != nil && c.late() && c.caller.Err() == nil {
		return fmt.Errorf("%w: it took more than %v", source.ErrLimit, c.allowed())
	}
	return err
}

// wait pauses the clock while until waits for other imports, for at most Limits.Wait.
func (c *Clock) wait(until func(context.Context) error) error {
	c.timer.Stop()
	begun := time.Now()
	c.mu.Lock()
	left := c.Limits.Wait - c.waited
	c.mu.Unlock()
	ctx, cancel := context.WithTimeoutCause(c.caller, left, errLate)
	defer cancel()
	err := until(ctx)
	took := time.Since(begun)
	c.mu.Lock()
	c.begun, c.waited = c.begun.Add(took), c.waited+took
	spent := time.Since(c.begun)
	c.mu.Unlock()
	c.timer.Reset(c.allowed() - spent)
	if err != nil && context.Cause(ctx) == errLate {
		return fmt.Errorf("%w: waited %v for other imports", source.ErrLimit, c.Limits.Wait)
	}
	return err
}

// allowed returns the import's time limit, given the bytes read so far.
func (c *Clock) allowed() time.Duration {
	if !c.Limits.Graded {
		return c.Limits.Time
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return min(c.Limits.Time, timeAtFirst+time.Duration(c.bytes>>20)*timePerMiB)
}

// Timed wraps files so that reading from them extends the time limit.
func (c *Clock) Timed(files fs.FS) fs.FS {
	if !c.Limits.Graded {
		return files
	}
	return timedFS{files, c}
}

func (c *Clock) read(n int) {
	c.mu.Lock()
	before := c.bytes >> 20
	c.bytes += int64(n)
	more, spent := c.bytes>>20 > before, time.Since(c.begun)
	c.mu.Unlock()
	if left := c.allowed() - spent; more && left > 0 && c.timer.Stop() {
		c.timer.Reset(left)
	}
}

// TimedReader wraps r so that reading from it extends the time limit.
func (c *Clock) TimedReader(r io.Reader) io.Reader {
	if !c.Limits.Graded {
		return r
	}
	return timedReader{r, c}
}

type timedReader struct {
	io.Reader
	clock *Clock
}

// Read implements io.Reader.
func (r timedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.clock.read(n)
	return n, err
}

type timedFS struct {
	fs.FS
	clock *Clock
}

// Open implements fs.FS.
func (t timedFS) Open(name string) (fs.File, error) {
	f, err := t.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return timedFile{f, t.clock}, nil
}

// Stat implements fs.StatFS.
func (t timedFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(t.FS, name) }

// ReadDir implements fs.ReadDirFS.
func (t timedFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(t.FS, name) }

type timedFile struct {
	fs.File
	clock *Clock
}

// Read implements fs.File.
func (f timedFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.clock.read(n)
	return n, err
}
