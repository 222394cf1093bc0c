package motion_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// Where the velocities of a track lead, key by key, is where the track leads.
func TestFlowLeadsWhereTheTrackDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "keys")
		number := rapid.Float32Range(-1, 1)
		m := &soa.Motion{Time: make([]float32, n), X: make([]float32, n), Y: make([]float32, n), Z: make([]float32, n), Yaw: make([]float32, n)}
		for k := 1; k < n; k++ {
			m.Time[k] = m.Time[k-1] + rapid.Float32Range(0.5, 4).Draw(t, "time")
			m.X[k], m.Y[k], m.Z[k], m.Yaw[k] = number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z"), number.Draw(t, "yaw")
		}
		seconds := float64(m.Time[n-1])/8 + 0.25
		mode := motion.Mode(rapid.IntRange(0, 2).Draw(t, "mode"))
		track, err := motion.NewTrack(m, 8, seconds, mode)
		if err != nil {
			t.Fatal(err)
		}
		period := seconds
		if mode == motion.PingPong {
			period *= 2
		}
		from, to := rapid.Float64Range(0, period).Draw(t, "from"), rapid.Float64Range(0, period).Draw(t, "to")
		place, back := motion.Identity(), to < from
		for x := from; x != to; {
			f := track.Flow(x, back)
			next := max(x, min(f.Until, to))
			if back {
				next = min(x, max(f.Until, to))
			}
			var v [3]motion.Twist
			for j, part := range motion.Moments {
				v[j] = f.At(x+part*(next-x), 1)
			}
			step := motion.Gauss(&v, next-x)
			place.Append(&step)
			x = next
		}
		want := track.Delta(motion.Moment{Phase: from}, motion.Moment{Phase: to})
		if d := math.Abs(place.X-want.X) + math.Abs(place.Y-want.Y) + math.Abs(place.Z-want.Z) + math.Abs(place.S-want.S); d > 1e-6 {
			t.Fatalf("it comes to %v, want %v", place, want)
		}
	})
}
