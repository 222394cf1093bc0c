//go:build cgo

package stage

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestFraming: from where the camera is put, all points are in the picture, and
// those farthest out are at its margin.
func TestFraming(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		yaw, pitch := 7*random.Float64(), 3*random.Float64()-1.5
		aspect := 0.3 + 3*random.Float64()
		size, far := math.Exp(6*random.Float64()-3), 50*random.Float64()
		points := make([][3]float64, 1+random.IntN(30))
		f := newFraming(yaw, pitch, aspect)
		for i := range points {
			for k := range 3 {
				points[i][k] = far + size*random.NormFloat64()*float64(k+1)
			}
			f.add(points[i])
		}
		orbit := f.orbit(yaw, pitch)
		camera := orbit.Camera()
		m := camera.ViewProjection(aspect)
		most := 0.0
		for _, p := range points {
			x, y, w := project(m, p)
			if w <= 0 {
				t.Fatalf("%v is behind the camera", p)
			}
			most = max(most, math.Abs(x/w), math.Abs(y/w))
		}
		// A row of points along the view would draw the camera in among them.
		keepsOff := math.Abs(orbit.Distance-(f.near-f.far)*(0.5+smallest)) < 1e-9
		if len(points) > 1 && (most > 1.0001/frameMargin || most < 0.999/frameMargin && !keepsOff) {
			t.Fatalf("the points reach to %v of the picture, want %v", most, 1/frameMargin)
		}
	}
}

func project(m [16]float32, p [3]float64) (x, y, w float64) {
	row := func(r int) float64 {
		return float64(m[r])*p[0] + float64(m[4+r])*p[1] + float64(m[8+r])*p[2] + float64(m[12+r])
	}
	return row(0), row(1), row(3)
}

// TestFramingMoved: the framing of moved points is the moved framing.
func TestFramingMoved(t *testing.T) {
	by := [3]float64{3, -2, 5}
	a, b := newFraming(0.6, 0.3, 1.5), newFraming(0.6, 0.3, 1.5)
	for i := range 20 {
		p := [3]float64{math.Sin(float64(i)), math.Cos(2 * float64(i)), 0.1 * float64(i)}
		a.add(p)
		b.add([3]float64{p[0] + by[0], p[1] + by[1], p[2] + by[2]})
	}
	m := a.moved(by)
	must.AllNear(t, "the edge", m.edge[:], b.edge[:], 1e-9)
	must.Near(t, "the near depth", m.near, b.near, 1e-9)
	must.Near(t, "the far depth", m.far, b.far, 1e-9)
	a.union(m)
	orbit := a.orbit(0.6, 0.3)
	if wide := b.orbit(0.6, 0.3); !(orbit.Distance > wide.Distance) {
		t.Errorf("both are seen from %v, one of them from %v", orbit.Distance, wide.Distance)
	}
}

// TestFramingOdd: no point, and points that are not finite.
func TestFramingOdd(t *testing.T) {
	f := newFraming(0, 0, 1)
	f.add([3]float64{math.NaN(), 0, 0})
	f.add([3]float64{math.Inf(1), 0, 0})
	if !f.empty() {
		t.Error("there are points")
	}
	if o := f.orbit(0, 0); !(o.Distance > 0) {
		t.Errorf("the distance is %v", o.Distance)
	}
	f.add([3]float64{1, 2, 3})
	if o := f.orbit(0, 0); !(o.Distance > 0) || o.Target != [3]float64{1, 2, 3} {
		t.Errorf("of one point: %+v", o)
	}
}
