package layers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/runtime/internal/masks"
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
	if j > BySubtree {
		return fmt.Sprintf("joints(%d)", uint8(j))
	}
	return [...]string{"joint", "match", "subtree"}[j]
}

// MaxSteps is the greatest number of steps of a mask.
const MaxSteps = 10_000

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

// ParseMask reads the steps of a mask from JSON: a list as the mask of a layer has it. The error wraps
// soa.ErrFormat for what has another form, or soa.ErrOption for a value out of its range, and begins with
// the place, as in "mask[1].weight".
func ParseMask(data []byte) ([]Step, error) {
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return nil, fmt.Errorf("%w: it is no JSON%s", soa.ErrFormat, strict.Where(data, err))
	}
	return readMask(strict.Dotted("mask", bytes.TrimSpace(data)))
}

func readMask(v strict.Value) (steps []Step, err error) {
	list, err := masks.Read(v, MaxSteps)
	for _, s := range list {
		steps = append(steps, Step{Joints(s.Joints), s.Name, s.Weight, s.Feather})
	}
	return steps, err
}

// Validate reports a step that no file could have. The error wraps soa.ErrOption.
func (s Step) Validate() error {
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
func (s Step) AppendJSON(data []byte) []byte {
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
