// Package masks reads masks of joints from JSON, for lists of layers and for graphs:
//
//	[{"subtree": "chest", "feather": 3}, {"match": "hand.*", "weight": 0.5}]
package masks

import (
	"path"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Step gives a weight to some joints.
type Step struct {
	Joints  uint8 // how they are chosen: 0 by a name, 1 by a pattern, 2 a subtree
	Name    string
	Weight  float32
	Feather int
}

// The choices of joints.
const (
	byName uint8 = iota
	byPattern
	bySubtree
)

// MaxFeather is the greatest number of levels over which the weight of a subtree grows.
const MaxFeather = soa.MaxJoints

// Read reads the steps of a mask, at most a number of them. The error wraps soa.ErrFormat or
// soa.ErrOption, and begins with the value's place.
func Read(v strict.Value, most int) ([]Step, error) {
	list, err := v.List(most)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, len(list))
	for k, step := range list {
		if err := steps[k].read(step); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

func (s *Step) read(v strict.Value) error {
	s.Weight = 1
	named, feathered := 0, false
	by := func(joints uint8) func(strict.Value) error {
		return func(v strict.Value) (err error) {
			named++
			s.Joints = joints
			s.Name, err = v.Text()
			if _, bad := path.Match(s.Name, ""); err == nil && joints == byPattern && bad != nil {
				return v.Wrong("%q is no pattern", s.Name)
			}
			return err
		}
	}
	err := v.Object(map[string]func(strict.Value) error{
		"joint": by(byName), "match": by(byPattern), "subtree": by(bySubtree),
		"weight": func(v strict.Value) error {
			if _, err := v.Number(0, 1); err != nil {
				return err
			}
			w, err := v.Float(32)
			s.Weight = float32(w)
			return err
		},
		"feather": func(v strict.Value) (err error) {
			feathered = true
			s.Feather, err = v.Count(0, MaxFeather)
			return err
		},
	})
	switch {
	case err != nil:
		return err
	case named != 1:
		return v.Wrong("a step has one of joint, match and subtree")
	case feathered && s.Joints != bySubtree:
		return v.Wrong("feather is for a subtree")
	}
	return nil
}
