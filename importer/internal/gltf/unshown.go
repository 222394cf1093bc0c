package gltf

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
)

// reportNothingShown reports what a file has though no node shows it: a library of materials, or
// meshes for a program that places them. Its model is a root, which is a joint, and its materials.
func (g *Format) reportNothingShown() {
	var parts []string
	for _, part := range []struct {
		n            int
		one, several string
	}{
		{len(g.Doc.Nodes), "node outside it", "nodes outside it"}, {len(g.Doc.Meshes), "mesh", "meshes"},
		{len(g.Doc.Skins), "skin", "skins"}, {len(g.Doc.Animations), "animation", "animations"},
		{len(g.Doc.Materials), "material", "materials"}, {len(g.Doc.Images), "image", "images"},
	} {
		switch {
		case part.n == 1:
			parts = append(parts, "1 "+part.one)
		case part.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.several))
		}
	}
	where := "file"
	if len(g.Doc.Nodes) > 0 {
		where = "scene that is shown"
	}
	unshown := ""
	if len(parts) > 0 {
		unshown = "; not shown: " + strings.Join(parts, ", ")
	}
	g.Report.Add(report.Loss, report.NoNodes, rootName, "the %s holds no node, so the model is this joint alone%s", where, unshown)
}
