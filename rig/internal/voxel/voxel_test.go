package voxel

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/soa"
)

// shape is a surface under construction.
type shape struct {
	points    []exact.Vec
	triangles [][3]int32
}

// tube adds a tube along x from 0 to length, with rings of sides corners; closed has caps.
func (s *shape) tube(place func(exact.Vec) exact.Vec, length, radius float64, rings, sides int, closed bool) {
	first := int32(len(s.points))
	for r := range rings {
		for k := range sides {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(sides))
			s.points = append(s.points, place(exact.Vec{length * float64(r) / float64(rings-1), radius * cos, radius * sin}))
		}
	}
	at := func(r, k int) int32 { return first + int32(r*sides+k%sides) }
	for r := range rings - 1 {
		for k := range sides {
			s.triangles = append(s.triangles, [3]int32{at(r, k), at(r, k+1), at(r+1, k)}, [3]int32{at(r+1, k), at(r, k+1), at(r+1, k+1)})
		}
	}
	for k := 1; closed && k < sides-1; k++ {
		s.triangles = append(s.triangles, [3]int32{at(0, 0), at(0, k+1), at(0, k)}, [3]int32{at(rings-1, 0), at(rings-1, k), at(rings-1, k+1)})
	}
}

// turn returns a random rotation and shift.
func turn(r *rand.Rand) func(exact.Vec) exact.Vec {
	x := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
	y := x.Cross(exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}).Unit()
	z, shift := x.Cross(y), exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	return func(p exact.Vec) exact.Vec {
		return x.Scale(p[0]).Add(y.Scale(p[1])).Add(z.Scale(p[2])).Add(shift)
	}
}

func line(head, tail exact.Vec) segment.Segment { return segment.Segment{Head: head, Tail: tail} }

func still(p exact.Vec) exact.Vec { return p }

func mustVolume(t testing.TB, s *shape, resolution int) *Volume {
	t.Helper()
	v, err := New(context.Background(), s.points, s.triangles, resolution)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustDistances(t testing.TB, v *Volume, bones []segment.Segment) *Distances {
	t.Helper()
	d, err := v.Distances(context.Background(), bones)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// has reports whether a place is in the volume.
func (v *Volume) has(p exact.Vec) bool {
	_, ok := v.slot(v.key(v.cell(v.local(p))))
	return ok
}

// Nothing crosses a gap of two voxels between two fingers, however they lie in the grid,
// though they grow from one palm.
func TestFingers(t *testing.T) {
	for s := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(s, 1))
		place := still
		if r.IntN(4) > 0 {
			place = turn(r)
		}
		resolution := 30 + r.IntN(60)
		var hand shape
		hand.tube(place, 1, 0.07, 9, 12, true)
		size := mustVolume(t, &hand, resolution).edge
		gap := 2.001 * size * (1 + r.Float64())
		other := func(p exact.Vec) exact.Vec { return place(p.Add(exact.Vec{0, 0.14 + gap, 0})) }
		hand.tube(other, 1, 0.07, 9, 12, true)
		if v := mustVolume(t, &hand, resolution); v.edge > size {
			gap *= v.edge / size
			hand = shape{}
			hand.tube(place, 1, 0.07, 9, 12, true)
			hand.tube(other, 1, 0.07, 9, 12, true)
		}
		v := mustVolume(t, &hand, resolution)
		d := mustDistances(t, v, []segment.Segment{
			line(place(exact.Vec{0.1}), place(exact.Vec{0.9})), line(other(exact.Vec{0.1}), other(exact.Vec{0.9})),
		})
		half := len(hand.points) / 2
		for p := range hand.points {
			row := d.Weights(nil, p, 0.5)
			if len(row) != 1 || row[0].Bone != p/half || row[0].Weight != 1 {
				t.Fatalf("resolution %d, gap %.2f voxels: point %d of finger %d has %v", resolution, gap/v.edge, p, p/half, row)
			}
		}
	}
}

// The volume of a closed tube is that of its inside, and an open one, of which a flood from
// outside gets hold, has the same.
func TestOpenTubeHasAnInside(t *testing.T) {
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 2))
		place := still
		if r.IntN(2) > 0 {
			// Near an axis: six rays along them see the holes of a tube that lies across.
			x := exact.Vec{1, 0.3 * r.Float64(), 0.3 * r.Float64()}.Unit()
			y := x.Cross(exact.Vec{0, 0, 1}).Unit()
			z := x.Cross(y)
			place = func(p exact.Vec) exact.Vec { return x.Scale(p[0]).Add(y.Scale(p[1])).Add(z.Scale(p[2])) }
		}
		for _, closed := range []bool{true, false} {
			var tube shape
			tube.tube(place, 1, 0.2, 9, 16, closed)
			v := mustVolume(t, &tube, 40)
			for range 300 {
				// Nearer to an end two of the rays across leave an inclined tube there.
				p := exact.Vec{0.15 + 0.7*r.Float64(), r.Float64()*0.8 - 0.4, r.Float64()*0.8 - 0.4}
				far := math.Hypot(p[1], p[2])
				if math.Abs(far-0.2) < 0.06 { // on the surface, and its facets
					continue
				}
				if got := v.has(place(p)); got != (far < 0.2) {
					t.Fatalf("closed=%v: %v, %.3f from the axis of a tube of radius 0.2: inside is %v", closed, p, far, got)
				}
			}
		}
	}
}

// Overlapping and nested shells are one volume: a bone in one reaches the points of the others.
func TestShellsAreOneVolume(t *testing.T) {
	var s shape
	shift := func(x, y float64) func(exact.Vec) exact.Vec {
		return func(p exact.Vec) exact.Vec { return p.Add(exact.Vec{x, y, 0}) }
	}
	s.tube(still, 1, 0.2, 9, 16, true)
	s.tube(shift(0.9, 0.05), 1, 0.2, 9, 16, true) // overlaps
	s.tube(shift(0.3, 0), 0.2, 0.05, 5, 8, true)  // within
	s.tube(shift(0.2, 0), 0.5, 0.21, 5, 16, false)
	v := mustVolume(t, &s, 64)
	d := mustDistances(t, v, []segment.Segment{line(exact.Vec{0.1}, exact.Vec{0.4})})
	for p := range s.points {
		if len(d.near[p]) != 1 {
			t.Fatalf("point %d at %v is not reached", p, s.points[p])
		}
	}
	apart := s
	apart.tube(shift(0, 3), 1, 0.2, 9, 16, true)
	d = mustDistances(t, mustVolume(t, &apart, 64), []segment.Segment{line(exact.Vec{0.1}, exact.Vec{0.4})})
	for p := range apart.points {
		if reached := len(d.near[p]) == 1; reached != (p < len(s.points)) {
			t.Fatalf("point %d at %v: reached is %v", p, apart.points[p], reached)
		}
	}
}

// A bone outside is reported and begins where it is nearest, with how far away it is.
func TestBoneOutside(t *testing.T) {
	var s shape
	s.tube(still, 1, 0.1, 20, 12, true)
	v := mustVolume(t, &s, 50)
	d := mustDistances(t, v, []segment.Segment{
		line(exact.Vec{0.1}, exact.Vec{0.2}),
		line(exact.Vec{0.5, 0.6}, exact.Vec{0.5, 0.7}),
		line(exact.Vec{1e30}, exact.Vec{1e30, 1e30}),
	})
	if !slices.Equal(d.Outside, []int{1, 2}) {
		t.Errorf("outside are %v", d.Outside)
	}
	for p, at := range s.points {
		if len(d.near[p]) != 3 {
			t.Fatalf("point %d at %v has %v", p, at, d.near[p])
		}
		want := (0.5 + math.Abs(at[0]-0.5)) / v.diagonal // roughly: it begins at the wall, 0.5 away
		if got := d.of(p, 1); math.Abs(got-want) > 0.25 {
			t.Fatalf("point %d at %v is %g from the bone outside, about %g expected", p, at, got, want)
		}
	}
}

// Distances are those that relaxing every link until nothing changes finds.
func TestShortestWays(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 3))
		var shape shape
		for range 1 + r.IntN(3) {
			shape.tube(turn(r), 0.5+r.Float64(), 0.1+0.3*r.Float64(), 4, 7, r.IntN(2) > 0)
		}
		v := mustVolume(t, &shape, 8+r.IntN(12))
		w := v.newWalk()
		w.seed(line(shape.points[r.IntN(len(shape.points))], shape.points[r.IntN(len(shape.points))]))
		want := slices.Clone(w.distance)
		for changed := true; changed; {
			changed = false
			for i, links := range v.links {
				for d := range directions {
					if d == self || links>>d&1 == 0 || want[i] == unreached {
						continue
					}
					length := uint32(math.Round(unit * math.Sqrt(float64(class(d)))))
					if k := v.next(int32(i), d); want[i]+length < want[k] {
						want[k], changed = want[i]+length, true
					}
				}
			}
		}
		w.spread()
		if !slices.Equal(w.distance, want) {
			t.Fatal("a way is not the shortest")
		}
	}
}

// Links lead both ways, between voxels in the volume, and to all neighbours of a voxel that no
// triangle touches.
func TestLinksLeadBothWays(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 4))
		v := mustVolume(t, randomShape(r), 5+r.IntN(30))
		for i, links := range v.links {
			for d := range directions {
				if d == self || links>>d&1 == 0 {
					continue
				}
				k := v.next(int32(i), d)
				if v.links[k]>>self&1 == 0 || v.links[k]>>(directions-1-d)&1 == 0 {
					t.Fatalf("slot %d leads to %d in direction %d but not back", i, k, d)
				}
				if apart := v.centre(k).Sub(v.centre(int32(i))); math.Abs(apart.Dot(apart)-float64(class(d))) > 1e-9 {
					t.Fatalf("slots %d and %d in direction %d are %v apart", i, k, d, apart)
				}
			}
		}
	}
}

// A voxel is covered if a place in it is on the triangle; and if it is covered, the triangle
// is at least near it.
func TestCover(t *testing.T) {
	for s := range seed.Cases(t, 30) {
		r := rand.New(rand.NewPCG(s, 5))
		g := grid{axis: [3]int{0, 1, 2}, edge: 1, n: [3]int32{12, 9, 14}}
		var tri triangle
		for i := range tri {
			tri[i] = exact.Vec{r.Float64()*16 - 2, r.Float64()*13 - 2, r.Float64()*18 - 2}
			if r.IntN(3) == 0 { // on corners of voxels
				for k := range tri[i] {
					tri[i][k] = math.Round(tri[i][k])
				}
			}
		}
		switch r.IntN(4) {
		case 0:
			tri[2] = tri[1]
		case 1:
			tri[2], tri[1] = tri[0], tri[0]
		}
		keys := g.cover(nil, &tri)
		slices.Sort(keys)
		if len(slices.Compact(slices.Clone(keys))) != len(keys) {
			t.Fatal("a voxel is listed twice")
		}
		near := make([]bool, len(keys))
		for range 20000 {
			a, b := r.Float64(), r.Float64()
			if a+b > 1 {
				a, b = 1-a, 1-b
			}
			p := tri[0].Add(tri[1].Sub(tri[0]).Scale(a)).Add(tri[2].Sub(tri[0]).Scale(b))
			if p[0] < 0 || p[1] < 0 || p[2] < 0 || p[0] >= 12 || p[1] >= 9 || p[2] >= 14 {
				continue
			}
			if k, ok := slices.BinarySearch(keys, g.key(g.cell(p))); ok {
				near[k] = true
			} else {
				t.Fatalf("%v of the triangle %v is in no listed voxel", p, tri)
			}
		}
		for k, key := range keys {
			c := g.cell(exact.Vec{float64(key / g.n[2] / g.n[1]), float64(key / g.n[2] % g.n[1]), float64(key % g.n[2])})
			if !near[k] && !tri.near(exact.Vec{float64(c[0]) + 0.5, float64(c[1]) + 0.5, float64(c[2]) + 0.5}) {
				t.Fatalf("voxel %v is listed for %v", c, tri)
			}
		}
	}
}

// near reports whether some place of a grid on the triangle is within 0.1 of the unit box
// around c.
func (t *triangle) near(c exact.Vec) bool {
	const n = 200
	for i := range n + 1 {
		for j := range n + 1 - i {
			p := t[0].Add(t[1].Sub(t[0]).Scale(float64(i) / n)).Add(t[2].Sub(t[0]).Scale(float64(j) / n)).Sub(c)
			if max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2])) < 0.6 {
				return true
			}
		}
	}
	return false
}

// randomShape is triangles anywhere, tubes, loose points, and triangles without area.
func randomShape(r *rand.Rand) *shape {
	var s shape
	for range r.IntN(4) {
		s.tube(turn(r), 0.5+r.Float64(), 0.05+0.3*r.Float64(), 2+r.IntN(5), 3+r.IntN(6), r.IntN(2) > 0)
	}
	for range 1 + r.IntN(8) {
		s.points = append(s.points, exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
	}
	for range r.IntN(10) {
		n := len(s.points)
		s.triangles = append(s.triangles, [3]int32{int32(r.IntN(n)), int32(r.IntN(n)), int32(r.IntN(n))})
	}
	if r.IntN(4) == 0 { // flat
		for i := range s.points {
			s.points[i][r.IntN(3)] = 0
		}
	}
	return &s
}

func randomBones(r *rand.Rand) []segment.Segment {
	bones := make([]segment.Segment, 1+r.IntN(40))
	for b := range bones {
		at := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		bones[b] = line(at, at)
		if r.IntN(5) > 0 {
			bones[b].Tail = at.Add(exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
		}
	}
	return bones
}

// Weights are positive, ascending in bones, at most 32, sum to 1, and a point has some if
// its space has a bone.
func TestWeightsAreAPartition(t *testing.T) {
	n := 100
	if !testing.Short() {
		n = 2000
	}
	for s := range seed.Cases(t, n) {
		r := rand.New(rand.NewPCG(s, 6))
		shape, bones := randomShape(r), randomBones(r)
		d := mustDistances(t, mustVolume(t, shape, 1+r.IntN(24)), bones)
		alpha := r.Float64()
		for p := range shape.points {
			row, sum := d.Weights(nil, p, alpha), 0.0
			for i, w := range row {
				sum += w.Weight
				if !(w.Weight >= 0) || w.Bone >= len(bones) || i > 0 && w.Bone <= row[i-1].Bone {
					t.Fatalf("point %d has %v", p, row)
				}
			}
			if len(row) > 0 && math.Abs(sum-1) > 1e-12 || len(row) > maxBones {
				t.Fatalf("point %d has the sum %g of %d weights", p, sum, len(row))
			}
		}
	}
}

// Another order of points and triangles has the same weights, to the bit.
func TestPermutation(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 7))
		a, bones, resolution := randomShape(r), randomBones(r), 1+r.IntN(24)
		name := r.Perm(len(a.points))
		b := shape{points: make([]exact.Vec, len(a.points))}
		for p, at := range a.points {
			b.points[name[p]] = at
		}
		for _, t := range r.Perm(len(a.triangles)) {
			c := a.triangles[t]
			b.triangles = append(b.triangles, [3]int32{int32(name[c[0]]), int32(name[c[1]]), int32(name[c[2]])})
		}
		one, two := mustDistances(t, mustVolume(t, a, resolution), bones), mustDistances(t, mustVolume(t, &b, resolution), bones)
		for p := range a.points {
			if u, v := one.Weights(nil, p, 0.3), two.Weights(nil, name[p], 0.3); !slices.Equal(u, v) {
				t.Fatalf("point %d has %v, and %v in another order", p, u, v)
			}
		}
	}
}

// The mirror image of a shape and its bones has the same distances, but for a voxel.
func TestMirrorImage(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 8))
		var a shape
		place := turn(r)
		a.tube(place, 1, 0.2, 7, 9, r.IntN(2) > 0)
		bones := []segment.Segment{line(place(exact.Vec{0.1}), place(exact.Vec{0.4})), line(place(exact.Vec{0.6}), place(exact.Vec{0.9}))}
		mirror := func(p exact.Vec) exact.Vec { return exact.Vec{-p[0], p[1], p[2]} }
		b := shape{triangles: a.triangles}
		for _, p := range a.points {
			b.points = append(b.points, mirror(p))
		}
		u, v := mustVolume(t, &a, 24), mustVolume(t, &b, 24)
		one := mustDistances(t, u, bones)
		two := mustDistances(t, v, []segment.Segment{line(mirror(bones[0].Head), mirror(bones[0].Tail)), line(mirror(bones[1].Head), mirror(bones[1].Tail))})
		for p := range a.points {
			for k := range bones {
				if d := one.of(p, k) - two.of(p, k); math.Abs(d)*u.diagonal > 2*u.edge {
					t.Fatalf("point %d is %g from bone %d, its image %g", p, one.of(p, k), k, two.of(p, k))
				}
			}
		}
	}
}

func (d *Distances) of(point, bone int) float64 {
	for _, r := range d.near[point] {
		if int(r.bone) == bone {
			return float64(r.distance)
		}
	}
	return math.Inf(1)
}

// The same bits on every processor.
func TestWeightBits(t *testing.T) {
	h := fnv.New64a()
	for s := range uint64(12) {
		r := rand.New(rand.NewPCG(s, 9))
		shape, bones := randomShape(r), randomBones(r)
		d := mustDistances(t, mustVolume(t, shape, 20), bones)
		for p := range shape.points {
			for _, w := range d.Weights(nil, p, 0.4) {
				binary.Write(h, binary.LittleEndian, w.Weight)
			}
		}
	}
	if got, want := h.Sum64(), uint64(0x451263d9a9430ec0); got != want {
		t.Errorf("hash of the weights is %#x, want %#x", got, want)
	}
}

func TestLimits(t *testing.T) {
	var s shape
	if d := mustDistances(t, mustVolume(t, &s, 10), []segment.Segment{{}}); len(d.near) != 0 {
		t.Errorf("no points have %v", d.near)
	}
	s.points = []exact.Vec{{1, 2, 3}}
	d := mustDistances(t, mustVolume(t, &s, 10), []segment.Segment{{Tail: exact.Vec{0, 1, 0}}, line(exact.Vec{1, 2, 3}, exact.Vec{1, 2, 3})})
	if row := d.Weights(nil, 0, 0.5); len(row) != 1 || row[0] != (Weight{1, 1}) {
		t.Errorf("one point has %v", row)
	}
	r := rand.New(rand.NewPCG(1, 1))
	s = *randomShape(r)
	g := newGrid(s.points, 10)
	if _, err := g.coverAll(context.Background(), []triangle{{{1, 1, 1}, {9, 1, 1}, {1, 9, 9}}}, 10); !errors.Is(err, soa.ErrTooLarge) {
		t.Errorf("a triangle that covers more than 10 voxels: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(ctx, s.points, s.triangles, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("New after the context's end: %v", err)
	}
	v := mustVolume(t, &s, 10)
	if _, err := v.Distances(ctx, []segment.Segment{{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("Distances after the context's end: %v", err)
	}
}
