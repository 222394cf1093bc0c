package fbxfile

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Shape is a blend shape: offsets of control points of a mesh.
type Shape struct {
	Points  []int
	By      []exact.Vec
	Normals []exact.Vec
}

// Arrays returns the arrays of the shape in the syntax of the file.
func (s *Shape) Arrays() string {
	list := func(v []exact.Vec) string {
		var out []string
		for _, p := range v {
			out = append(out, fmt.Sprintf("%v,%v,%v", p[0], p[1], p[2]))
		}
		return strings.Join(out, ",")
	}
	points := strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Points), " ", ","), "[]")
	out := fmt.Sprintf("\t\tIndexes: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tVertices: *%d {\n\t\t\ta: %s\n\t\t}\n", len(s.Points), points, 3*len(s.By), list(s.By))
	if s.Normals != nil {
		out += fmt.Sprintf("\t\tNormals: *%d {\n\t\t\ta: %s\n\t\t}\n", 3*len(s.Normals), list(s.Normals))
	}
	return out
}

// AddChannel adds a blend-shape channel to meshes, by their models, and returns its id.
func (f *File) AddChannel(meshes []int, name string, percent float64, full []float64, shapes ...Shape) int {
	id := 40000 + 100*strings.Count(f.Objects, `"BlendShapeChannel"`)
	f.Objects += fmt.Sprintf("\tDeformer: %d, \"Deformer::all\", \"BlendShape\" {\n\t}\n", id+1)
	weights := strings.Trim(strings.ReplaceAll(fmt.Sprint(full), " ", ","), "[]")
	f.Objects += fmt.Sprintf("\tDeformer: %d, \"SubDeformer::%s\", \"BlendShapeChannel\" {\n\t\tProperties70:  {\n\t\t\tP: \"DeformPercent\", \"Number\", \"\", \"A\",%v\n\t\t}\n\t\tFullWeights: *%d {\n\t\t\ta: %s\n\t\t}\n\t}\n",
		id, name, percent, len(full), weights)
	for _, m := range meshes {
		f.Connections += fmt.Sprintf("\tC: \"OO\",%d,%d\n", id+1, 5000+m)
	}
	f.Connections += fmt.Sprintf("\tC: \"OO\",%d,%d\n", id, id+1)
	for i, s := range shapes {
		f.Objects += fmt.Sprintf("\tGeometry: %d, \"Geometry::%s%d\", \"Shape\" {\n%s\t}\n", id+10+i, name, i, s.Arrays())
		f.Connections += fmt.Sprintf("\tC: \"OO\",%d,%d\n", id+10+i, id)
	}
	return id
}
