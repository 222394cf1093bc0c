package bake

import (
	"cmp"
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// The default of BankOptions.MaxWork.
const (
	defaultMaxWork = 1 << 26
	workPerKey     = 100
)

// manyJoints is more joints than characters have. For such skeletons the search for better rows of a
// clip ends after enoughWork posed joints.
const (
	manyJoints = 1024
	enoughWork = 1 << 22
)

// workLimit counts the joints that are posed to build a clip; reached ends the work, also for the end
// of the context.
type workLimit struct {
	c       *compiler
	work    *int64 // of the clip
	most    int64  // see BankOptions.MaxWork
	limit   int64  // what of that may be used: less once there are rows
	asked   int64  // what there was of it when the context was last asked
	reached bool
}

// askWork is how many joints are posed between two checks of the context.
const askWork = 1 << 12

func newWorkLimit(c *compiler, clip int) workLimit {
	most := cmp.Or(c.o.MaxWork, defaultMaxWork+workPerKey*int64(len(c.Clips[clip].Time)))
	return workLimit{c: c, work: &c.work[clip], most: most, limit: most}
}

// pose counts a pose of all joints.
func (w *workLimit) pose() {
	*w.work += int64(len(w.c.Skeleton.Joint))
	w.reached = w.reached || *w.work > w.limit
	if *w.work-w.asked >= askWork {
		w.asked = *w.work
		w.reached = w.reached || w.c.Ctx.Err() != nil
	}
}

// found lowers the limit once a clip has rows.
func (w *workLimit) found() {
	if len(w.c.Skeleton.Joint) > manyJoints {
		w.limit = min(w.limit, enoughWork)
		w.reached = w.reached || *w.work > w.limit
	}
}

// afford returns an error if further poses would exceed BankOptions.MaxWork.
func (w *workLimit) afford(poses int) error {
	if need := *w.work + int64(poses)*int64(len(w.c.Skeleton.Joint)); need > w.most {
		return fmt.Errorf("%w: %d joints have to be posed, more than the %d of Options.MaxWork", soa.ErrTooLarge, need, w.most)
	}
	return nil
}

// err tells why the limit is reached.
func (w *workLimit) err() error {
	if err := w.c.Ctx.Err(); err != nil {
		return err
	}
	return w.afford(1)
}

// leastPoses returns the least number of poses that the clip is compared with at any frame rate.
func (b *clipBuilder) leastPoses() int {
	poses := 0
	for k := range len(b.keys) - 1 {
		if promised(b.jumps, (b.keys[k]+b.keys[k+1])/2) {
			poses += len(coarseProbes)
		}
	}
	return poses
}
