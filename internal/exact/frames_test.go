package exact

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// curveKeyed is a clip of one cubic translation with a key each every ticks, whose
// tangents bend between them.
func curveKeyed(rate, duration, every float64) *soa.Clip {
	c := &soa.Clip{TicksPerSecond: rate, Duration: duration, Tracks: []soa.Track{{Property: soa.Translation, Interpolation: soa.Cubic}}}
	for tick := 0.0; tick <= duration*1.0001; tick += every {
		c.Time = append(c.Time, float32(tick))
		c.X, c.Y = append(c.X, float32(math.Sin(tick/duration*6))), append(c.Y, 0)
		c.Z, c.W = append(c.Z, 0), append(c.W, 0)
		bend := soa.Tangent{float32(3 / every), 0, 0, 0}
		c.In, c.Out = append(c.In, bend), append(c.Out, bend)
	}
	return c
}

func TestFrames(t *testing.T) {
	straight := curveKeyed(30, 60, 1)
	straight.Tracks[0].Interpolation, straight.In, straight.Out = soa.Linear, nil, nil
	two := curveKeyed(30, 60, 60)
	for _, c := range []struct {
		name string
		clip *soa.Clip
		want int
	}{
		{"a key a frame", curveKeyed(30, 60, 1), 60},
		{"a key every other frame", curveKeyed(30, 60, 2), 60},
		{"a key every third frame", curveKeyed(30, 60, 3), 0},
		{"a key every tenth frame", curveKeyed(30, 60, 10), 0},
		{"two keys", two, 0},
		{"in seconds, 24 a second", curveKeyed(1, 2, 1./24), 48},
		{"in milliseconds, 60 a second", curveKeyed(1000, 2000, 1000./60), 120},
		{"in seconds, 12 a second", curveKeyed(1, 2, 1./12), 48},
		{"in seconds, 5 a second", curveKeyed(1, 2, 1./5), 0},
		{"without curves", straight, 0},
		{"of no length", &soa.Clip{TicksPerSecond: 30}, 0},
	} {
		if got := Frames(c.clip); got != c.want {
			t.Errorf("%s: %d intervals between frames, want %d", c.name, got, c.want)
		}
	}
}

// OnFrames is the clip at its frames, the cubic of the neighbours between, and itself
// when it is taken again.
func TestOnFrames(t *testing.T) {
	for _, every := range []float64{1, 2} {
		c := curveKeyed(30, 60, every)
		on := OnFrames(c)
		if err := on.Validate(1, 0, 0); err != nil {
			t.Fatal(err)
		}
		was, is, again := NewTrack(c, 0), NewTrack(on, 0), NewTrack(OnFrames(on), 0)
		apart := 0.0
		for f := 1.0; f < 58; f++ {
			for i := range 8 {
				tick := f + float64(i)/8
				value := func(at float64) float64 { return was.At(at, false)[0] }
				p, a, b, n := value(f-1), value(f), value(f+1), value(f+2)
				x := float64(i) / 8
				// The uniform Catmull-Rom spline by its matrix.
				want := 0.5 * ((2 * a) + (b-p)*x + (2*p-5*a+4*b-n)*x*x + (3*a-p-3*b+n)*x*x*x)
				if got := is.At(tick, false)[0]; math.Abs(got-want) > 1e-6 {
					t.Fatalf("keys every %v frames, at %v: %v, want %v", every, tick, got, want)
				}
				if got := again.At(tick, false)[0]; math.Abs(got-is.At(tick, false)[0]) > 1e-6 {
					t.Fatalf("at %v it is another curve when it is taken again", tick)
				}
				apart = max(apart, math.Abs(want-value(tick)))
			}
		}
		if apart < 0.1 {
			t.Errorf("the curves bend by %v only", apart)
		}
	}
	sparse := curveKeyed(30, 60, 10)
	if OnFrames(sparse) != sparse {
		t.Error("a sparse curve is not left as it is")
	}
}

// Straight lines that turn between the frames of a clip's curves stay as they are.
func TestOnFramesLeavesLines(t *testing.T) {
	for _, c := range []struct {
		at   float32
		kept bool
	}{{20, false}, {20.3, true}} {
		clip := curveKeyed(30, 60, 1)
		clip.Tracks = append(clip.Tracks, soa.Track{Property: soa.Translation, Interpolation: soa.Linear, Target: 1, First: uint32(len(clip.Time))})
		for k, at := range []float32{0, c.at, 60} {
			clip.Time, clip.X, clip.Y = append(clip.Time, at), append(clip.X, float32(k%2)), append(clip.Y, 0)
			clip.Z, clip.W = append(clip.Z, 0), append(clip.W, 0)
		}
		on := OnFrames(clip)
		if on == clip {
			t.Fatal("the clip has no frames")
		}
		was, is, worst := NewTrack(clip, 1), NewTrack(on, 1), 0.0
		for i := range 60*8 + 1 {
			worst = max(worst, math.Abs(was.At(float64(i)/8, false)[0]-is.At(float64(i)/8, false)[0]))
		}
		if kept := is.Interpolation == soa.Linear; kept != c.kept || kept && worst != 0 {
			t.Errorf("keys at 0, %v and 60: the line is kept: %v, and %v off", c.at, kept, worst)
		}
	}
}
