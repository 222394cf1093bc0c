package main

import (
	"image"
	"image/color"
	"math"
)

// rgb is an sRGB colour, 0 to 1.
type rgb struct{ r, g, b float64 }

// hex returns the colour 0xrrggbb.
func hex(c int) rgb {
	return rgb{float64(c>>16&255) / 255, float64(c>>8&255) / 255, float64(c&255) / 255}
}

func (c rgb) mix(d rgb, t float64) rgb {
	return rgb{c.r + (d.r-c.r)*t, c.g + (d.g-c.g)*t, c.b + (d.b-c.b)*t}
}

func (c rgb) times(s float64) rgb { return rgb{c.r * s, c.g * s, c.b * s} }

// canvas is a square picture, rows from the top.
type canvas struct {
	size   int
	pixels []rgb
}

func newCanvas(size int, ground rgb) *canvas {
	c := &canvas{size, make([]rgb, size*size)}
	for i := range c.pixels {
		c.pixels[i] = ground
	}
	return c
}

// shape returns the signed distance of a point in pixels, negative inside.
type shape func(x, y float64) float64

// paint fills a shape within a region, with edges one pixel soft.
func (c *canvas) paint(within region, s shape, ink rgb) {
	c.each(within, func(x, y, _, _ float64, p *rgb) {
		if cover := math.Max(0, math.Min(1, 0.5-s(x, y))); cover > 0 {
			*p = p.mix(ink, cover)
		}
	})
}

// shade applies f to every pixel of a region, with its position u and v in [0, 1] from the top left.
func (c *canvas) shade(within region, f func(u, v float64, under rgb) rgb) {
	c.each(within, func(_, _, u, v float64, p *rgb) { *p = f(u, v, *p) })
}

// grain adds noise to a region, for cloth and leather.
func (c *canvas) grain(within region, amount, cell float64) {
	c.each(within, func(x, y, _, _ float64, p *rgb) {
		*p = p.times(1 + amount*(noise(x/cell, y/cell)+0.5*noise(2.1*x/cell, 2.1*y/cell)))
	})
}

func (c *canvas) each(within region, f func(x, y, u, v float64, p *rgb)) {
	for row := int(within.y0); row < int(within.y1); row++ {
		for column := int(within.x0); column < int(within.x1); column++ {
			x, y := float64(column)+0.5, float64(row)+0.5
			u, v := (x-within.x0)/(within.x1-within.x0), (y-within.y0)/(within.y1-within.y0)
			f(x, y, u, v, &c.pixels[row*c.size+column])
		}
	}
}

func (c *canvas) picture() image.Image {
	out := image.NewRGBA(image.Rect(0, 0, c.size, c.size))
	byteOf := func(x float64) uint8 { return uint8(math.Round(255 * math.Max(0, math.Min(1, x)))) }
	for i, p := range c.pixels {
		out.SetRGBA(i%c.size, i/c.size, color.RGBA{byteOf(p.r), byteOf(p.g), byteOf(p.b), 255})
	}
	return out
}

func disc(cx, cy, radius float64) shape {
	return func(x, y float64) float64 { return math.Hypot(x-cx, y-cy) - radius }
}

func ellipse(cx, cy, rx, ry float64) shape {
	return func(x, y float64) float64 { return (math.Hypot((x-cx)/rx, (y-cy)/ry) - 1) * math.Min(rx, ry) }
}

func box(x0, y0, x1, y1 float64) shape {
	return func(x, y float64) float64 {
		return math.Max(math.Abs(x-(x0+x1)/2)-(x1-x0)/2, math.Abs(y-(y0+y1)/2)-(y1-y0)/2)
	}
}

// stroke returns a line through points (x, y), with round ends.
func stroke(width float64, points ...float64) shape {
	return func(x, y float64) float64 {
		nearest := math.Inf(1)
		for i := 0; i+3 < len(points); i += 2 {
			from, to := vec{points[i], points[i+1], 0}, vec{points[i+2], points[i+3], 0}
			nearest = math.Min(nearest, distance(vec{x, y, 0}, from, to))
		}
		return nearest - width/2
	}
}

// polygon returns a filled polygon of corners (x, y) in either direction.
func polygon(corners ...float64) shape {
	n := len(corners)
	edge := stroke(0, append(append([]float64(nil), corners...), corners[:2]...)...)
	return func(x, y float64) float64 {
		inside := false
		for i := 0; i < n; i += 2 {
			x0, y0, x1, y1 := corners[i], corners[i+1], corners[(i+2)%n], corners[(i+3)%n]
			if (y0 > y) != (y1 > y) && x < x0+(y-y0)/(y1-y0)*(x1-x0) {
				inside = !inside
			}
		}
		if inside {
			return -edge(x, y)
		}
		return edge(x, y)
	}
}

// both returns the intersection of two shapes.
func both(a, b shape) shape {
	return func(x, y float64) float64 { return math.Max(a(x, y), b(x, y)) }
}

// noise is smooth value noise between -1 and 1 over the integers, the same on every machine.
func noise(x, y float64) float64 {
	ix, iy := math.Floor(x), math.Floor(y)
	fx, fy := x-ix, y-iy
	fx, fy = fx*fx*(3-2*fx), fy*fy*(3-2*fy)
	at := func(dx, dy float64) float64 {
		h := uint32(int32(ix+dx))*0x9e3779b1 ^ uint32(int32(iy+dy))*0x85ebca77
		h ^= h >> 15
		h *= 0x2c1b3c6d
		h ^= h >> 12
		h *= 0x297a2d39
		h ^= h >> 15
		return float64(h)/(1<<31) - 1
	}
	top := at(0, 0) + (at(1, 0)-at(0, 0))*fx
	bottom := at(0, 1) + (at(1, 1)-at(0, 1))*fx
	return top + (bottom-top)*fy
}
