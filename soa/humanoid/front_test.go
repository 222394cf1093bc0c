package humanoid_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// TestFront: a pose faces left × up, whatever the joints are called that say so.
func TestFront(t *testing.T) {
	for _, c := range []struct {
		name        string
		left, right string
		l, r        [3]float64
		x, z        float64
		ok          bool
	}{
		{"a human body", "mixamorig:LeftUpLeg", "mixamorig:RightUpLeg", [3]float64{1, 1, 0}, [3]float64{-1, 1, 0}, 0, 1, true},
		{"turned by 90°", "thigh.L", "thigh.R", [3]float64{0, 1, -2}, [3]float64{0, 1, 2}, 1, 0, true},
		{"a beast", "Hind_L", "Hind_R", [3]float64{-3, 0, 0}, [3]float64{-1, 0, 0}, 0, -1, true},
		{"on its side", "thigh.L", "thigh.R", [3]float64{0.1, 1, 0}, [3]float64{0, 0, 0}, 0, 0, false},
		{"no sides", "a", "b", [3]float64{1, 0, 0}, [3]float64{}, 0, 0, false},
	} {
		k := &soa.Skeleton{
			Name: []string{"root", c.left, c.right}, Parent: []int16{-1, 0, 0}, Depth: []uint16{0, 1, 1},
			Rest: soa.MakeTransforms(3), Unit: []float32{1, 1, 1},
		}
		place := [][3]float64{{}, c.l, c.r}
		x, z, ok := humanoid.FindFront(k).Direction(func(j int) [3]float64 { return place[j] })
		if ok != c.ok || math.Abs(x-c.x)+math.Abs(z-c.z) > 1e-12 {
			t.Errorf("%s: %v, %v, %v, want %v, %v, %v", c.name, x, z, ok, c.x, c.z, c.ok)
		}
	}
}
