package edit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// strange visits models with everything that the data allows.
func strange(t *testing.T, n int, visit func(r *rand.Rand, m *soa.Model, c *soa.Clip)) {
	t.Helper()
	for s := range seed.Cases(t, n) {
		r := rand.New(rand.NewPCG(s, 29))
		m := figure.Random(s, []int{1, 2, 15, 16, 17, 40}[r.IntN(6)])
		for _, c := range m.Clips {
			addMotion(r, c)
			visit(r, m, c)
		}
	}
}

// addMotion gives a clip the motion of its first joint.
func addMotion(r *rand.Rand, c *soa.Clip) {
	m := &soa.Motion{Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, Yaw: []float32{0}}
	for k := range r.IntN(6) {
		if at := float32(c.Duration * float64(k+1) / 7); at > m.Time[len(m.Time)-1] {
			m.Time = append(m.Time, at)
			m.X, m.Y = append(m.X, r.Float32()), append(m.Y, r.Float32())
			m.Z, m.Yaw = append(m.Z, r.Float32()), append(m.Yaw, 4*r.Float32()-2)
		}
	}
	c.Motion = m
}

// off is the distance of two values of a track, of rotations the angle.
func off(id edit.ID, a, b edit.Value) float64 {
	if id.Property == soa.Rotation {
		return 2 * exact.Quat(a).Distance(exact.Quat(b).NearestSign(a))
	}
	return exact.Quat(a).Distance(b)
}

// size is how large the values of a track are, for the rounding of float32.
func size(t *edit.Track) float64 {
	most := 1.
	for _, k := range t.Keys {
		most = max(most, exact.Quat(k.Value).Length())
	}
	return most
}

// A clip that was not edited is built to the same bits.
func TestBuildReturnsWhatFromRead(t *testing.T) {
	strange(t, 12, func(_ *rand.Rand, m *soa.Model, c *soa.Clip) {
		got, err := edit.ClipOf(c).Build()
		must.Do(t, err)
		if d := math.Abs(got.Duration - c.Duration); d > 1e-14*c.Duration {
			t.Fatalf("a duration of %v and not %v", got.Duration, c.Duration)
		}
		got.Duration = c.Duration
		same := slices.Equal(got.Tracks, c.Tracks) && slices.Equal(got.Events, c.Events) && reflect.DeepEqual(got.Motion, c.Motion)
		for i, a := range [...][]float32{got.Time, got.X, got.Y, got.Z, got.W} {
			same = same && slices.Equal(a, [...][]float32{c.Time, c.X, c.Y, c.Z, c.W}[i])
		}
		if !same || !slices.Equal(got.In, c.In) || !slices.Equal(got.Out, c.Out) || got.Name != c.Name || got.Loop != c.Loop || got.Start != c.Start {
			t.Fatalf("clip %q differs: events %v and not %v, motion %v and not %v", c.Name, got.Events, c.Events, got.Motion, c.Motion)
		}
	})
}

// At is what the float64 evaluation of package exact says.
func TestAtIsExact(t *testing.T) {
	strange(t, 6, func(r *rand.Rand, _ *soa.Model, c *soa.Clip) {
		e := edit.ClipOf(c)
		for i := range c.Tracks {
			track, want := &e.Tracks[i], exact.NewTrack(c, i)
			for range 200 {
				seconds := (1.2*r.Float64() - 0.1) * e.Seconds
				tick := seconds * c.TicksPerSecond
				if d := off(track.ID, track.At(seconds), want.At(tick, false)); d > 1e-9*size(track) {
					t.Fatalf("%v at %v s is %v off", track.ID, seconds, d)
				}
			}
		}
	})
}

// Keys that coincide in float32 stay apart, and those that none can see are left out.
func TestBuildKeepsTicksApart(t *testing.T) {
	key := func(seconds, x float64) edit.Key { return edit.Key{Time: seconds, Value: edit.Value{x}} }
	c := &edit.Clip{Name: "steps", Seconds: 2, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{
		key(0, 1), key(0, 2), key(1, 3), key(1+1e-12, 4), key(1+2e-12, 5), key(2, 6),
	}}}}
	got, err := c.Build()
	must.Do(t, err)
	below := math.Nextafter32(30, 0)
	if want := []float32{0, math.Nextafter32(below, 0), below, 30, 60}; !reflect.DeepEqual(got.Time, want) {
		t.Errorf("ticks %v, want %v", got.Time, want)
	}
	if want := []float32{2, 3, 4, 5, 6}; !reflect.DeepEqual(got.X, want) {
		t.Errorf("values %v, want %v", got.X, want)
	}
}

func TestBuildRefuses(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]*edit.Clip{
		"rate":     {Seconds: 1},
		"length":   {Seconds: nan, Rate: 30},
		"time":     {Seconds: 1, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{{Time: nan}}}}},
		"value":    {Seconds: 1, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{{Value: edit.Value{nan}}}}}},
		"target":   {Seconds: 1, Rate: 30, Tracks: []edit.Track{{ID: edit.ID{Target: 1 << 20}, Keys: []edit.Key{{}}}}},
		"property": {Seconds: 1, Rate: 30, Tracks: []edit.Track{{ID: edit.ID{Property: 9}, Keys: []edit.Key{{}}}}},
		"twice":    {Seconds: 1, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{{}}}, {Keys: []edit.Key{{}}}}},
	} {
		if _, err := c.Build(); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
