package edit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// strider is read once, and copied for each test.
var strider = sync.OnceValues(func() (*soa.Model, error) {
	return importer.Load(context.Background(), "../testdata/strider/strider.glb", importer.Options{NoTextures: true})
})

func loadStrider(t testing.TB) *soa.Model {
	t.Helper()
	m, err := strider()
	must.Do(t, err)
	copied := *m
	return &copied
}

// played poses a built clip.
type played struct {
	skeleton *exact.Skeleton
	clip     *exact.Clip
	pose     exact.Pose
}

func playClip(t testing.TB, m *soa.Model, c *edit.Clip) *played {
	t.Helper()
	built, err := c.Build()
	must.Do(t, err)
	must.Do(t, m.ValidateClip(built))
	p := &played{skeleton: exact.NewSkeleton(m, nil)}
	p.clip, p.pose = p.skeleton.NewClip(built), p.skeleton.NewPose()
	return p
}

func (p *played) at(seconds float64) []exact.Matrix {
	c := p.clip.Clip
	p.clip.At(math.Min(seconds*c.TicksPerSecond, c.Duration), false, &p.pose)
	return p.pose.Global
}

// apart is the largest distance of two poses in metres, of joints and points 3 cm around them.
func apart(a, b []exact.Matrix) (d float64) {
	for j := range a {
		d = max(d, a[j].Distance(&b[j], exact.Distance))
	}
	return d
}

// A part of a clip is the clip at 22,000 points of its joints.
func TestTrimIsTheSource(t *testing.T) {
	m := loadStrider(t)
	for _, s := range m.Clips {
		c := edit.ClipOf(s)
		a, b := 0.21*c.Seconds, 0.83*c.Seconds
		got, err := edit.Trim(c, a, b)
		must.Do(t, err)
		want, part := playClip(t, m, c), playClip(t, m, got)
		points, r := 0, rand.New(rand.NewPCG(1, 1))
		for points < 22_000 {
			at := r.Float64() * got.Seconds
			if d := apart(part.at(at), want.at(a+at)); d > 5e-6 {
				t.Fatalf("clip %q at %v s is %v m off", c.Name, at, d)
			}
			points += 4 * m.Skeleton.Len()
		}
	}
}

// The joined clip is the first one, then the second one moved as a whole, and has no gap between.
func TestJoin(t *testing.T) {
	m := loadStrider(t)
	for _, s := range m.Clips {
		for _, next := range m.Clips {
			for _, seconds := range []float64{0, 0.2} {
				a, b := edit.ClipOf(s), edit.ClipOf(next)
				got, seam, err := edit.Join(t.Context(), m, a, b, seconds)
				must.Do(t, err)
				must.Near(t, "length", got.Seconds, a.Seconds+b.Seconds, 1e-12)
				first, second, joined := playClip(t, m, a), playClip(t, m, b), playClip(t, m, got)
				for f := 0.; f < 1; f += 0.061 {
					if d := apart(joined.at(f*a.Seconds), first.at(f*a.Seconds)); d > 1e-5 {
						t.Fatalf("%q then %q: at %v s it is %v m off", a.Name, b.Name, f*a.Seconds, d)
					}
				}
				// After the blend each joint is where the second clip has it, turned and moved.
				r := rand.New(rand.NewPCG(4, 4))
				turn := exact.AxisRotation(1, seam.Yaw*math.Pi/180).Matrix()
				var shift exact.Vec
				known := false
				for range 20 {
					at := seconds + r.Float64()*(b.Seconds-seconds)
					from, to := second.at(at), joined.at(a.Seconds+at)
					for j := range from {
						if _, moves := drivenAbove(m, b, j); !moves {
							continue
						}
						v := to[j].Translation().Sub(turn.Point(from[j].Translation()))
						if !known {
							shift, known = v, true
						}
						if d := v.Sub(shift).Length(); d > 1e-5+seam.Off.Metres || math.Abs(v[1]) > 1e-5 {
							t.Fatalf("%q then %q: %v s into the second joint %q is %v m off", a.Name, b.Name, at, m.Skeleton.Name[j], d)
						}
					}
				}
				must.Near(t, "shift", shift.Length(), seam.Shift, 1e-5)
				if seconds > 0 {
					if d := apart(playClip(t, m, got).at(a.Seconds-1e-7), joined.at(a.Seconds+1e-7)); d > 1e-4 {
						t.Fatalf("%q then %q: %v m at the seam", a.Name, b.Name, d)
					}
				}
				if len(got.Events) != len(a.Events)+len(b.Events) {
					t.Fatalf("%d events of %d and %d", len(got.Events), len(a.Events), len(b.Events))
				}
			}
		}
	}
}

// drivenAbove reports whether a joint or one above it is driven.
func drivenAbove(m *soa.Model, c *edit.Clip, j int) (joint int, ok bool) {
	for ; j >= 0; j = int(m.Skeleton.Parent[j]) {
		for p := soa.Translation; p <= soa.Scale; p++ {
			if t := c.Track(edit.ID{Property: p, Target: j}); t != nil && t.Changes() {
				return j, true
			}
		}
	}
	return 0, false
}

// A second clip that faces elsewhere is turned back: here a body of one rig, by 1.2 radians.
func TestJoinTurns(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1})
	a := edit.ClipOf(m.Clips[0])
	hips := edit.RootJoint(m, m.Clips[0])
	var b *edit.Clip
	var err error
	turn := exact.AxisRotation(1, 1.2)
	b, err = edit.Offset(a, edit.ID{Property: soa.Rotation, Target: hips}, edit.Value(turn), edit.Parent)
	must.Do(t, err)
	got, seam, err := edit.Join(t.Context(), m, a, b, 0)
	must.Do(t, err)
	// The walk ends facing where it began, but for what its hips do.
	_, straight, err := edit.Join(t.Context(), m, a, a, 0)
	must.Do(t, err)
	must.Near(t, "yaw", seam.Yaw, straight.Yaw-1.2*180/math.Pi, 1e-4)
	if seam.Off.Metres > 1e-5 {
		t.Errorf("%v m off at %s", seam.Off.Metres, seam.Off.Joint)
	}
	want, _, err := edit.Join(t.Context(), m, a, a, 0)
	must.Do(t, err)
	if d := apart(playClip(t, m, got).at(1.5), playClip(t, m, want).at(1.5)); d > 1e-5 {
		t.Errorf("%v m from the join of what was not turned", d)
	}
}

// Root motions follow each other, and clips of which one has none are not joined.
func TestJoinMotions(t *testing.T) {
	for s := range seed.Cases(t, 10) {
		r := rand.New(rand.NewPCG(s, 5))
		m := loadStrider(t)
		one, two := *m.Clips[0], *m.Clips[0]
		addMotion(r, &one)
		addMotion(r, &two)
		a, b := edit.ClipOf(&one), edit.ClipOf(&two)
		got, _, err := edit.Join(t.Context(), m, a, b, 0)
		must.Do(t, err)
		at := r.Float64() * b.Seconds
		sameMotion(t, from(got.Motion.At(a.Seconds), got.Motion.At(a.Seconds+at)), b.Motion.At(at))
		b.Motion = nil
		if _, _, err = edit.Join(t.Context(), m, a, b, 0); !errors.Is(err, edit.ErrJoin) {
			t.Fatal(err)
		}
	}
}

// The gap of a loop is closed, and nothing before the blend changes.
func TestLoop(t *testing.T) {
	m := loadStrider(t)
	for _, s := range m.Clips {
		whole := edit.ClipOf(s)
		if whole.Motion == nil {
			taken, err := edit.RootMotion(t.Context(), m, whole, soa.None, edit.MotionOptions{})
			must.Do(t, err)
			whole = taken
		}
		c, err := edit.Trim(whole, 0, 0.71*whole.Seconds)
		must.Do(t, err)
		got, l, err := edit.Loop(t.Context(), m, c, 0.15)
		must.Do(t, err)
		if l.After.Metres > 1e-6 || !got.Loop {
			t.Errorf("clip %q: a gap of %v m, %v m before", c.Name, l.After.Metres, l.Before.Metres)
		}
		was, is := playClip(t, m, c), playClip(t, m, got)
		for f := 0.; f < 1; f += 0.03 {
			at := f * (c.Seconds - 0.15)
			if d := apart(is.at(at), was.at(at)); d > 2e-6 {
				t.Fatalf("clip %q: at %v s it is %v m off", c.Name, at, d)
			}
			at = c.Seconds - 0.15*f
			if d := apart(is.at(at), was.at(at)); d > l.Before.Metres*1.5+1e-5 {
				t.Fatalf("clip %q: at %v s it is %v m off, for a gap of %v m", c.Name, at, d, l.Before.Metres)
			}
		}
	}
}

func TestLoopRefuses(t *testing.T) {
	m := loadStrider(t)
	c := edit.ClipOf(m.Clips[0])
	if _, _, err := edit.Loop(t.Context(), m, c, -1); !errors.Is(err, soa.ErrOption) {
		t.Error(err)
	}
}
