package gltf

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/prints"
	"github.com/sinew-anim/sinew/soa"
)

// weighted is a node whose mesh has new influences.
type weighted struct {
	node   int
	meshes []int // of the model
	mesh   int   // of the file
}

// weighted lists the nodes whose meshes have influences that were edited.
func (p *patch) weighted() (list []weighted) {
	of := make(map[int]bool)
	for i, mesh := range p.model.Meshes {
		if prints.Influences(p.model, mesh) != p.origin.Meshes[i].Influences {
			of[p.origin.Meshes[i].Node] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(of)) {
		w := weighted{node: n, mesh: -1}
		for i := range p.origin.Meshes {
			if p.origin.Meshes[i].Node == n {
				w.meshes, w.mesh = append(w.meshes, i), p.origin.Meshes[i].Mesh
			}
		}
		list = append(list, w)
	}
	return list
}

// dropWeights takes the influences away that are edited. A mesh that other nodes show too is copied
// before.
func (p *patch) dropWeights(list []weighted) error {
	users := make(map[int]int)
	for i := range p.from.Doc.Nodes {
		users[p.from.Doc.Nodes[i].Mesh]++
	}
	for i := range list {
		w := &list[i]
		if w.node < 0 {
			return anew("influences of an instance were edited")
		}
		if users[w.mesh] > 1 {
			users[w.mesh]--
			copied, err := p.from.Append("meshes", p.from.List("meshes")[w.mesh])
			if err != nil {
				return err
			}
			w.mesh = copied
			source.ObjectAt(p.from.List("nodes"), w.node)["mesh"] = copied
		}
		if err := p.dropInfluences(w); err != nil {
			return err
		}
	}
	return nil
}

// dropInfluences takes the influences of a node's primitives away.
func (p *patch) dropInfluences(w *weighted) error {
	edited := make(map[int]bool)
	for _, i := range w.meshes {
		edited[p.origin.Meshes[i].Primitive] = true
		if p.model.Meshes[i].Skin != p.model.Meshes[w.meshes[0]].Skin {
			return anew("parts of the mesh %q have several skins", p.model.Meshes[i].Name)
		}
	}
	for k := range source.List(source.ObjectAt(p.from.List("meshes"), w.mesh), "primitives") {
		at := source.ObjectAt(source.List(source.ObjectAt(p.from.List("meshes"), w.mesh), "primitives"), k)
		for _, attributes := range []source.Object{source.Member(at, "attributes"), source.Member(at, "extensions", "KHR_draco_mesh_compression", "attributes")} {
			for name := range attributes {
				if !strings.HasPrefix(name, "JOINTS_") && !strings.HasPrefix(name, "WEIGHTS_") && name != gltf.BlendAttribute {
					continue
				}
				if !edited[k] {
					return anew("primitive %d of mesh %d has influences and is not shown", k, w.mesh)
				}
				delete(attributes, name)
			}
		}
	}
	return nil
}

// addWeights writes influences that were edited, and the skins that they are of.
func (p *patch) addWeights(list []weighted) error {
	p.moved = make(map[int]int)
	skins := make(map[int]int) // of the file, by the model's
	for _, w := range list {
		first := p.model.Meshes[w.meshes[0]]
		n := source.ObjectAt(p.from.List("nodes"), w.node)
		if first.Skin == soa.None {
			delete(n, "skin")
			continue
		}
		skin, ok := skins[first.Skin]
		if !ok {
			var err error
			if skin, err = p.writeSkin(first.Skin, p.freeSkin(list, first.Skin, w.node)); err != nil {
				return err
			}
			skins[first.Skin] = skin
		}
		for _, i := range w.meshes {
			if err := p.writeInfluences(w.mesh, i); err != nil {
				return err
			}
		}
		if p.from.Doc.Nodes[w.node].Skin < 0 {
			var err error
			if n, err = p.toRoot(w.node); err != nil {
				return err
			}
		}
		n["skin"] = skin
	}
	return nil
}

// freeSkin returns the skin of a node if all nodes that have it get the same new one, or −1.
func (p *patch) freeSkin(list []weighted, skin, node int) int {
	was := p.from.Doc.Nodes[node].Skin
	for n := range p.from.Doc.Nodes {
		if was < 0 || p.from.Doc.Nodes[n].Skin != was {
			continue
		}
		if !slices.ContainsFunc(list, func(w weighted) bool { return w.node == n && p.model.Meshes[w.meshes[0]].Skin == skin }) {
			return -1
		}
	}
	return was
}

// writeSkin writes a skin of the model in place of one of the file, or as another.
func (p *patch) writeSkin(of, at int) (int, error) {
	s := p.model.Skins[of]
	nodes, seen := make([]int, s.Len()), make(map[int]bool)
	for i, j := range s.Joint {
		nodes[i] = p.joints[j]
		if nodes[i] < 0 || p.was[j] >= 0 && !p.inFile[j] {
			return 0, anew("the joint %q of a skin is not a node of the file in the same frame", p.model.Skeleton.Path(int(j)))
		}
		if seen[nodes[i]] {
			return 0, anew("the joint %q is bound twice", p.model.Skeleton.Path(int(j)))
		}
		seen[nodes[i]] = true
	}
	binds := p.array("MAT4", gltf.Float32, s.Len(), 0, func(to *sink) {
		for i, j := range s.Joint {
			m := exact.Scaling(1 / float64(p.model.Skeleton.Unit[j])).Mul(exact.FromFloat32(s.InverseBind[i])).Float32()
			for c := range 4 {
				for r := range 3 {
					to.float(m[4*r+c])
				}
				to.float([4]float32{3: 1}[c])
			}
		}
	})
	out, err := source.Plain(&skin{InverseBind: &binds, Joints: nodes})
	if err != nil {
		return 0, err
	}
	if at < 0 {
		return p.from.Append("skins", out)
	}
	old := source.ObjectAt(p.from.List("skins"), at)
	delete(old, "skeleton")
	maps.Copy(old, out.(source.Object))
	return at, nil
}

// writeInfluences writes the influences of a mesh of the model for the vertices of its primitive.
func (p *patch) writeInfluences(mesh, of int) error {
	m, from := p.model.Meshes[of], &p.origin.Meshes[of]
	was := &p.from.Doc.Meshes[from.Mesh].Primitives[from.Primitive]
	list, err := p.vertices(was, m)
	if err != nil {
		return err
	}
	out := &primitive{Attributes: make(map[string]int)}
	p.addInfluences(out, m, false, list)
	at := source.ObjectAt(source.List(source.ObjectAt(p.from.List("meshes"), mesh), "primitives"), from.Primitive)
	if len(m.Blend) > 0 {
		out.Attributes[gltf.BlendAttribute] = p.array("SCALAR", gltf.Float32, len(list), vertices, func(to *sink) {
			for _, v := range list {
				to.float(m.Blend[v])
			}
		})
	}
	attributes := source.Member(at, "attributes")
	for name, a := range out.Attributes {
		attributes[name] = a
	}
	if m.Skinning == soa.DualQuaternion || m.Skinning == soa.Blended {
		setOwn(at, "skinning", m.Skinning.String())
	} else if said := source.Member(at, "extras", ownKey); said != nil {
		delete(said, "skinning")
	}
	return nil
}

// vertices returns for each vertex of a primitive the vertex of the model that it became: corners of
// triangles have their order. One that no triangle has is as the first.
func (p *patch) vertices(of *gltf.Primitive, m *soa.Mesh) ([]uint32, error) {
	const most = 1 << 30
	if err := p.from.Doc.Expand(of, most, most); err != nil {
		return nil, err
	}
	count := p.from.Doc.Accessors[of.Attribute("POSITION")].Count
	corners, err := p.from.Doc.Corners(of, count)
	if err != nil {
		return nil, err
	}
	if len(corners) != len(m.Index) {
		return nil, anew("the mesh %q has triangles that the file has not", m.Name)
	}
	out, known := make([]uint32, count), make([]bool, count)
	parted := 0
	for k, v := range corners {
		if at := m.Index[k]; !known[v] {
			out[v], known[v] = at, true
		} else if out[v] != at && !sameInfluences(m, out[v], at) {
			parted++
		}
	}
	if parted > 0 {
		p.list.Note("mesh "+m.Name, "at %d corners other vertices of the model have other influences than those of the file's vertex", parted)
	}
	return out, nil
}

// sameInfluences reports whether two vertices have the same influences.
func sameInfluences(m *soa.Mesh, a, b uint32) bool {
	i, k, n := int(a)*m.Influences, int(b)*m.Influences, m.Influences
	return slices.Equal(m.BoneIndex[i:i+n], m.BoneIndex[k:k+n]) && slices.Equal(m.BoneWeight[i:i+n], m.BoneWeight[k:k+n])
}

// toRoot returns the node that shows the mesh of a node that gets a skin: another one at the root,
// since the place of a skinned mesh does not count, unless it is there.
func (p *patch) toRoot(node int) (source.Object, error) {
	of, n := &p.from.Doc.Nodes[node], source.ObjectAt(p.from.List("nodes"), node)
	still := of.Local() == exact.Identity() && of.Parent < 0
	scene := source.ObjectAt(p.from.List("scenes"), max(p.from.Doc.Shown, 0))
	if still || p.from.Doc.VRM != nil || scene == nil {
		return n, nil
	}
	out := source.Object{"mesh": n["mesh"]}
	if n["name"] != nil {
		out["name"] = n["name"]
	}
	if n["weights"] != nil {
		out["weights"] = n["weights"]
	}
	setOwn(out, "of", node)
	at, err := p.from.Append("nodes", out)
	if err != nil {
		return nil, err
	}
	delete(n, "mesh")
	delete(n, "weights")
	scene["nodes"] = append(source.List(scene, "nodes"), at)
	p.moved[node] = at
	p.eachTarget(func(t source.Object) {
		if t["path"] == "weights" && source.Number(t, "node") == node {
			t["node"] = at
		}
	})
	return source.ObjectAt(p.from.List("nodes"), at), nil
}

// eachTarget visits the targets of all channels.
func (p *patch) eachTarget(visit func(t source.Object)) {
	for _, a := range p.from.List("animations") {
		o, _ := a.(source.Object)
		for _, c := range source.List(o, "channels") {
			o, _ := c.(source.Object)
			if t := source.Member(o, "target"); t != nil {
				visit(t)
			}
		}
	}
}
