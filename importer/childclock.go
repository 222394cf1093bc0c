package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"
)

// errLate is why a conversation ends when its time is over.
var errLate = errors.New("its time is over")

// clock is the time of one import, from the first byte that is read to the last that is
// checked. Where the caller states none, a small file gets little of it: a few bytes can
// keep a parser busy for ever. While the import waits for others, the clock stands.
type clock struct {
	limits *Limits
	caller context.Context
	ctx    context.Context // the caller's, which also ends with the time, because of errLate
	cancel context.CancelCauseFunc
	timer  *time.Timer

	mu     sync.Mutex
	begun  time.Time     // without the time that it stood
	waited time.Duration // for other imports
	bytes  int64         // that were read
}

const (
	timeAtFirst = 10 * time.Second
	timePerMiB  = time.Second
)

func startClock(caller context.Context, l *Limits) *clock {
	c := &clock{limits: l, caller: caller, begun: time.Now()}
	c.ctx, c.cancel = context.WithCancelCause(caller)
	c.timer = time.AfterFunc(c.allowed(), func() { c.cancel(errLate) })
	return c
}

func (c *clock) stop() {
	c.timer.Stop()
	c.cancel(nil)
}

// late reports whether the time is over.
func (c *clock) late() bool { return context.Cause(c.ctx) == errLate }

// expired is the error of an import whose time is over, and err otherwise.
func (c *clock) expired(err error) error {
	if err != nil && c.late() && c.caller.Err() == nil {
		return fmt.Errorf("%w: it took more than %v", ErrLimit, c.allowed())
	}
	return err
}

// wait lets the clock stand while a function waits for other imports, at most as long as the
// limits say.
func (c *clock) wait(until func(context.Context) error) error {
	c.timer.Stop()
	begun := time.Now()
	c.mu.Lock()
	left := c.limits.Wait - c.waited
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
		return fmt.Errorf("%w: it waited %v for other imports", ErrLimit, c.limits.Wait)
	}
	return err
}

// allowed is how long the import may take, for what it has read so far.
func (c *clock) allowed() time.Duration {
	if !c.limits.graded {
		return c.limits.Time
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return min(c.limits.Time, timeAtFirst+time.Duration(c.bytes>>20)*timePerMiB)
}

// timed is a file system whose files give time as they are read.
func (c *clock) timed(files fs.FS) fs.FS {
	if !c.limits.graded {
		return files
	}
	return timedFS{files, c}
}

func (c *clock) read(n int) {
	c.mu.Lock()
	before := c.bytes >> 20
	c.bytes += int64(n)
	more, spent := c.bytes>>20 > before, time.Since(c.begun)
	c.mu.Unlock()
	if left := c.allowed() - spent; more && left > 0 && c.timer.Stop() {
		c.timer.Reset(left)
	}
}

// timedReader is a stream that gives time as it is read.
func (c *clock) timedReader(r io.Reader) io.Reader {
	if !c.limits.graded {
		return r
	}
	return timedReader{r, c}
}

type timedReader struct {
	io.Reader
	clock *clock
}

// Read implements io.Reader.
func (r timedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.clock.read(n)
	return n, err
}

type timedFS struct {
	fs.FS
	clock *clock
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
	clock *clock
}

// Read implements fs.File.
func (f timedFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.clock.read(n)
	return n, err
}
