package fbxfile

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Cluster binds the three points of a mesh to a bone. A nil matrix is left out of the file.
type Cluster struct {
	Bone            string // "" is the scene
	Weights         [3]float64
	Transform, Link *exact.Matrix
	Associate       string
}

// Skin is a skin of a model's mesh.
type Skin struct {
	Mesh, Kind, Mode string
	Clusters         []Cluster
	Blend            [3]float64
	Pose             map[string]exact.Matrix
}

// byColumns formats a matrix as files store it.
func byColumns(m exact.Matrix) string {
	var out []string
	for c := range 4 {
		for r := range 3 {
			out = append(out, fmt.Sprint(m[4*r+c]))
		}
		out = append(out, fmt.Sprint(c/3))
	}
	return strings.Join(out, ",")
}

// AddSkin adds a skin to the file.
func (f *File) AddSkin(s Skin) {
	id := func(name string) int {
		for i := range f.Models {
			if f.Models[i].Name == name {
				return 1000 + i
			}
		}
		return 0
	}
	var o, c strings.Builder
	mesh, at := id(s.Mesh), 100*strings.Count(f.Objects, `"Skin" {`)
	fmt.Fprintf(&o, "\tDeformer: %d, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t\tSkinningType: %q\n", 6900+at, s.Kind)
	if s.Kind == "Blend" {
		fmt.Fprintf(&o, "\t\tIndexes: *3 {\n\t\t\ta: 2,1,0\n\t\t}\n\t\tBlendWeights: *3 {\n\t\t\ta: %v,%v,%v\n\t\t}\n", s.Blend[2], s.Blend[1], s.Blend[0])
	}
	o.WriteString("\t}\n")
	fmt.Fprintf(&c, "\tC: \"OO\",%d,%d\n", 6900+at, mesh+4000)
	for i, k := range s.Clusters {
		fmt.Fprintf(&o, "\tDeformer: %d, \"SubDeformer::\", \"Cluster\" {\n\t\tVersion: 100\n", 7900+at+i)
		if s.Mode != "" {
			fmt.Fprintf(&o, "\t\tMode: %q\n", s.Mode)
		}
		fmt.Fprintf(&o, "\t\tIndexes: *3 {\n\t\t\ta: 0,1,2\n\t\t}\n\t\tWeights: *3 {\n\t\t\ta: %v,%v,%v\n\t\t}\n", k.Weights[0], k.Weights[1], k.Weights[2])
		if k.Transform != nil {
			fmt.Fprintf(&o, "\t\tTransform: *16 {\n\t\t\ta: %s\n\t\t}\n", byColumns(*k.Transform))
		}
		if k.Link != nil {
			fmt.Fprintf(&o, "\t\tTransformLink: *16 {\n\t\t\ta: %s\n\t\t}\n", byColumns(*k.Link))
		}
		o.WriteString("\t}\n")
		fmt.Fprintf(&c, "\tC: \"OO\",%d,%d\n\tC: \"OO\",%d,%d\n", 7900+at+i, 6900+at, id(k.Bone), 7900+at+i)
		if k.Associate != "" {
			fmt.Fprintf(&c, "\tC: \"OO\",%d,%d\n", id(k.Associate), 7900+at+i)
		}
	}
	if s.Pose != nil {
		o.WriteString("\tPose: 8900, \"Pose::bind\", \"BindPose\" {\n\t\tType: \"BindPose\"\n\t\tVersion: 100\n")
		for name, m := range s.Pose {
			fmt.Fprintf(&o, "\t\tPoseNode:  {\n\t\t\tNode: %d\n\t\t\tMatrix: *16 {\n\t\t\t\ta: %s\n\t\t\t}\n\t\t}\n", id(name), byColumns(m))
		}
		o.WriteString("\t}\n")
	}
	f.Objects, f.Connections = f.Objects+o.String(), f.Connections+c.String()
}
