package mix

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Rows of a saved state are held, or die out, where each number is within its bounds, and rotations at
// both ends have a mean.
func TestSaneRows(t *testing.T) {
	const rotations, columns = 4, 6
	c := &Mixing{Poses: &pose.Layout{Layout: &soa.Layout{Joint: make([]int16, rotations)}}}
	if c.Poses.Rotations() != rotations {
		t.Fatal(c.Poses.Rotations())
	}
	quat := [4]float32{0.5, -0.5, 0.5, 0.5}
	held := func() []float32 {
		var row []float32
		for range 2 {
			for k := range columns {
				if k < rotations {
					row = append(row, quat[:]...)
				} else {
					row = append(row, 3, 2, -1, 0)
				}
			}
		}
		return row
	}
	if !c.CanHold(held()) {
		t.Error("a row that is sane")
	}
	next := math.Nextafter32
	for k := range held() {
		most := float32(soa.MaxMagnitude)
		rotation := k/4%columns < rotations
		if rotation {
			most = 2
		}
		for _, v := range []float32{most, -most, next(most, 0), next(-most, 0), float32(math.NaN())} {
			row := held()
			row[k] = v
			other := (k + 4*columns) % len(row)
			within := v > -most && v < most
			if rotation { // as at the other end, else it turns
				row[other] = float32(math.Copysign(0.5, float64(v)))
			}
			if got := c.CanHold(row); got != within {
				t.Errorf("number %d is %v: %v", k, v, got)
			}
		}
	}
	// Rotations whose product is too little have no mean: each component counts, of each rotation.
	for r := range rotations {
		for a := range 4 {
			for b := range 4 {
				row := held()
				from, to := row[4*r:4*r+4], row[4*(columns+r):4*(columns+r)+4]
				clear(from)
				clear(to)
				from[a], to[b] = 1, 1
				if got := c.CanHold(row); got != (a == b) {
					t.Errorf("rotation %d from axis %d to %d: %v", r, a, b, got)
				}
				to[b] = -1
				if c.CanHold(row) {
					t.Errorf("rotation %d from axis %d to −%d", r, a, b)
				}
			}
		}
	}
}

func TestSaneOffsets(t *testing.T) {
	const rotations, columns = 4, 6
	c := &Mixing{Poses: &pose.Layout{Layout: &soa.Layout{Joint: make([]int16, rotations)}}}
	next := math.Nextafter32
	for k := range 4 * columns {
		low, high := float32(-2*soa.MaxMagnitude), float32(2*soa.MaxMagnitude)
		switch {
		case k%4 == 3:
			low, high = -5.1, 0.1
		case k/4 < rotations:
			low, high = -2, 2
		}
		for _, v := range []float32{low, high, next(low, 0), next(high, 0), 0, float32(math.NaN())} {
			row := make([]float32, 4*columns)
			row[k] = v
			if got := c.CanDieOut(row); got != (v > low && v < high) {
				t.Errorf("number %d is %v: %v", k, v, got)
			}
		}
	}
}
