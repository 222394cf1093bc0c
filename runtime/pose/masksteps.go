package pose

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/internal/masks"
	"github.com/sinew-anim/sinew/soa"
)

// MaskStep gives a weight to some joints of a mask.
type MaskStep struct {
	Joints  MaskJoints
	Name    string // of a joint, or a pattern
	Weight  float32
	Feather int
}

// MaskJoints is how a MaskStep chooses joints.
type MaskJoints uint8

const (
	ByName    MaskJoints = iota // the joints of a name
	ByPattern                   // those whose names match
	BySubtree                   // a joint and those below it
)

// String returns the name that the choice has in a file.
func (j MaskJoints) String() string {
	if j > BySubtree {
		return fmt.Sprintf("joints(%d)", uint8(j))
	}
	return [...]string{"joint", "match", "subtree"}[j]
}

// MaxMaskSteps is the greatest number of steps of a mask.
const MaxMaskSteps = 10_000

// MaskOf makes the mask of a skeleton by steps: they give weights in their order,
// beginning with 0. The error wraps pose.ErrJoint, path.ErrBadPattern or soa.ErrOption,
// and begins with the place of the step in the list.
func MaskOf(skeleton *soa.Skeleton, steps []MaskStep) (Mask, error) {
	mask := NewMask(skeleton, 0)
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
		if errors.Is(err, ErrJoint) {
			err = suggest.Unknown(ErrJoint, step.Name, skeleton.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("[%d].%v: %w", k, step.Joints, err)
		}
	}
	return mask, nil
}

// ParseMask reads the steps of a mask from JSON: the list in the mask of a layer. The error wraps
// soa.ErrFormat for another form, or soa.ErrOption for a value out of its range, and begins with the
// place, as in "mask[1].weight".
func ParseMask(data []byte) ([]MaskStep, error) {
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return nil, fmt.Errorf("%w: it is no JSON%s", soa.ErrFormat, strict.Where(data, err))
	}
	list, err := masks.Read(strict.Dotted("mask", bytes.TrimSpace(data)), MaxMaskSteps)
	return stepsOf(list), err
}

// stepsOf returns steps as a file has them.
func stepsOf(list []masks.Step) (steps []MaskStep) {
	for _, s := range list {
		steps = append(steps, MaskStep{MaskJoints(s.Joints), s.Name, s.Weight, s.Feather})
	}
	return steps
}

// Validate reports a step that no file could have. The error wraps soa.ErrOption.
func (s MaskStep) Validate() error {
	_, bad := path.Match(s.Name, "")
	switch {
	case s.Joints > BySubtree:
		return fmt.Errorf("%w: %v", soa.ErrOption, s.Joints)
	case s.Name == "" || !utf8.ValidString(s.Name) || s.Joints == ByPattern && bad != nil:
		return fmt.Errorf("%w: %v %q", soa.ErrOption, s.Joints, s.Name)
	case !(s.Weight >= 0 && s.Weight <= 1):
		return fmt.Errorf("%w: weight %v", soa.ErrOption, s.Weight)
	case s.Feather < 0 || s.Feather > masks.MaxFeather || s.Feather != 0 && s.Joints != BySubtree:
		return fmt.Errorf("%w: feather %d of %v", soa.ErrOption, s.Feather, s.Joints)
	}
	return nil
}

// AppendJSON appends the step as files have it, in one line.
func (s MaskStep) AppendJSON(data []byte) []byte {
	data = fmt.Appendf(data, `{"%v": %s`, s.Joints, strict.Quote(s.Name))
	if s.Weight != 1 {
		data = append(data, `, "weight": `...)
		data = strict.AppendFloat(data, float64(s.Weight), 32)
	}
	if s.Feather != 0 {
		data = fmt.Appendf(data, `, "feather": %d`, s.Feather)
	}
	return append(data, '}')
}
