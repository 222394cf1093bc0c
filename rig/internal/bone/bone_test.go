package bone

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/internal/segment"
)

// A place beside the middle of a chain of three bones.
func Example() {
	l := List{
		{Segment: segment.Segment{Tail: exact.Vec{1}}, Parent: -1},
		{Segment: segment.Segment{Head: exact.Vec{1}, Tail: exact.Vec{2}}, Parent: 0},
		{Segment: segment.Segment{Head: exact.Vec{2}, Tail: exact.Vec{3}}, Parent: 1},
	}
	at := exact.Vec{1.5, 0.5}
	fmt.Println(l.Rigid()(at, nil))
	for _, w := range l.Distance(3, 2)(at, nil) {
		fmt.Printf("bone %d: %.2f\n", w.Bone, w.Value)
	}
	// Output:
	// [{1 1}]
	// bone 1: 0.50
	// bone 0: 0.25
	// bone 2: 0.25
}

// random draws bones in general position.
func random(r *rand.Rand, n int) (l List) {
	draw := func() exact.Vec { return exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
	for i := range n {
		l = append(l, Bone{
			Segment: segment.Segment{Head: draw(), Tail: draw()}, Joint: i, Parent: r.IntN(i+1) - 1,
			HeadRadius: r.Float64(), TailRadius: r.Float64(), Reach: r.Float64(),
		})
	}
	return l
}

// powers are the weights 1/dᵏ of chosen bones.
func powers(distance []float64, chosen []int, k float64) []float64 {
	w, sum := make([]float64, len(distance)), 0.0
	for _, b := range chosen {
		w[b] = math.Pow(distance[b], -k)
		sum += w[b]
	}
	for b := range w {
		w[b] /= sum
	}
	return w
}

func dense(r Row, n int) []float64 {
	w := make([]float64, n)
	for _, x := range r {
		w[x.Bone] += x.Value
	}
	return w
}

// The rules are what sorting all distances gives.
func TestRules(t *testing.T) {
	for k := range seed.Cases(t, 100) {
		r := rand.New(rand.NewPCG(k, 8))
		n := 1 + r.IntN(9)
		l, most, power := random(r, n), 1+r.IntN(n), 0.5+5*r.Float64()
		distance, drop, hierarchy := l.Distance(most, power), l.Dropoff(power), l.Hierarchy(most, power)
		for range 10 {
			at := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			far, heads, order := make([]float64, n), make([]float64, n), make([]int, n)
			for b := range l {
				far[b], heads[b], order[b] = math.Sqrt(l[b].Square(at)), l[b].Head.Sub(at).Length(), b
			}
			slices.SortFunc(order, func(a, b int) int {
				if far[a] < far[b] {
					return -1
				}
				return 1
			})
			if b := l.Rigid()(at, nil); b[0].Bone != int32(order[0]) {
				t.Fatalf("nearest %v, want %v", b, order[0])
			}
			must.AllNear(t, "distance", dense(distance(at, nil), n), powers(far, order[:most], power), 1e-9)
			must.AllNear(t, "drop-off", dense(drop(at, nil), n), powers(heads, order, power), 2e-2)
			must.AllNear(t, "hierarchy", dense(hierarchy(at, nil), n), powers(far, connected(l, far, order[0], most), power), 1e-9)
		}
	}
}

// connected grows from a bone by looking at all others each time.
func connected(l List, far []float64, first, most int) []int {
	chosen := []int{first}
	for len(chosen) < most {
		best := -1
		for b := range l {
			if slices.Contains(chosen, b) || best >= 0 && far[b] > far[best] {
				continue
			}
			for _, c := range chosen {
				if l[b].Parent == c || l[c].Parent == b {
					best = b
				}
			}
		}
		if best < 0 {
			break
		}
		chosen = append(chosen, best)
	}
	return chosen
}

// Envelopes fall from 1 to 0, boxes have what is beside their bone, and radii follow from places.
func TestEnvelopesAndBoxes(t *testing.T) {
	l := List{{Segment: segment.Segment{Tail: exact.Vec{2}}, HeadRadius: 1, TailRadius: 0.5, Reach: 2}}
	for _, c := range []struct {
		at            exact.Vec
		envelope, box float64
	}{
		{exact.Vec{0, 0.9}, 1, 1},
		{exact.Vec{1, 0.75}, 1, 1},
		{exact.Vec{1, 1.75}, 0.75, 0},
		{exact.Vec{3, 0, 0}, 1 - 0.0625, 1},
		{exact.Vec{-2, 0, 0}, 0.75, 0},
		{exact.Vec{-0.9, 0.9, 0.9}, 1 - math.Pow((math.Sqrt(3*0.81)-1)/2, 2), 1},
		{exact.Vec{0, 3.1}, 0, 0},
	} {
		must.AllNear(t, fmt.Sprint("envelope at ", c.at), dense(l.Envelope()(c.at, nil), 1), []float64{c.envelope}, 1e-12)
		must.AllNear(t, fmt.Sprint("box at ", c.at), dense(l.Boxes()(c.at, nil), 1), []float64{c.box}, 1e-12)
	}
	two := List{{Segment: segment.Segment{Tail: exact.Vec{2}}}, {Segment: segment.Segment{Head: exact.Vec{9}, Tail: exact.Vec{9, 5}}}}
	must.Do(t, two.DeriveRadii(t.Context(), []exact.Vec{{1, 0.1}, {1, 0, 0.3}}))
	must.Near(t, "a radius", two[0].HeadRadius, 0.2, 1e-12)
	must.Near(t, "a radius without places", two[1].TailRadius, 0.5, 1e-12)
}
