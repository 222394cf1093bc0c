package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// writes are the columns into which a joint's matrix goes beside its rotation; soa.None:
// it keeps what it has.
type writes struct{ translation, scale int }

// writes finds the columns of a frame's joint for a modifier that moves or scales it.
func (s *starting) writes(k int, moves, scales bool, name string) (w writes, err error) {
	slot := s.frames.slot[k]
	w = writes{soa.None, soa.None}
	if s.frames.static[k] != nil {
		return w, fmt.Errorf("%w: %q stands still in the layout", ErrJoint, name)
	}
	if moves {
		w.translation = int(s.layout.TranslationColumn[slot])
	}
	if scales && s.layout.Form == soa.General {
		w.scale = int(s.layout.ScaleColumn[slot])
	}
	if moves && w.translation == soa.None || scales && w.scale == soa.None {
		return w, fmt.Errorf("%w: the layout has no column for the translation or scale of %q, see Reserve", ErrJoint, name)
	}
	return w, nil
}

// put brings a joint to a matrix in model space, or a part of the way there.
func (w *writes) put(f *frames, p *pose.Lane, k int, m *soa.Affine, weight float32) {
	turn, scale := parts(m)
	now := f.rotation(k)
	if w.scale != soa.None {
		above := f.above(k)
		_, by := parts(&above)
		goal := p.Other(w.scale)
		over := scale.Array()
		for i, by := range by.Array() {
			if by != 0 {
				goal[i] = over[i] / by
			}
		}
		p.SetOther(w.scale, geom.VecOf(p.Other(w.scale)).Lerp(geom.VecOf(goal), weight).Array())
	}
	if w.translation != soa.None {
		above := f.above(k)
		if inverse, ok := above.Inverse(); ok {
			goal := geom.Point(&inverse, geom.Translation(m)).Sub(f.pivot(k))
			p.SetOther(w.translation, geom.VecOf(p.Other(w.translation)).Lerp(goal, weight).Array())
		}
	}
	if weight < 1 {
		turn = now.Nlerp(turn, weight)
	}
	f.rotate(p, k, turn.Mul(now.Conjugate()))
}

// parts are the rotation and the scales of a matrix without shear. One that mirrors has a
// negative scale along x.
func parts(m *soa.Affine) (geom.Quat, geom.Vec) {
	x, y, z := geom.Columns(m)
	scale := geom.XYZ(x.Length(), y.Length(), z.Length())
	z = z.Unit(geom.Vec{Z: 1})
	y = y.AddTimes(z, -y.Dot(z)).Unit(z.Perpendicular())
	right := y.Cross(z)
	if x.Dot(right) < 0 {
		scale.X = -scale.X
	}
	return geom.FromAxes(right, y, z), scale
}
