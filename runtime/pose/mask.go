package pose

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Mask is a weight per joint of a skeleton: how much of a layer reaches the joint.
//
//	mask := pose.NewMask(skeleton, 0)
//	err := mask.Subtree(skeleton, "spine", 1, 3)    // fades in over three levels
//	err = mask.Match(skeleton, "*_twist*", 0)
//	columns, err := layout.ColumnWeights(mask, 1)
//
// Weights are from 0 to MaxWeight. Of layers that are averaged, one with a weight above 1
// counts for more at that joint; for others 1 is the whole layer.
type Mask []float32

// MaxWeight is the greatest weight of a joint in a Mask; play.MaxWeight is that of a layer.
const MaxWeight = 4

// ErrJoint is wrapped by errors about a joint or a pattern that no joint of the skeleton has.
var ErrJoint = errors.New("no such joint")

// NewMask returns a mask that gives all joints of a skeleton the same weight.
func NewMask(skeleton *soa.Skeleton, weight float32) Mask {
	return slices.Repeat(Mask{weight}, skeleton.Len())
}

// Joints gives weight to joints by their names, all joints of a name where it is
// not unique. The error wraps ErrJoint, and nothing has changed then.
func (m Mask) Joints(skeleton *soa.Skeleton, weight float32, names ...string) error {
	for _, name := range names {
		if !m.forEachJoint(skeleton, name, func(int) {}) {
			return fmt.Errorf("mask: %w: %q", ErrJoint, name)
		}
	}
	for _, name := range names {
		m.forEachJoint(skeleton, name, func(j int) { m[j] = weight })
	}
	return nil
}

// forEachJoint calls f for the joints of a name and tells whether there are any.
func (m Mask) forEachJoint(skeleton *soa.Skeleton, name string, f func(joint int)) (found bool) {
	for j, n := range skeleton.Name {
		if n == name && j < len(m) {
			f(j)
			found = true
		}
	}
	return found
}

// Match gives weight to the joints whose names match a pattern of path.Match. The
// error wraps ErrJoint where there are none, or path.ErrBadPattern.
func (m Mask) Match(skeleton *soa.Skeleton, pattern string, weight float32) error {
	found := false
	for j, name := range skeleton.Name[:min(len(m), skeleton.Len())] {
		ok, err := path.Match(pattern, name)
		if err != nil {
			return fmt.Errorf("mask: %q: %w", pattern, err)
		}
		if ok {
			m[j], found = weight, true
		}
	}
	if !found {
		return fmt.Errorf("mask: %w matches %q", ErrJoint, pattern)
	}
	return nil
}

// Subtree fades to weight at a joint and the joints below it. Over feather levels the weight comes
// in evenly: a joint d levels below the first goes the part (d+1)/feather of the way from its
// weight to the new one; with feather 0 or 1 all get it at once. The error wraps ErrJoint.
func (m Mask) Subtree(skeleton *soa.Skeleton, joint string, weight float32, feather int) error {
	depth := make([]int, len(m)) // below the first joint, from 1 on; 0 outside
	if !m.forEachJoint(skeleton, joint, func(j int) { depth[j] = 1 }) {
		return fmt.Errorf("mask: %w: %q", ErrJoint, joint)
	}
	for j := range depth {
		if p := skeleton.Parent[j]; p >= 0 && depth[j] == 0 && depth[p] > 0 {
			depth[j] = depth[p] + 1
		}
		if depth[j] == 0 {
			continue
		}
		part := float32(1)
		if depth[j] < feather {
			part = float32(depth[j]) / float32(feather)
		}
		m[j] += float32((weight - m[j]) * part)
	}
	return nil
}

// ColumnWeights returns a weight per column of the layout's poses: that of the joint which the
// column moves, others for columns of morph weights, and 0 for padding. The error wraps ErrMask
// where the mask is of another skeleton, or has a weight that is not from 0 to MaxWeight.
func (l *Layout) ColumnWeights(m Mask, others float32) ([]float32, error) {
	if len(m) != len(l.Slot) {
		return nil, fmt.Errorf("%w: %d weights for a skeleton of %d joints", ErrMask, len(m), len(l.Slot))
	}
	for j, w := range m {
		if !(w >= 0 && w <= MaxWeight) {
			return nil, fmt.Errorf("%w: joint %d has the weight %v, not from 0 to %d", ErrMask, j, w, MaxWeight)
		}
	}
	columns := make([]float32, l.Columns())
	for s, j := range l.Joint {
		if j == soa.NoJoint {
			continue
		}
		columns[s] = m[j]
		for _, list := range [...][]int16{l.TranslationColumn, l.ScaleColumn} {
			if len(list) > 0 && list[s] >= 0 {
				columns[l.Rotations()+int(list[s])] = m[j]
			}
		}
	}
	for _, c := range l.WeightColumn {
		if c >= 0 {
			columns[l.Rotations()+int(c)] = others
		}
	}
	return columns, nil
}

// ErrMask is wrapped by the error about a mask of another skeleton, or with weights that no
// mask can have.
var ErrMask = errors.New("the mask does not fit the skeleton")
