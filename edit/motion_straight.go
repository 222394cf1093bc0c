package edit

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// A pelvis turns by up to 26 degrees between two moments of a run that goes straight. Such a turn from a
// clip's start to its end says that the character turns only if the clip ends as it starts, or if the way
// bends too.

// mostDoubt is the largest turn, in radians, that may be sway.
const mostDoubt = 30 * math.Pi / 180

// closes reports whether the clip ends as it starts, but for the joint and those above it: their
// rotations do.
func (e *extraction) closes() bool {
	const close = 0.02 // of two quaternions
	for t := range e.clip.Tracks {
		tr := &e.clip.Tracks[t]
		if tr.Property != soa.Rotation || e.skeleton.Index[tr.Target] >= 0 {
			continue
		}
		a, b := exact.Sample(e.clip, t, 0), exact.Sample(e.clip, t, e.clip.Duration)
		if b.NearestSign(a).Distance(a) > close {
			return false
		}
	}
	return true
}

// straighten leaves out the turn of a course unless the mean square of the sway is less than half with
// it. It reports whether the joint travels.
func (c *course) straighten(p []exact.Vec, near float64) bool {
	turns := *c
	_, _, bent := c.sway(p)
	c.turn = 0
	travels := c.lay(p, near)
	if _, _, square := c.sway(p); square <= float64(2*bent) {
		return travels
	}
	*c = turns
	return true
}
