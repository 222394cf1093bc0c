package gltf

// Kept lists the nodes of the tree that an avatar's springs, constraints and bones are
// about: they stay joints though they move nothing yet.
func (g *Format) Kept() (list []int) {
	if g.Doc == nil || g.Doc.VRM == nil {
		return nil
	}
	v := g.Doc.VRM
	add := func(n int) {
		if i, ok := g.Nodes[n]; ok {
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
