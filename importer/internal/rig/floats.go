package rig

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// PlaceFloats returns the model's custom properties, in order of their joints.
func PlaceFloats(in *scene.Input, s *track.Floats, places []place) []soa.NamedFloat {
	var order []int
	for i := range s.List {
		if s.List[i].Index >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		// Properties without a joint come last.
		return cmp.Or(cmp.Compare(uint(FloatJoint(s, a, places)), uint(FloatJoint(s, b, places))), cmp.Compare(s.List[a].Name, s.List[b].Name))
	})
	if n := len(order) - soa.MaxJoints; n > 0 {
		var names []string
		for _, i := range order[soa.MaxJoints:] {
			s.List[i].Index = -1
			names = append(names, s.List[i].Name)
		}
		in.Report.Add(report.Loss, report.LeftOut, "", "%d custom properties (%s) left out; a model has at most %d", n, report.FirstNames(names), soa.MaxJoints)
		order = order[:soa.MaxJoints]
	}
	var out []soa.NamedFloat
	for k, i := range order {
		s.List[i].Index = k
		out = append(out, soa.NamedFloat{Name: s.List[i].Name, Joint: int16(FloatJoint(s, i, places)), Rest: float32(s.List[i].Rest)})
	}
	return out
}

// FloatJoint returns the joint of custom property i.
func FloatJoint(s *track.Floats, i int, places []place) int {
	if n := s.List[i].Node; n >= 0 {
		return places[n].Joint
	}
	return soa.NoJoint
}
