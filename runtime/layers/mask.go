package layers

import (
	"errors"
	"fmt"
	"math"
	"path"

	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Step gives a weight to some joints of a mask.
type Step struct {
	Joints  Joints
	Name    string // of a joint, or a pattern
	Weight  float32
	Feather int
}

// Joints is how a Step chooses joints.
type Joints uint8

const (
	ByName    Joints = iota // the joints of a name
	ByPattern               // those whose names match
	BySubtree               // a joint and those below it
)

// String returns the name that the choice has in a file.
func (j Joints) String() string {
	switch j {
	case ByName:
		return "joint"
	case ByPattern:
		return "match"
	case BySubtree:
		return "subtree"
	}
	return fmt.Sprintf("joints(%d)", uint8(j))
}

// The greatest numbers of steps of a mask and of levels that one fades in over.
const (
	maxSteps   = 10_000
	maxFeather = soa.MaxJoints
)

// MaskOf makes the mask of a skeleton to which steps give weights, in their order, from
// 0 on. The error wraps pose.ErrJoint, path.ErrBadPattern or soa.ErrOption, and begins
// with the place of the step in the list.
func MaskOf(skeleton *soa.Skeleton, steps []Step) (pose.Mask, error) {
	mask := pose.NewMask(skeleton, 0)
	for k, step := range steps {
		var err error
		switch step.Joints {
		case ByName:
			err = mask.Joints(skeleton, step.Weight, step.Name)
		case ByPattern:
			err = mask.Match(skeleton, step.Name, step.Weight)
		case BySubtree:
			err = mask.Subtree(skeleton, step.Name, step.Weight, step.Feather)
		default:
			err = fmt.Errorf("%w: %v", soa.ErrOption, step.Joints)
		}
		if errors.Is(err, pose.ErrJoint) {
			err = unknown(pose.ErrJoint, step.Name, skeleton.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("[%d].%v: %w", k, step.Joints, err)
		}
	}
	return mask, nil
}

func (l *Layer) readMask(v value) error {
	steps, err := v.list(maxSteps)
	if err != nil {
		return err
	}
	l.Mask = make([]Step, len(steps))
	for k, step := range steps {
		if err := l.Mask[k].read(step); err != nil {
			return err
		}
	}
	return nil
}

func (s *Step) read(v value) error {
	s.Weight = 1
	named, feathered := 0, false
	by := func(j Joints) func(value) error {
		return func(v value) (err error) {
			named++
			s.Joints = j
			s.Name, err = v.text()
			if _, bad := path.Match(s.Name, ""); err == nil && j == ByPattern && bad != nil {
				return v.wrong("%q is no pattern", s.Name)
			}
			return err
		}
	}
	err := v.object(map[string]func(value) error{
		"joint": by(ByName), "match": by(ByPattern), "subtree": by(BySubtree),
		"weight": func(v value) error {
			w, err := v.number(0, math.MaxFloat32)
			s.Weight = float32(w)
			return err
		},
		"feather": func(v value) (err error) { feathered = true; s.Feather, err = v.count(0, maxFeather); return err },
	})
	switch {
	case err != nil:
		return err
	case named != 1:
		return v.wrong("a step has one of joint, match and subtree")
	case feathered && s.Joints != BySubtree:
		return v.wrong("feather is for a subtree")
	}
	return nil
}
