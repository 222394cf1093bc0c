package gltf

import (
	"cmp"
	"fmt"
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

func (d *Document) readMeshes(root value) (err error) {
	list := root.list("meshes")
	variants := root.extension("KHR_materials_variants").list("variants")
	if d.Variants, err = room[string](d, variants, d.options.Limits.Materials); err != nil {
		return err
	}
	for k := range d.Variants {
		d.Variants[k] = variants.child(k).at("name").text()
	}
	if d.Meshes, err = room[Mesh](d, list, d.options.Limits.Meshes); err != nil {
		return err
	}
	primitives := 0
	for i := range d.Meshes {
		if err := d.meter.Step(500); err != nil {
			return err
		}
		v := list.child(i)
		m := &d.Meshes[i]
		m.Name = v.at("name").text()
		if m.Weights, err = d.weights(v); err != nil {
			return err
		}
		if names := v.at("extras").at("targetNames"); names.is(jsonArray) { // extras may be anything
			if m.TargetNames, err = room[string](d, names, 0); err != nil {
				return err
			}
			for k := range m.TargetNames {
				m.TargetNames[k] = names.child(k).plainText()
			}
		}
		parts := v.list("primitives")
		primitives += parts.len()
		if err := d.limit(parts, primitives, d.options.Limits.Meshes); err != nil {
			return err
		}
		if m.Primitives, err = room[Primitive](d, parts, 0); err != nil {
			return err
		}
		for k := range m.Primitives {
			if m.Primitives[k], err = d.primitive(parts.child(k)); err != nil {
				return err
			}
		}
	}
	return nil
}

// weights reads the weights of a mesh or a node, nil where it states none.
func (d *Document) weights(v value) (list []float64, err error) {
	w := v.list("weights")
	if !w.there() {
		return nil, nil
	}
	if list, err = room[float64](d, w, 0); err == nil {
		w.floats(list)
		err = d.meter.Step(50 * len(list))
	}
	return list, err
}

func (d *Document) primitive(v value) (p Primitive, err error) {
	if err := d.meter.Step(1000); err != nil {
		return p, err
	}
	p = Primitive{
		Indices: v.at("indices").index(len(d.Accessors), "accessors"),
		Mode:    Mode(v.at("mode").int(int(Triangles))), Material: v.at("material").index(len(d.Materials), "materials"),
		Draco: d.draco(v.extension("KHR_draco_mesh_compression")), Own: v.own().primitiveOwn(), place: v,
	}
	if p.Mode < Points || p.Mode > Fan {
		v.at("mode").wrong("no mode %d", p.Mode)
	}
	if p.Attributes, err = d.attributes(v.object("attributes")); err != nil {
		return p, err
	}
	targets := v.list("targets")
	d.morphs += targets.len()
	if err := d.limit(targets, d.morphs, d.options.Limits.Targets); err != nil {
		return p, err
	}
	if p.Targets, err = room[[]Attribute](d, targets, 0); err != nil {
		return p, err
	}
	for k := range p.Targets {
		if p.Targets[k], err = d.attributes(targets.child(k)); err != nil {
			return p, err
		}
	}
	return p, d.variants(&p, v)
}

// variants reads the materials of a primitive in variants.
func (d *Document) variants(p *Primitive, v value) error {
	mappings := v.extension("KHR_materials_variants").list("mappings")
	for k := range mappings.len() {
		m := mappings.child(k)
		material, of := m.at("material").index(len(d.Materials), "materials"), m.list("variants")
		for n := range of.len() {
			i := of.entry(n, len(d.Variants), "variants")
			if i >= 0 && p.Variants == nil {
				if err := d.take(v, len(d.Variants), 8); err != nil {
					return err
				}
				p.Variants = slices.Repeat([]int{-1}, len(d.Variants))
			}
			if i >= 0 {
				p.Variants[i] = material
			}
		}
		if err := d.meter.Step(200 + 50*of.len()); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) attributes(v value) ([]Attribute, error) {
	v.want(jsonObject)
	list, err := room[Attribute](d, v, 0)
	if err != nil {
		return nil, err
	}
	for k := range list {
		a := v.child(k)
		list[k] = Attribute{a.key(), a.index(len(d.Accessors), "accessors")}
	}
	slices.SortStableFunc(list, func(a, b Attribute) int { return strings.Compare(a.Name, b.Name) })
	return list, d.meter.Step(100 + 300*len(list))
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
		if err := d.take(p.place, vertices, 4); err != nil {
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
	if err := d.meter.Step(2 * len(index)); err != nil {
		return nil, err
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
	if err := d.take(p.place, 3*len(index), 4); err != nil {
		return nil, err
	}
	out := make([]uint32, 0, 3*len(index))
	for len(index) > 0 {
		n := len(index)
		if restarts {
			if k := slices.Index(index, restart); k >= 0 {
				n = k
			}
		}
		if err := d.meter.Step(50 + 10*n); err != nil {
			return nil, err
		}
		out = triangles(out, index[:n], p.Mode)
		index = index[min(n+1, len(index)):]
	}
	return out, nil
}

// triangles lists the triangles of a strip or fan. Those without area, which join strips, are
// left out.
func triangles(out, index []uint32, mode Mode) []uint32 {
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

// WrapError returns an error that names the primitive too.
func (p *Primitive) WrapError(err error) error { return fmt.Errorf("%s: %w", p.place.pointer(), err) }
