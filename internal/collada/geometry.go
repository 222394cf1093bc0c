package collada

import (
	"cmp"
	"encoding/xml"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Geometry is the points and the polygons of a mesh.
type Geometry struct {
	Name   string    // or else its id
	Points []float32 // three numbers each
	Parts  []Part    // of triangles and other polygons, as they follow one another in the file

	normals []float32 // of each point, or nil
}

// Part is the polygons of one element, such as <triangles>. libassimp makes a mesh of each.
type Part struct {
	Points  []uint32  // of each corner
	Normals []float32 // of each corner, three numbers each, or nil
}

// normalsOf returns the normals of the corners of part k, which have the given points, or nil
// without any.
func (g *Geometry) normalsOf(k int, points []uint32) []float32 {
	if k < len(g.Parts) && len(g.Parts[k].Normals) == 3*len(points) {
		return slices.Clone(g.Parts[k].Normals)
	}
	return gather(g.normals, points)
}

// gather returns the vectors of points, or nil if one is missing.
func gather(vectors []float32, points []uint32) []float32 {
	out := make([]float32, 0, 3*len(points))
	for _, p := range points {
		if int(p) >= len(vectors)/3 {
			return nil
		}
		out = append(out, vectors[3*p:3*p+3]...)
	}
	return out
}

// readGeometries reads the geometries of morphs.
func (f *File) readGeometries(data []byte) error {
	f.geometries = make(map[string]*Geometry)
	wanted := make(map[string]bool)
	for _, c := range f.controllers {
		if c.morph {
			wanted[f.base(c)] = true
			for _, id := range c.targets {
				wanted[id] = true
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	p := parser{newReader(removeElements(data, "library_animations", "library_controllers", "library_images")), f, "", nil}
	if _, err := p.open(); err != nil {
		return err
	}
	return p.forEachChild(func(e xml.StartElement) error {
		if e.Name.Local != "library_geometries" {
			return p.skip()
		}
		return p.forEachChild(func(e xml.StartElement) error {
			id := attribute(e, "id")
			if e.Name.Local != "geometry" || !wanted[id] || f.geometries[id] != nil {
				return p.skip()
			}
			g := &Geometry{Name: cmp.Or(attribute(e, "name"), id)}
			f.geometries[id] = g
			return p.forEachChild(func(e xml.StartElement) error {
				if e.Name.Local != "mesh" {
					return p.skip()
				}
				return p.mesh(g)
			})
		})
	})
}

func (p *parser) mesh(g *Geometry) error {
	sources := make(map[string]*source)
	return p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "source":
			s, err := p.source()
			s.register(attribute(e, "id"), sources)
			return err
		case "vertices":
			return p.forEachChild(func(e xml.StartElement) error {
				switch attribute(e, "semantic") {
				case "POSITION":
					g.Points = p.vectors(sources, e)
				case "NORMAL":
					g.normals = p.vectors(sources, e)
				}
				return p.skip()
			})
		case "triangles", "polylist", "polygons", "trifans", "tristrips":
			return p.part(g, sources, e.Name.Local)
		}
		return p.skip()
	})
}

// vectors returns the vectors that an input refers to.
func (p *parser) vectors(sources map[string]*source, e xml.StartElement) []float32 {
	s := sources[fragment(attribute(e, "source"))]
	if s == nil {
		return nil
	}
	r := p.f.rows(s, sources)
	if len(r.dims) < 3 {
		return nil
	}
	out := make([]float32, 0, 3*r.n)
	for i := range r.n {
		for d := range 3 {
			v := float32(r.at(i, d))
			if v-v != 0 {
				v = 0
			}
			out = append(out, v)
		}
	}
	return out
}

// part reads the corners of polygons.
func (p *parser) part(g *Geometry, sources map[string]*source, kind string) error {
	var part Part
	var ofNormals []float32
	var normals []uint32
	vertex, normal, stride := -1, -1, 1
	err := p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "input":
			offset := count(attribute(e, "offset"))
			stride = max(stride, offset+1)
			switch attribute(e, "semantic") {
			case "VERTEX":
				vertex = offset
			case "NORMAL":
				if ofNormals == nil {
					normal, ofNormals = offset, p.vectors(sources, e)
				}
			}
		case "p":
			text, err := p.text()
			if err != nil {
				return err
			}
			list := indices(text)
			n := len(list) / stride
			if vertex < 0 {
				return nil
			}
			corner := func(i int) {
				part.Points = append(part.Points, list[i*stride+vertex])
				if normal >= 0 {
					normals = append(normals, list[i*stride+normal])
				}
			}
			if kind == "tristrips" {
				for i := range n - 2 { // every other one is turned over
					corner(i + i%2)
					corner(i + 1 - i%2)
					corner(i + 2)
				}
				return nil
			}
			for i := range n {
				corner(i)
			}
			return nil
		}
		return p.skip()
	})
	if ofNormals != nil {
		part.Normals = gather(ofNormals, normals)
	} else {
		part.Normals = gather(g.normals, part.Points)
	}
	if len(part.Normals) == 0 {
		part.Normals = nil
	}
	if len(part.Points) > 0 {
		g.Parts = append(g.Parts, part)
	}
	return err
}

// indices parses a list of indices, with 0 for malformed ones, as in libassimp.
func indices(text string) []uint32 {
	list := make([]uint32, 0, 1+len(text)/4)
	for word := range strings.FieldsSeq(text) {
		v, err := strconv.ParseInt(word, 10, 64)
		if err != nil || v < 0 || v > math.MaxUint32 {
			v = 0
		}
		list = append(list, uint32(v))
	}
	return list
}
