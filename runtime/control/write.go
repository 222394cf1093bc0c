package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/vec"
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
		for i := range goal {
			if by[i] != 0 {
				goal[i] = scale[i] / by[i]
			}
		}
		p.SetOther(w.scale, p.Other(w.scale).Lerp(goal, weight))
	}
	if w.translation != soa.None {
		above := f.above(k)
		if inverse, ok := above.Inverse(); ok {
			goal := point(&inverse, vec.Place(m)).Sub(f.pivot(k))
			p.SetOther(w.translation, p.Other(w.translation).Lerp(goal, weight))
		}
	}
	if weight < 1 {
		turn = now.Nlerp(turn, weight)
	}
	f.rotate(p, k, turn.Mul(now.Conjugate()))
}

// parts are the rotation and the scales of a matrix without shear. One that mirrors has a
// negative scale along x.
func parts(m *soa.Affine) (vec.Q, vec.V) {
	x, y, z := vec.Columns(m)
	scale := vec.V{x.Length(), y.Length(), z.Length()}
	z = z.Unit(vec.V{0, 0, 1})
	y = y.AddTimes(z, -y.Dot(z)).Unit(z.Beside())
	right := y.Cross(z)
	if x.Dot(right) < 0 {
		scale[0] = -scale[0]
	}
	return vec.Rotation(right, y, z), scale
}
