package collada

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// nodeMorphs holds a node's morphs. libassimp makes one mesh of each part of their geometries, in
// order, among other meshes.
type nodeMorphs struct {
	list        []*collada.Morph
	first       []int // first weight of each morph, in the model
	morph, part int   // the candidate for libassimp's next mesh
	found       int   // number of parts that matched a mesh
}

// WholeShapes returns a mesh's morph targets from the file. libassimp keeps every corner of a
// Collada file's polygons, which preserves the correspondence with the file's points.
func (c *Format) WholeShapes(m *soa.Mesh, src *scene.Mesh, node int, w *scene.WeightSet) ([]scene.WholeShape, error) {
	if !c.usable() {
		return c.Format.WholeShapes(m, src, node, w)
	}
	of := c.morphsOf(w, m, node)
	if of == nil {
		return nil, nil
	}
	for k := of.morph; k < len(of.list); k++ {
		base := of.list[k].Base
		if base == nil {
			continue
		}
		part := 0
		if k == of.morph {
			part = of.part
		}
		for ; part < len(base.Parts); part++ {
			if cornersAre(src, base, &base.Parts[part]) {
				of.morph, of.part = k, part+1
				of.found++
				return c.shapesOfPart(src, of, part)
			}
		}
	}
	return nil, nil
}

// morphsOf returns a node's morphs, or nil. The first call assigns their weights.
func (c *Format) morphsOf(w *scene.WeightSet, m *soa.Mesh, node int) *nodeMorphs {
	if of, known := c.morphs[node]; known {
		return of
	}
	var of *nodeMorphs
	if n, ok := c.of[node]; ok {
		of = c.newMorphs(w, m, node, c.doc.Morphs(n))
	}
	if c.morphs == nil {
		c.morphs = make(map[int]*nodeMorphs)
	}
	c.morphs[node] = of
	return of
}

func (c *Format) newMorphs(w *scene.WeightSet, m *soa.Mesh, node int, list []*collada.Morph) *nodeMorphs {
	of := &nodeMorphs{list: list}
	var weights []soa.MorphWeight
	for _, morph := range list {
		of.first = append(of.first, len(w.Weights)+len(weights))
		for i := range morph.Targets {
			t := &morph.Targets[i]
			weights = append(weights, soa.MorphWeight{Mesh: m.Node, Target: t.Name, Rest: scene.RestWeight(float32(t.Weight))})
		}
	}
	if len(weights) == 0 || !w.Add(c.Report, m, node, weights) {
		return nil
	}
	for _, morph := range list {
		for i := range morph.Targets {
			if !morph.Fits(i) {
				c.Report.Add(report.Loss, report.InvalidMorph, m.Name, "the morph target %q does not have the points of its mesh; left out", morph.Targets[i].Name)
			}
		}
	}
	return of
}

// cornersAre reports whether a mesh's vertices are the corners of a part.
func cornersAre(src *scene.Mesh, base *collada.Geometry, part *collada.Part) bool {
	vertices := src.Positions
	if len(vertices) != len(part.Points) {
		return false
	}
	size := float32(0)
	for _, p := range base.Points {
		size = max(size, p, -p)
	}
	near := float64(1e-6 * size) // libassimp's parsing of decimals is less exact
	for v, p := range part.Points {
		if int(p) >= len(base.Points)/3 {
			return false
		}
		for i, x := range vertices[v] {
			if !(math.Abs(float64(x)-float64(base.Points[3*int(p)+i])) <= near) {
				return false
			}
		}
	}
	return true
}

// shapesOfPart applies each target to the vertices of a mesh that is a part of the morph's
// geometry.
func (c *Format) shapesOfPart(src *scene.Mesh, of *nodeMorphs, k int) (list []scene.WholeShape, err error) {
	morph := of.list[of.morph]
	places, directions := src.Positions, src.Normals
	if len(morph.Targets) > c.Settings.Bounds.Vertices/max(1, len(places)) {
		return nil, fmt.Errorf("%w: more than %d vertices of morph targets", soa.ErrTooLarge, c.Settings.Bounds.Vertices)
	}
	for i := range morph.Targets {
		if !morph.Fits(i) {
			continue
		}
		by, turns := morph.Offsets(i, k)
		shape := scene.WholeShape{Name: morph.Targets[i].Name, Weight: of.first[of.morph] + i, Positions: moved(places, by)}
		if len(turns) > 0 && len(directions) == len(places) {
			shape.Normals = moved(directions, turns)
		}
		list = append(list, shape)
	}
	return list, nil
}

// moved adds differences to vectors.
func moved(v [][3]float32, by []float32) [][3]float32 {
	out := make([][3]float32, len(v))
	for i := range out {
		for c := range 3 {
			out[i][c] = v[i][c] + by[3*i+c]
		}
	}
	return out
}

// Finish reports the unread parts of the file, and morphs with missing meshes.
func (c *Format) Finish() {
	c.Format.Finish()
	if !c.usable() || c.Settings.SkipMeshes {
		return
	}
	t := c.Tree
	for i := range t.Nodes {
		n, ok := c.of[i]
		if !ok {
			continue
		}
		parts, targets := 0, 0
		for _, m := range c.doc.Morphs(n) {
			targets += len(m.Targets)
			if m.Base != nil {
				parts += len(m.Base.Parts)
			}
		}
		found := 0
		if of := c.morphs[i]; of != nil {
			found = of.found
		} else if len(t.Nodes[i].Meshes) > 0 && parts > 0 {
			continue // kept once, on another node
		}
		switch where := t.Nodes[i].Name; {
		case targets == 0:
		case parts == 0:
			c.Report.Add(report.Loss, report.MissingMorph, where, "no mesh matches its morphs: their %d targets are left out", targets)
		case found < parts:
			c.Report.Add(report.Loss, report.MissingMorph, where, "libassimp makes %d of the %d meshes of its morphs: their %d targets move only these", found, parts, targets)
		}
	}
}

// Rest returns the groups of a node's elements that any take drives.
func (c *Format) Rest(node int, _ bool) (list []scene.Rest) {
	of := c.groups[node]
	if of.groups == nil {
		return nil
	}
	motion := c.doc.Rest(of.node)
	for _, g := range of.groups {
		if g.Sheared {
			m := c.doc.Nodes[of.node].RestOf(g)
			list = append(list, scene.Rest{Static: &m})
			continue
		}
		t, r, s, _ := motion.At(g, 0, fit.At)
		list = append(list, scene.Rest{T: t, R: r, S: s})
	}
	return list
}
