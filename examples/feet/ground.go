package main

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// patch is a plane of the ground, from one z to the next patch's.
type patch struct {
	from          float64
	height        float64 // at from, where x is 0
	along, across float64 // rise per metre of z and of x
}

// ground is patches along z, from 0 to end; width is half its width.
type ground struct {
	patches    []patch
	end, width float64
}

// course returns the ground: stairs up, a slope down, a slope across, stairs down.
func course() *ground {
	g := &ground{width: 1.2}
	add := func(length, height, along, across float64) {
		g.patches = append(g.patches, patch{g.end, height, along, across})
		g.end += length
	}
	const rise, run = 0.11, 0.3
	add(1.5, 0, 0, 0)
	for k := 1; k < 6; k++ {
		add(run, rise*float64(k), 0, 0)
	}
	add(1.2, 6*rise, 0, 0)
	add(2, 6*rise, -0.2, 0)
	add(0.6, 6*rise-0.4, 0, 0)
	add(1.5, 6*rise-0.4, 0.1, 0.2)
	add(0.8, 6*rise-0.25, 0, 0)
	add(run, 2*rise, 0, 0)
	add(run, rise, 0, 0)
	add(1.5, 0, 0, 0)
	return g
}

// at returns the patch at a z; the first and the last extend beyond the ends.
func (g *ground) at(z float64) *patch {
	k := 0
	for k+1 < len(g.patches) && g.patches[k+1].from <= z {
		k++
	}
	return &g.patches[k]
}

func (p *patch) heightAt(x, z float64) float64 { return p.height + p.along*(z-p.from) + p.across*x }

func (g *ground) height(x, z float64) float64 { return g.at(z).heightAt(x, z) }

// floor returns the mean height around a point, for a body that glides over steps.
func (g *ground) floor(x, z float64) float64 {
	const reach, samples = 0.3, 16
	sum := 0.
	for k := range samples {
		sum += g.height(x, z+reach*(2*(float64(k)+0.5)/samples-1))
	}
	return sum / samples
}

// cast intersects vertical rays with the ground.
func (g *ground) cast(hits []control.Hit, rays []control.Ray) []control.Hit {
	for _, r := range rays {
		x, z := float64(r.Origin[0]), float64(r.Origin[2])
		p := g.at(z)
		y := p.heightAt(x, z)
		hits = append(hits, control.Hit{
			Hit:    y <= float64(r.Origin[1]) && y >= float64(r.Origin[1]-r.Length) && math.Abs(x) <= g.width,
			Point:  [3]float32{r.Origin[0], float32(y), r.Origin[2]},
			Normal: [3]float32{-float32(p.across), 1, -float32(p.along)},
		})
	}
	return hits
}

// mesh returns the ground's mesh: tiles in two colours, and risers between patches.
func (g *ground) mesh() *soa.Model {
	m := &soa.Mesh{Name: "ground", Joint: soa.NoJoint, Skin: soa.None, Material: soa.None, Offset: soa.IdentityAffine()}
	quad := func(corner [4][3]float64, normal [3]float64, shade float32) {
		n := uint32(m.Vertices())
		l := math.Sqrt(normal[0]*normal[0] + normal[1]*normal[1] + normal[2]*normal[2])
		for _, c := range corner {
			m.Position = append(m.Position, float32(c[0]), float32(c[1]), float32(c[2]))
			m.Normal = append(m.Normal, float32(normal[0]/l), float32(normal[1]/l), float32(normal[2]/l))
			m.Color = append(m.Color, shade, shade, shade*0.95, 1)
		}
		m.Index = append(m.Index, n, n+1, n+2, n, n+2, n+3)
	}
	const tile = 0.3
	for k := range g.patches {
		p := &g.patches[k]
		end := g.end
		if k+1 < len(g.patches) {
			end = g.patches[k+1].from
		}
		columns := int(2*g.width/tile + 0.5)
		rows := max(1, int((end-p.from)/tile+0.5))
		for c := range columns {
			x0, x1 := -g.width+2*g.width*float64(c)/float64(columns), -g.width+2*g.width*float64(c+1)/float64(columns)
			for r := range rows {
				z0, z1 := p.from+(end-p.from)*float64(r)/float64(rows), p.from+(end-p.from)*float64(r+1)/float64(rows)
				shade := float32(0.30)
				if (c+r+k)%2 == 0 {
					shade = 0.42
				}
				quad([4][3]float64{{x0, p.heightAt(x0, z0), z0}, {x0, p.heightAt(x0, z1), z1}, {x1, p.heightAt(x1, z1), z1}, {x1, p.heightAt(x1, z0), z0}}, [3]float64{-p.across, 1, -p.along}, shade)
			}
			if k+1 == len(g.patches) {
				continue
			}
			next := &g.patches[k+1]
			riser := [4][3]float64{{x0, p.heightAt(x0, end), end}, {x0, next.heightAt(x0, end), end}, {x1, next.heightAt(x1, end), end}, {x1, p.heightAt(x1, end), end}}
			facing := -1.
			if riser[0][1] > riser[1][1] {
				facing = 1
			}
			quad(riser, [3]float64{0, 0, facing}, 0.2)
		}
	}
	return &soa.Model{Name: "ground", Skeleton: &soa.Skeleton{}, Meshes: []*soa.Mesh{m}}
}

// ball returns a sphere around the origin, the target of the look.
func ball(radius float64) *soa.Model {
	m := &soa.Mesh{Name: "ball", Joint: soa.NoJoint, Skin: soa.None, Material: soa.None, Offset: soa.IdentityAffine()}
	const rings, sides = 8, 16
	for r := range rings + 1 {
		a := math.Pi * float64(r) / rings
		for s := range sides {
			b := 2 * math.Pi * float64(s) / sides
			x, y, z := math.Sin(a)*math.Cos(b), math.Cos(a), math.Sin(a)*math.Sin(b)
			m.Position = append(m.Position, float32(radius*x), float32(radius*y), float32(radius*z))
			m.Normal = append(m.Normal, float32(x), float32(y), float32(z))
			m.Color = append(m.Color, 0.9, 0.25, 0.05, 1)
			if r < rings {
				i, j, next := uint32(r*sides+s), uint32(r*sides+(s+1)%sides), uint32(sides)
				m.Index = append(m.Index, i, j, j+next, i, j+next, i+next)
			}
		}
	}
	return &soa.Model{Name: "ball", Skeleton: &soa.Skeleton{}, Meshes: []*soa.Mesh{m}}
}
