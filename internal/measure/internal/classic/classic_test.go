package classic

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// tolerance is how far an element of a palette may be from the oracle's, of a
// character two metres tall: float32, and straight lines for great arcs where a
// method has those.
var tolerance = map[string]float64{"ogldev": 1e-5, "flat": 1e-5, "book": 5e-4, "binary": 1e-5, "cursor": 5e-4}

// TestOracle: the methods do the work they are measured by, for any mix of
// clips and whatever came before.
func TestOracle(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "joints", Seconds: 1.3}, figure.Motion{Name: "captured", Seconds: 2, Drive: figure.Captured})
	m.Clips[0].Start = 0.7
	r := NewRig(m)
	for _, method := range Methods() {
		e, err := method.New(r, m.Clips, 2)
		if err != nil {
			t.Fatal(err)
		}
		palette := make([]float32, 12*len(r.Entries))
		for step, seconds := range []float64{0, 0.01, 0.5, 1.2, 1.3, 0.02, 1 / 3., 1} {
			instance, clip := step%2, step/2%2
			c := m.Clips[clip]
			e.Evaluate(instance, clip, seconds*c.TicksPerSecond, palette)
			want := oracle.Evaluate(m, []*soa.Clip{c}, c.Start+seconds).Palette[0]
			for i := range want {
				for k := range 12 {
					if d := math.Abs(float64(palette[12*r.Index[0][i]+k]) - want[i][k]); !(d < tolerance[method.Name]) {
						t.Fatalf("%s: %s at %v s: element %d of entry %d is off by %v", method.Name, c.Name, seconds, k, i, d)
					}
				}
			}
		}
	}
}

// TestSearches holds the three searches against each other, at and between keys.
func TestSearches(t *testing.T) {
	for n := 2; n < 9; n++ {
		var keys []key
		for k := range n {
			keys = append(keys, key{time: float64(k*k) + 1})
		}
		for tick := -1.0; tick < float64(n*n)+2; tick += 0.5 {
			want := linear(keys, tick)
			if got := binary(keys, tick); got != want {
				t.Errorf("%d keys at %v: binary search finds %d, linear %d", n, tick, got, want)
			}
			for from := range n - 1 {
				if got := follow(keys, from, tick); got != want {
					t.Errorf("%d keys at %v: a cursor at %d finds %d, want %d", n, tick, from, got, want)
				}
			}
		}
	}
}

// TestShear: joints with matrices of their own are computed where a method can,
// and refused where it cannot.
func TestShear(t *testing.T) {
	m := figure.Character()
	const hand = 40
	sheared := soa.Affine{1, 0.5, 0, 0.1, 0, 1, 0, 0.2, 0, 0, 2, 0.3}
	m.Skeleton.Static = []soa.StaticLocal{{Joint: hand, Local: sheared}}
	r := NewRig(m)
	for _, method := range Methods() {
		e, err := method.New(r, []*soa.Clip{{TicksPerSecond: 1}}, 1)
		if method.Name == "book" {
			if !errors.Is(err, ErrShear) {
				t.Errorf("book: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		palette := make([]float32, 12*len(r.Entries))
		e.Evaluate(0, 0, 0, palette)
		want := oracle.Evaluate(m, nil, 0).Palette[0]
		for k := range 12 {
			if d := math.Abs(float64(palette[12*hand+k]) - want[hand][k]); !(d < 1e-5) {
				t.Errorf("%s: element %d is off by %v", method.Name, k, d)
			}
		}
	}
}

// TestSharedEntries: two skins that bind a joint alike need its matrix once.
func TestSharedEntries(t *testing.T) {
	m := figure.Character()
	other := *m.Skins[0]
	other.Joint, other.InverseBind = slices.Clone(other.Joint[:3]), slices.Clone(other.InverseBind[:3])
	other.InverseBind[1][3]++
	m.Skins = append(m.Skins, &other)
	r := NewRig(m)
	if len(r.Entries) != 68 || !slices.Equal(r.Index[1], []int{0, 67, 2}) {
		t.Errorf("%d entries, the second skin's are %v", len(r.Entries), r.Index[1])
	}
}
