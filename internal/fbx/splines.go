package fbx

import "slices"

// Splines lists the models of a scene, by their index, whose shape is a curve or a surface
// of splines.
func (f *File) Splines(s *Scene) (list []int) {
	t, model := f.takes, s.byID()
	seen := make(map[int]bool)
	for _, l := range t.links {
		from := t.objects[l.from]
		if from.class != "Geometry" {
			continue
		}
		switch t.subclass(from) {
		case "NurbsCurve", "NurbsSurface", "TrimNurbsSurface", "Boundary", "Patch":
		default:
			continue
		}
		if m, ok := model[l.to]; ok && m != SceneRoot && !seen[m] {
			seen[m] = true
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}
