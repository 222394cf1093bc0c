package transfer

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// matchFloats indexes the custom properties of the model.
func (t *transfer) matchFloats() {
	t.floats, t.floatAt = slices.Clip(t.model.Floats), make(map[track.FloatKey]int)
	for i := len(t.floats) - 1; i >= 0; i-- {
		t.floatAt[track.FloatKey{On: int(t.floats[i].Joint), Name: t.floats[i].Name}] = i
	}
}

// floatTracks matches custom properties by joint and name, and adds those that the model lacks. A
// constant track that was dropped because it equals the file's rest value becomes one key if the
// model's rest value differs.
func (t *transfer) floatTracks(c int) []track.Named {
	src := &t.from.Clips[c]
	var out []track.Named
	for _, tr := range t.from.Floats.Tracks(src) {
		if t.body != nil && isGaze(t.from.Model.Floats[tr.Target].Name) {
			continue // see look
		}
		if to, ok := t.float(t.from.Model.Floats[tr.Target]); ok {
			out = append(out, track.Named{Target: to, Property: soa.Float, Track: tr.Track})
		}
	}
	for _, i := range track.SortedKeys(src.Resting) {
		joint := rig.FloatJoint(t.from.Floats, i, t.from.Place)
		if joint != soa.NoJoint {
			if joint = t.target[joint]; joint == soa.NoJoint {
				continue
			}
		}
		to, ok := t.floatAt[track.FloatKey{On: joint, Name: t.from.Floats.List[i].Name}]
		if tr := src.Resting[i]; ok && float32(tr.Keys[0].Value[0]) != t.floats[to].Rest {
			out = append(out, track.Named{Target: to, Property: soa.Float, Track: tr})
		}
	}
	return track.SortTracks(out)
}

// float returns the index of a custom property in the model, adding it if missing.
func (t *transfer) float(f soa.NamedFloat) (int, bool) {
	if f.Joint != soa.NoJoint {
		own := t.from.Joints[f.Joint].Name
		if f.Joint = int16(t.target[f.Joint]); f.Joint == soa.NoJoint {
			t.from.Report.Add(report.Loss, report.MissingJoint, own, "the skeleton has no such joint; its track of %q is left out", f.Name)
			return 0, false
		}
	}
	key := track.FloatKey{On: int(f.Joint), Name: f.Name}
	i, known := t.floatAt[key]
	if !known {
		if i = len(t.floats); i >= soa.MaxJoints {
			t.from.Report.Add(report.Loss, report.LeftOut, f.Name, "left out; a model has at most %d custom properties", soa.MaxJoints)
			return 0, false
		}
		t.floats = append(t.floats, f)
		t.floatAt[key] = i
	}
	return i, true
}
