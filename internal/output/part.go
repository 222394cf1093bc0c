package output

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-anim/sinew/internal/unfinished"
)

const (
	// maxRuns is the most runs that write one output at the same time.
	maxRuns = 16
	// lockName is the file of a part that its run holds locked.
	lockName = ".sinew-lock"
	// unlockedAge is the age at which a part without a lock is of a run that was killed before it made one.
	unlockedAge = time.Minute
)

// errLocked: another run holds a lock.
var errLocked = errors.New("locked by another run")

// part is a folder in which outputs are written.
type part struct {
	dir  string
	lock *os.File // nil: a folder of temporary files, in which nothing is looked for
	done func()   // forgets it, see package unfinished
}

// newPart makes the part of an output beside its file, and removes those of runs that were killed.
func newPart(file string) (own *part, err error) {
	for run := range maxRuns {
		name := partName(file, run)
		if _, err := os.Lstat(name); err == nil && !removeStale(name) {
			continue
		}
		if own != nil {
			continue
		}
		if own, err = makePart(name); err != nil && !errors.Is(err, errLocked) {
			return nil, err
		}
	}
	if own == nil {
		return nil, fmt.Errorf("%d other runs write this file", maxRuns)
	}
	return own, nil
}

// removeStaleParts removes those of an output that is written in the part of another.
func removeStaleParts(file string) {
	for run := range maxRuns {
		removeStale(partName(file, run))
	}
}

// partName names the part of an output, for several runs at the same time.
func partName(file string, run int) string {
	dir, base := filepath.Split(file)
	if len(base) > 200 { // the longest names are of 255 bytes
		base = fmt.Sprintf("%x", sha256.Sum256([]byte(base)))
	}
	if run > 0 {
		base += fmt.Sprintf(".%d", run+1)
	}
	return filepath.Join(dir, "."+base+".part")
}

// makePart makes a part and locks it. Where another run makes it as well it fails with errLocked.
func makePart(dir string) (*part, error) {
	if err := os.Mkdir(dir, 0o700); errors.Is(err, fs.ErrExist) {
		return nil, errLocked
	} else if err != nil {
		return nil, err
	}
	p := &part{dir: dir, done: unfinished.Add(dir)}
	path := filepath.Join(dir, lockName)
	var err error
	if p.lock, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		err = lockFile(p.lock)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		err = nil // then nobody finds it stale
	}
	if err == nil && !isAt(p.lock, path) || errors.Is(err, fs.ErrNotExist) {
		err = errLocked // a run that looks for stale parts was faster
	}
	if err != nil {
		p.lock.Close()
		if !errors.Is(err, errLocked) {
			_ = os.Remove(path)
			_ = os.Remove(dir)
		}
		p.done()
		return nil, err
	}
	return p, nil
}

// isAt reports whether an open file is that of a path.
func isAt(f *os.File, path string) bool {
	x, err := f.Stat()
	if err != nil {
		return false
	}
	y, err := os.Lstat(path)
	return err == nil && os.SameFile(x, y)
}

// removeStale removes a part whose run has ended, and reports whether it is gone. A lock is the last of it that goes, so
// that a folder without one is empty, or not ours.
func removeStale(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return err != nil
	}
	path := filepath.Join(dir, lockName)
	lock, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Since(info.ModTime()) > unlockedAge && os.Remove(dir) == nil
	}
	if err != nil {
		return false
	}
	if lockFile(lock) != nil || !isAt(lock, path) {
		lock.Close()
		return false
	}
	return (&part{dir: dir, lock: lock, done: func() {}}).remove() == nil
}

// remove removes a part and what is in it.
func (p *part) remove() error {
	defer p.done()
	if p.lock == nil {
		return os.RemoveAll(p.dir)
	}
	list, err := os.ReadDir(p.dir)
	for _, e := range list {
		if e.Name() != lockName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(p.dir, e.Name())))
		}
	}
	if err != nil {
		p.lock.Close()
		return err
	}
	path := filepath.Join(p.dir, lockName)
	err = os.Remove(path)
	p.lock.Close()
	if err != nil { // Windows removes no open file
		_ = os.Remove(path)
	}
	return os.Remove(p.dir)
}
