package gltf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
)

// reportMended reports numbers of the file that are not finite, and rotations at rest that are none.
func (g *Format) reportMended() {
	list, more := g.Doc.Mended()
	for _, m := range list {
		g.Report.Add(report.Repair, report.InvalidNumber, g.nameAt(m.Pointer), "%s is %s, which is not finite; the default holds", m.Pointer, m.Text)
	}
	if more > 0 {
		g.Report.Add(report.Repair, report.InvalidNumber, "", "%d more numbers are not finite; their defaults hold", more)
	}
	for i := range g.Doc.Nodes {
		n := &g.Doc.Nodes[i]
		if n.HasMatrix {
			continue
		}
		off, none := track.OffUnit(n.Rotation)
		switch {
		case none:
			g.Report.Add(report.Repair, report.InvalidTransform, g.names[i], "its rotation at rest has no length; replaced by the identity")
		case off > 0:
			g.Report.AddSized(report.Repair, report.RotationLength, g.names[i], report.Size{Value: off}, "its rotation at rest is not of unit length, by %.3g; normalized", off)
		}
	}
}

// nameAt returns the name of the node, mesh, material or animation that a JSON pointer leads into, or
// "".
func (g *Format) nameAt(pointer string) string {
	parts := strings.Split(pointer, "/")
	if len(parts) < 3 {
		return ""
	}
	i, err := strconv.Atoi(parts[2])
	lengths := map[string]int{"nodes": len(g.names), "meshes": len(g.Doc.Meshes), "materials": len(g.Doc.Materials), "animations": len(g.Doc.Animations)}
	if n, ok := lengths[parts[1]]; err != nil || !ok || i < 0 || i >= n {
		return ""
	}
	switch parts[1] {
	case "nodes":
		return g.names[i]
	case "meshes":
		return g.Doc.Meshes[i].Name
	case "materials":
		return g.Doc.Materials[i].Name
	}
	return g.Doc.Animations[i].Name
}

// mendDeltas replaces numbers of a morph target that are not finite by 0, in a copy, and counts the
// vertices that have some.
func mendDeltas(values []float32) (mended []float32, vertices int) {
	isBad := func(x float32) bool { return !track.Finite(float64(x)) }
	if !slices.ContainsFunc(values, isBad) {
		return values, 0
	}
	mended = slices.Clone(values)
	for v := 0; v+3 <= len(mended); v += 3 {
		if slices.ContainsFunc(mended[v:v+3], isBad) {
			clear(mended[v : v+3])
			vertices++
		}
	}
	return mended, vertices
}
