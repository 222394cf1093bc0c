package layers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strings"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Layer is an entry of a list, with the values of what it leaves out.
type Layer struct {
	Clip      string
	Kind      runtime.LayerKind
	Weight    float64
	Time      *float64 // nil: not given
	Phase     *float64 // the same; only one of both is given
	Speed     float64
	Mode      runtime.LoopMode
	Sync      int
	Lead      bool
	Reference *Reference // nil: not given
	Mask      []Step     // nil: the whole body
}

// Reference is the pose from which an additive layer is the difference.
type Reference struct {
	Rest bool
	Clip string // "": the layer's own
	Time *float64
}

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

// Parse reads a list of layers. The error wraps soa.ErrFormat for what is not JSON of
// the form that the package's documentation describes, or soa.ErrOption for a value out
// of its range.
func Parse(data []byte) ([]Layer, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil || entries == nil {
		return nil, fmt.Errorf("%w: it is no JSON list%s", soa.ErrFormat, whereIn(data, err))
	}
	if len(entries) == 0 || len(entries) > runtime.MaxLayers {
		return nil, fmt.Errorf("%w: it lists %d layers, 1 to %d are possible", soa.ErrOption, len(entries), runtime.MaxLayers)
	}
	list := make([]Layer, len(entries))
	for k, entry := range entries {
		if err := list[k].read(value{fmt.Sprintf("[%d]", k), entry}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// whereIn says where a file breaks off being JSON.
func whereIn(data []byte, err error) string {
	syntax, ok := err.(*json.SyntaxError)
	if !ok {
		return ""
	}
	before := data[:min(max(int(syntax.Offset), 0), len(data))]
	return fmt.Sprintf(": line %d: %v", 1+bytes.Count(before, []byte("\n")), syntax)
}

func (l *Layer) read(v value) error {
	*l = Layer{Weight: 1, Speed: 1}
	err := v.object(map[string]func(value) error{
		"clip":      func(v value) (err error) { l.Clip, err = v.text(); return err },
		"kind":      func(v value) (err error) { l.Kind, err = choice(v, kinds); return err },
		"mode":      func(v value) (err error) { l.Mode, err = choice(v, modes); return err },
		"weight":    func(v value) (err error) { l.Weight, err = v.number(0, math.MaxFloat32); return err },
		"speed":     func(v value) (err error) { l.Speed, err = v.number(-math.MaxFloat32, math.MaxFloat32); return err },
		"time":      func(v value) error { return v.optional(&l.Time, -math.MaxFloat32, math.MaxFloat32) },
		"phase":     func(v value) error { return v.optional(&l.Phase, 0, 1) },
		"sync":      func(v value) (err error) { l.Sync, err = v.count(1, math.MaxUint8); return err },
		"lead":      func(v value) (err error) { l.Lead, err = v.truth(); return err },
		"reference": func(v value) error { l.Reference = new(Reference); return l.Reference.read(v) },
		"mask":      l.readMask,
	})
	switch {
	case err != nil:
		return err
	case l.Clip == "":
		return v.wrong("a layer needs a clip")
	case l.Time != nil && l.Phase != nil:
		return v.wrong("time and phase both say where the clip starts")
	case l.Lead && l.Sync == 0:
		return v.wrong("lead is for layers with sync")
	case l.Reference != nil && l.Kind != runtime.Additive && l.Kind != runtime.Subtract:
		return v.wrong("a reference is for the kinds additive and subtract, not for %v", l.Kind)
	}
	return nil
}

var (
	kinds = []runtime.LayerKind{runtime.Blend, runtime.Override, runtime.ModelOverride, runtime.Additive, runtime.Subtract}
	modes = []runtime.LoopMode{runtime.Wrap, runtime.Clamp, runtime.PingPong}
)

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

func (r *Reference) read(v value) error {
	switch {
	case v.is(`"`):
		name, err := v.text()
		switch {
		case err != nil:
			return err
		case name == "rest":
			r.Rest = true
			return nil
		case name == "first":
			return nil
		}
		return v.wrong("%q is neither rest nor first", name)
	case v.is("{"):
		err := v.object(map[string]func(value) error{
			"clip": func(v value) (err error) { r.Clip, err = v.text(); return err },
			"time": func(v value) error { return v.optional(&r.Time, -math.MaxFloat32, math.MaxFloat32) },
		})
		if err == nil && (r.Clip == "" || r.Time == nil) {
			return v.wrong("a reference has a clip and a time")
		}
		return err
	}
	return v.optional(&r.Time, -math.MaxFloat32, math.MaxFloat32)
}

// names lists what things are called.
func names[T fmt.Stringer](list []T) string {
	var texts []string
	for _, x := range list {
		texts = append(texts, x.String())
	}
	return strings.Join(texts, ", ")
}
