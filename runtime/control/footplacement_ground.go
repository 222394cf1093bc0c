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

// transformed transforms the plane by the inverse of a matrix, given both.
func (p *plane) transformed(back, world *soa.Affine) plane {
	if !p.is {
		return plane{}
	}
	x, y, z := geom.Columns(world)
	return plane{true, geom.Point(back, p.point), geom.XYZ(x.Dot(p.normal), y.Dot(p.normal), z.Dot(p.normal)).Unit(geom.Vec{Y: 1})}
}

// heightAbove is the height of the plane above a place, along up: 0 for none, or a vertical one, as after
// an instance has turned over in a jump.
func (p *plane) heightAbove(at, up geom.Vec) float32 {
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

// groundOf is the ground of a foot from its hits, in world space. Two hits on one surface make a
// plane from heel to tip; otherwise the higher one counts, as for a foot on the edge of a step. A
// swinging foot takes the ground ahead, if that is higher.
func (a *feetActor) groundOf(b *body, s *footState, k int) plane {
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
		if ahead := one(n); ahead.is && ahead.heightAbove(ground.point, up) > float32(0.01*high) {
			return ahead
		}
	}
	return ground
}

// upright transforms up, the height of a step and a point of the clip's ground to world space.
func (a *feetActor) upright(world *soa.Affine) (up geom.Vec, high float32, root geom.Vec) {
	up = geom.Direction(world, a.up)
	root = geom.Translation(world).AddTimes(up, a.Ground)
	return up.Unit(geom.Vec{Y: 1}), float32(up.Length() * a.Step), root
}

// sole combines the planes under the tip and the heel.
func (a *feetActor) sole(tip, heel *plane, up geom.Vec) plane {
	switch {
	case !heel.is:
		return *tip
	case !tip.is:
		return *heel
	}
	const bend = 0.25 // the greatest slope from one to the other, against theirs, of one surface
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

// limited limits a normal to the tilt of a foot.
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
