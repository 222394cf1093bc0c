package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// put brings a joint to a matrix in model space, or a part of the way there: its rotation, and
// where to allows it, its translation and scale.
func (f *frames) put(p *pose.Lane, k int, to access, m *soa.Affine, weight float32) {
	turn, scale := f.partsOf(k, m)
	now := f.rotation(k)
	if to&scales != 0 {
		above, column := f.parentMatrix(k), f.scale(k)
		_, by := parts(&above)
		if f.aboveSign(k) < 0 {
			by.X = geom.Abs(by.X)
		}
		goal, over := p.Other(column), scale.Array()
		for i, by := range by.Array() {
			if by != 0 {
				goal[i] = over[i] / by
			}
		}
		p.SetOther(column, geom.VecOf(p.Other(column)).Lerp(geom.VecOf(goal), weight).Array())
	}
	if to&moves != 0 {
		f.moveTo(p, k, geom.Translation(m), weight)
	}
	if weight < 1 {
		turn = now.Nlerp(turn, weight)
	}
	f.rotate(p, k, turn.Mul(now.Conjugate()))
}

// moveTo moves a joint to a place in model space, or a part of the way there.
func (f *frames) moveTo(p *pose.Lane, k int, to geom.Vec, weight float32) {
	above, column := f.parentMatrix(k), f.translation(k)
	if inverse, ok := above.Inverse(); ok {
		goal := geom.Point(&inverse, to).Sub(f.pivot(k))
		p.SetOther(column, geom.VecOf(p.Other(column)).Lerp(goal, weight).Array())
	}
}

// fixed is a place, or a direction, that is fixed to a joint.
type fixed struct {
	frame    int       // −1: in the world
	offset   geom.Vec  // as the frame's matrix takes it
	uniforms []float32 // of formula.FixedRig and formula.FixedGeneral
}

// fix fixes a place in a joint's frame, or a direction, to it; with −1 to the world.
func (s *starting) fix(k int, v geom.Vec, directed bool) fixed {
	whole := float32(1)
	if directed {
		whole = 0
	}
	at := v
	if k >= 0 && s.layout.Form == soa.Rig {
		bind := &s.layout.Bind[s.frames.slot[k]]
		if v = geom.Direction(bind, v); !directed {
			v = v.Add(geom.Translation(bind))
		}
		at = v.AddTimes(s.frames.pivot(k), -whole).Times(s.layout.K)
	}
	return fixed{k, v, []float32{at.X, at.Y, at.Z, whole}}
}

// fixed16 writes three rows: where a fixed place is in 16 poses.
func (f *frames) fixed16(x *fixed, out []float32) {
	if f.args.Len == 1 && f.layout.Form == soa.Rig {
		f.fixedOne(x, out)
		return
	}
	f.args.Rows[0], f.args.Rows[1], f.args.Uniforms = f.frame(x.frame), out, x.uniforms
	if f.layout.Form == soa.Rig {
		_ = kernel.FixedRig16(f.args)
	} else {
		_ = kernel.FixedGeneral16(f.args)
	}
}

// fixedOne is fixed16 of the first pose, in the rig form: as formula.FixedRig computes it.
func (f *frames) fixedOne(x *fixed, out []float32) {
	frame, u, to := (*[6*simd.Lanes + 1]float32)(f.frame(x.frame)), x.uniforms, (*[2*simd.Lanes + 1]float32)(out)
	turn, place := geom.XYZW(frame[0], frame[simd.Lanes], frame[2*simd.Lanes], frame[3*simd.Lanes]), geom.XYZ(frame[4*simd.Lanes], frame[5*simd.Lanes], frame[6*simd.Lanes])
	v := turn.Rotate(geom.XYZ(u[0], u[1], u[2])).AddTimes(place, u[3])
	to[0], to[simd.Lanes], to[2*simd.Lanes] = v.X, v.Y, v.Z
}

// at is where a fixed place is in the model, along the direction that a fixed one has there.
func (f *frames) at(x *fixed) geom.Vec {
	m := f.matrix(x.frame)
	return geom.Point(&m, x.offset)
}

func (f *frames) directionOf(x *fixed) geom.Vec {
	m := f.matrix(x.frame)
	return geom.Direction(&m, x.offset)
}

// turnBeside turns a joint, by a weight, relative to its parent: a rotation in model space,
// applied to the pose that the frames have.
func (f *frames) turnBeside(p *pose.Lane, k int, own geom.Quat, weight float32) {
	o := own
	if weight < 1 {
		if o.W < 0 {
			o = o.Neg()
		}
		o = geom.XYZW(float32(o.X*weight), float32(o.Y*weight), float32(o.Z*weight), 1+float32((o.W-1)*weight))
	}
	q := f.turnedAbove(k).Conjugate().Mul(o.Mul(f.turned(k)))
	p.SetRotation(f.slot[k], q.Times(1/geom.Sqrt(q.Dot(q))).Array())
}
