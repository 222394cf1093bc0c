package rig

// inspect reports what is odd about the meshes.
func (t *task) inspect() {
	s := t.surface
	if s.Degenerate > 0 {
		t.report.add(Degenerate, t.name(), s.Degenerate, "%d triangles have no area; left out", s.Degenerate)
	}
	open, many := s.Borders()
	if open > 0 {
		t.report.add(Open, t.name(), open, "%d edges have one triangle", open)
	}
	if many > 0 {
		t.report.add(NonManifold, t.name(), many, "%d edges have more than two triangles", many)
	}
	for _, i := range t.group.Mesh {
		if m := t.model.Meshes[i]; len(m.Index) == 0 {
			t.report.add(NoTriangles, m.Name, m.Vertices(), "%d vertices without a triangle", m.Vertices())
		}
	}
}
