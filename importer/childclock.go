package importer

import (
	"errors"
	"io/fs"
	"sync"
	"time"
)

// errLate is why a conversation ends when its time is over.
var errLate = errors.New("its time is over")

// clock is the time of one import. Where the caller states none, a small file gets little
// of it: a few bytes can keep a parser busy for ever.
type clock struct {
	limits *Limits
	begun  time.Time
	timer  *time.Timer

	mu    sync.Mutex
	bytes int64 // that were read
}

const (
	timeAtFirst = 10 * time.Second
	timePerMiB  = time.Second
)

// startClock calls a function when the time is over.
func startClock(l *Limits, late func()) *clock {
	c := &clock{limits: l, begun: time.Now()}
	c.timer = time.AfterFunc(c.allowed(), late)
	return c
}

func (c *clock) stop() { c.timer.Stop() }

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
	more := c.bytes>>20 > before
	c.mu.Unlock()
	if left := c.allowed() - time.Since(c.begun); more && left > 0 && c.timer.Stop() {
		c.timer.Reset(left)
	}
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
