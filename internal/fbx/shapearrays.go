package fbx

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// rawGeometry is the arrays of a Geometry: of a mesh, of a shape, or of a shape in a mesh.
type rawGeometry struct {
	name     string
	index    []uint32
	position []float32
	normal   []float32

	corners   []int32
	material  []int32
	byPolygon bool
	layers    int // LayerElementMaterial
	shapes    []*rawGeometry
	err       error
}

// see is called for each record of a Geometry.
func (g *rawGeometry) see(path []string, head string) func(float64) {
	to := g
	if path[0] == "Shape" {
		if len(path) == 1 {
			g.shapes = append(g.shapes, &rawGeometry{name: head})
			return nil
		}
		if len(g.shapes) == 0 {
			return nil
		}
		to, path = g.shapes[len(g.shapes)-1], path[1:]
	}
	switch strings.Join(path, "/") {
	case "Vertices":
		return func(v float64) { to.position = append(to.position, float32(v)) }
	case "Normals":
		return func(v float64) { to.normal = append(to.normal, float32(v)) }
	case "Indexes":
		return func(v float64) { to.index = append(to.index, pointOf(v)) }
	case "PolygonVertexIndex":
		return func(v float64) { to.corners = append(to.corners, whole(v)) }
	case "LayerElementMaterial":
		g.layers++
	case "LayerElementMaterial/MappingInformationType":
		if g.layers == 1 {
			g.byPolygon = head == "ByPolygon"
		}
	case "LayerElementMaterial/Materials":
		if g.layers == 1 {
			return func(v float64) { g.material = append(g.material, whole(v)) }
		}
	}
	return nil
}

// noPoint is the index of no control point.
const noPoint = math.MaxUint32

func pointOf(v float64) uint32 {
	if v >= 0 && v < math.MaxInt32 {
		return uint32(v)
	}
	return noPoint
}

// whole returns a number as an integer, 0 for one that is too large.
func whole(v float64) int32 {
	if v >= math.MinInt32 && v <= math.MaxInt32 {
		return int32(v)
	}
	return 0
}

// materials returns the material of each polygon, or nil for a single one.
func (g *rawGeometry) materials() []int32 {
	polygons := 0
	for _, c := range g.corners {
		if c < 0 {
			polygons++
		}
	}
	if !g.byPolygon || len(g.material) != polygons {
		return nil
	}
	return g.material
}

// checkShape returns why a shape cannot be used, or nil.
func (g *rawGeometry) checkShape() error {
	if len(g.position) != 3*len(g.index) {
		return malformed("a shape of %d points has %d coordinates", len(g.index), len(g.position))
	}
	return nil
}

// shape returns the shape with ascending, unique points. by, if not nil, scales the displacement
// of each in percent.
func (g *rawGeometry) shape(by []float64) (s Shape) {
	order := make([]int, len(g.index))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.index[a], g.index[b]) })
	turns := len(g.normal) == len(g.position) && slices.ContainsFunc(g.normal, func(v float32) bool { return v != 0 })
	for _, i := range order {
		if g.index[i] == noPoint {
			continue
		}
		if n := len(s.Point); n == 0 || s.Point[n-1] != g.index[i] {
			s.Point = append(s.Point, g.index[i])
			s.Position = append(s.Position, 0, 0, 0)
			if turns {
				s.Normal = append(s.Normal, 0, 0, 0)
			}
		}
		part := 1.0
		if by != nil {
			part = by[i] / 100
		}
		s.NotFinite += move(s.Position, g.position[3*i:], part)
		if turns {
			s.NotFinite += move(s.Normal, g.normal[3*i:], part)
		}
	}
	return s
}

// move adds a part of three numbers to the last three of to, and counts those out of range.
func move(to, by []float32, part float64) (bad int) {
	to = to[len(to)-3:]
	for c := range to {
		v := float32(float64(to[c]) + float64(float64(by[c])*part))
		if !(v > -soa.MaxMagnitude && v < soa.MaxMagnitude) {
			bad++
			continue
		}
		to[c] = v
	}
	return bad
}

// rawChannel is the content of a BlendShapeChannel.
type rawChannel struct {
	full    []float64
	percent float64
	stated  bool
}

// see is called for each record of a channel.
func (c *rawChannel) see(path []string, _ string) func(float64) {
	if len(path) != 1 {
		return nil
	}
	switch path[0] {
	case "FullWeights":
		return func(v float64) { c.full = append(c.full, v) }
	case "DeformPercent":
		return func(v float64) { c.percent, c.stated = v, true }
	}
	return nil
}

// hideShapes returns the place of a letter in the class of each blend shape: libassimp ignores
// those without it.
func (t *takes) hideShapes() (at []int) {
	for _, o := range t.objects {
		if o.class != "Deformer" || t.subclass(o) != "BlendShape" {
			continue
		}
		if !t.text {
			at = append(at, o.at+5) // past its type and its length
			continue
		}
		if i := strings.LastIndex(t.head(o), `"BlendShape"`); i >= 0 {
			at = append(at, o.at+i+1)
		}
	}
	return at
}

// holdsShapes reports whether a mesh contains shapes, as before version 7.2.
func (t *takes) holdsShapes(o object) (holds bool) {
	if t.text {
		return t.old // looking would take as long as reading
	}
	// What cannot be read holds none.
	_ = t.body(o).forEachChild(func(name string, _ records) error {
		holds = holds || name == "Shape"
		return nil
	})
	return holds
}

// visit calls see with the path of each record of an object and its first text, and passes the
// record's numbers to the function that see returns. left is the number of values that may still
// be read.
func (t *takes) visit(o object, left *int, see func(path []string, head string) func(float64)) error {
	if o.class == "" {
		return malformed("an object is nowhere")
	}
	if !t.text {
		return t.body(o).visit(nil, left, see)
	}
	var err error
	t.textBlock(o, func(open []string, name, rest string) {
		path := slices.Clone(open[1:])
		v := strings.TrimSpace(rest)
		if name != "a" && name != "" {
			path = append(path, name)
		}
		if err != nil || len(path) == 0 || len(path) > maxPath {
			return
		}
		head := ""
		if len(v) > 0 && v[0] == '"' {
			head, _, _ = strings.Cut(v[1:], `"`)
		}
		sink := see(path, head)
		if sink == nil || v == "" || v[0] == '"' || v[0] == '*' || v[0] == '{' {
			return
		}
		for s := range strings.SplitSeq(v, ",") {
			if s = strings.TrimSpace(s); s == "" {
				continue
			}
			n, wrong := strconv.ParseFloat(s, 64)
			if wrong != nil {
				err = malformed("an array has the number %q", s)
				return
			}
			if *left--; *left < 0 {
				err = soa.ErrTooLarge
				return
			}
			sink(n)
		}
	})
	return err
}

// maxPath is the depth of the records that visit reads.
const maxPath = 2

// visit is takes.visit of a binary file.
func (r records) visit(path []string, left *int, see func(path []string, head string) func(float64)) error {
	return r.forEachChild(func(name string, in records) error {
		if name == "" {
			return nil
		}
		own := append(slices.Clone(path), name)
		if sink := see(own, in.head0()); sink != nil {
			return in.feed(left, sink)
		}
		if (name == "Shape" || name == "LayerElementMaterial") && len(own) < maxPath {
			return in.visit(own, left, see)
		}
		return nil
	})
}

// feed passes the elements of an array, or one number, to sink.
func (r *records) feed(left *int, sink func(float64)) error {
	if r.at >= r.children {
		return nil
	}
	if _, ok := elementBytes[r.data[r.at]]; !ok {
		v, err := r.property()
		if n, ok := number(v); ok {
			sink(n)
		}
		return err
	}
	code, b, err := r.array(*left)
	if err != nil {
		return err
	}
	*left -= len(b) / elementBytes[code]
	for _, v := range appendNumbers(nil, code, b) {
		sink(v)
	}
	return nil
}
