package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// springHit is a collider: its two places, or the place and the normal of a plane.
type springHit struct {
	shape   spring.Collider
	a, b    fixed
	inWorld bool
}

// collider prepares a collider of a joint's frame or, with −1, of the world.
func (s *starting) collider(at int, shape *spring.Collider) springHit {
	a, b := s.fix(at, geom.VecOf(shape.A), false), s.fix(at, geom.VecOf(shape.B), shape.Shape == spring.Plane)
	return springHit{*shape, a, b, at < 0}
}

// round reports whether the collider is a sphere, which has no second place.
func (h *springHit) round() bool {
	return h.shape.Shape == spring.Sphere || h.shape.Shape == spring.InsideSphere
}

func (h *springHit) isInside() bool { return h.shape.Shape >= spring.InsideSphere }

// meet computes the colliders in model space.
func (a *springsActor) meet(f *frames, at *pose.Changing, world []float32) {
	for k := range a.hits {
		h, rows := &a.hits[k], a.work.colliders[k][:]
		h.put(f, &h.a, rows[formula.ColliderA*simd.Lanes:], world)
		if b := rows[formula.ColliderB*simd.Lanes:][:3*simd.Lanes]; h.round() {
			copy(b, rows[formula.ColliderA*simd.Lanes:])
		} else {
			h.put(f, &h.b, b, world)
		}
		radius := rows[formula.ColliderRadius*simd.Lanes:]
		fill(radius, h.shape.Radius)
		if h.inWorld && h.shape.Shape != spring.Plane {
			for lane := range at.Len {
				radius[lane] = h.shape.Radius / world[formula.WorldScale*simd.Lanes+lane]
			}
		}
	}
}

func (h *springHit) put(f *frames, x *fixed, out, world []float32) {
	if !h.inWorld {
		f.fixed16(x, out)
		return
	}
	f.args.Rows[0], f.args.Rows[1], f.args.Uniforms = world, out, x.uniforms
	_ = kernel.SpringWorld16(f.args)
}

// collide turns the current bones out of colliders: 16 at once for a single sphere or plane.
func (a *springsActor) collide(f *frames, k int, at *pose.Changing, weight []float32) {
	b := a.work
	args, reach := b.push, a.reach[k]
	clear(b.hit[:])
	args.Len = at.Len
	for c := range a.hits {
		h := &a.hits[c]
		args.Rows[2], args.Uniforms = b.colliders[c][:], reach[:2]
		if h.isInside() {
			args.Uniforms = reach[2:]
		}
		if h.shape.Shape == spring.Plane {
			_ = kernel.SpringHitPlane16(args)
		} else {
			_ = kernel.SpringHit16(args)
		}
	}
	if !acting(b.hit[:at.Len]) {
		return
	}
	if only := &a.hits[0]; len(a.hits) == 1 && only.shape.Shape == spring.Plane {
		_ = kernel.SpringPushPlane16(args)
		return
	} else if len(a.hits) == 1 && only.round() {
		_ = kernel.SpringPush16(args)
		return
	}
	for lane := range at.Len {
		if b.hit[lane] > 0 && weight[lane] > 0 {
			a.clear(f, lane, a.Joints[k].Spring.Radius)
		}
	}
}

// clear turns the current bone of one pose out of colliders.
func (a *springsActor) clear(f *frames, lane int, radius float32) {
	b := a.work
	list := f.scratch.colliders[:len(a.hits)]
	for c := range a.hits {
		shape, rows := a.hits[c].shape, b.colliders[c][lane:]
		shape.A, shape.B, shape.Radius = laneV(rows, formula.ColliderA).Array(), laneV(rows, formula.ColliderB).Array(), rows[formula.ColliderRadius*simd.Lanes]
		if shape.Shape == spring.Plane {
			shape.B = geom.VecOf(shape.B).Unit(geom.Vec{Y: 1}).Array()
		}
		list[c] = shape
	}
	bone := b.bone[lane:]
	u := spring.Clear(laneV(bone, formula.BoneTo).Array(), laneV(b.walk[lane:], formula.WalkHead).Array(), bone[formula.BoneLength*simd.Lanes], radius, list)
	for x, v := range u {
		bone[(formula.BoneTo+x)*simd.Lanes] = v
	}
}

func laneV(rows []float32, row int) geom.Vec {
	return geom.XYZ(rows[row*simd.Lanes], rows[(row+1)*simd.Lanes], rows[(row+2)*simd.Lanes])
}
