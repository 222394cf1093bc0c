//go:build ozz

package measure

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
)

// TestSameGraph holds that the graph that is written over ozz plays what Sinew's does:
// in all states and on the way between them. Where several clips play ozz weighs what lies
// above against a mean of rotations that is not of length 1, which is up to 32 mm off;
// without a weight above it is 1 mm.
func TestSameGraph(t *testing.T) {
	var motions []figure.Motion
	for k, seconds := range []float64{1.3, 0.7, 0.8, 1, 1.6, 2, 3, 5} {
		motions = append(motions, figure.Motion{Name: fmt.Sprint("motion ", k), Seconds: seconds, Drive: figure.Captured})
	}
	m := figure.Character(motions...)
	c, err := NewCharacter(m, m.Clips)
	if err != nil {
		t.Fatal(err)
	}
	crowd := Crowd{Instances: 64, Clips: graphClips, Workers: 1, Blend: Graphed}
	var works [2]*Work
	for k, name := range []string{"keys", "ozz"} {
		p, ok := PathNamed(name)
		if !ok {
			t.Fatalf("no path %q", name)
		}
		if works[k], err = p.Start(c, crowd); err != nil {
			t.Fatal(err)
		}
		defer works[k].Close()
	}
	worst := 0.
	for frame := range 40 {
		for _, w := range works {
			w.Run(7)
		}
		for i := range crowd.Instances {
			for k := range m.Skins[0].Joint {
				a, b := works[0].Matrix(i, 0, k), works[1].Matrix(i, 0, k)
				for e := range a {
					d := math.Abs(float64(a[e] - b[e]))
					if worst = max(worst, d); !(d < 4e-2) {
						t.Fatalf("frame %d, instance %d: element %d of entry %d is %v, and %v with ozz", 7*frame, i, e, k, a[e], b[e])
					}
				}
			}
		}
	}
	t.Logf("elements differ by up to %.2g", worst)
}
