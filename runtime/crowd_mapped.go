package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/soa/archive"
)

// guard does what reads the source: where that is a mapped file, which may become shorter,
// a fault is an error, and what was done is left as it is.
func (c *Crowd) guard(what string, do func()) error {
	if !c.mapped {
		do()
		return nil
	}
	err := caught(do)
	if other := c.fault.Swap(nil); err == nil && other != nil {
		err = *other
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func caught(do func()) (err error) {
	defer fault.Catch(&err, archive.ErrTruncated)()
	do()
	return nil
}

// runMapped is a worker's part of an update of a crowd that plays a mapped file. The other
// workers go on.
func (c *Crowd) runMapped(worker, from, to int, dt float64) {
	if err := caught(func() { c.runPart(worker, from, to, dt) }); err != nil {
		c.fault.CompareAndSwap(nil, &err)
	}
}
