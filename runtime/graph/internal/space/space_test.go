package space

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// valid fails where weights are not ones.
func valid(t *rapid.T, w []float32) {
	sum := float32(0)
	for _, w := range w {
		if !(w >= 0) || w != float32(int32(w*parts))/parts {
			t.Fatalf("weights %v", w)
		}
		sum += w
	}
	if sum != 1 {
		t.Fatalf("the sum of %v is %v", w, sum)
	}
}

func TestWeightsSumToOne(t *testing.T) {
	odd := []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, -math.MaxFloat32, 1e20, math.SmallestNonzeroFloat32, 0}
	eachKind(t, func(t *rapid.T, kind string, p places, at space) {
		x, y := drawPlace(t, p)
		valid(t, at(x, y))
		for _, v := range odd {
			valid(t, at(v, y))
			valid(t, at(x, v))
			for _, u := range odd {
				valid(t, at(u, v))
			}
		}
		if got, want := at(odd[0], odd[0]), at(0, 0); !slices.Equal(got, want) {
			t.Fatalf("NaN weighs %v, 0 %v", got, want)
		}
		if got, want := at(odd[1], odd[2]), at(math.MaxFloat32, -math.MaxFloat32); !slices.Equal(got, want) {
			t.Fatalf("infinities weigh %v, the largest numbers %v", got, want)
		}
	})
}

func TestSamplesWeighOneAtTheirPlaces(t *testing.T) {
	eachKind(t, func(t *rapid.T, kind string, p places, at space) {
		for i := range p.x {
			if w := at(float32(p.x[i]), float32(p.y[i])); w[i] != 1 {
				t.Fatalf("at sample %d of %v: %v", i, p, w)
			}
		}
	})
}

func TestOrderOfSamplesGivesTheSameBits(t *testing.T) {
	eachKind(t, func(t *rapid.T, kind string, p places, at space) {
		index := make([]int, len(p.x))
		for i := range index {
			index[i] = i
		}
		index = rapid.Permutation(index).Draw(t, "order")
		var q places
		for _, i := range index {
			q.add(p.x[i], p.y[i])
		}
		other := newSpace(nil, kind, q)
		x, y := drawPlace(t, p)
		w, v := at(x, y), other(x, y)
		for k, i := range index {
			if v[k] != w[i] {
				t.Fatalf("order %v: %v, else %v", index, v, w)
			}
		}
	})
}

func TestWeightsAreContinuous(t *testing.T) {
	eachKind(t, func(t *rapid.T, kind string, p places, at space) {
		x, y := drawPlace(t, p)
		angle := rapid.Float64Range(0, 2*math.Pi).Draw(t, "direction")
		size := p.size()
		if kind == "polar" {
			for i := range p.x {
				size = max(size, math.Abs(p.x[i]), math.Abs(p.y[i]))
			}
		}
		// A jump stays as the step shrinks: where one is found, it is halved down to
		// neighbours in float32.
		ends := [2][2]float32{{x, y}, {x + float32(math.Cos(angle)*size*1e-6), y + float32(math.Sin(angle)*size*1e-6)}}
		jump := func(a, b [2]float32) (d float64) {
			u, v := at(a[0], a[1]), at(b[0], b[1])
			for i := range u {
				d = max(d, math.Abs(float64(u[i]-v[i])))
			}
			return d
		}
		const small = 1e-3
		for jump(ends[0], ends[1]) > small {
			middle := [2]float32{ends[0][0] + (ends[1][0]-ends[0][0])/2, ends[0][1] + (ends[1][1]-ends[0][1])/2}
			if middle == ends[0] || middle == ends[1] {
				// Neighbours: samples or triangles may be as small.
				if least := p.steepest(kind); jump(ends[0], ends[1]) > 4*least*math.Hypot(float64(ends[1][0]-ends[0][0]), float64(ends[1][1]-ends[0][1])) {
					t.Fatalf("between %v and %v: %v, at most %v a unit, %v to %v", ends[0], ends[1], jump(ends[0], ends[1]), least, at(ends[0][0], ends[0][1]), at(ends[1][0], ends[1][1]))
				}
				return
			}
			if jump(ends[0], middle) > jump(middle, ends[1]) {
				ends[1] = middle
			} else {
				ends[0] = middle
			}
		}
	})
}

// steepest returns how much a weight changes over a distance of 1 at most.
func (p places) steepest(kind string) (most float64) {
	if kind == "triangles" {
		s, _ := NewTriangles(p.x, p.y)
		for _, tr := range s.triangle {
			if tr.side >= 0 {
				continue
			}
			for k, e := range tr.edge {
				i := tr.corner[k]
				height := e.at(p.x[i], p.y[i]) / math.Hypot(e.along.x, e.along.y)
				most = max(most, 1/height)
			}
		}
	}
	for i := range p.x {
		for j := range i {
			most = max(most, 1/math.Hypot(p.x[i]-p.x[j], p.y[i]-p.y[j]))
		}
		if kind == "polar" {
			r := math.Hypot(p.x[i], p.y[i])
			if r > 0 {
				most = max(most, 8/r)
			}
		}
	}
	if kind != "triangles" {
		most *= float64(4 * len(p.x))
	}
	return most
}
