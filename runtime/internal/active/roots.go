package active

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// roots is where instances go. An instance that plays one clip, whole and alone, follows the clip's
// track: a step stores the phases alone, and reading it computes the place.
//
//	              along.track   place            moved in the last step
//	one clip      its track     base · M(to)     M(from)⁻¹ · Tⁿ · M(to), n loops
//	more, layers  nil           base             moved
type roots struct {
	Mode  play.RootMotion
	joint []int16 // per clip
	still *motion.Track
	along []alongTrack        // per instance
	base  []soa.RootTransform // per instance, of RootApplied
	moved []soa.RootTransform // per instance

	density float64 // the most pieces per second of a clip, see Track.Pieces
	spread  float64 // the longest period of a clip, by the shortest

	partial atomic.Bool // the last update was one of those instances only
	only    []int       // ascending
}

// alongTrack is the last step of an instance along a track.
type alongTrack struct {
	track    *motion.Track
	from, to float64 // phases
	loops    int64   // in between
}

func (r *roots) Prepare(mode play.RootMotion, w *watch, played []source.Clip, instances int) (err error) {
	if mode > play.RootApplied {
		return fmt.Errorf("%w: %v", soa.ErrOption, mode)
	}
	if r.Mode = mode; mode == play.RootIgnored {
		return nil
	}
	if r.still, err = motion.NewTrack(nil, 1, 0, motion.Clamp); err != nil {
		return err
	}
	r.joint = make([]int16, len(played))
	shortest, longest := math.Inf(1), 0.
	for k := range played {
		var tracks [3]*motion.Track
		p := &played[k]
		for m := range tracks {
			tracks[m] = r.still
			if p.Motion == nil {
				continue
			}
			r.joint[k] = p.Motion.Joint
			if tracks[m], err = motion.NewTrack(p.Motion, p.PerSecond, p.Clock.Seconds, motion.Mode(m)); err != nil {
				return fmt.Errorf("clip %q: %w", p.Name, err)
			}
		}
		if seconds := p.Clock.Seconds; seconds > 0 {
			r.density = max(r.density, tracks[0].Pieces()/seconds)
			shortest, longest = min(shortest, seconds), max(longest, 2*seconds)
		}
		for m := range watchedModes {
			w := w.entry(int32(k), kernel.ClockMode(m))
			w.track = tracks[loopModeOf(kernel.ClockMode(m))]
		}
	}
	r.spread = longest / shortest
	r.along, r.base, r.moved = make([]alongTrack, instances), make([]soa.RootTransform, instances), make([]soa.RootTransform, instances)
	r.only = make([]int, 0, instances)
	for i := range r.moved {
		r.moved[i], r.base[i] = soa.IdentityRoot(), soa.IdentityRoot()
	}
	return nil
}

// Reset puts instance i where it was at the beginning.
func (r *roots) Reset(i int) {
	if r.Mode != play.RootIgnored {
		r.along[i], r.base[i], r.moved[i] = alongTrack{}, soa.IdentityRoot(), soa.IdentityRoot()
	}
}

// MoveAll notes that an update moves all instances, MoveSome that it moves some.
func (r *roots) MoveAll() { r.partial.Store(false) }

func (r *roots) MoveSome(some []int) {
	if r.Mode != play.RootIgnored {
		r.only = append(r.only[:0], some...)
		r.partial.Store(true)
	}
}

// Stays reports whether instance i had no part in the last update.
func (r *roots) Stays(i int) bool {
	if !r.partial.Load() {
		return false
	}
	_, found := slices.BinarySearch(r.only, i)
	return !found
}

// Motion writes the movement of instance i in its last step to p.
func (r *roots) Motion(p *soa.RootTransform, i int) {
	a := &r.along[i]
	switch {
	case a.track == nil:
		*p = r.moved[i]
	case a.from == a.to && a.loops == 0:
		*p = soa.IdentityRoot()
	default:
		a.track.Move(p, motion.Moment{Phase: a.from}, motion.Moment{Cycle: a.loops, Phase: a.to})
	}
}

// Transform writes where instance i is to p.
func (r *roots) Transform(p *soa.RootTransform, i int) {
	if a := &r.along[i]; a.track != nil {
		a.track.PlaceFrom(p, &r.base[i], a.to)
		return
	}
	*p = r.base[i]
}

// leave takes instance i off its track, where it is.
func (r *roots) leave(i int) {
	if r.along[i].track != nil {
		r.Motion(&r.moved[i], i)
		r.Transform(&r.base[i], i)
		r.along[i] = alongTrack{}
	}
}

// Put puts instance i somewhere off any track.
func (r *roots) Put(i int, p soa.RootTransform) {
	r.leave(i)
	r.base[i] = p
}

// step moves instance i along a track.
func (r *roots) step(i int, t *motion.Track, from, to moment) {
	a := &r.along[i]
	if a.track != t || a.to != from.phase {
		r.leave(i)
		r.enter(i, t, from.phase)
	}
	a.from, a.to, a.loops = from.phase, to.phase, to.cycle-from.cycle
	if a.loops != 0 && r.Mode == play.RootApplied {
		loops := t.Loops(a.loops)
		r.base[i].Append(&loops)
	}
}

// enter puts instance i, where it is, on a track at a phase.
func (r *roots) enter(i int, t *motion.Track, phase float64) {
	r.along[i] = alongTrack{track: t, from: phase, to: phase}
	back := t.Phase(phase).Inverse()
	r.base[i].Append(&back)
}
