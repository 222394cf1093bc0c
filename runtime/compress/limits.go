package compress

import (
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// The defaults of Options.MaxBytes and MaxWork.
const (
	defaultMaxBytes = 2 << 30
	defaultMaxWork  = 20_000_000
	workPerKey      = 100
)

// afford ends the work where so many more joints to pose are too many.
func (e *encoder) afford(more int64) {
	if need := int64(e.work) + more; need > e.most {
		panic(interrupted{fmt.Errorf("%w: %d joints have to be posed, more than the %d of Options.MaxWork", soa.ErrTooLarge, need, e.most)})
	}
}

// columnBytes is the memory of what prepare makes for the finest grid.
func (e *encoder) columnBytes() int64 {
	const (
		vec, quat = int64(unsafe.Sizeof(exact.Vec{})), int64(unsafe.Sizeof(exact.Quat{}))
		column    = 2*vec + 2*quat + int64(unsafe.Sizeof(exact.Matrix{}))
	)
	return (3*column + vec) * int64(len(e.order)) * int64(e.master+1)
}
