package fbx

// PointCache is a file of points over time that moves those of a mesh.
type PointCache struct {
	Models []int // of Scene.Models: those that show the mesh
	Name   string
}

// PointCaches lists the point caches of a scene's meshes.
func (f *File) PointCaches(s *Scene) (list []PointCache) {
	t, model := f.takes, s.byID()
	name := make(map[int64]string) // by deformer
	var links []link
	for _, l := range t.links {
		switch from, to := t.objects[l.from], t.objects[l.to]; {
		case from.class == "Cache" && to.class == "Deformer":
			name[l.to] = objectName(from.name)
		case from.class == "Deformer" && to.class == "Geometry" && t.subclass(from) == "VertexCacheDeformer":
			links = append(links, l)
		}
	}
	for _, l := range links {
		list = append(list, PointCache{t.shownBy(l.to, model), name[l.from]})
	}
	return list
}
