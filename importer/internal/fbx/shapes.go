package fbx

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/soa"
)

// nodeShapes holds the shapes of an FBX file.
type nodeShapes struct {
	byNode map[int][]*shapedMesh
	// reach is the largest distance, in metres, by which a shape moves a point on any node.
	reach map[channelShape]float64
}

// channelShape identifies a shape of a channel.
type channelShape struct {
	channel *fbx.ShapeChannel
	shape   int
}

// shapedMesh is a mesh with shapes on a node.
type shapedMesh struct {
	*fbx.ShapedMesh
	*polygons
	targets []shapeTarget
	first   int     // first target, among those of the node
	size    float64 // metres per unit of the mesh
	next    int     // the expected part by material of libassimp's next mesh
}

// shapeTarget is a morph target: one shape of a channel.
type shapeTarget struct {
	channelShape
	name string
}

func (t *shapeTarget) fbxShape() *fbx.Shape { return &t.channel.Shapes[t.shape] }

// ReadShapes reads the shapes of an FBX file and finds their nodes.
func (o *Format) ReadShapes() {
	if o.scene == nil || o.ahead.shapes == nil {
		return
	}
	scene, found := o.scene, o.ahead.shapes
	s := &nodeShapes{byNode: make(map[int][]*shapedMesh), reach: make(map[channelShape]float64)}
	for i := range found.Meshes {
		s.place(o, &found.Meshes[i])
	}
	for _, l := range found.Lost {
		where := scene.Models[l.Model].Name
		switch millimetres := 1000 * l.Reach * scene.size[l.Model]; {
		case millimetres > 0:
			o.Report.Add(report.Loss, report.InvalidMorph, where, "the shape %q of %q, which moves it by %.4g mm, left out: %v", l.Shape, l.Channel, millimetres, l.Err)
		default:
			o.Report.Add(report.Loss, report.InvalidMorph, where, "the shape %q of %q left out: %v", l.Shape, l.Channel, l.Err)
		}
	}
	scene.Broken = append(scene.Broken, found.Broken...)
	o.shapes = s
}

// place assigns shapes to the nodes that show their mesh.
func (s *nodeShapes) place(o *Format, m *fbx.ShapedMesh) {
	scene, t := o.scene, o.Tree
	polygons := newPolygons(m)
	targets := shapeTargets(m)
	for _, model := range m.Models {
		node := scene.node[model]
		if node < 0 || len(t.Nodes[node].Meshes) == 0 {
			continue
		}
		on := &shapedMesh{ShapedMesh: m, polygons: polygons, targets: targets, size: scene.size[model]}
		for _, other := range s.byNode[node] {
			on.first += len(other.targets)
		}
		s.byNode[node] = append(s.byNode[node], on)
		for i := range targets {
			s.reach[targets[i].channelShape] = math.Max(s.reach[targets[i].channelShape], targets[i].fbxShape().Reach()*on.size)
		}
		if len(s.byNode[node]) == 1 {
			on.report(o.Report, t.Nodes[node].Name)
		}
	}
}

// report reports channels with several shapes, and invalid data of shapes.
func (s *shapedMesh) report(to *report.Report, node string) {
	for _, c := range s.Channels {
		if n := len(c.Shapes); n > 1 {
			to.Add(report.Info, report.BetweenMorphs, node, "%q passes through %d shapes, which become one morph target each", c.Name, n)
		}
	}
	points := uint32(len(s.Points) / 3)
	for i := range s.targets {
		shape := s.targets[i].fbxShape()
		at, _ := slices.BinarySearch(shape.Point, points)
		if n := len(shape.Point) - at; n > 0 {
			beyond := fbx.Shape{Position: shape.Position[3*at:]}
			to.Add(report.Loss, report.InvalidMorph, node, "%q moves %d points that the mesh does not have, by up to %.4g mm; left out", s.targets[i].name, n, 1000*s.size*beyond.Reach())
		}
		if shape.NotFinite > 0 {
			to.Add(report.Loss, report.InvalidMorph, node, "%q has %d offsets that are not finite; left out", s.targets[i].name, shape.NotFinite)
		}
	}
}

// shapeTargets names the morph targets of a mesh after their channels. Names of in-between shapes
// include the channel weight at which they apply fully.
func shapeTargets(m *fbx.ShapedMesh) (list []shapeTarget) {
	used := make(map[string]bool)
	for _, c := range m.Channels {
		for i := range c.Shapes {
			name := cmp.Or(c.Name, c.Shapes[i].Name, "shape")
			if i < len(c.Shapes)-1 {
				name = fmt.Sprintf("%s %.6g%%", name, 100*c.Shapes[i].Full)
			}
			own := name
			for n := 2; used[own]; n++ {
				own = fmt.Sprintf("%s (%d)", name, n)
			}
			used[own] = true
			list = append(list, shapeTarget{channelShape{c, i}, own})
		}
	}
	return list
}

// shownShapes holds the shapes of a mesh and the control points of its vertices.
type shownShapes struct {
	*shapedMesh
	weight int      // first weight
	points []uint32 // per vertex; noPoint without a triangle
}

// WholeShapes returns libassimp's shapes if the file cannot be read.
func (o *Format) WholeShapes(m *soa.Mesh, src *scene.Mesh, node int, w *scene.WeightSet) ([]scene.WholeShape, error) {
	if o.shapes != nil {
		return nil, nil
	}
	return o.Format.WholeShapes(m, src, node, w)
}

// SparseShapes returns the shapes of a node that move a mesh, or nil.
func (o *Format) SparseShapes(m *soa.Mesh, src *scene.Mesh, node int, w *scene.WeightSet) *scene.SparseShapes {
	if o.shapes == nil {
		return nil
	}
	list := o.shapes.byNode[node]
	if len(list) == 0 {
		return nil
	}
	for _, s := range list {
		for g := s.next; g < len(s.groups); g++ {
			points := s.match(scene.Coordinates(src.Positions), m.Index, s.groups[g])
			if points == nil {
				continue
			}
			s.next = g + 1
			if !w.Add(o.Report, m, node, weightsOf(m, list)) {
				return nil
			}
			shown := &shownShapes{s, w.First[node] + s.first, points}
			return &scene.SparseShapes{Class: shown.moves(), Add: func(m *soa.Mesh, vertices []uint32, count func(int) error) error {
				return o.addShapes(m, shown, shown.pointed(vertices), count)
			}}
		}
	}
	targets, reach := 0, 0.0
	for _, s := range list {
		targets += len(s.targets)
		for i := range s.targets {
			reach = math.Max(reach, s.targets[i].fbxShape().Reach()*s.size)
		}
	}
	o.Report.Add(report.Loss, report.InvalidMorph, m.Name, "libassimp's triangles are not the file's: %d morph targets, which move it by up to %.4g mm, left out", targets, 1000*reach)
	return nil
}

// weightsOf lists the weights of a node's shapes.
func weightsOf(m *soa.Mesh, list []*shapedMesh) (weights []soa.MorphWeight) {
	for _, s := range list {
		for i := range s.targets {
			t := &s.targets[i]
			weights = append(weights, soa.MorphWeight{
				Mesh: m.Node, Target: t.name, Rest: scene.RestWeight(float32(t.channel.Part(t.shape, t.channel.Rest))),
			})
		}
	}
	return weights
}

// pointVertex is a vertex of a mesh with its control point.
type pointVertex struct{ point, vertex uint32 }

// pointed lists the file's vertices that a mesh keeps, by control point.
func (s *shownShapes) pointed(vertices []uint32) (list []pointVertex) {
	for i, v := range vertices {
		if p := s.points[v]; p != noPoint {
			list = append(list, pointVertex{p, uint32(i)})
		}
	}
	slices.SortFunc(list, func(a, b pointVertex) int {
		return cmp.Or(cmp.Compare(a.point, b.point), cmp.Compare(a.vertex, b.vertex))
	})
	return list
}

// addShapes adds the targets that move vertices of a mesh, with weights numbered from s.weight.
func (o *Format) addShapes(m *soa.Mesh, s *shownShapes, list []pointVertex, count func(int) error) error {
	// Even a target that moves nothing costs a search.
	if o.searched += len(s.targets); o.searched > o.Settings.Bounds.Vertices {
		return fmt.Errorf("%w: more than %d morph targets of meshes", soa.ErrTooLarge, o.Settings.Bounds.Vertices)
	}
	size := float32(0)
	for _, p := range m.Position {
		size = max(size, p, -p)
	}
	for i := range s.targets {
		t := morphOf(s.targets[i].fbxShape(), list, size*1e-7)
		if len(t.Vertex) == 0 {
			continue
		}
		if err := count(m.Vertices()); err != nil {
			return err
		}
		t.Name, t.Weight = s.targets[i].name, s.weight+i
		m.Morphs = append(m.Morphs, t)
	}
	return nil
}

// morphOf lists the vertices that a shape moves by more than the rounding of their coordinates.
func morphOf(s *fbx.Shape, list []pointVertex, still float32) (t soa.MorphTarget) {
	type moved struct {
		vertex uint32
		by     int
	}
	var found []moved
	for i, j := 0, 0; i < len(s.Point) && j < len(list); {
		switch want := list[j].point; {
		case s.Point[i] < want:
			n, _ := slices.BinarySearch(s.Point[i:], want)
			i += n
		case s.Point[i] > want:
			j += sort.Search(len(list)-j, func(k int) bool { return list[j+k].point >= s.Point[i] })
		default:
			if moves(s.Position[3*i:], still) || len(s.Normal) > 0 && moves(s.Normal[3*i:], 1e-6) {
				found = append(found, moved{list[j].vertex, i})
			}
			j++
		}
	}
	slices.SortFunc(found, func(a, b moved) int { return cmp.Compare(a.vertex, b.vertex) })
	for _, f := range found {
		t.Vertex = append(t.Vertex, f.vertex)
		t.Position = append(t.Position, s.Position[3*f.by:3*f.by+3]...)
		if len(s.Normal) > 0 {
			t.Normal = append(t.Normal, s.Normal[3*f.by:3*f.by+3]...)
		}
	}
	return t
}

// moves reports whether the magnitude of any component exceeds still.
func moves(by []float32, still float32) bool {
	return slices.ContainsFunc(by[:3], func(v float32) bool { return v > still || -v > still })
}

// moves returns a class per vertex, equal for vertices that all shapes move alike.
func (s *shownShapes) moves() []uint64 {
	points := make([]uint64, len(s.Points)/3)
	for i := range s.targets {
		shape := s.targets[i].fbxShape()
		for k, p := range shape.Point {
			if int(p) >= len(points) {
				break
			}
			h := scene.Mix(points[p], uint64(i)+1)
			for c := range 3 {
				h = scene.Mix(h, uint64(scene.Bits(shape.Position[3*k+c])))
				if len(shape.Normal) > 0 {
					h = scene.Mix(h, uint64(scene.Bits(shape.Normal[3*k+c])))
				}
			}
			points[p] = h
		}
	}
	out := make([]uint64, len(s.points))
	for v, p := range s.points {
		if p != noPoint {
			out[v] = points[p]
		}
	}
	return out
}
