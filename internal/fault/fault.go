// Package fault turns faults of mapped memory into errors: a file that becomes shorter
// while it is mapped takes pages away from under what reads them.
//
//	func (c *Crowd) update() (err error) {
//		defer fault.Catch(&err, archive.ErrTruncated)()
//		…
//	}
package fault

import (
	"fmt"
	"runtime/debug"
)

// Catch makes faults on the calling goroutine panics, until the function that it
// returns, which has to be deferred, makes such a panic *err. Other panics go on.
func Catch(err *error, as error) (caught func()) {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		switch p := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // of faults alone
			*err = fmt.Errorf("%w: address %#x", as, p.Addr())
		default:
			panic(p)
		}
	}
}
