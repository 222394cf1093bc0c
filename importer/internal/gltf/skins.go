package gltf

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
)

// weights are the influences of the file's vertices, per set: four joints and weights for each.
type weights struct {
	joints [][]uint32
	values [][]float32
}

// ReadSkins reads the skins of nodes with meshes, and the influences of these meshes.
func (g *Format) ReadSkins() error {
	for i, n := range g.of {
		if n < 0 || len(g.Tree.Nodes[i].Meshes) == 0 || g.Doc.Nodes[n].Skin < 0 {
			continue
		}
		from := &g.Doc.Skins[g.Doc.Nodes[n].Skin]
		if len(from.Joints) == 0 {
			continue
		}
		s := &scene.Skin{Own: true, Exact: true, Apart: g.hasTargets(g.Doc.Nodes[n].Mesh)}
		for k, j := range from.Joints {
			bind := exact.Identity()
			if from.InverseBind != nil {
				for e := range 12 {
					bind[e] = float64(from.InverseBind[16*k+4*(e%4)+e/4])
				}
			}
			s.Bones = append(s.Bones, scene.Bone{Node: g.nodes[j], Offset: bind})
		}
		g.skins[i] = s
		if g.Settings.SkipMeshes {
			continue
		}
		for _, k := range g.Tree.Nodes[i].Meshes {
			if err := g.readWeights(g.primitives[k], len(from.Joints)); err != nil {
				return unread(err)
			}
		}
	}
	return nil
}

// hasTargets reports whether a mesh has morph targets, whose weights each of its nodes has of
// its own.
func (g *Format) hasTargets(mesh int) bool {
	return slices.ContainsFunc(g.Doc.Meshes[mesh].Primitives, func(p gltfPrimitive) bool { return len(p.Targets) > 0 })
}

// readWeights reads the joints and weights of a primitive and checks them against a skin of
// that many joints.
func (g *Format) readWeights(p *primitive, joints int) error {
	if p.rows == nil {
		rows := &weights{}
		of, by := p.Sets("JOINTS_"), p.Sets("WEIGHTS_")
		if len(of) != len(by) {
			return p.Error("%d sets of joints and %d of weights", len(of), len(by))
		}
		vertices := 0
		if at := p.Attribute("POSITION"); at >= 0 {
			vertices = g.Doc.Accessors[at].Count
		}
		for k := range of {
			for _, a := range []int{of[k], by[k]} {
				if err := g.Doc.Want(a, "VEC4"); err != nil {
					return err
				}
				if err := g.Doc.WantCount(a, vertices); err != nil {
					return err
				}
			}
			j, err := g.Doc.Integers(of[k])
			if err != nil {
				return err
			}
			w, err := g.Doc.Floats(by[k])
			if err != nil {
				return err
			}
			if err := g.Doc.Finite(by[k], w); err != nil {
				return err
			}
			rows.joints, rows.values = append(rows.joints, j), append(rows.values, w)
		}
		p.rows = rows
	}
	of := p.Sets("JOINTS_")
	for k := range p.rows.joints {
		for e, j := range p.rows.joints[k] {
			if int(j) >= joints && p.rows.values[k][e] != 0 {
				return g.Doc.ElementError(of[k], e/4, "joint %d of a skin of %d", j, joints)
			}
		}
	}
	return nil
}

// Skin implements scene.Format.
func (g *Format) Skin(node int) *scene.Skin { return g.skins[node] }

// Influences returns the weights of each joint of a node's skin.
func (g *Format) Influences(node int, src *scene.Mesh, _ string) (bones [][]scene.VertexWeight, own []scene.VertexWeight) {
	p := g.primitives[slices.Index(g.Scene.Meshes, src)]
	bones = make([][]scene.VertexWeight, len(g.skins[node].Bones))
	count := make([]int, len(bones))
	p.rows.each(len(src.Positions), p, func(j uint32, _ scene.VertexWeight) { count[j]++ })
	for j, n := range count {
		bones[j] = make([]scene.VertexWeight, 0, n)
	}
	p.rows.each(len(src.Positions), p, func(j uint32, w scene.VertexWeight) { bones[j] = append(bones[j], w) })
	return bones, nil
}

// each calls a function with each weight that is not zero.
func (w *weights) each(vertices int, p *primitive, with func(joint uint32, w scene.VertexWeight)) {
	for k := range w.joints {
		for v := range uint32(vertices) {
			at := 4 * int(p.fileVertex(v))
			for e := at; e < at+4; e++ {
				if x := w.values[k][e]; x != 0 {
					with(w.joints[k][e], scene.VertexWeight{Vertex: v, Weight: x})
				}
			}
		}
	}
}
