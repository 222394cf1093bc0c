package layers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
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
