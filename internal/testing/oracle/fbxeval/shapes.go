package fbxeval

import (
	"slices"
	"strings"
)

// between is a shape that a mesh has at one weight of a channel.
type between struct {
	full  float64
	moved [][3]float64 // by control point
}

// Morphed returns the control points of a model's mesh, and where its shapes move them
// in a stack at a time; −1 is no stack.
func (f *File) Morphed(stack int, model int64, t float64) (points, moved [][3]float64) {
	for _, l := range f.links {
		mesh := f.objects[l.from]
		if l.to != model || mesh == nil || mesh.name != "Geometry" || mesh.word(2) != "Mesh" {
			continue
		}
		points = triples(mesh.child("Vertices").list())
		moved = slices.Clone(points)
		for _, deformer := range f.connected(l.from, "BlendShape") {
			for _, channel := range f.connected(deformer, "BlendShapeChannel") {
				percent := f.objects[channel].child("DeformPercent").number(0)
				percent = f.Value(stack, channel, "DeformPercent", percent, t)[0]
				blend(moved, f.shapes(channel, len(points)), percent)
			}
		}
		for _, shape := range mesh.children {
			if shape.name == "Shape" {
				percent := f.Value(stack, l.from, shape.word(0), 0, t)[0]
				blend(moved, []between{{100, shapeOf(shape, nil, len(points))}}, percent)
			}
		}
	}
	return points, moved
}

// connected lists what of a class is connected to an object.
func (f *File) connected(id int64, class string) (list []int64) {
	for _, l := range f.links {
		if n := f.objects[l.from]; l.to == id && l.property == "" && n != nil && n.word(2) == class {
			list = append(list, l.from)
		}
	}
	return list
}

// shapes lists the shapes of a channel.
func (f *File) shapes(channel int64, points int) (list []between) {
	full := f.objects[channel].child("FullWeights").list()
	for i, id := range f.connected(channel, "Shape") {
		shape := f.objects[id]
		if n := len(shape.child("Indexes").list()); f.blender && len(full) == n {
			list = append(list, between{100, shapeOf(shape, full, points)})
			continue
		}
		list = append(list, between{full[i], shapeOf(shape, nil, points)})
	}
	return list
}

func shapeOf(n *node, percent []float64, points int) [][3]float64 {
	moved := make([][3]float64, points)
	by := triples(n.child("Vertices").list())
	for i, p := range n.child("Indexes").list() {
		part := 1.
		if percent != nil {
			part = percent[i] / 100
		}
		for c := range 3 {
			moved[int(p)][c] += by[i][c] * part
		}
	}
	return moved
}

// blend moves points along the straight line between the two shapes around a weight, or
// beyond the last two. The mesh itself is the shape at 0.
func blend(points [][3]float64, list []between, weight float64) {
	list = append(list, between{0, make([][3]float64, len(points))})
	slices.SortFunc(list, func(a, b between) int {
		if a.full < b.full {
			return -1
		}
		return 1
	})
	a, b := list[0], list[1]
	for i := 1; i+1 < len(list); i++ {
		if weight >= list[i].full {
			a, b = list[i], list[i+1]
		}
	}
	u := (weight - a.full) / (b.full - a.full)
	for p := range points {
		for c := range 3 {
			points[p][c] += a.moved[p][c] + u*(b.moved[p][c]-a.moved[p][c])
		}
	}
}

func triples(list []float64) (out [][3]float64) {
	for i := 0; i+2 < len(list); i += 3 {
		out = append(out, [3]float64(list[i:i+3]))
	}
	return out
}

// byBlender reports whether the header names Blender.
func byBlender(header *node) bool {
	return strings.HasPrefix(header.child("Creator").word(0), "Blender")
}
