package gltf

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Attribute returns the accessor of an attribute, or −1.
func (p *Primitive) Attribute(name string) int { return find(p.Attributes, name) }

func find(list []Attribute, name string) int {
	if i, ok := slices.BinarySearchFunc(list, name, func(a Attribute, name string) int { return cmp.Compare(a.Name, name) }); ok {
		return list[i].Accessor
	}
	return -1
}

// Sets returns the accessors of JOINTS_0, JOINTS_1, … or of another name with a number, in
// their order.
func (p *Primitive) Sets(prefix string) (list []int) {
	for k := 0; ; k++ {
		a := p.Attribute(prefix + strconv.Itoa(k))
		if a < 0 {
			return list
		}
		list = append(list, a)
	}
}

// Target returns the accessor of an attribute of a morph target, or −1.
func (p *Primitive) Target(k int, name string) int { return find(p.Targets[k], name) }

func (d *Document) readMeshes(root value) {
	list := root.list("meshes")
	d.Variants = nil
	variants := root.extension("KHR_materials_variants").list("variants")
	for k := range variants.len() {
		d.Variants = append(d.Variants, variants.child(k).at("name").text())
	}
	d.Meshes = make([]Mesh, list.len())
	for i := range d.Meshes {
		v := list.child(i)
		m := &d.Meshes[i]
		m.Name = v.at("name").text()
		if w := v.list("weights"); w.there() {
			m.Weights = make([]float64, w.len())
			w.floats(m.Weights)
		}
		if names := v.at("extras").at("targetNames"); names.is(jsonArray) { // extras may be anything
			for k := range names.len() {
				name := ""
				if n := names.child(k); n.is(jsonString) {
					name = n.text()
				}
				m.TargetNames = append(m.TargetNames, name)
			}
		}
		parts := v.list("primitives")
		for k := range parts.len() {
			m.Primitives = append(m.Primitives, d.primitive(parts.child(k)))
		}
	}
}

func (d *Document) primitive(v value) Primitive {
	p := Primitive{
		Attributes: d.attributes(v.object("attributes")), Indices: v.at("indices").index(len(d.Accessors), "accessors"),
		Mode: Mode(v.at("mode").int(int(Triangles))), Material: v.at("material").index(len(d.Materials), "materials"),
		Draco: d.draco(v.extension("KHR_draco_mesh_compression")), Own: v.own().primitiveOwn(), place: v,
	}
	if p.Mode < Points || p.Mode > Fan {
		v.at("mode").wrong("no mode %d", p.Mode)
	}
	targets := v.list("targets")
	for k := range targets.len() {
		p.Targets = append(p.Targets, d.attributes(targets.child(k)))
	}
	mappings := v.extension("KHR_materials_variants").list("mappings")
	for k := range mappings.len() {
		m := mappings.child(k)
		material, of := m.at("material").index(len(d.Materials), "materials"), m.list("variants")
		for n := range of.len() {
			if i := of.entry(n, len(d.Variants), "variants"); i >= 0 {
				for len(p.Variants) < len(d.Variants) {
					p.Variants = append(p.Variants, -1)
				}
				p.Variants[i] = material
			}
		}
	}
	return p
}

func (d *Document) attributes(v value) []Attribute {
	v.want(jsonObject)
	list := make([]Attribute, 0, v.len())
	for k := range v.len() {
		a := v.child(k)
		list = append(list, Attribute{a.key(), a.index(len(d.Accessors), "accessors")})
	}
	slices.SortStableFunc(list, func(a, b Attribute) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Corners returns the vertices of the triangles of a primitive of some vertices: three each.
// Points and lines have none. Indices beyond the vertices are an error.
func (d *Document) Corners(p *Primitive, vertices int) ([]uint32, error) {
	if p.Mode < Triangles {
		return nil, nil
	}
	var index []uint32
	if p.Indices >= 0 {
		var err error
		if index, err = d.Integers(p.Indices); err != nil {
			return nil, err
		}
		if d.Accessors[p.Indices].Type != "SCALAR" {
			return nil, d.Accessors[p.Indices].place.error("indices of type %s", d.Accessors[p.Indices].Type)
		}
	} else {
		if err := d.spend(p.place, 4*int64(vertices)); err != nil {
			return nil, err
		}
		index = make([]uint32, vertices)
		for i := range index {
			index[i] = uint32(i)
		}
	}
	restart := uint32(1<<32 - 1)
	if p.Indices >= 0 && d.Accessors[p.Indices].Component != Uint32 {
		restart = 1<<(8*d.Accessors[p.Indices].Component.Bytes()) - 1
	}
	restarts := p.Indices >= 0 && slices.Contains(d.Used, "EXT_mesh_primitive_restart") && p.Mode != Triangles
	for k, v := range index {
		if uint64(v) >= uint64(vertices) && !(restarts && v == restart) {
			return nil, d.Accessors[p.Indices].place.error("index %d is vertex %d of %d", k, v, vertices)
		}
	}
	if p.Mode == Triangles {
		return index[:len(index)/3*3], nil
	}
	var out []uint32
	for len(index) > 0 {
		n := len(index)
		if restarts {
			if k := slices.Index(index, restart); k >= 0 {
				n = k
			}
		}
		out = append(out, triangles(index[:n], p.Mode)...)
		index = index[min(n+1, len(index)):]
	}
	return out, nil
}

// triangles lists the triangles of a strip or fan. Those without area, which join strips, are
// left out.
func triangles(index []uint32, mode Mode) (out []uint32) {
	for i := 0; i+2 < len(index); i++ {
		a, b, c := index[i], index[i+1+i%2], index[i+2-i%2]
		if mode == Fan {
			a, b, c = index[i+1], index[i+2], index[0]
		}
		if a != b && b != c && c != a {
			out = append(out, a, b, c)
		}
	}
	return out
}

// Error is an error about a primitive.
func (p *Primitive) Error(format string, args ...any) error { return p.place.error(format, args...) }
