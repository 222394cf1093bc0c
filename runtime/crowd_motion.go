package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/runtime/motion"
)

// RootMotion says what a crowd does with the movement of the root that has been taken
// out of its clips, see motion.Extract.
type RootMotion uint8

const (
	// RootIgnored leaves instances in place.
	RootIgnored RootMotion = iota
	// RootReported computes Motion, for an engine that moves characters itself.
	RootReported
	// RootApplied adds it up in Transform too.
	RootApplied
)

// String returns the mode's name.
func (r RootMotion) String() string {
	switch r {
	case RootIgnored:
		return "ignored"
	case RootReported:
		return "reported"
	case RootApplied:
		return "applied"
	}
	return fmt.Sprintf("root motion(%d)", uint8(r))
}

// roots is where instances go.
type roots struct {
	mode      RootMotion
	track     [][3]*motion.Track // per clip and LoopMode; nil where it does not move
	joint     []int16            // per clip
	moved     []motion.Place     // per instance: in the last step
	transform []motion.Place     // since the start
	last      []lastPlace        // of the first voice, where it plays alone
}

// lastPlace is a place of a clip's motion that the next step begins with.
type lastPlace struct {
	phase float64
	track *motion.Track
	at    motion.Place
}

func (r *roots) prepare(mode RootMotion, played []playedClip, instances int) error {
	if mode > RootApplied {
		return fmt.Errorf("%w: %v", ErrOption, mode)
	}
	if r.mode = mode; mode == RootIgnored {
		return nil
	}
	r.track, r.joint = make([][3]*motion.Track, len(played)), make([]int16, len(played))
	for k := range played {
		p := &played[k]
		if p.motion == nil {
			continue
		}
		r.joint[k] = p.motion.Joint
		for m := range r.track[k] {
			var err error
			if r.track[k][m], err = motion.NewTrack(p.motion, p.perSecond, p.clock.Seconds, motion.Mode(m)); err != nil {
				return fmt.Errorf("clip %q: %w", p.name, err)
			}
		}
	}
	r.moved, r.transform, r.last = make([]motion.Place, instances), make([]motion.Place, instances), make([]lastPlace, instances)
	for i := range r.moved {
		r.moved[i], r.transform[i] = motion.Identity(), motion.Identity()
	}
	return nil
}

// Motion returns the movement of instance i in the last update, as seen from where it
// was before: blended from its layers by their weights and their masks' weight of the
// root. It is Identity where RootMotion is RootIgnored.
func (c *Crowd) Motion(i int) motion.Place {
	if c.check(i) != nil || c.roots.mode == RootIgnored {
		return motion.Identity()
	}
	return c.roots.moved[i]
}

// Transform returns where instance i has come: the product of its movements, with
// RootApplied, in float64.
func (c *Crowd) Transform(i int) motion.Place {
	if c.check(i) != nil || c.roots.mode != RootApplied {
		return motion.Identity()
	}
	return c.roots.transform[i]
}

// SetTransform puts instance i somewhere. The error wraps ErrRange, or ErrOption where
// the crowd does not apply root motion or the place has no rotation.
func (c *Crowd) SetTransform(i int, p motion.Place) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("set transform: %w", err)
	}
	for _, v := range [...]float64{p.X, p.Y, p.Z, p.C, p.S} {
		if !finite64(v) {
			return fmt.Errorf("set transform: %w: %v", ErrOption, p)
		}
	}
	if c.roots.mode != RootApplied || p.C == 0 && p.S == 0 {
		return fmt.Errorf("set transform: %w: %v, root motion is %v", ErrOption, p, c.roots.mode)
	}
	c.roots.transform[i] = p.Unit()
	return nil
}

// movePlain moves an instance that plays one clip.
func (c *Crowd) movePlain(s *Scratch, i, slot int) {
	r := &c.roots
	by := &r.moved[i]
	t := r.track[c.clip[i]][loopModeOf(c.clocks.Mode(i))]
	if t == nil {
		*by = motion.Identity()
		return
	}
	from, last := &s.events.before[0][slot], &r.last[i]
	if last.track != t || last.phase != from.phase {
		last.track, last.at = t, t.Phase(from.phase)
	}
	cycle, phase := c.clocks.Time(i)
	t.Move(by, &last.at, from.cycle, motion.Moment{Cycle: cycle, Phase: phase})
	last.phase = phase
	if r.mode == RootApplied {
		r.transform[i].Append(by)
	}
}

// move applies the movement of a step.
func (c *Crowd) move(i int, by motion.Place) {
	r := &c.roots
	r.moved[i] = by
	if r.mode == RootApplied {
		r.transform[i].Append(&by)
	}
}

// moveOn adds a movement to that of the same step.
func (c *Crowd) moveOn(i int, by motion.Place) {
	before := c.roots.moved[i]
	c.move(i, by)
	c.roots.moved[i] = before.Mul(by)
}

// voiceMoved returns the movement of one voice from where it stood, or false where its
// clip does not move.
func (c *Crowd) voiceMoved(s *Scratch, k, a, slot int) (motion.Place, bool) {
	t := c.roots.track[c.clip[a]][loopModeOf(c.clocks.Mode(a))]
	if t == nil || c.voices.held(a) {
		return motion.Place{}, false
	}
	cycle, phase := c.clocks.Time(a)
	from := s.events.before[k][slot]
	return t.Delta(motion.Moment{Cycle: from.cycle, Phase: from.phase}, motion.Moment{Cycle: cycle, Phase: phase}), true
}

// rootWeight is what a mask leaves of the movement of a clip.
func (c *Crowd) rootWeight(a int) float64 {
	mask := c.voices.mask[a]
	if mask == 0 {
		return 1
	}
	slot := c.poses.Slot[c.roots.joint[c.clip[a]]]
	if slot < 0 {
		return 1
	}
	return float64(c.masks[mask-1][slot])
}

// twistSum is movements of one group of layers.
type twistSum struct {
	below, sum motion.Twist
	weight     float64
}

// cover makes the group, by its weight, part of what is below.
func (t *twistSum) cover() {
	if t.weight == 0 {
		return
	}
	part := 1 / max(1, t.weight)
	left := 1 - min(1, t.weight)
	t.below = motion.Twist{}.Add(t.below, left).Add(t.sum, part)
	t.sum, t.weight = motion.Twist{}, 0
}

// moveLayers moves instance i as its layers do: by the mean of their twists.
func (c *Crowd) moveLayers(s *Scratch, i, slot int, sorted []uint8, share *[MaxLayers]float32) {
	v := &c.voices
	var t twistSum
	var added motion.Twist
	layer := -1
	for k, n := range sorted {
		a := v.at(i, int(n))
		kind := v.kind(a)
		if int(v.layer[a]) != layer {
			if layer = int(v.layer[a]); kind.begins() {
				t.cover()
			}
		}
		w := float64(float64(float32(v.weight[a]*share[k])) * c.rootWeight(a))
		if w == 0 || c.rests(a) || v.seen[a]&seenLate != 0 {
			continue
		}
		var twist motion.Twist
		if by, ok := c.voiceMoved(s, int(n), a, slot); ok {
			twist = by.Log()
		}
		switch kind {
		case Additive:
			added = added.Add(twist, w)
		case Subtract:
			added = added.Add(twist, -w)
		default:
			t.sum = t.sum.Add(twist, w)
			t.weight += w
		}
	}
	t.cover()
	c.move(i, motion.Exp(t.below.Add(added, 1)))
}

// moveLate adds the movement of a voice that has started during the step.
func (c *Crowd) moveLate(s *Scratch, i, k, a, slot int) {
	if by, ok := c.voiceMoved(s, k, a, slot); ok {
		w := float64(float64(c.voices.weight[a]) * float64(c.voices.fade[a]))
		w = float64(w * c.rootWeight(a))
		c.moveOn(i, motion.Exp(motion.Twist{}.Add(by.Log(), math.Min(1, w))))
	}
}
