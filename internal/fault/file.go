package fault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// File is an open file whose changes show in its stamp.
type File struct {
	of     *os.File
	fd     int
	path   string
	info   os.FileInfo
	moved  bool // the path leads to another file, or to none
	opened stamp
}

// stamp is what tells one state of a file from another, without reading it.
type stamp struct {
	size             int64
	written, changed int64 // its times of modification and of change, in nanoseconds

	// What changes the time of change and not the content.
	links, mode, owner, group uint64
}

// ErrUnsettled reports a file that changes, or whose system does not tell whether it does.
var ErrUnsettled = errors.New("the file changes")

// settleTime is how long Settle waits: longer than the kernel's clock takes to tick.
const settleTime = 25 * time.Millisecond

// Settle prepares the file of a mapping. Of two changes within a tick of the kernel's clock the second
// one leaves the times as they are, so it waits until the last change is a tick ago.
func Settle(f *os.File) (*File, error) {
	path, err := filepath.Abs(f.Name())
	if err != nil {
		return nil, err
	}
	w := &File{of: f, fd: int(f.Fd()), path: path}
	if w.info, err = f.Stat(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(settleTime); ; time.Sleep(time.Millisecond) {
		if w.opened, err = w.stamp(); err != nil || w.opened.settled(lastTick()) {
			return w, err
		}
		if time.Now().After(end) {
			return nil, ErrUnsettled
		}
	}
}

// settled reports whether a later change leaves another stamp, if the file system's clock has
// passed a time. Times of whole seconds are those of systems that keep no fractions, of FAT even two of
// them; exFAT keeps hundredths, others a millionth or less.
func (s *stamp) settled(passed int64) bool {
	step := time.Millisecond
	switch {
	case s.changed%int64(time.Second) == 0:
		step = 2 * time.Second
	case s.changed%int64(10*time.Millisecond) == 0:
		step = 10 * time.Millisecond
	}
	return s.changed+int64(step) < passed
}

// hasMoved reports whether the path has begun or ceased to lead to the file since it was last called.
func (w *File) hasMoved() bool {
	info, err := os.Stat(w.path)
	was := w.moved
	w.moved = err != nil || !os.SameFile(info, w.info)
	return w.moved != was
}

// same returns an error if the file was written to since its content was verified.
func (m *Mapping) same() error {
	if m.file == nil {
		return nil
	}
	now, err := m.file.stamp()
	if err == nil && now == *m.trusted.Load() {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	return m.explain(now)
}

// explain returns an error unless a stamp differs from the trusted one by something other than the
// content: the file was linked, removed, renamed, replaced by another one, or given other rights.
func (m *Mapping) explain(now stamp) error {
	was := *m.trusted.Load()
	same := was
	same.changed, same.links, same.mode, same.owner, same.group = now.changed, now.links, now.mode, now.owner, now.group
	switch {
	case now.size < was.size:
		return fmt.Errorf("%w: it has %d bytes, and had %d", ErrTruncated, now.size, was.size)
	case now != same:
		return fmt.Errorf("%w: its size or time of modification is another one", ErrChanged)
	}
	same.changed = was.changed
	if same == was && now.changed != was.changed && !m.file.hasMoved() {
		return fmt.Errorf("%w: its time of change is another one", ErrChanged)
	}
	m.trusted.Store(&now)
	return nil
}

// renew trusts the file again if its content is what it was.
func (m *Mapping) renew() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		m.doubted.Store(false)
	}
	if !m.doubted.Load() {
		return nil
	}
	now, err := m.file.stamp()
	switch was := m.trusted.Load(); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrChanged, err)
	case now.size < was.size:
		return fmt.Errorf("%w: it has %d bytes, and had %d", ErrTruncated, now.size, was.size)
	case m.verify == nil:
		return fmt.Errorf("%w: it was being opened", ErrChanged)
	}
	if err := m.marked(); err != nil {
		return err
	}
	return m.verified(now)
}

// verified compares the content of a file with that stamp with what it was.
func (m *Mapping) verified(now stamp) error {
	if now == m.refused {
		return m.refusal
	}
	if !now.settled(lastTick()) { // a change that follows at once would leave the same stamp
		return fmt.Errorf("%w: just now", ErrChanged)
	}
	if err := m.verify(); err != nil {
		m.refused, m.refusal = now, fmt.Errorf("%w: %w", ErrChanged, err)
		return m.refusal
	}
	if after, err := m.file.stamp(); err != nil || after != now {
		return fmt.Errorf("%w: while it was verified", ErrChanged)
	}
	m.trusted.Store(&now)
	m.renewed.Add(1)
	m.doubted.Store(false)
	return nil
}
