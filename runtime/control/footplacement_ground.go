package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// plane is the ground below a foot, or none.
type plane struct {
	is            bool
	point, normal geom.Vec
}

// in is the plane behind a matrix, of which the inverse is at hand too.
func (p *plane) in(back, world *soa.Affine) plane {
	if !p.is {
		return plane{}
	}
	x, y, z := geom.Columns(world)
	return plane{true, geom.Point(back, p.point), geom.XYZ(x.Dot(p.normal), y.Dot(p.normal), z.Dot(p.normal)).Unit(geom.Vec{Y: 1})}
}

// over is how high along up the plane is on the vertical through a place: 0 for no plane, or
// one that is itself vertical, as after a jump of an instance that has turned over.
func (p *plane) over(at, up geom.Vec) float32 {
	rise := p.normal.Dot(up)
	if !p.is || !(geom.Abs(rise) > 1e-6) {
		return 0
	}
	return p.normal.Dot(p.point.Sub(at)) / rise
}

// upright is the plane's normal, or up.
func (p *plane) upright(up geom.Vec) geom.Vec {
	if !p.is {
		return up
	}
	return p.normal
}

// under is the ground from the hits of a foot's rays, in the world. Two hits that lie in one
// ground are a plane, from the heel to the tip; of others the higher one counts, which is
// where a foot stands on the edge of a step. A swinging foot is over what is ahead, if that
// is higher.
func (a *feetActor) under(b *body, s *footState, k int) plane {
	up, high, root := a.upright(&b.world)
	one := func(n int) plane {
		h := &s.hit[n]
		p := plane{h.Hit, geom.VecOf(h.Point), geom.VecOf(h.Normal).Unit(up)}
		if p.is {
			p.is = p.normal.Dot(up) >= a.steepest && geom.Abs(up.Dot(p.point.Sub(root))) <= high
		}
		return p
	}
	ground, n := one(0), 1
	if a.legs[k].tip == 3 {
		heel := one(1)
		ground, n = a.sole(&ground, &heel, up), 2
	}
	if a.Ahead > 0 && s.wish == 0 && ground.is {
		if ahead := one(n); ahead.is && ahead.over(ground.point, up) > float32(0.01*high) {
			return ahead
		}
	}
	return ground
}

// upright is what a place in the world makes of up, of the height of a step, and of a point
// of the clip's ground.
func (a *feetActor) upright(world *soa.Affine) (up geom.Vec, high float32, root geom.Vec) {
	up = geom.Direction(world, a.up)
	root = geom.Translation(world).AddTimes(up, a.Ground)
	return up.Unit(geom.Vec{Y: 1}), float32(up.Length() * a.Step), root
}

// sole is the plane of a foot whose tip and heel are above two planes.
func (a *feetActor) sole(tip, heel *plane, up geom.Vec) plane {
	switch {
	case !heel.is:
		return *tip
	case !tip.is:
		return *heel
	}
	const bend = 0.25 // of what is one ground: its slope between the two beside its own
	way, normal := tip.point.Sub(heel.point), tip.normal.Add(heel.normal)
	rise := way.Dot(up)
	run := way.AddTimes(up, -rise).Length()
	if geom.Abs(normal.Dot(way)) > float32(float32(bend*run)*normal.Dot(up)) {
		if rise < 0 {
			return *heel
		}
		return *tip
	}
	along := way.Unit(geom.Vec{})
	return plane{true, tip.point, normal.AddTimes(along, -normal.Dot(along)).Unit(tip.normal)}
}

// limited is a normal that is not farther from up than a foot can turn.
func (a *feetActor) limited(normal geom.Vec) geom.Vec {
	rise := normal.Dot(a.up)
	if rise >= a.tilt[0] {
		return normal
	}
	aside := normal.AddTimes(a.up, -rise).Unit(geom.Vec{})
	if aside == (geom.Vec{}) {
		return a.up
	}
	return a.up.Times(a.tilt[0]).AddTimes(aside, a.tilt[1])
}
