package retarget

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// copyNumbers copies the tracks of morph weights and custom properties that the target also has.
func copyNumbers(out, clip *soa.Clip, source, target *soa.Model, m *humanoid.Mapping, r *Report) {
	type copied struct{ track, target int }
	var list []copied
	taken := make(map[[2]int]bool)
	for i, tr := range clip.Tracks {
		to, name := soa.None, ""
		switch tr.Property {
		case soa.Weight:
			w := source.Weights[tr.Target]
			name, to = w.Target, findWeight(target, w)
		case soa.Float:
			f := source.Floats[tr.Target]
			name, to = f.Name, target.Float(f.Name, int16(m.TargetOf(int(f.Joint))))
		default:
			continue
		}
		at := [2]int{int(tr.Property), to}
		if to == soa.None || taken[at] {
			r.Lost = append(r.Lost, Loss{tr.Property.String(), name})
			continue
		}
		taken[at] = true
		list = append(list, copied{i, to})
	}
	slices.SortFunc(list, func(a, b copied) int {
		p, q := clip.Tracks[a.track].Property, clip.Tracks[b.track].Property
		return cmp.Or(int(p)-int(q), a.target-b.target)
	})
	for _, c := range list {
		out.AppendTrack(clip, c.track, int16(c.target))
	}
}

// findWeight finds a morph weight by mesh and name, or by its name if that is unique.
func findWeight(m *soa.Model, w soa.MorphWeight) int {
	found := soa.None
	for i := range m.Weights {
		if m.Weights[i].Target != w.Target {
			continue
		}
		if m.Weights[i].Mesh == w.Mesh {
			return i
		}
		if found != soa.None {
			found = len(m.Weights)
		} else {
			found = i
		}
	}
	if found == len(m.Weights) {
		return soa.None
	}
	return found
}
