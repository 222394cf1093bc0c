package fbx

import (
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// PointWeights is a weight of each of some control points of a mesh.
type PointWeights struct {
	Point  []uint32
	Weight []float64
}

// Weights reads the points of a cluster. left is the number of values that may still be read of
// the file; the error wraps soa.ErrTooLarge beyond it.
func (f *File) Weights(c *Cluster, left *int) (PointWeights, error) {
	return f.pointWeights(c.id, "Weights", left)
}

// Blend reads the points of a blended skin with a share of dual quaternions; its other points are
// linear.
func (f *File) Blend(s *Skin, left *int) (PointWeights, error) {
	return f.pointWeights(s.id, "BlendWeights", left)
}

// Points reads the control points of a skin's mesh, three numbers each.
func (f *File) Points(s *Skin, left *int) ([]float64, error) {
	arrays, err := f.takes.numbers(s.geometry, left, "Vertices")
	return arrays["Vertices"], err
}

// Polygons reads the polygons of a skin's mesh.
func (f *File) Polygons(s *Skin, left *int) (*ShapedMesh, error) {
	raw := &rawGeometry{}
	if err := f.takes.visit(f.takes.objects[s.geometry], left, raw.see); err != nil {
		return nil, err
	}
	return &ShapedMesh{Points: raw.position, Corners: raw.corners, Material: raw.materials()}, nil
}

func (f *File) pointWeights(id int64, weights string, left *int) (out PointWeights, err error) {
	arrays, err := f.takes.numbers(id, left, "Indexes", weights)
	if err != nil {
		return out, err
	}
	points := arrays["Indexes"]
	out.Weight = arrays[weights]
	n := min(len(points), len(out.Weight))
	out.Weight = out.Weight[:n]
	for _, p := range points[:n] {
		if !(p >= 0 && p < math.MaxUint32) {
			p = math.MaxUint32
		}
		out.Point = append(out.Point, uint32(p))
	}
	return out, nil
}

// numbers reads arrays of an object.
func (t *takes) numbers(id int64, left *int, names ...string) (map[string][]float64, error) {
	out := make(map[string][]float64)
	err := t.visit(t.objects[id], left, func(path []string, _ string) func(float64) {
		if len(path) != 1 || !slices.Contains(names, path[0]) {
			return nil
		}
		return func(v float64) { out[path[0]] = append(out[path[0]], v) }
	})
	return out, err
}

// BindPose reads the file's bind poses: the matrices of models to the scene's space, by index of
// Scene.Models. The first pose with a model counts.
func (f *File) BindPose(s *Scene) map[int]exact.Matrix {
	model := s.byID()
	out := make(map[int]exact.Matrix)
	add := func(node int64, m Bound) {
		if i, ok := model[node]; ok && m.Known && i != SceneRoot {
			if _, known := out[i]; !known {
				out[i] = m.Matrix
			}
		}
	}
	for _, id := range f.takes.poses {
		f.takes.pose(f.takes.objects[id], add)
	}
	return out
}

// pose calls add for each node of a bind pose.
func (t *takes) pose(o object, add func(node int64, m Bound)) {
	if t.text {
		var node int64
		bind := false
		t.textBlock(o, func(open []string, name, rest string) {
			switch {
			case len(open) == 1 && name == "Type":
				bind = strings.Contains(rest, `"BindPose"`)
			case len(open) == 2 && open[1] == "PoseNode" && name == "Node":
				node = integer(strings.TrimSpace(rest))
			case len(open) == 3 && open[2] == "Matrix" && name == "a" && bind:
				m, _ := boundOf(textNumbers(rest, nil, 17))
				add(node, m)
			}
		})
		return
	}
	bind := false
	_ = t.body(o).forEachChild(func(name string, in records) error {
		switch name {
		case "Type":
			v, _ := in.property()
			bind = v == "BindPose"
		case "PoseNode":
			if !bind {
				return nil
			}
			var node int64
			var m Bound
			err := in.forEachChild(func(name string, in records) error {
				switch name {
				case "Node":
					node, _, _ = in.integer()
				case "Matrix":
					m, _ = in.matrix()
				}
				return nil
			})
			add(node, m)
			return err
		}
		return nil
	})
}
