package gltf

import (
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// weights are the influences of the file's vertices, per set: four joints and weights for each.
type weights struct {
	joints [][]uint16
	values [][]float32
}

// ReadSkins reads the skins of nodes with meshes, and the influences of these meshes.
func (g *Format) ReadSkins() error {
	type key struct {
		skin  int
		apart bool
	}
	made := make(map[key]*scene.Skin)
	for i, n := range g.shows {
		if err := g.Meter.Step(200); err != nil {
			return err
		}
		if n < 0 || len(g.Tree.Nodes[i].Meshes) == 0 || g.Doc.Nodes[n].Skin < 0 {
			continue
		}
		from := &g.Doc.Skins[g.Doc.Nodes[n].Skin]
		if len(from.Joints) == 0 {
			continue
		}
		of := key{g.Doc.Nodes[n].Skin, g.hasTargets(g.Doc.Nodes[n].Mesh)}
		s := made[of]
		if s == nil {
			if err := g.Meter.Take("joints of skins", len(from.Joints), unsafe.Sizeof(scene.Bone{})); err != nil {
				return err
			}
			s = &scene.Skin{Own: true, Exact: true, Apart: of.apart, Bones: make([]scene.Bone, 0, len(from.Joints))}
			made[of] = s
		}
		for k, j := range from.Joints {
			if len(s.Bones) == len(from.Joints) {
				break // another node's
			}
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
			if err := g.Meter.Step(200); err != nil {
				return err
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
			j, err := g.Doc.Joints(of[k])
			if err != nil {
				return err
			}
			w, err := g.Doc.Floats(by[k])
			if err != nil {
				return err
			}
			rows.joints, rows.values = append(rows.joints, j), append(rows.values, w)
		}
		p.rows = rows
	}
	if p.fits > 0 && joints >= p.fits {
		return nil // another skin has as many joints, or fewer
	}
	of := p.Sets("JOINTS_")
	for k := range p.rows.joints {
		if err := g.Meter.Step(2 * len(p.rows.joints[k])); err != nil {
			return err
		}
		for e, j := range p.rows.joints[k] {
			if int(j) >= joints && scene.Usable(p.rows.values[k][e]) {
				return g.Doc.ElementError(of[k], e/4, "joint %d of a skin of %d", j, joints)
			}
		}
	}
	p.fits = joints
	return nil
}

// Skin implements scene.Format.
func (g *Format) Skin(node int) *scene.Skin { return g.skins[node] }

// Influences implements scene.Format.
func (g *Format) Influences(node int, src *scene.Mesh, _ string) *scene.Influences {
	p, n := g.primitiveOf(src), len(src.Positions)
	room := 4 * n * len(p.rows.values)
	if g.take(p, room+n+1, 8) != nil {
		return nil
	}
	bone, weight := make([]uint16, room), make([]float32, room)
	out := &scene.Influences{Influences: soa.Influences{Start: make([]uint32, n+1)}}
	count := 0
	for v := range n {
		if v%1024 == 0 && g.Meter.Step(1024*20*len(p.rows.values)) != nil {
			return nil
		}
		used, bad := p.rows.sort(bone[count:], weight[count:], 4*int(p.fileVertex(uint32(v))))
		count += used
		out.Bad += bad
		out.Start[v+1] = uint32(count)
	}
	out.Bone, out.Weight = bone[:count], weight[:count]
	return out
}

// sort lists the usable influences of a file's vertex, by joint, and counts them and those that
// are not. at is four times its number.
func (w *weights) sort(bone []uint16, weight []float32, at int) (n, bad int) {
	for set, values := range w.values {
		joints := w.joints[set][at : at+4]
		for e, x := range values[at : at+4] {
			if !scene.Usable(x) {
				if x != 0 {
					bad++
				}
				continue
			}
			i, j := n, joints[e]
			for ; i > 0 && bone[i-1] > j; i-- {
				bone[i], weight[i] = bone[i-1], weight[i-1]
			}
			bone[i], weight[i] = j, x
			n++
		}
	}
	return n, bad
}
