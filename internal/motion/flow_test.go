package motion_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/motion"
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
		place, back := soa.IdentityRoot(), to < from
		for x := from; x != to; {
			var f motion.Flow
			track.Flow(&f, x, back)
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

// Where flows lead together at constant speeds is the integral of their mean velocity.
func TestFlowsLeadWhereTheirVelocitiesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float32Range(-1, 1)
		var flows [3]motion.Flow
		var phase, speed, weight [3]float64
		seconds := rapid.Float64Range(-0.4, 0.4).Draw(t, "seconds")
		yaw := 0.
		for k := range flows {
			m := &soa.Motion{Time: []float32{0, 8}, X: []float32{0, number.Draw(t, "x")}, Y: []float32{0, number.Draw(t, "y")}, Z: []float32{0, number.Draw(t, "z")}, Yaw: []float32{0, number.Draw(t, "yaw")}}
			track, err := motion.NewTrack(m, 8, 1, motion.PingPong)
			if err != nil {
				t.Fatal(err)
			}
			phase[k], speed[k], weight[k] = rapid.Float64Range(0.1, 1.9).Draw(t, "phase"), rapid.Float64Range(-2, 2).Draw(t, "speed"), rapid.Float64Range(-1, 1).Draw(t, "weight")
			track.Flow(&flows[k], phase[k], speed[k] < 0)
			yaw += weight[k] * flows[k].Turns(speed[k])
		}
		start := rapid.Float64Range(-2, 2).Draw(t, "angle")
		place, want := soa.IdentityRoot(), soa.IdentityRoot()
		for k := range flows {
			flows[k].Lead(&place, phase[k], speed[k], weight[k], &motion.Piece{Seconds: seconds, Angle: start, Yaw: yaw})
		}
		motion.Turn(&place, start+yaw*seconds)
		motion.Turn(&want, start)
		const parts = 20
		for p := range parts {
			var v [3]motion.Twist
			for j, at := range motion.Moments {
				after := seconds * (float64(p) + at) / parts
				for k := range flows {
					v[j] = v[j].Add(flows[k].At(phase[k]+speed[k]*after, speed[k]), weight[k])
				}
			}
			step := motion.Gauss(&v, seconds/parts)
			want.Append(&step)
		}
		if d := math.Abs(place.X-want.X) + math.Abs(place.Y-want.Y) + math.Abs(place.Z-want.Z) + math.Abs(place.S-want.S) + math.Abs(place.C-want.C); d > 1e-12 {
			t.Fatalf("it comes to %v, want %v", place, want)
		}
	})
}
