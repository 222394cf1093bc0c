package importer

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// matchFloats indexes the custom properties of the model.
func (t *transfer) matchFloats() {
	t.floats, t.floatAt = slices.Clip(t.model.Floats), make(map[floatKey]int)
	for i := len(t.floats) - 1; i >= 0; i-- {
		t.floatAt[floatKey{int(t.floats[i].Joint), t.floats[i].Name}] = i
	}
}

// floatTracks matches custom properties by joint and name and adds those that the
// model lacks. A constant track that was dropped as equal to the file's own rest
// value becomes one key where the model's rest value differs.
func (t *transfer) floatTracks(c int) []namedTrack {
	src := &t.from.clips[c]
	var out []namedTrack
	for _, tr := range t.from.floats.tracks(src) {
		if to, ok := t.float(t.from.model.Floats[tr.target]); ok {
			out = append(out, namedTrack{to, soa.Float, tr.track})
		}
	}
	for _, i := range sortedKeys(src.resting) {
		joint := floatJoint(t.from.floats, i, t.from.place)
		if joint != soa.NoJoint {
			if joint = t.target[joint]; joint == soa.NoJoint {
				continue
			}
		}
		to, ok := t.floatAt[floatKey{joint, t.from.floats.list[i].name}]
		if tr := src.resting[i]; ok && float32(tr.keys[0].value[0]) != t.floats[to].Rest {
			out = append(out, namedTrack{to, soa.Float, tr})
		}
	}
	return sortTracks(out)
}

// float returns the index of a custom property in the model, which gets it if it
// lacks it.
func (t *transfer) float(f soa.NamedFloat) (int, bool) {
	if f.Joint != soa.NoJoint {
		own := t.from.joints[f.Joint].name
		if f.Joint = int16(t.target[f.Joint]); f.Joint == soa.NoJoint {
			t.from.report.Add(report.Loss, report.MissingJoint, own, "the skeleton has no such joint; its track of %q is left out", f.Name)
			return 0, false
		}
	}
	key := floatKey{int(f.Joint), f.Name}
	i, known := t.floatAt[key]
	if !known {
		if i = len(t.floats); i >= soa.MaxJoints {
			t.from.report.Add(report.Loss, report.LeftOut, f.Name, "left out; a model has at most %d custom properties", soa.MaxJoints)
			return 0, false
		}
		t.floats = append(t.floats, f)
		t.floatAt[key] = i
	}
	return i, true
}
