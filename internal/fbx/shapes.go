package fbx

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// ShapedMesh is a mesh that shapes deform.
type ShapedMesh struct {
	Name     string
	Models   []int     // of Scene.Models: the nodes that show it
	Points   []float32 // 3 per control point
	Corners  []int32   // control points of polygons; the last one of each is −1−point
	Material []int32   // by polygon; empty where one material is that of all
	Channels []*ShapeChannel
}

// ShapeChannel is shapes that one number blends in:
//
//	weight   −50%   0    25%       100%
//	          │     │     │         │
//	       shape 0 mesh shape 1  shape 2
//
// Between two of these weights the mesh is between two shapes, and beyond the outer ones
// it goes on straight.
type ShapeChannel struct {
	Name   string
	Rest   float64         // the weight that the file states; 1 is 100%
	Shapes []Shape         // by Full
	Driven map[int]*Driven // by stack: the weight in percent

	at []float64 // the weights of the picture above
}

// Shape is a set of displacements of a mesh's control points.
type Shape struct {
	Name     string
	Full     float64   // the weight of the channel at which the mesh has the shape
	Point    []uint32  // control points, ascending
	Position []float32 // 3 per point, by which it moves
	Normal   []float32 // the same, or empty
	// NotFinite counts numbers that are not finite, which are left out.
	NotFinite int
}

// LostShape is a shape that File.Shapes leaves out.
type LostShape struct {
	Mesh, Channel, Shape string
	Reach                float64 // how far it moves a point, where that is known
	Model                int     // of Scene.Models, a node that shows the mesh
	Err                  error
}

// Shapes is the result of File.Shapes.
type Shapes struct {
	Meshes []ShapedMesh
	Lost   []LostShape
	Broken []BrokenCurve
}

// Reach returns the farthest that the shape moves a point.
func (s *Shape) Reach() (reach float64) {
	for i := 0; i+2 < len(s.Position); i += 3 {
		x, y, z := float64(s.Position[i]), float64(s.Position[i+1]), float64(s.Position[i+2])
		reach = math.Max(reach, float64(x*x)+float64(y*y)+float64(z*z))
	}
	return math.Sqrt(reach)
}

// Weight returns the channel's weight in a stack at a time.
func (c *ShapeChannel) Weight(stack int, time float64, side Side) float64 {
	if d := c.Driven[stack]; d != nil {
		return d.At(time, side)[0] / 100
	}
	return c.Rest
}

// arrange sorts shapes by their full weights and fills at. It removes and returns shapes whose
// full weight is 0, not finite, or that of another shape.
func (c *ShapeChannel) arrange() (lost []Shape) {
	slices.SortStableFunc(c.Shapes, func(a, b Shape) int { return cmp.Compare(a.Full, b.Full) })
	kept := c.Shapes[:0]
	for _, s := range c.Shapes {
		if s.Full == 0 || s.Full-s.Full != 0 || len(kept) > 0 && kept[len(kept)-1].Full == s.Full {
			lost = append(lost, s)
			continue
		}
		kept = append(kept, s)
	}
	c.Shapes = kept
	c.at = []float64{0}
	for i := range c.Shapes {
		c.at = append(c.at, c.Shapes[i].Full)
	}
	slices.Sort(c.at)
	return lost
}

// place returns the index of a shape's full weight in at.
func (c *ShapeChannel) place(shape int) int {
	if c.Shapes[shape].Full > 0 {
		return shape + 1
	}
	return shape
}

// Part returns the share of a shape at a weight of the channel.
func (c *ShapeChannel) Part(shape int, weight float64) float64 {
	own := c.place(shape)
	i := 0 // the stretch between two weights; the outer ones go on
	for i+2 < len(c.at) && weight >= c.at[i+1] {
		i++
	}
	part := (weight - c.at[i]) / (c.at[i+1] - c.at[i])
	switch own {
	case i:
		return 1 - part
	case i + 1:
		return part
	}
	return 0
}

// Bends returns the weights of the channel at which the part of a shape bends.
func (c *ShapeChannel) Bends(shape int) []float64 {
	own := c.place(shape)
	return c.at[max(1, own-1):max(1, min(own+2, len(c.at)-1))]
}

// shapeReader reads the shapes of a file.
type shapeReader struct {
	*reader
	scene    *Scene
	left     int // numbers of arrays that may still be read
	kinds    map[int64]string
	below    map[int64][]int64 // shapes of a channel, channels of a deformer, deformers of a mesh
	channels map[int64]*ShapeChannel
	shapes   map[int64]*rawGeometry
	out      Shapes
	listed   int // channels of meshes
	inside   map[meshShape]*ShapeChannel
}

// meshShape is a shape that a mesh contains.
type meshShape struct {
	mesh int64
	name string
}

// maxChannels bounds the channels of all meshes: those that share deformers have them
// all.
const maxChannels = 1 << 16

// Shapes reads the meshes that shapes deform, and the curves that do. The error wraps
// soa.ErrTooLarge where the curves have more keys than most, or the arrays more numbers
// than there may be.
func (f *File) Shapes(scene *Scene, most, numbers int) (*Shapes, error) {
	r := &shapeReader{
		reader: f.reader(most), scene: scene, left: numbers, kinds: make(map[int64]string), below: make(map[int64][]int64),
		channels: make(map[int64]*ShapeChannel), shapes: make(map[int64]*rawGeometry), inside: make(map[meshShape]*ShapeChannel),
	}
	meshes, models := r.connect()
	for _, id := range meshes {
		if err := r.mesh(id, models[id]); err != nil {
			return nil, err
		}
	}
	for i := range r.t.named {
		l := &r.t.named[i]
		c := r.channels[l.to]
		if l.name != "DeformPercent" || c == nil {
			c = r.inside[meshShape{l.to, l.name}]
		}
		if c == nil || r.t.objects[l.from].class != "AnimationCurveNode" {
			continue
		}
		if err := r.driveShape(c, l); err != nil {
			return nil, err
		}
	}
	return &r.out, nil
}

// kind returns the class of a mesh, a shape or a deformer as its third value states it.
func (r *shapeReader) kind(id int64) string {
	o := r.t.objects[id]
	if o.class != "Geometry" && o.class != "Deformer" {
		return o.class
	}
	k, known := r.kinds[id]
	if !known {
		k = r.t.subclass(o)
		r.kinds[id] = k
	}
	return k
}

// connect lists the meshes of the file and the models of each, and fills below.
func (r *shapeReader) connect() (meshes []int64, models map[int64][]int) {
	at := make(map[int64]int)
	for m := range r.scene.Models {
		at[r.scene.Models[m].id] = m
	}
	links := r.t.linksWhere(func(l link) bool {
		class := r.t.objects[l.from].class
		return !l.toProperty && (class == "Geometry" || class == "Deformer")
	})
	models = make(map[int64][]int)
	for _, l := range links {
		from := r.kind(l.from)
		if m, isModel := at[l.to]; isModel && from == "Mesh" {
			if models[l.from] == nil {
				meshes = append(meshes, l.from)
			}
			models[l.from] = append(models[l.from], m)
			continue
		}
		switch [2]string{from, r.kind(l.to)} {
		case [2]string{"Shape", "BlendShapeChannel"}, [2]string{"BlendShapeChannel", "BlendShape"}, [2]string{"BlendShape", "Mesh"}:
			r.below[l.to] = append(r.below[l.to], l.from)
		}
	}
	return meshes, models
}

// mesh reads a mesh that shapes deform.
func (r *shapeReader) mesh(id int64, models []int) error {
	if len(r.below[id]) == 0 && !r.t.holdsShapes(r.t.objects[id]) {
		return nil
	}
	raw, err := r.geometry(id)
	if isTooLarge(err) {
		return err
	}
	m := ShapedMesh{Name: objectName(r.t.objects[id].name), Models: models}
	if err != nil {
		r.lose(&m, "", "", 0, err)
		return nil
	}
	m.Points, m.Corners, m.Material = raw.position, raw.corners, raw.materials()
	for _, deformer := range r.below[id] {
		for _, channel := range r.below[deformer] {
			if r.listed++; r.listed > maxChannels {
				return soa.ErrTooLarge
			}
			c, known := r.channels[channel]
			if !known {
				if c, err = r.channel(&m, channel); err != nil {
					return err
				}
				r.channels[channel] = c
			}
			if len(c.Shapes) > 0 {
				m.Channels = append(m.Channels, c)
			}
		}
	}
	for _, s := range raw.shapes {
		r.ownShape(&m, id, s)
	}
	if len(m.Channels) > 0 {
		r.out.Meshes = append(r.out.Meshes, m)
	}
	return nil
}

// lose records a shape that is left out.
func (r *shapeReader) lose(m *ShapedMesh, channel, shape string, reach float64, err error) {
	if len(r.out.Lost) < maxLost {
		r.out.Lost = append(r.out.Lost, LostShape{m.Name, channel, shape, reach, m.Models[0], err})
	}
}

// maxLost bounds the list of lost shapes.
const maxLost = 1 << 10

// geometry reads the arrays of a mesh or a shape, once.
func (r *shapeReader) geometry(id int64) (*rawGeometry, error) {
	if raw, known := r.shapes[id]; known {
		return raw, raw.err
	}
	raw := &rawGeometry{}
	raw.err = r.t.visit(r.t.objects[id], &r.left, raw.see)
	r.shapes[id] = raw
	return raw, raw.err
}

// channel reads a channel and its shapes.
func (r *shapeReader) channel(m *ShapedMesh, id int64) (*ShapeChannel, error) {
	o := r.t.objects[id]
	c := &ShapeChannel{Name: objectName(o.name), Driven: make(map[int]*Driven)}
	var raw rawChannel
	if err := r.t.visit(o, &r.left, raw.see); isTooLarge(err) {
		return nil, err
	} else if err != nil {
		r.lose(m, c.Name, "", 0, err)
		return c, nil
	}
	c.Rest = raw.percent / 100
	if p, ok := r.property(id, "DeformPercent"); ok && len(p.values) > 0 {
		if _, own := r.properties[id]["DeformPercent"]; own || !raw.stated {
			c.Rest = p.values[0] / 100
		}
	}
	if c.Rest-c.Rest != 0 {
		c.Rest = 0
	}
	list := r.below[id]
	for i, shape := range list {
		name := objectName(r.t.objects[shape].name)
		from, err := r.geometry(shape)
		if isTooLarge(err) {
			return nil, err
		}
		if err == nil {
			err = from.checkShape()
		}
		if err != nil {
			r.lose(m, c.Name, name, 0, err)
			continue
		}
		full, by := 1.0, []float64(nil)
		switch {
		case r.byPoint(&raw, from, len(list)):
			by = raw.full
		case i < len(raw.full):
			full = raw.full[i] / 100
		}
		s := from.shape(by)
		s.Name, s.Full = name, full
		c.Shapes = append(c.Shapes, s)
	}
	for _, s := range c.arrange() {
		r.lose(m, c.Name, s.Name, s.Reach(), malformed("at the weight of %v%% the mesh has another shape", 100*s.Full))
	}
	return c, nil
}

// byPoint reports whether the full weights of a channel are per point of a shape: Blender writes
// its vertex groups there.
func (r *shapeReader) byPoint(c *rawChannel, s *rawGeometry, shapes int) bool {
	return shapes == 1 && len(c.full) == len(s.index) && (len(c.full) > 1 || r.t.blender())
}

// ownShape adds a shape that a mesh of an older file contains. The property of the mesh with its
// name is its weight.
func (r *shapeReader) ownShape(m *ShapedMesh, id int64, raw *rawGeometry) {
	if r.listed++; r.listed > maxChannels {
		return
	}
	if err := raw.checkShape(); err != nil {
		r.lose(m, raw.name, raw.name, 0, err)
		return
	}
	key := meshShape{id, raw.name}
	if r.inside[key] != nil {
		r.lose(m, raw.name, raw.name, 0, malformed("another shape has the name"))
		return
	}
	s := raw.shape(nil)
	s.Name, s.Full = raw.name, 1
	c := &ShapeChannel{Name: raw.name, Shapes: []Shape{s}, Driven: make(map[int]*Driven)}
	c.arrange()
	if p, ok := r.property(id, raw.name); ok && len(p.values) > 0 && finite(p.values[:1]) {
		c.Rest = p.values[0] / 100
	}
	r.inside[key] = c
	m.Channels = append(m.Channels, c)
}

// driveShape adds the curve of a curve node to a channel.
func (r *shapeReader) driveShape(c *ShapeChannel, l *namedLink) error {
	for _, k := range r.stacksOf(l.from) {
		d := c.Driven[k]
		if d == nil {
			d = &Driven{Rest: [4]float64{100 * c.Rest}}
		}
		_, broken, err := r.drive(d, k, l.from, l.name, 1)
		if err != nil {
			return err
		}
		if broken != nil {
			r.out.Broken = append(r.out.Broken, BrokenCurve{k, c.Name, l.name, broken})
		}
		// Many files have curve nodes without curves that state what the channel does.
		if d.Keys() > 0 || d.At(0, fit.At)[0] != d.Rest[0] {
			c.Driven[k] = d
		}
	}
	return nil
}

// blender reports whether Blender wrote the file.
func (t *takes) blender() bool { return strings.HasPrefix(t.creator, "Blender") }
