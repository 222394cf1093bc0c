// Package fault guards reads of a mapped file, which another process may truncate. The kernel
// then removes whole pages, so that reading them faults, and zeroes the rest of the page at the
// new end. Guarded files end with a nonzero mark in a separate page, which disappears before
// anything else is zeroed.
//
//	err := fault.Under(nil, p.Data).Guard(func() error { … })
//
//	while it reads                  Guard returns
//	nothing happens                 what the function returns
//	a page is taken away: a fault   the error
//	zeros are read: a panic,        the error, for the mark is gone by then
//	an error or a wrong result
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

// ErrTruncated reports that a mapped file has become shorter.
var ErrTruncated = errors.New("the file has become shorter while it was mapped")

// Mapping is a mapped file.
type Mapping struct {
	first, end uintptr
	mark       *uint64 // the last bytes; nil until Seal
	want       uint64
	owner      any
	reads      atomic.Uint32
}

var live struct {
	sync.RWMutex
	count atomic.Int32
	list  []*Mapping
}

// Map registers b, whole pages, as a mapped file. Until Close slices in it are identified by their
// addresses.
func Map(b []byte) *Mapping {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	m := &Mapping{first: first, end: first + uintptr(len(b))}
	live.Lock()
	defer live.Unlock()
	live.list = append(live.list, m)
	live.count.Store(int32(len(live.list)))
	return m
}

// Seal registers the mark at the end of b, which was given to Map: aligned to eight bytes, none of
// them zero. While it is intact, so is the file. Of finds the mapping by its owner.
func (m *Mapping) Seal(b []byte, owner any) {
	mark := (*uint64)(unsafe.Pointer(&b[len(b)-8]))
	live.Lock()
	defer live.Unlock()
	m.want, m.owner = *mark, owner
	m.mark = mark
}

// Of returns the mappings of an owner.
func Of(owner any) (s Set) {
	live.RLock()
	defer live.RUnlock()
	for _, m := range live.list {
		if m.owner == owner {
			s = append(s, m)
		}
	}
	return s
}

// Close removes a mapping before its pages are unmapped.
func (m *Mapping) Close() {
	live.Lock()
	defer live.Unlock()
	live.list = slices.DeleteFunc(live.list, func(other *Mapping) bool { return other == m })
	live.count.Store(int32(len(live.list)))
}

// Set is the mappings that a function reads, mostly none.
type Set []*Mapping

// Under adds the mapping of values, if any.
func Under[T any](s Set, values []T) Set {
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

// Guard calls do. If one of the files has become shorter by the end, the error wraps ErrTruncated,
// whatever do returned. Faults on other goroutines end the program, except those of a Group that
// do waits for.
func (s Set) Guard(do func() error) (err error) {
	if len(s) == 0 {
		return do()
	}
	defer s.caught(&err, debug.SetPanicOnFault(true))
	if err = do(); !s.marked() {
		err = fmt.Errorf("%w: its end is gone", ErrTruncated)
	}
	return err
}

// marked reads the marks.
func (s Set) marked() bool {
	for _, m := range s {
		if m.mark == nil {
			continue
		}
		m.reads.Add(1) // so that no processor reads the mark before what was read before it
		if load(m.mark) != m.want {
			return false
		}
	}
	return true
}

// caught, deferred, turns a fault, which is a panic until it returns, into an error.
func (s Set) caught(err *error, before bool) {
	p := recover()
	whole := p == nil || s.whole()
	debug.SetPanicOnFault(before)
	if p == nil {
		return
	}
	if at, fault := p.(interface{ Addr() uintptr }); whole && !(fault && s.holds(at.Addr())) {
		panic(p)
	}
	*err = fmt.Errorf("%w: %v", ErrTruncated, p)
}

// whole is marked after a panic.
func (s Set) whole() (whole bool) {
	defer func() {
		if recover() != nil {
			whole = false
		}
	}()
	return s.marked()
}

func (s Set) holds(at uintptr) bool {
	return slices.ContainsFunc(s, func(m *Mapping) bool { return m.first <= at && at < m.end })
}
