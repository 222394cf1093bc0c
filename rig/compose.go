package rig

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// followBound is how near linear keys follow the product of two joints that both move: metres of a
// child's place, and of points a metre from it. Where the joints turn or speed up so fast that keys closer than
// 1/960 s would be needed, SkeletonReport.Loosest is above it.
const followBound = 1e-5

const (
	// halvings bounds the keys that are added between two.
	halvings = 10
	// closest is the shortest time in seconds between a key that is added and its neighbours.
	closest = 1. / 960
)

// compose returns a clip whose tracks of a joint's children are relative to the joint's parent. The
// joint's own tracks stay, for rebuild to leave out.
func compose(k *soa.Skeleton, c *soa.Clip, joint int, r *SkeletonReport) *soa.Clip {
	own := newLocal(k, c, joint)
	b := &clipBuilder{of: c}
	var children []int
	for child, p := range k.Parent {
		if int(p) == joint {
			children = append(children, child)
		}
	}
	if len(children) == 0 {
		return c
	}
	changed := false
	for t, tr := range c.Tracks {
		if !isJoint(tr.Property) || int(k.Parent[tr.Target]) != joint {
			b.keep(t, int(tr.Target), nil)
		}
	}
	for _, child := range children {
		if isStatic(k, child) { // no clip drives it
			continue
		}
		l := newLocal(k, c, child)
		if !own.moves && !own.driven && !l.driven {
			continue
		}
		changed = true
		if own.moves {
			composeMoving(b, own, l, r)
		} else {
			composeStill(b, own, l)
		}
	}
	if !changed {
		return c
	}
	return b.build()
}

// local is the local transform of a joint in a clip.
type local struct {
	joint  int
	clip   *soa.Clip
	tracks [3]int // of its translation, rotation and scale, or -1
	track  [3]exact.Track
	rest   [3]exact.Quat
	held   [3]exact.Quat // the rest, or the first value of a track
	driven bool          // it has tracks
	moves  bool          // one of them has several values
}

func newLocal(k *soa.Skeleton, c *soa.Clip, j int) *local {
	l := &local{joint: j, clip: c, tracks: tracksOf(c, j)}
	t, q, s := rest(k, j)
	l.rest = [3]exact.Quat{{t[0], t[1], t[2]}, q.Unit(), {s[0], s[1], s[2]}}
	l.held = l.rest
	for p, track := range l.tracks {
		if track < 0 {
			continue
		}
		l.driven = true
		l.track[p] = exact.NewTrack(c, track)
		l.held[p] = l.track[p].Key(l.track[p].First)
		l.moves = l.moves || l.track[p].Changes()
	}
	return l
}

// at returns the transform at a tick, or its limit from the left.
func (l *local) at(tick float64, left bool) (v [3]exact.Quat) {
	v = l.held
	for p, track := range l.tracks {
		if track >= 0 && l.track[p].Changes() {
			v[p] = l.track[p].At(tick, left)
		}
	}
	return v
}

// composeStill maps the tracks of a child of a joint that does not move in the clip.
func composeStill(b *clipBuilder, own, child *local) {
	t, q, k := vec(own.held[0]), own.held[1], own.held[2][0]
	maps := [3]*mapping{turned(q, k, t), rotated(q, exact.IdentityQuat()), scaled(k)}
	still := together(own.held, child.held)
	for p, track := range child.tracks {
		switch {
		case track >= 0:
			b.keep(track, child.joint, maps[p])
		case own.driven: // it holds its joint elsewhere than at rest
			b.line(soa.Property(p), child.joint, linearKey{0, still[p]})
		}
	}
}

// together is the transform of a child in the space of the joint's parent.
func together(own, child [3]exact.Quat) [3]exact.Quat {
	t, q, s := composeChild(vec(own[0]), own[1], own[2][0], vec(child[0]), child[1], vec(child[2]))
	return [3]exact.Quat{{t[0], t[1], t[2]}, q, {s[0], s[1], s[2]}}
}

func vec(v exact.Quat) exact.Vec { return exact.Vec{v[0], v[1], v[2]} }

// composeMoving makes tracks of linear keys that follow the product.
func composeMoving(b *clipBuilder, own, child *local, r *SkeletonReport) {
	f := &follower{own: own, child: child, end: own.clip.Duration, spacing: closest * own.clip.TicksPerSecond}
	for i, at := range f.moments() {
		next := f.key(at.Tick, at.Jump)
		if i > 0 && !f.keys[len(f.keys)-1].jump {
			f.refine(f.keys[len(f.keys)-1], next, halvings)
		}
		f.keys = append(f.keys, next)
	}
	r.Added += f.added
	r.Loosest = max(r.Loosest, f.loosest)
	resting := together(own.rest, child.rest)
	for p := range 3 {
		keys, leaves := make([]linearKey, len(f.keys)), false
		for i, k := range f.keys {
			keys[i] = linearKey{k.tick, k.v[p]}
			leaves = leaves || !same(soa.Property(p), k.v[p], resting[p])
		}
		if !leaves {
			continue
		}
		b.line(soa.Property(p), child.joint, keys...)
	}
}

// product is a key of the product of two joints.
type product struct {
	tick float32
	jump bool // the next key is the other side of a jump
	v    [3]exact.Quat
}

// follower adds keys until lines between them follow a product.
type follower struct {
	own, child *local
	end        float64
	spacing    float64 // ticks
	keys       []product
	added      int
	loosest    float64
}

// moments lists the ticks of the keys of both joints; before a step too.
func (f *follower) moments() (list []exact.Moment) {
	list = []exact.Moment{{}, {Tick: float32(f.end)}}
	for _, l := range []*local{f.own, f.child} {
		for p, track := range l.tracks {
			if track < 0 {
				continue
			}
			t := &l.track[p]
			for k := t.First; k <= t.Last; k++ {
				at := l.clip.Time[k]
				list = append(list, exact.Moment{Tick: at})
				if before := math.Nextafter32(at, -math.MaxFloat32); t.Interpolation == soa.Step && k > t.First && before > list[0].Tick {
					list = append(list, exact.Moment{Tick: before, Jump: true})
				}
			}
		}
	}
	return ordered(list)
}

// ordered sorts moments; of several at one tick a jump stays.
func ordered(list []exact.Moment) []exact.Moment {
	slices.SortFunc(list, func(a, b exact.Moment) int {
		switch {
		case a.Tick < b.Tick, a.Tick == b.Tick && a.Jump && !b.Jump:
			return -1
		case a.Tick > b.Tick, a.Jump != b.Jump:
			return 1
		}
		return 0
	})
	return slices.CompactFunc(list, func(b, a exact.Moment) bool { return float64(b.Tick)-float64(a.Tick) <= soa.LeastTick })
}

// key computes the product at a tick. The key before a jump has the limit from the left of the jump.
func (f *follower) key(tick float32, jump bool) product {
	at := float64(tick)
	if jump {
		at = float64(math.Nextafter32(tick, math.MaxFloat32))
	}
	return product{tick, jump, f.value(at, jump)}
}

func (f *follower) value(tick float64, left bool) [3]exact.Quat {
	return together(f.own.at(tick, left), f.child.at(tick, left))
}

// refine appends keys between two.
func (f *follower) refine(a, b product, depth int) {
	worst := 0.
	for i := 1; i < 4; i++ {
		part := float64(i) / 4
		tick := float64(a.tick) + float64((float64(b.tick)-float64(a.tick))*part)
		want := f.value(tick, false)
		// Points a metre from the joint turn by twice the sine of half the angle.
		turn := 2 * exact.Slerp(a.v[1], b.v[1], part).NearestSign(want[1]).Distance(want[1])
		off := vec(a.v[0]).Lerp(vec(b.v[0]), part).Sub(vec(want[0])).Length()
		stretch := vec(a.v[2]).Lerp(vec(b.v[2]), part).Sub(vec(want[2])).Length()
		worst = max(worst, off+stretch+turn)
	}
	middle := float32((float64(a.tick) + float64(b.tick)) / 2)
	if worst <= followBound || depth == 0 || float64(middle)-float64(a.tick) < f.spacing || !(middle > a.tick && middle < b.tick) {
		f.loosest = max(f.loosest, worst)
		return
	}
	m := f.key(middle, false)
	f.refine(a, m, depth-1)
	f.keys = append(f.keys, m)
	f.added++
	f.refine(m, b, depth-1)
}

// same reports whether two values are equal in float32.
func same(p soa.Property, a, b exact.Quat) bool {
	if p == soa.Rotation {
		a = a.NearestSign(b)
	}
	return a.Float32() == b.Float32()
}
