// Package fault guards reads of a mapped file, which another process may truncate or overwrite. The
// kernel then removes whole pages, so that reading them faults, and zeroes the rest of the page at the
// new end. Guarded files end with a nonzero mark in a separate page, which disappears before
// anything else is zeroed. A file that is whole again shows by its times that it was not.
//
//	err := fault.AddMapping(nil, p.Data).Guard(func() error { … })
//
//	while it reads                  Guard returns
//	nothing happens                 what the function returns
//	a page is taken away: a fault   the error
//	zeros are read: a panic,        the error, for the mark is gone by then,
//	an error or a wrong result      or the file's times have changed
//
// The order in which Guard asks is what makes this hold. A cut takes the mark away first, zeroes
// then, and sets the times last, and nothing can restore the mark before they are set:
//
//	cut       │ mark gone │ zeros │ times │          restored
//	a reader                 read    mark, times     whichever moment it asks, one of them tells
package fault

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// The errors of Guard.
var (
	// ErrTruncated reports that a mapped file has become shorter.
	ErrTruncated = errors.New("the file has become shorter while it was mapped")
	// ErrChanged reports that a mapped file was written to.
	ErrChanged = errors.New("the file was written to while it was mapped")
)

// Mapping is a mapped file.
type Mapping struct {
	first, end uintptr
	mark       *uint64 // the last bytes; nil until Seal
	want       uint64
	owner      any
	verify     func() error // compares all that was read of the file with its checksums
	reads      atomic.Uint32

	file    *File                 // nil if the mark alone is asked
	trusted atomic.Pointer[stamp] // of the file when its content was what it has to be
	doubted atomic.Bool           // the content has to be verified before it is read again
	renewed atomic.Uint64         // how often that has been done

	mu      sync.Mutex
	refused stamp // of the content that verify has refused
	refusal error
}

var live struct {
	sync.RWMutex
	count atomic.Int32
	list  []*Mapping
}

// Map registers b, whole pages, as a mapping of a file, which it closes in the end. Until Close slices
// in it are identified by their addresses. Of a nil file the mark alone is asked.
func Map(b []byte, f *File) *Mapping {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	m := &Mapping{first: first, end: first + uintptr(len(b)), file: f}
	if f != nil {
		m.trusted.Store(&f.opened)
	}
	live.Lock()
	defer live.Unlock()
	live.list = append(live.list, m)
	live.count.Store(int32(len(live.list)))
	return m
}

// Seal registers the mark at the end of b, which was given to Map: aligned to eight bytes, none of
// them zero. While it is intact, so is the file. verify compares the content with checksums after the
// file was written to. MappingsOf finds the mapping by its owner.
func (m *Mapping) Seal(b []byte, owner any, verify func() error) {
	mark := (*uint64)(unsafe.Pointer(&b[len(b)-8]))
	live.Lock()
	defer live.Unlock()
	m.want, m.owner, m.verify = *mark, owner, verify
	m.mark = mark
}

// MappingsOf returns the mappings of an owner.
func MappingsOf(owner any) (s Set) {
	live.RLock()
	defer live.RUnlock()
	for _, m := range live.list {
		if m.owner == owner {
			s = append(s, m)
		}
	}
	return s
}

// Close removes a mapping before its pages are unmapped, and closes its file.
func (m *Mapping) Close() error {
	live.Lock()
	live.list = slices.DeleteFunc(live.list, func(other *Mapping) bool { return other == m })
	live.count.Store(int32(len(live.list)))
	live.Unlock()
	if m.file == nil {
		return nil
	}
	return m.file.of.Close()
}

// Set is the mappings that a function reads, mostly none.
type Set []*Mapping

// AddMapping adds the mapping of values, if any.
func AddMapping[T any](s Set, values []T) Set {
	if live.count.Load() == 0 || len(values) == 0 {
		return s
	}
	at := uintptr(unsafe.Pointer(unsafe.SliceData(values)))
	live.RLock()
	defer live.RUnlock()
	for _, m := range live.list {
		if m.first <= at && at < m.end && !slices.Contains(s, m) {
			return append(s, m)
		}
	}
	return s
}

// Guard calls do. If one of the files has become shorter by the end, the error wraps ErrTruncated, and
// if one was written to, ErrChanged, whatever do returned. Such a file is verified before do is called the
// next time. Faults on other goroutines end the program, except those of a Group that do waits for.
func (s Set) Guard(do func() error) (err error) {
	if len(s) == 0 {
		return do()
	}
	var renewed uint64
	defer s.caught(&err, &renewed, debug.SetPanicOnFault(true))
	if renewed, err = s.renew(); err != nil {
		return err
	}
	err = do()
	if broken := s.broken(renewed); broken != nil {
		err = broken
	}
	return err
}

// renew verifies the files in doubt and returns how often that was done, of all files together.
func (s Set) renew() (renewed uint64, err error) {
	for _, m := range s {
		if m.doubted.Load() {
			if err := m.renew(); err != nil {
				return 0, err
			}
		}
		renewed += m.renewed.Load()
	}
	return renewed, nil
}

// broken returns an error if what was read since renew may be other than what was verified. The marks
// come first: see the package.
func (s Set) broken(renewed uint64) error {
	now := uint64(0)
	for _, m := range s {
		err := m.marked()
		if err == nil {
			err = m.same()
		}
		if err != nil {
			m.doubted.Store(true)
			return err
		}
		now += m.renewed.Load()
	}
	if now != renewed { // another goroutine has found the change that this one has overlooked
		return fmt.Errorf("%w: its content was verified again meanwhile", ErrChanged)
	}
	return nil
}

// marked reads the mark.
func (m *Mapping) marked() error {
	if m.mark == nil {
		return nil
	}
	m.reads.Add(1) // so that no processor reads the mark before what was read before it
	if load(m.mark) != m.want {
		return fmt.Errorf("%w: its end is gone", ErrTruncated)
	}
	return nil
}

// caught, deferred, turns a fault, which is a panic until it returns, into an error.
func (s Set) caught(err *error, renewed *uint64, before bool) {
	p := recover()
	var broken error
	if p != nil {
		broken = s.brokenAfter(*renewed)
	}
	debug.SetPanicOnFault(before)
	if p == nil {
		return
	}
	if at, fault := p.(interface{ Addr() uintptr }); fault && s.holds(at.Addr()) {
		broken = ErrTruncated
	}
	if broken == nil {
		panic(p)
	}
	for _, m := range s {
		m.doubted.Store(true)
	}
	*err = fmt.Errorf("%w: %v", broken, p)
}

// brokenAfter is broken after a panic.
func (s Set) brokenAfter(renewed uint64) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrTruncated
		}
	}()
	return s.broken(renewed)
}

func (s Set) holds(at uintptr) bool {
	return slices.ContainsFunc(s, func(m *Mapping) bool { return m.first <= at && at < m.end })
}
