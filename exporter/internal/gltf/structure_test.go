package gltf_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/mutant"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

// written returns the GLB of a model.
func written(t *testing.T, m *soa.Model, o gltf.Options) []byte {
	t.Helper()
	var list finding.List
	f, err := gltf.Build(t.Context(), m, o, &list)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := f.Write(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// dressed is a random model with something everywhere, whose meshes have triangles and all attributes.
func dressed(s uint64, joints int) *soa.Model {
	m, r := mutant.Full(s, joints), rand.New(rand.NewPCG(s, 41))
	fill := func(n int, from, to float32) (list []float32) {
		for range n {
			list = append(list, from+(to-from)*r.Float32())
		}
		return list
	}
	for k, mesh := range m.Meshes {
		n := mesh.Vertices()
		for range min(n, 1) * (3 + 3*r.IntN(50)) {
			mesh.Index = append(mesh.Index, uint32(r.IntN(n)))
		}
		mesh.Tangent = fill(4*n, -1, 1)
		if mesh.UV2 = fill(2*n, -2, 2); k%3 > 0 {
			mesh.UV, mesh.Color = fill(2*n, 0, 1), fill(4*n, 0, 1)
		}
		for v := range n {
			switch v % 5 {
			case 0: // neither length nor side
				clear(mesh.Tangent[4*v : 4*v+4])
			case 1: // hardly a length
				mesh.Tangent[4*v], mesh.Tangent[4*v+1], mesh.Tangent[4*v+2] = 1e-20, 0, -1e-20
			case 2:
				clear(mesh.Normal[3*v : 3*v+3])
			}
		}
	}
	return m
}

// options are the ways of writing a model.
var options = map[string]gltf.Options{
	"plain": {}, "quantized": {Quantize: true}, "packed": {Meshopt: true}, "quantized and packed": {Quantize: true, Meshopt: true},
}

// TestGolden: a model is written in the same bytes by each version.
func TestGolden(t *testing.T) {
	table := golden.Open(t, "testdata/golden.txt", *update)
	for s := range uint64(6) {
		m := dressed(s, 4+3*int(s))
		for name, o := range options {
			table.Check(t, fmt.Sprintf("random %d, %s", s, name), written(t, m, o))
		}
		table.Check(t, fmt.Sprintf("random %d, VRM", s), written(t, m, gltf.Options{VRM: true, Meta: json.RawMessage(`{"name": "a", "authors": ["b"], "licenseUrl": "c"}`)}))
		table.Check(t, fmt.Sprintf("random %d, VRMA", s), written(t, m, gltf.Options{Animation: true}))
	}
	table.Check(t, "character", written(t, figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}), gltf.Options{}))
}

// view is a part of the binary data.
type view struct{ ByteOffset, ByteLength, ByteStride, Target int }

// accessor is numbers in a view, of which a sparse one replaces some.
type accessor struct {
	BufferView                       *int
	ByteOffset, ComponentType, Count int
	Normalized                       bool
	Type                             string
	Min, Max                         []float64
	Sparse                           *struct {
		Count           int
		Indices, Values struct{ BufferView, ByteOffset, ComponentType int }
	}
}

// document is what a file has of glTF 2.0 that refers to its binary data.
type document struct {
	Buffers     []struct{ ByteLength int }
	BufferViews []view
	Accessors   []accessor
	Meshes      []struct {
		Primitives []struct {
			Attributes map[string]int
			Indices    *int
			Targets    []map[string]int
		}
	}
	Skins []struct {
		Joints              []int
		InverseBindMatrices *int
	}
	Nodes      []struct{ Mesh, Skin *int }
	Images     []struct{ BufferView *int }
	Animations []struct {
		Samplers []struct {
			Input, Output int
			Interpolation string
		}
		Channels []struct {
			Sampler int
			Target  struct {
				Node *int
				Path string
			}
		}
	}
}

// checked is a file being checked against the specification.
type checked struct {
	t *testing.T
	document
	data  []byte
	used  map[int]bool // accessors
	views map[int]bool
}

// check reports what the specification of glTF 2.0 forbids in the binary data of a GLB.
func check(t *testing.T, file []byte) {
	t.Helper()
	c := &checked{t: t, used: map[int]bool{}, views: map[int]bool{}}
	word := func(at int) int { return int(binary.LittleEndian.Uint32(file[at:])) }
	if string(file[:4]) != "glTF" || word(4) != 2 || word(8) != len(file) || string(file[16:20]) != "JSON" || word(12)%4 != 0 {
		t.Fatalf("the header of %d bytes: % x", len(file), file[:20])
	}
	if err := json.Unmarshal(file[20:20+word(12)], &c.document); err != nil {
		t.Fatal(err)
	}
	if at := 20 + word(12); at < len(file) {
		if string(file[at+4:at+8]) != "BIN\x00" || word(at)%4 != 0 || at+8+word(at) != len(file) {
			t.Fatalf("the second chunk: % x", file[at:at+8])
		}
		c.data = file[at+8:]
	}
	if len(c.Buffers) > 1 || len(c.Buffers) == 1 && (c.Buffers[0].ByteLength > len(c.data) || c.Buffers[0].ByteLength < len(c.data)-3) {
		t.Errorf("buffers %+v of %d bytes", c.Buffers, len(c.data))
	}
	c.layout()
	c.surfaces()
	c.motions()
	for i := range c.Accessors {
		if !c.used[i] {
			t.Errorf("nothing uses accessor %d: %+v", i, c.Accessors[i])
		}
	}
	for i := range c.BufferViews {
		if !c.views[i] {
			t.Errorf("nothing uses view %d: %+v", i, c.BufferViews[i])
		}
	}
}

var (
	sizes  = map[int]int{5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
	widths = map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
)

// layout checks places, and that views do not overlap.
func (c *checked) layout() {
	for _, image := range c.Images {
		if image.BufferView != nil {
			c.views[*image.BufferView] = true
		}
	}
	for i, a := range c.Accessors {
		if a.BufferView == nil {
			continue
		}
		c.views[*a.BufferView] = true
		v, size := c.BufferViews[*a.BufferView], sizes[a.ComponentType]
		element := size * widths[a.Type]
		stride := max(v.ByteStride, element)
		if a.Count < 1 || element == 0 || (v.ByteOffset+a.ByteOffset)%size != 0 || a.ByteOffset%size != 0 || stride%size != 0 || a.ByteOffset+stride*(a.Count-1)+element > v.ByteLength {
			c.t.Errorf("accessor %d is %+v in %+v", i, a, v)
		}
		if v.Target == 34962 && (stride%4 != 0 || (v.ByteOffset+a.ByteOffset)%4 != 0) {
			c.t.Errorf("accessor %d of vertices is %+v in %+v", i, a, v)
		}
	}
	end, order := 0, slices.Clone(c.BufferViews)
	slices.SortFunc(order, func(a, b view) int {
		return a.ByteOffset - b.ByteOffset
	})
	for _, v := range order {
		if v.ByteOffset < end || v.ByteOffset > end+3 || v.ByteLength < 1 || v.ByteOffset+v.ByteLength > c.Buffers[0].ByteLength {
			c.t.Errorf("view %+v after byte %d", v, end)
		}
		end = v.ByteOffset + v.ByteLength
	}
}

// rows reads an accessor, and checks its bounds, which some must have.
func (c *checked) rows(i int, bounds bool) [][]float64 {
	c.t.Helper()
	c.used[i] = true
	a := c.Accessors[i]
	width, size := widths[a.Type], sizes[a.ComponentType]
	out := make([][]float64, a.Count)
	for k := range out {
		out[k] = make([]float64, width)
		for e := range width {
			if a.BufferView != nil {
				v := c.BufferViews[*a.BufferView]
				out[k][e] = number(c.data[v.ByteOffset+a.ByteOffset+k*max(v.ByteStride, size*width)+e*size:], a.ComponentType)
			}
		}
	}
	if bounds && (len(a.Min) != width || len(a.Max) != width) {
		c.t.Errorf("accessor %d has no bounds: %+v", i, a)
	}
	c.replace(i, out)
	for e := range min(len(a.Min), len(a.Max)) {
		least, most := math.Inf(1), math.Inf(-1)
		for k := range out {
			least, most = min(least, out[k][e]), max(most, out[k][e])
		}
		if float32(a.Min[e]) != float32(least) || float32(a.Max[e]) != float32(most) {
			c.t.Errorf("accessor %d: component %d is from %v to %v, and says %v to %v", i, e, least, most, a.Min[e], a.Max[e])
		}
	}
	return out
}

// replace puts the values of a sparse accessor in their places.
func (c *checked) replace(i int, rows [][]float64) {
	a, last := c.Accessors[i], -1
	if a.Sparse == nil {
		return
	}
	at, from := a.Sparse.Indices, a.Sparse.Values
	c.views[at.BufferView], c.views[from.BufferView] = true, true
	index, values := c.BufferViews[at.BufferView], c.BufferViews[from.BufferView]
	each, size := sizes[at.ComponentType], sizes[a.ComponentType]
	width := widths[a.Type]
	if at.ByteOffset+each*a.Sparse.Count != index.ByteLength || from.ByteOffset+size*width*a.Sparse.Count != values.ByteLength || index.ByteOffset%each != 0 || values.ByteOffset%size != 0 {
		c.t.Errorf("sparse accessor %d is %+v in %+v and %+v", i, *a.Sparse, index, values)
	}
	for k := range a.Sparse.Count {
		row := int(number(c.data[index.ByteOffset+each*k:], at.ComponentType))
		if row <= last || row >= a.Count {
			c.t.Fatalf("sparse accessor %d replaces row %d of %d after row %d", i, row, a.Count, last)
		}
		for e := range width {
			rows[row][e] = number(c.data[values.ByteOffset+size*(width*k+e):], a.ComponentType)
		}
		last = row
	}
}

func number(b []byte, component int) float64 {
	switch component {
	case 5120:
		return float64(int8(b[0]))
	case 5121:
		return float64(b[0])
	case 5122:
		return float64(int16(binary.LittleEndian.Uint16(b)))
	case 5123:
		return float64(binary.LittleEndian.Uint16(b))
	case 5125:
		return float64(binary.LittleEndian.Uint32(b))
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// unit is the value of a component that is 1, by which whole numbers are divided.
func (c *checked) unit(i int) float64 {
	if a := c.Accessors[i]; a.Normalized {
		return map[int]float64{5120: 127, 5121: 255, 5122: 32767, 5123: 65535}[a.ComponentType]
	}
	return 1
}

func length(row []float64, unit float64) (n float64) {
	for _, v := range row {
		n += v / unit * (v / unit)
	}
	return math.Sqrt(n)
}

// surfaces checks the vertices and triangles of meshes, and the skins of nodes.
func (c *checked) surfaces() {
	palette := map[int]int{}
	for _, n := range c.Nodes {
		if n.Mesh != nil && n.Skin != nil {
			palette[*n.Mesh] = len(c.Skins[*n.Skin].Joints)
		}
	}
	for i, s := range c.Skins {
		if s.InverseBindMatrices == nil {
			continue
		}
		for _, row := range c.rows(*s.InverseBindMatrices, false) {
			if row[3] != 0 || row[7] != 0 || row[11] != 0 || row[15] != 1 {
				c.t.Errorf("skin %d has the matrix %v", i, row)
			}
		}
		if n := c.Accessors[*s.InverseBindMatrices].Count; n != len(s.Joints) {
			c.t.Errorf("skin %d has %d joints and %d matrices", i, len(s.Joints), n)
		}
	}
	for m, mesh := range c.Meshes {
		for _, p := range mesh.Primitives {
			n := c.Accessors[p.Attributes["POSITION"]].Count
			total := make([]float64, n) // of weights
			for name, at := range p.Attributes {
				rows, unit := c.rows(at, name == "POSITION"), c.unit(at)
				if len(rows) != n {
					c.t.Errorf("mesh %d: %d values of %s for %d vertices", m, len(rows), name, n)
				}
				for v, row := range rows {
					off := 0.0
					switch {
					case name == "NORMAL":
						off = length(row, unit) - 1
					case name == "TANGENT":
						off = length(row[:3], unit) - 1 + math.Abs(math.Abs(row[3]/unit)-1)
					case strings.HasPrefix(name, "JOINTS"):
						if slices.Max(row) >= float64(palette[m]) {
							c.t.Errorf("mesh %d: vertex %d is moved by %v of %d joints", m, v, row, palette[m])
						}
					case strings.HasPrefix(name, "WEIGHTS"):
						for _, w := range row {
							total[v] += w / unit
						}
					}
					if tolerance := max(1e-5, 3/unit*float64(min(1, int(unit)-1))); math.Abs(off) > tolerance {
						c.t.Errorf("mesh %d: %s of vertex %d is %v", m, name, v, row)
					}
				}
			}
			for v, w := range total {
				if _, skinned := p.Attributes["WEIGHTS_0"]; skinned && math.Abs(w-1) > 1e-4 {
					c.t.Errorf("mesh %d: vertex %d has weights of %v", m, v, w)
				}
			}
			if p.Indices != nil {
				for _, row := range c.rows(*p.Indices, false) {
					if row[0] >= float64(n) {
						c.t.Errorf("mesh %d: a corner is vertex %v of %d", m, row[0], n)
					}
				}
			}
			for _, target := range p.Targets {
				for name, at := range target {
					if rows := c.rows(at, name == "POSITION"); len(rows) != n {
						c.t.Errorf("mesh %d: %d displacements of %s for %d vertices", m, len(rows), name, n)
					}
				}
			}
		}
	}
}

// motions checks the keys of animations.
func (c *checked) motions() {
	for i, a := range c.Animations {
		driven := map[string]bool{}
		for _, ch := range a.Channels {
			s := a.Samplers[ch.Sampler]
			times, values := c.rows(s.Input, true), c.rows(s.Output, false)
			for k, at := range times {
				if at[0] < 0 || k > 0 && at[0] <= times[k-1][0] {
					c.t.Errorf("animation %d: key %d is at %v s", i, k, at[0])
				}
			}
			each, node := 1, -1
			if ch.Target.Node != nil {
				node = *ch.Target.Node
			}
			if ch.Target.Path == "weights" {
				each = len(c.Meshes[*c.Nodes[node].Mesh].Primitives[0].Targets)
			}
			step := each
			if s.Interpolation == "CUBICSPLINE" {
				step *= 3
			}
			if len(values) != step*len(times) && ch.Target.Path != "pointer" {
				c.t.Errorf("animation %d: %d values of %s for %d keys, %s", i, len(values), ch.Target.Path, len(times), s.Interpolation)
			}
			if ch.Target.Path == "rotation" && s.Interpolation != "CUBICSPLINE" {
				for k, q := range values {
					if math.Abs(length(q, c.unit(s.Output))-1) > 1e-5 {
						c.t.Errorf("animation %d: rotation %d is %v", i, k, q)
					}
				}
			}
			name := fmt.Sprint(node, ch.Target.Path)
			if driven[name] && node >= 0 {
				c.t.Errorf("animation %d drives %s of node %d twice", i, ch.Target.Path, node)
			}
			driven[name] = true
		}
	}
}

// What is written of random models is valid glTF: in place, aligned, within its bounds, all of it used.
func TestStructure(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		m := dressed(s, 4+int(s%40))
		for _, name := range slices.Sorted(maps.Keys(options)) {
			if o := options[name]; !o.Meshopt {
				check(t, written(t, m, o))
			}
		}
	}
	check(t, written(t, figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}), gltf.Options{}))
}
