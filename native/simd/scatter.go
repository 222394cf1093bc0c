package simd

import "fmt"

// Scatter is where a block kernel writes the palettes of lanes that do not lie
// one after the other: those of lane l start at Values[At[l]]. Lanes of the
// same instance may have the same place. It belongs to one goroutine.
type Scatter struct {
	Values []float32
	At     [Lanes]int
	// Count is how many lanes, from the first on, have a palette to write; 0
	// stands for all. With eight or fewer a kernel may leave the others alone.
	Count int
	stage Palettes // for instruction sets that can only write at a fixed stride
}

// NewScatter returns a Scatter into values for rigs of so many joints at most.
func NewScatter(values []float32, joints int) *Scatter {
	stride := (affineFloats*padGroup(max(joints, 0))/Lanes | 1) * Lanes
	return &Scatter{Values: values, stage: Palettes{Values: AlignedFloat32(Lanes * stride), Stride: stride}}
}

func (s *Scatter) check(kernel string, joints int) error {
	width := affineFloats * joints
	if s.Count < 0 || s.Count > Lanes {
		return fmt.Errorf("simd.%s: %w: %d lanes of %d", kernel, ErrLength, s.Count, Lanes)
	}
	for l, at := range s.At[:s.lanes()] {
		if at < 0 || at > len(s.Values)-width {
			return fmt.Errorf("simd.%s: %w: lane %d writes %d values at %d, of %d", kernel, ErrLength, l, width, at, len(s.Values))
		}
	}
	return s.stage.check(kernel, joints, 1)
}

// lanes is how many are written.
func (s *Scatter) lanes() int {
	if s.Count == 0 {
		return Lanes
	}
	return s.Count
}

// spread copies what has been staged.
func (s *Scatter) spread(joints int) {
	for l, at := range s.At[:s.lanes()] {
		copy(s.Values[at:][:affineFloats*joints], s.stage.Values[l*s.stage.Stride:])
	}
}

// RigPaletteTo16 is RigPalette16 with a place for each lane.
func RigPaletteTo16(out *Scatter, pose []float32, c Columns, rig *Rig, scratch []float32) error {
	const kernel = "RigPaletteTo16"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if err := rig.check(kernel, c, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints)); err != nil {
		return err
	}
	if len(rig.joints) > 0 {
		rigPaletteTo16(out, pose, rig, scratch)
	}
	return nil
}

// GeneralPaletteTo16 is GeneralPalette16 with a place for each lane.
func GeneralPaletteTo16(out *Scatter, pose []float32, c Columns, rig *GeneralRig, scratch []float32) error {
	const kernel = "GeneralPaletteTo16"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if err := rig.check(kernel, c, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints)); err != nil {
		return err
	}
	if len(rig.joints) > 0 {
		generalPaletteTo16(out, pose, rig, scratch)
	}
	return nil
}

func (s *Scatter) rigStaged(pose []float32, rig *Rig, scratch []float32) {
	rigPalette16(&s.stage, pose, rig, scratch)
	s.spread(len(rig.joints))
}

func (s *Scatter) generalStaged(pose []float32, rig *GeneralRig, scratch []float32) {
	generalPalette16(&s.stage, pose, rig, scratch)
	s.spread(len(rig.joints))
}
