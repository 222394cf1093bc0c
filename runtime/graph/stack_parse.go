package graph

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/runtime/internal/masks"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// StackLayer is an entry of a list, with the values of what it leaves out.
type StackLayer struct {
	Clip      string
	Kind      play.Kind
	Weight    float64
	Time      *float64 // nil: not given
	Phase     *float64 // the same; only one of both is given
	Speed     float64
	Mode      play.LoopMode
	Sync      int
	Lead      bool
	Reference *LayerReference // nil: not given
	Mask      []pose.MaskStep // nil: the whole body
}

// LayerReference is the pose from which an additive layer is the difference.
type LayerReference struct {
	Rest bool
	Clip string // "": the layer's own
	Time *float64
}

// ParseLayers reads a list of layers. The error wraps soa.ErrFormat for what is not JSON of the form that
// the package's documentation describes, or soa.ErrOption for a value out of its range.
func ParseLayers(data []byte) ([]StackLayer, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil || entries == nil {
		return nil, fmt.Errorf("%w: it is no JSON list%s", soa.ErrFormat, strict.Where(data, err))
	}
	if len(entries) == 0 || len(entries) > play.MaxLayers {
		return nil, fmt.Errorf("%w: it lists %d layers, 1 to %d are possible", soa.ErrOption, len(entries), play.MaxLayers)
	}
	list := make([]StackLayer, len(entries))
	for k, entry := range entries {
		if err := list[k].read(strict.Dotted(fmt.Sprintf("[%d]", k), entry)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (l *StackLayer) read(v strict.Value) error {
	*l = StackLayer{Weight: 1, Speed: 1}
	err := v.Object(map[string]func(strict.Value) error{
		"clip":   func(v strict.Value) (err error) { l.Clip, err = v.Text(); return err },
		"kind":   func(v strict.Value) (err error) { l.Kind, err = strict.Choice(v, layerKinds); return err },
		"mode":   func(v strict.Value) (err error) { l.Mode, err = strict.Choice(v, layerModes); return err },
		"weight": func(v strict.Value) (err error) { l.Weight, err = v.Number(0, play.MaxWeight); return err },
		"speed": func(v strict.Value) (err error) {
			l.Speed, err = v.Number(-math.MaxFloat32, math.MaxFloat32)
			return err
		},
		"time":      func(v strict.Value) error { return optional(v, &l.Time, -math.MaxFloat32, math.MaxFloat32) },
		"phase":     func(v strict.Value) error { return optional(v, &l.Phase, 0, 1) },
		"sync":      func(v strict.Value) (err error) { l.Sync, err = v.Count(1, math.MaxUint8); return err },
		"lead":      func(v strict.Value) (err error) { l.Lead, err = v.Truth(); return err },
		"reference": func(v strict.Value) error { l.Reference = new(LayerReference); return l.Reference.read(v) },
		"mask":      func(v strict.Value) (err error) { l.Mask, err = readMask(v); return err },
	})
	switch {
	case err != nil:
		return err
	case l.Clip == "":
		return v.Wrong("a layer needs a clip")
	case l.Time != nil && l.Phase != nil:
		return v.Wrong("time and phase both say where the clip starts")
	case l.Lead && l.Sync == 0:
		return v.Wrong("lead is for layers with sync")
	case l.Reference != nil && l.Kind != play.Additive && l.Kind != play.Subtract:
		return v.Wrong("a reference is for the kinds additive and subtract, not for %v", l.Kind)
	}
	return nil
}

var (
	layerKinds = []play.Kind{play.Blend, play.Override, play.ModelOverride, play.Additive, play.Subtract}
	layerModes = []play.LoopMode{play.Wrap, play.Clamp, play.PingPong}
)

func (r *LayerReference) read(v strict.Value) error {
	switch {
	case v.Is(`"`):
		name, err := v.Text()
		switch {
		case err != nil:
			return err
		case name == "rest":
			r.Rest = true
			return nil
		case name == "first":
			return nil
		}
		return v.Wrong("%q is neither rest nor first", name)
	case v.Is("{"):
		err := v.Object(map[string]func(strict.Value) error{
			"clip": func(v strict.Value) (err error) { r.Clip, err = v.Text(); return err },
			"time": func(v strict.Value) error { return optional(v, &r.Time, -math.MaxFloat32, math.MaxFloat32) },
		})
		if err == nil && (r.Clip == "" || r.Time == nil) {
			return v.Wrong("a reference has a clip and a time")
		}
		return err
	}
	return optional(v, &r.Time, -math.MaxFloat32, math.MaxFloat32)
}

func optional(v strict.Value, to **float64, low, high float64) error {
	x, err := v.Number(low, high)
	*to = &x
	return err
}

// readMask reads the steps of a mask.
func readMask(v strict.Value) (steps []pose.MaskStep, err error) {
	list, err := masks.Read(v, pose.MaxMaskSteps)
	for _, s := range list {
		steps = append(steps, pose.MaskStep{Joints: pose.MaskJoints(s.Joints), Name: s.Name, Weight: s.Weight, Feather: s.Feather})
	}
	return steps, err
}
