package heat

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

// round rounds to float32. What +, −, ·, ÷ and √ of two float32 are in float64 rounds to what they are in float32.
func round(x float64) float64 { return float64(float32(x)) }

func rounded(v exact.Vec) exact.Vec { return exact.Vec{round(v[0]), round(v[1]), round(v[2])} }

func dot32(v, w exact.Vec) float64 {
	return round(round(round(v[0]*w[0])+round(v[1]*w[1])) + round(v[2]*w[2]))
}

func add32(v, w exact.Vec) exact.Vec { return rounded(v.Add(w)) }

func sub32(v, w exact.Vec) exact.Vec { return rounded(v.Sub(w)) }

func scale32(v exact.Vec, f float64) exact.Vec { return rounded(v.Scale(f)) }

// unit32 returns a unit vector and the length of v.
func unit32(v exact.Vec) (exact.Vec, float64) {
	length := round(math.Sqrt(dot32(v, v)))
	if length == 0 {
		return exact.Vec{}, 0
	}
	return scale32(v, round(1/length)), length
}

// visible reports whether no triangle that turns its front to a vertex lies between it and the nearest place of a bone: the
// test of Woop, Benthin and Wald, each step rounded to float32, of all triangles whose boxes the ray does not clearly miss.
func (r *rule) visible(v, bone int) bool {
	loose := true
	for _, c := range r.corner {
		loose = loose && c[0] != v && c[1] != v && c[2] != v
	}
	if loose {
		return true
	}
	from := rounded(r.at[v])
	to := nearest32(from, rounded(r.bones[bone].Head), rounded(r.bones[bone].Tail))
	start := add32(from, scale32(sub32(to, from), round(1e-5)))
	along, length := unit32(scale32(sub32(to, from), round(1-2e-5)))
	if length == 0 {
		return true
	}
	for _, c := range r.corner {
		corner := [3]exact.Vec{rounded(r.at[c[0]]), rounded(r.at[c[1]]), rounded(r.at[c[2]])}
		if hit32(start, along, length, corner) && nearBox(from, to, corner, r.reach()) {
			return false
		}
	}
	return true
}

// nearest32 is the place of a line from head to tail that is nearest to p.
func nearest32(p, head, tail exact.Vec) exact.Vec {
	along := sub32(tail, head)
	square := dot32(along, along)
	if square == 0 {
		return head
	}
	switch t := round(dot32(along, sub32(p, head)) / square); {
	case t <= 0:
		return head
	case t >= 1:
		return tail
	default:
		return add32(head, scale32(along, t))
	}
}

// hit32 reports whether a ray meets the front of a triangle before its end.
func hit32(start, along exact.Vec, length float64, corner [3]exact.Vec) bool {
	z := 2
	for k := 1; k >= 0; k-- {
		if math.Abs(along[k]) > math.Abs(along[z]) {
			z = k
		}
	}
	x, y := (z+1)%3, (z+2)%3
	if along[z] < 0 { // looking along the ray, triangles keep their sense
		x, y = y, x
	}
	inverse := round(1 / along[z])
	shearX, shearY := round(along[x]*inverse), round(along[y]*inverse)
	var p [3]exact.Vec
	for k, at := range corner {
		d := sub32(at, start)
		p[k] = exact.Vec{round(d[x] - round(shearX*d[z])), round(d[y] - round(shearY*d[z])), d[z]}
	}
	var side [3]float64
	left, right := false, false
	for k := range side {
		a, b := p[(k+2)%3], p[(k+1)%3]
		side[k] = round(round(a[0]*b[1]) - round(a[1]*b[0]))
		left, right = left || side[k] < 0, right || side[k] > 0
	}
	sum := round(round(side[0]+side[1]) + side[2])
	if left && right || sum == 0 {
		return false
	}
	far := round(dot32(exact.Vec(side), exact.Vec{p[0][2], p[1][2], p[2][2]}) * inverse)
	if far*sum < 0 || round(far*round(1/sum)) >= length {
		return false
	}
	ab, bc := sub32(corner[0], corner[1]), sub32(corner[1], corner[2])
	var n exact.Vec
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = round(round(ab[i]*bc[j]) - round(ab[j]*bc[i]))
	}
	n, _ = unit32(n)
	return dot32(n, along) < -round(1e-5)
}

// reach is the largest coordinate.
func (r *rule) reach() (most float64) {
	look := func(p exact.Vec) {
		for _, x := range p {
			most = max(most, math.Abs(x))
		}
	}
	for _, p := range r.at {
		look(p)
	}
	for _, b := range r.bones {
		look(b.Head)
		look(b.Tail)
	}
	return most
}

// nearBox reports whether a line comes near the box of a triangle, but for some roundings of the largest coordinate.
func nearBox(from, to exact.Vec, corner [3]exact.Vec, reach float64) bool {
	first, last := 0., 1.
	for k := range 3 {
		low := min(corner[0][k], corner[1][k], corner[2][k]) - 4e-6*reach
		high := max(corner[0][k], corner[1][k], corner[2][k]) + 4e-6*reach
		if d := to[k] - from[k]; d == 0 {
			if from[k] < low || from[k] > high {
				return false
			}
		} else {
			a, b := (low-from[k])/d, (high-from[k])/d
			first, last = max(first, min(a, b)), min(last, max(a, b))
		}
	}
	return first <= last
}

// ruleOf is the rule for a surface.
func ruleOf(s *surface.Surface, bones []segment.Segment) *rule {
	r := &rule{at: s.Position, face: s.FaceNormal, bones: bones}
	for _, c := range s.Triangle {
		r.corner = append(r.corner, [3]int{int(c[0]), int(c[1]), int(c[2])})
	}
	return r
}

// Points see what a look at every triangle says they see, whatever the mesh, and where rays lie in planes, start on triangles
// and pass through edges and corners.
func TestSees(t *testing.T) {
	for k := range seed.Cases(t, 3) {
		r := rand.New(rand.NewPCG(k, 77))
		for i, m := range []solid.Mesh{
			solid.Soup(r, 4+r.IntN(60), 1+r.IntN(80)),
			solid.Join(ball(1, math.Pi, 10, 6), ball(0.5, math.Pi, 10, 6), ball(0.25, 2, 7, 4)),
			solid.Join(solid.Box(2, 2, 2, 2), solid.Box(1, 1, 1, 2)),
		} {
			size := math.Pow(10, float64(r.IntN(5)-2))
			move := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(float64(r.IntN(2)) * 3)
			for i, x := range m.Position {
				m.Position[i] = float32((float64(x) + move[i%3]) * size)
			}
			s := of(t, m)
			bones := drawBones(r, s, move, size)
			eyes, want := newSight(s, bones), ruleOf(s, bones)
			for p := range s.Position {
				for b := range bones {
					if got := eyes.sees(p, eyes.nearest(p, b)); got != want.visible(p, b) {
						t.Fatalf("mesh %d: point %d at %v sees bone %d %v: %v", i, p, s.Position[p], b, bones[b], got)
					}
				}
			}
		}
	}
}

// drawBones draws bones around a place, some of them along axes, without length, and from points of the surface.
func drawBones(r *rand.Rand, s *surface.Surface, around exact.Vec, size float64) (bones []segment.Segment) {
	for range 8 {
		end := func() exact.Vec {
			if r.IntN(3) == 0 {
				return s.Position[r.IntN(len(s.Position))]
			}
			p := around
			for range 1 + r.IntN(3) {
				p[r.IntN(3)] += math.Round(8*(r.Float64()-0.5)) / 4
			}
			return p.Scale(size)
		}
		b := segment.Segment{Head: end(), Tail: end()}
		if r.IntN(4) == 0 {
			b.Tail = b.Head
		}
		bones = append(bones, b)
	}
	return bones
}

// A shell around another sees nothing of what is within, though each of its rays passes through a corner of the inner one, and
// others through edges. The inner one does.
func TestEdgesBlock(t *testing.T) {
	for _, m := range []solid.Mesh{solid.Box(2, 2, 2, 4), ball(1, math.Pi, 12, 8)} {
		inner := solid.Mesh{Index: m.Index}
		for _, x := range m.Position {
			inner.Position = append(inner.Position, x/2)
		}
		middle := []segment.Segment{{}}
		s := of(t, m, inner)
		eyes := newSight(s, middle)
		for p, at := range s.Position {
			if got, within := eyes.sees(p, eyes.nearest(p, 0)), s.Component[p] == 1; got != within {
				t.Errorf("a point at %v, in the inner shell %v, sees the middle: %v", at, within, got)
			}
		}
	}
}

// A point without a triangle has the weights of the nearest bones, also where a triangle is between.
func TestLoosePoint(t *testing.T) {
	m := solid.Mesh{Position: []float32{-1, 0, -1, 0, 0, 1, 1, 0, -1, 0, 1, 0}, Index: []uint32{0, 1, 2}}
	s := of(t, m)
	bones := []segment.Segment{line(-0.5, 0.5, -1)}
	if got, _ := all(t, s, bones...); got[0][3] != 1 {
		t.Errorf("weights %v", got)
	}
}

// Where the unit normals of triangles cancel but for rounding, the side on which a bone lies does not count.
func TestNormalsCancel(t *testing.T) {
	flap := solid.Mesh{Position: []float32{-1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5}, Index: []uint32{0, 1, 2, 1, 0, 3}}
	for k := range seed.Cases(t, 5) {
		m, turn := shaken(rand.New(rand.NewPCG(k, 5)), flap, 0)
		near := segment.Segment{Head: turn(exact.Vec{-1, 1}), Tail: turn(exact.Vec{1, 1})}
		far := segment.Segment{Head: turn(exact.Vec{-1, -1.5}), Tail: turn(exact.Vec{1, -1.5})}
		s := of(t, m)
		from, err := Find(context.Background(), s, []segment.Segment{far, near})
		must.Do(t, err)
		for p := range 2 {
			h, _ := ruleOf(s, []segment.Segment{far, near}).heat(p)
			want := math.Pow(0.5*1.001, 2)
			must.Near(t, "heat", from.Heat[p], want, 1e-6)
			must.Near(t, "heat by the rule", h, want, 1e-6)
		}
	}
}
