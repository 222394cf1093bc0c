package gltf

import "github.com/sinew-anim/sinew/internal/exact"

// Local returns the transform of a node to its parent.
func (n *Node) Local() exact.Matrix {
	if n.HasMatrix {
		return n.Matrix
	}
	return exact.Compose(n.Translation, exact.Quat(n.Rotation).Unit(), n.Scale)
}

func (d *Document) readNodes(root value) (err error) {
	list := root.list("nodes")
	skins := root.list("skins").len()
	if d.Nodes, err = room[Node](d, list, d.options.Limits.Nodes); err != nil {
		return err
	}
	for i := range d.Nodes {
		if err := d.meter.Step(2000); err != nil {
			return err
		}
		v := list.child(i)
		n := &d.Nodes[i]
		*n = Node{
			Name: v.at("name").text(), Parent: -1, Mesh: v.at("mesh").index(len(d.Meshes), "meshes"), Skin: v.at("skin").index(skins, "skins"),
			Rotation: [4]float64{3: 1}, Scale: [3]float64{1, 1, 1}, Camera: v.at("camera").there(), place: v,
			Translations: -1, Rotations: -1, InstanceScalings: -1,
		}
		v.at("translation").floats(n.Translation[:])
		v.at("rotation").floats(n.Rotation[:])
		v.at("scale").floats(n.Scale[:])
		m := [16]float64{0: 1, 5: 1, 10: 1, 15: 1}
		if n.HasMatrix = v.at("matrix").floats(m[:]); n.HasMatrix {
			for e := range n.Matrix { // rows, of columns
				n.Matrix[e] = m[4*(e%4)+e/4]
			}
		}
		if n.Weights, err = d.weights(v); err != nil {
			return err
		}
		n.Hidden = !v.extension("KHR_node_visibility").at("visible").bool(true)
		n.Own = v.own().nodeOwn(len(d.Nodes))
		n.Light = v.extension("KHR_lights_punctual").there()
		d.readInstances(n, v.extension("EXT_mesh_gpu_instancing"))
		children := v.list("children")
		if n.Children, err = room[int](d, children, 0); err != nil {
			return err
		}
		for k := range n.Children {
			n.Children[k] = children.entry(k, len(d.Nodes), "nodes")
		}
	}
	d.Cameras, d.Lights = 0, 0
	for i := range d.Nodes {
		if d.Nodes[i].Camera {
			d.Cameras++
		}
		if d.Nodes[i].Light {
			d.Lights++
		}
	}
	d.readParents()
	return d.meter.Step(100 * len(d.Nodes))
}

// readParents finds the parent of each node, and refuses nodes of several and circles.
func (d *Document) readParents() {
	for i := range d.Nodes {
		for k, c := range d.Nodes[i].Children {
			if c < 0 {
				continue
			}
			if p := d.Nodes[c].Parent; p >= 0 {
				d.Nodes[i].place.at("children").child(k).wrong("node %d has two parents, %d and %d", c, p, i)
				return
			}
			d.Nodes[c].Parent = i
		}
	}
	free := make([]bool, len(d.Nodes)) // of circles
	for i := range d.Nodes {
		var path []int
		for n := i; n >= 0 && !free[n]; n = d.Nodes[n].Parent {
			if path = append(path, n); len(path) > len(d.Nodes) {
				d.Nodes[i].place.wrong("node %d is below itself", n)
				return
			}
		}
		for _, n := range path {
			free[n] = true
		}
	}
}

func (d *Document) readInstances(n *Node, v value) {
	if !v.there() {
		return
	}
	n.Instanced = true
	attributes := v.object("attributes")
	for k := range attributes.len() {
		a := attributes.child(k)
		i := a.index(len(d.Accessors), "accessors")
		if i < 0 {
			return
		}
		count := d.Accessors[i].Count
		if k > 0 && count != n.InstanceCount {
			a.wrong("%d elements, and %d of others", count, n.InstanceCount)
		}
		n.InstanceCount = count
		slot, ok := map[string]struct {
			to    *int
			width int
		}{"TRANSLATION": {&n.Translations, 3}, "ROTATION": {&n.Rotations, 4}, "SCALE": {&n.InstanceScalings, 3}}[a.key()]
		if !ok {
			continue
		}
		if *slot.to = i; d.Accessors[i].Width() != slot.width {
			a.wrong("elements of type %s", d.Accessors[i].Type)
		}
	}
}

func (d *Document) readSkins(root value) error {
	list := root.list("skins")
	var err error
	if d.Skins, err = room[Skin](d, list, d.options.Limits.Nodes); err != nil {
		return err
	}
	for i := range d.Skins {
		v := list.child(i)
		s := &d.Skins[i]
		s.Name = v.at("name").text()
		joints := v.list("joints")
		if s.Joints, err = room[int](d, joints, 0); err != nil {
			return err
		}
		if err := d.meter.Step(500 + 200*len(s.Joints)); err != nil {
			return err
		}
		seen := make(map[int]int)
		for k := range s.Joints {
			j := joints.entry(k, len(d.Nodes), "nodes")
			if before, again := seen[j]; again {
				joints.child(k).wrong("node %d is joint %d already", j, before)
			}
			seen[j] = k
			s.Joints[k] = j
		}
		m := v.at("inverseBindMatrices")
		a := m.index(len(d.Accessors), "accessors")
		if d.text.err != nil {
			return d.text.err
		}
		if a < 0 {
			continue
		}
		if of := &d.Accessors[a]; of.Type != "MAT4" || of.Component != Float32 || of.Count < len(s.Joints) {
			return m.error("accessor %d has %d elements %s of type %d, where %d matrices of floats are expected", a, of.Count, of.Type, of.Component, len(s.Joints))
		}
		if s.InverseBind, err = d.Floats(a); err != nil {
			return err
		}
	}
	return nil
}
