package importer

// Kept lists the nodes of the tree that an avatar's springs, constraints and bones are
// about: they stay joints though they move nothing yet.
func (g *gltfFile) Kept() (list []int) {
	if g.doc == nil || g.doc.VRM == nil {
		return nil
	}
	v := g.doc.VRM
	add := func(n int) {
		if i, ok := g.nodes[n]; ok {
			list = append(list, i)
		}
	}
	for _, b := range v.Bones {
		add(b.Node)
	}
	for _, c := range v.Constraints {
		add(c.Node)
		add(c.Source)
	}
	for _, s := range v.Springs {
		add(s.Tail)
		for _, j := range s.Joints {
			add(j.Node)
		}
		for _, k := range s.Colliders {
			if k >= 0 && k < len(v.Colliders) {
				add(v.Colliders[k].Node)
			}
		}
	}
	return list
}
