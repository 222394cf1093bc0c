package soa

import (
	"fmt"
	"math"
)

// Pose is one pose of a model as plain data, without a clip: from a capture, a message of a network or
// a crowd.
//
//	Local     TX[j] TY[j] … SZ[j]    j = joint of the skeleton: metres, unit quaternions, factors
//	Has       Has[j]                 whether the pose has joint j; nil: it has all
//	Weights   Weights[w]             w = morph weight of the model; nil: the pose has none
//	Floats    Floats[f]              f = custom property of the model, in its own unit; nil: none
//	Root      X Y Z C S              place of the character in metres; the zero value is IdentityRoot
//
// Joints, weights and floats missing from a pose keep their other values: those at rest, or those of
// another pose. A joint with a static matrix keeps it, whatever its transform.
type Pose struct {
	Local           Transforms
	Has             []bool
	Weights, Floats []float32
	Root            RootTransform
}

// MakePose returns the model's rest pose, with all joints, weights and floats.
func MakePose(m *Model) Pose {
	p := Pose{Local: MakeTransforms(m.Skeleton.Len()), Root: IdentityRoot()}
	p.Local.CopyFrom(&m.Skeleton.Rest)
	for i := range m.Weights {
		p.Weights = append(p.Weights, m.Weights[i].Rest)
	}
	for i := range m.Floats {
		p.Floats = append(p.Floats, m.Floats[i].Rest)
	}
	return p
}

// Validate checks a pose of a valid model: lengths of arrays, magnitudes of numbers (see
// MaxMagnitude), the unit length of rotations and of the root's, and the product of scales along
// chains of joints. Joints that the pose does not have are not read. The error wraps ErrInvalid and
// names the joint and the value.
func (p *Pose) Validate(m *Model) error {
	if p == nil || m == nil || m.Skeleton == nil {
		return fmt.Errorf("%w: no pose, model or skeleton", ErrInvalid)
	}
	if err := p.validateLengths(m); err != nil {
		return err
	}
	for j := range m.Skeleton.Parent {
		if !p.has(j) {
			continue
		}
		if err := p.validateJoint(m.Skeleton, j); err != nil {
			return err
		}
	}
	for i, v := range p.Weights {
		if !bounded(v) {
			return fmt.Errorf("%w: a pose has morph weight %d %q at %v", ErrInvalid, i, m.Weights[i].Target, v)
		}
	}
	for i, v := range p.Floats {
		if !bounded(v) {
			return fmt.Errorf("%w: a pose has custom property %d %q at %v", ErrInvalid, i, m.Floats[i].Name, v)
		}
	}
	if err := p.validateRoot(); err != nil {
		return err
	}
	return p.validateScales(m.Skeleton)
}

func (p *Pose) has(j int) bool { return len(p.Has) == 0 || p.Has[j] }

// transformNames names the components of a transform, in their order.
var transformNames = [transformFloats]string{
	"translation x", "translation y", "translation z", "rotation x", "rotation y", "rotation z", "rotation w", "scale x", "scale y", "scale z",
}

func (p *Pose) validateLengths(m *Model) error {
	n := m.Skeleton.Len()
	for i, c := range p.Local.components() {
		if len(c) != n {
			return fmt.Errorf("%w: a pose has %s of %d joints, want %d", ErrInvalid, transformNames[i], len(c), n)
		}
	}
	for _, a := range [...]struct {
		name      string
		got, want int
	}{{"Pose.Has", len(p.Has), n}, {"Pose.Weights", len(p.Weights), len(m.Weights)}, {"Pose.Floats", len(p.Floats), len(m.Floats)}} {
		if err := checkLen(a.name, a.got, a.want, true); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pose) validateJoint(s *Skeleton, j int) error {
	l := &p.Local
	for i, c := range l.components() {
		if !bounded(c[j]) {
			return fmt.Errorf("%w: a pose has joint %d %q at %s %v", ErrInvalid, j, s.Name[j], transformNames[i], c[j])
		}
	}
	if !unitQuaternion(l.RX[j], l.RY[j], l.RZ[j], l.RW[j]) {
		return fmt.Errorf("%w: a pose has joint %d %q at a rotation that is not of unit length: %v %v %v %v",
			ErrInvalid, j, s.Name[j], l.RX[j], l.RY[j], l.RZ[j], l.RW[j])
	}
	return nil
}

func (p *Pose) validateRoot() error {
	r := p.Root
	if r == (RootTransform{}) {
		return nil
	}
	off := float64(r.C*r.C) + float64(r.S*r.S) - 1
	if !bounded(r.X) || !bounded(r.Y) || !bounded(r.Z) || !(math.Abs(off) <= unitTolerance) {
		return fmt.Errorf("%w: a pose has the root at %v %v %v with the rotation %v %v, which is to be finite and of unit length",
			ErrInvalid, r.X, r.Y, r.Z, r.C, r.S)
	}
	return nil
}

// validateScales checks that the pose, or a blend of it and the rest pose, scales no chain of joints
// by MaxMagnitude or more.
func (p *Pose) validateScales(s *Skeleton) error {
	greatest, depth := 1., 1
	for j := range s.Parent {
		greatest = max(greatest, s.restScale(j), p.scale(j))
		depth = max(depth, int(s.Depth[j])+1)
	}
	for i := range s.Static {
		greatest = max(greatest, s.Static[i].scale())
	}
	if math.Log2(greatest)*float64(depth) < maxMagnitudeBits {
		return nil
	}
	product := make([]float64, s.Len())
	for j := range product {
		product[j] = max(s.restScale(j), p.scale(j))
	}
	for i := range s.Static {
		product[s.Static[i].Joint] = s.Static[i].scale()
	}
	if j := multiplyScales(product, s.Parent); j >= 0 {
		return fmt.Errorf("%w: a pose has joint %d %q scaled by %v", ErrInvalid, j, s.Name[j], product[j])
	}
	return nil
}

// scale is the greatest factor by which the pose stretches a joint, or 0.
func (p *Pose) scale(j int) float64 {
	if !p.has(j) {
		return 0
	}
	return stretch([]float32{p.Local.SX[j], p.Local.SY[j], p.Local.SZ[j]})
}
