package importer

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// placeFloats returns the custom properties of the model, in order of their
// joints.
func placeFloats(in *input, s *floatSet, places []place) []soa.NamedFloat {
	var order []int
	for i := range s.list {
		if s.list[i].index >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		// Those of no joint are last.
		return cmp.Or(cmp.Compare(uint(floatJoint(s, a, places)), uint(floatJoint(s, b, places))), cmp.Compare(s.list[a].name, s.list[b].name))
	})
	if n := len(order) - soa.MaxJoints; n > 0 {
		var names []string
		for _, i := range order[soa.MaxJoints:] {
			s.list[i].index = -1
			names = append(names, s.list[i].name)
		}
		in.report.Add(report.Loss, report.LeftOut, "", "%d custom properties (%s) left out; a model has at most %d", n, report.FirstNames(names), soa.MaxJoints)
		order = order[:soa.MaxJoints]
	}
	var out []soa.NamedFloat
	for k, i := range order {
		s.list[i].index = k
		out = append(out, soa.NamedFloat{Name: s.list[i].name, Joint: int16(floatJoint(s, i, places)), Rest: float32(s.list[i].rest)})
	}
	return out
}

// floatJoint returns the joint of custom property i.
func floatJoint(s *floatSet, i int, places []place) int {
	if n := s.list[i].node; n >= 0 {
		return places[n].joint
	}
	return soa.NoJoint
}
