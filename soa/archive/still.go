package archive

import "github.com/sinew-anim/sinew/soa"

// Still returns the model without its clips: skeleton, skins, meshes, materials
// and textures. The Model is the caller's; the data it refers to is shared.
func (a *Archive) Still() (*soa.Model, error) {
	if err := a.use("model", 0, 1); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	if err := a.readStill(); err != nil {
		return nil, err
	}
	m := *a.still
	return &m, nil
}

// Body returns what the palettes of the model follow from, for crowds: skeleton, skins, and meshes
// without materials. It reads no textures. The Model is the caller's; the data it refers to is
// shared.
func (a *Archive) Body() (*soa.Model, error) {
	if err := a.use("model", 0, 1); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	if err := a.readBody(); err != nil {
		return nil, err
	}
	m := *a.body
	m.Materials, m.Textures, m.Visibility, m.Avatar, m.Meshes = nil, nil, nil, nil, make([]*soa.Mesh, len(a.body.Meshes))
	for i, mesh := range a.body.Meshes {
		own := *mesh
		own.Material = soa.None
		m.Meshes[i] = &own
	}
	return &m, nil
}

// readBody reads and checks skins, materials and meshes.
func (a *Archive) readBody() error {
	if a.body != nil {
		return nil
	}
	body := a.bare
	m := &body
	for _, i := range a.skins {
		s := new(soa.Skin)
		if err := a.part(i, func(f *fields) { skinFields(f, s) }, func() error { return s.Validate(m.Skeleton.Len()) }); err != nil {
			return err
		}
		m.Skins = append(m.Skins, s)
	}
	if a.materials != soa.None {
		if err := a.part(a.materials, func(f *fields) { materialFields(f, &m.Materials) }, func() error {
			for i := range m.Materials {
				if err := m.Materials[i].Validate(len(a.textures)); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for _, i := range a.meshes {
		mesh := &soa.Mesh{Name: a.name(i)}
		if err := a.part(i, func(f *fields) { meshFields(f, mesh) }, func() error { return mesh.Validate(m) }); err != nil {
			return err
		}
		m.Meshes = append(m.Meshes, mesh)
	}
	a.body = m
	return nil
}

// readStill reads and checks everything but clips and banks.
func (a *Archive) readStill() error {
	if a.still != nil {
		return nil
	}
	if err := a.readBody(); err != nil {
		return err
	}
	if err := a.complete(a.body); err != nil {
		a.body.Textures, a.body.Visibility, a.body.Avatar = nil, nil, nil
		return err
	}
	a.still = a.body
	return nil
}

// complete reads and checks what a model has beside its body.
func (a *Archive) complete(m *soa.Model) error {
	for _, i := range a.textures {
		t := soa.Texture{Name: a.name(i)}
		if err := a.part(i, func(f *fields) { textureFields(f, &t) }, func() error { return t.Validate() }); err != nil {
			return err
		}
		m.Textures = append(m.Textures, t)
	}
	if a.visible != soa.None {
		if err := a.part(a.visible, func(f *fields) { visibilityFields(f, &m.Visibility) }, m.Validate); err != nil {
			return err
		}
	}
	if a.avatar != soa.None {
		m.Avatar = new(soa.Avatar)
		if err := a.part(a.avatar, func(f *fields) { avatarFields(f, m.Avatar) }, m.Validate); err != nil {
			return err
		}
	}
	return nil
}
