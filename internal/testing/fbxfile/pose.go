package fbxfile

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Euler returns the rotation of angles in degrees, applied in an FBX order.
func Euler(v exact.Vec, order int) exact.Quat {
	var q [3]exact.Quat
	for i := range 3 {
		half := v[i] * math.Pi / 360
		q[i] = exact.Quat{3: math.Cos(half)}
		q[i][i] = math.Sin(half)
	}
	o := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}[order]
	return q[o[2]].Mul(q[o[1]]).Mul(q[o[0]])
}

// local is the formula of the FBX SDK's documentation:
// T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹.
func (m *Model) local(frame int) exact.Matrix {
	at := func(curve string, rest exact.Vec) exact.Vec {
		if c := m.Curves[curve]; len(c) > 0 && frame >= 0 {
			return c[frame]
		}
		return rest
	}
	move := func(v exact.Vec) exact.Matrix {
		return exact.Compose(v, exact.IdentityQuat(), exact.Vec{1, 1, 1})
	}
	turn := func(q exact.Quat) exact.Matrix { return q.Matrix() }
	product := exact.Identity()
	for _, factor := range []exact.Matrix{
		move(at("T", m.Translation)), move(m.RotationOffset), move(m.RotationPivot),
		turn(Euler(m.PreRotation, 0)), turn(Euler(at("R", m.Rotation), m.RotationOrder)), turn(Euler(m.PostRotation, 0).Conjugate()),
		move(m.RotationPivot.Scale(-1)), move(m.ScalingOffset), move(m.ScalingPivot),
		exact.Compose(exact.Vec{}, exact.IdentityQuat(), at("S", OrOne(m.Scaling))), move(m.ScalingPivot.Scale(-1)),
	} {
		product = product.Mul(factor)
	}
	return product
}

// InFile returns a node's matrix in the file's space; frame −1 is the rest pose.
func (f *File) InFile(name string, frame int) exact.Matrix {
	m := exact.Identity()
	for name != "" {
		for i := range f.Models {
			if f.Models[i].Name == name {
				m = f.Models[i].local(frame).Mul(m)
				name = f.Models[i].Parent
				break
			}
		}
	}
	return m
}

// Global returns a node's matrix in model space: metres, Y up.
func (f *File) Global(name string, frame int) exact.Matrix {
	unit := f.Unit
	if unit == 0 {
		unit = 1
	}
	top := exact.Scaling(unit / 100)
	if f.Up == 2 {
		top = exact.Matrix{0: 1, 6: 1, 9: -1}.Mul(top)
	}
	return top.Mul(f.InFile(name, frame))
}
