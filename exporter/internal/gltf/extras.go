package gltf

import (
	"encoding/json"
	"slices"

	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// addExtras adds what the model has and glTF has no words for.
func (b *builder) addExtras() error {
	b.addRests()
	said := object{"joints": true}
	if list := b.expressions(); list != nil {
		said["expressions"] = list
	}
	if list := b.floats(); list != nil {
		said["floats"] = list
	}
	for name, text := range map[string]json.RawMessage{"graph": b.options.Graph, "control": b.options.Control} {
		if len(text) > 0 {
			said[name] = text
		}
	}
	b.doc.Extras = b.doc.Extras.set(gltf.OwnKey, said)
	return nil
}

// floats returns the custom properties that no clip drives, which nothing else names.
func (b *builder) floats() (list []object) {
	driven := make(map[int16]bool)
	for _, c := range b.model.Clips {
		for _, tr := range c.Tracks {
			if tr.Property == soa.Float {
				driven[tr.Target] = true
			}
		}
	}
	for i := range b.model.Floats {
		f := &b.model.Floats[i]
		if driven[int16(i)] || f.Name == visible {
			continue
		}
		out := object{"name": f.Name, "rest": f.Rest}
		if f.Joint != soa.NoJoint {
			out["node"] = b.joints[f.Joint]
		}
		list = append(list, out)
	}
	return list
}

// expressions returns the expressions of the model, and the float that is the value of each.
func (b *builder) expressions() (list []object) {
	if b.options.VRM {
		return nil
	}
	for i := range b.model.Expressions {
		e := &b.model.Expressions[i]
		out := b.expression(e)
		out["name"], out["float"] = e.Name, b.model.Floats[e.Float].Name
		if e.Preset {
			out["preset"] = true
		}
		list = append(list, out)
	}
	return list
}

// expression returns an expression in the words of VRM 1.0: the morph targets that it moves, by
// their node and number, and what it overrides.
func (b *builder) expression(e *soa.Expression) object {
	out := object{}
	if e.Binary {
		out["isBinary"] = true
	}
	for part, key := range [...]string{soa.EyesClosed: "overrideBlink", soa.Gaze: "overrideLookAt", soa.Mouth: "overrideMouth"} {
		if o := e.Overrides[part]; o != soa.NoOverride {
			out[key] = o.String()
		}
	}
	binds := []object{}
	for _, bind := range e.Binds {
		for _, of := range b.bodies {
			if k := slices.Index(of.weights, bind.Weight); k >= 0 {
				binds = append(binds, object{"node": of.node, "index": k, "weight": bind.Value})
			}
		}
	}
	out["morphTargetBinds"] = binds
	return out
}

// clipExtras returns what a clip has besides its keys: ticks are seconds here.
func (b *builder) clipExtras(c *soa.Clip) object {
	own := object{"loop": c.Loop}
	if c.Start != 0 {
		own["start"] = c.Start
	}
	clock := clockOf(c)
	if clock.Whole {
		own["ticksPerSecond"] = clock.Rate
	}
	if last, _ := clock.Second(float32(c.Duration)); clock.Tick(last) != c.Duration {
		own["ticks"] = c.Duration
	}
	if c.Additive {
		own["additive"] = true
	}
	var events []object
	for i := range c.Events {
		e := &c.Events[i]
		out := object{"name": e.Name, "time": float64(e.Time) / c.TicksPerSecond}
		if e.Length > 0 {
			out["length"] = float64(e.Length) / c.TicksPerSecond
		}
		events = append(events, out)
	}
	if events != nil {
		own["events"] = events
	}
	if c.Motion != nil {
		times := make([]float64, len(c.Motion.Time))
		for i, t := range c.Motion.Time {
			times[i] = float64(t) / c.TicksPerSecond
		}
		own["rootMotion"] = object{
			"node": b.joints[c.Motion.Joint], "time": times, "x": b.turned.lengths(c.Motion.X), "y": c.Motion.Y, "z": b.turned.lengths(c.Motion.Z), "yaw": c.Motion.Yaw,
		}
	}
	return object{gltf.OwnKey: own}
}
