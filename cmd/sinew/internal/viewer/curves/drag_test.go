package curves_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// A handle that is dragged lies on the line from the key to the mouse, and the curve leaves the
// key along it; the other lines keep their slopes.
func TestHandles(t *testing.T) {
	m := loadStrider(t)
	joint := m.Skeleton.Joint("upperarm.R")
	for n := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(n, 7))
		e := open(t, m, 1)
		e.Show(curves.Joint(joint))
		e.Property = soa.Rotation
		e.SelectAll()
		must.Do(t, e.Tangents(edit.Auto))
		var handles []curves.Handle
		e.Handles(func(h curves.Handle) { handles = append(handles, h) })
		before := handles[r.IntN(len(handles))]
		if before.X < 0 || before.X > 1023 || !alone(handles, before) {
			continue
		}
		e.Press(before.X, before.Y, true) // one side
		key := 0.0
		if e.Dragging() {
			e.Dots(func(d curves.Dot) {
				if d.Key == before.Key && d.Line == before.Line {
					key = d.X
				}
			})
		}
		side := 1.0
		if !before.Out {
			side = -1
		}
		x, y := key+side*(10+40*r.Float64()), before.Y+40*r.NormFloat64()
		must.Do(t, e.Drag(x, y))
		var x0, y0 float64
		e.Dots(func(d curves.Dot) {
			if d.Key == before.Key && d.Line == before.Line {
				x0, y0 = d.X, d.Y
			}
		})
		e.Handles(func(h curves.Handle) {
			if h.Key != before.Key || h.Out != before.Out {
				return
			}
			if h.Line == before.Line {
				want := math.Atan2(y-y0, x-x0)
				if got := math.Atan2(h.Y-y0, h.X-x0); math.Abs(got-want) > 1e-3 {
					t.Errorf("the handle lies at %.5f, the mouse at %.5f", got, want)
				}
			} else if was := handles[indexOf(handles, h)]; math.Hypot(h.X-was.X, h.Y-was.Y) > 0.1 {
				t.Errorf("line %d has another slope: its handle goes from %v to %v", h.Line, was, h)
			}
		})
		must.Do(t, e.Release())
		replays(t, e)
	}
}

// alone reports whether no other handle is near.
func alone(handles []curves.Handle, h curves.Handle) bool {
	for _, o := range handles {
		if o != h && math.Hypot(o.X-h.X, o.Y-h.Y) < 8 {
			return false
		}
	}
	return true
}

func indexOf(handles []curves.Handle, h curves.Handle) int {
	for i, o := range handles {
		if o.Key == h.Key && o.Line == h.Line && o.Out == h.Out {
			return i
		}
	}
	return -1
}

// What a tool drags lies where the mouse is, or in its direction, in the pose of the built clip,
// and other times beyond the neighbouring keys stay as they were.
func TestPosing(t *testing.T) {
	m := loadStrider(t)
	hand := m.Skeleton.Joint("hand.R")
	skeleton := exact.NewSkeleton(m, nil)
	place := func(c *soa.Clip, joint int, at float64) exact.Vec {
		p := skeleton.NewPose()
		skeleton.NewClip(c).At(min(float64(float32(at*c.TicksPerSecond)), c.Duration), false, &p) // where a key lies
		return p.Global[joint].Translation()
	}
	for n := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(n, 9))
		clip := r.IntN(len(m.Clips))
		e := open(t, m, clip)
		e.Show(curves.Joint(hand))
		at := e.Current().Seconds * r.Float64()
		tool := curves.Tool(r.IntN(3))
		p, err := e.Pose(hand, at)
		must.Do(t, err)
		up := func(n int) int {
			j := hand
			for range n {
				j = int(m.Skeleton.Parent[j])
			}
			return j
		}
		elbow, shoulder := place(m.Clips[clip], up(1), at), place(m.Clips[clip], up(2), at)
		far := p.Place().Sub(elbow).Length() + elbow.Sub(shoulder).Length()
		to := shoulder.Add(exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit().Scale(far * (0.2 + 0.7*r.Float64())))
		must.Do(t, p.DragTo(tool, shoulder)) // what counts is where it ends
		must.Do(t, p.DragTo(tool, to))
		shown, err := e.Playing()
		must.Do(t, err)
		must.Do(t, p.End())
		built, err := e.Built(clip)
		must.Do(t, err)
		if !sameBits(shown, built) {
			t.Fatal("what was shown is not what was done")
		}
		got := place(built, hand, at)
		off := got.Sub(to).Length()
		if tool == curves.Turn {
			off = got.Sub(elbow).Unit().Sub(to.Sub(elbow).Unit()).Length()
		}
		if off > 2e-4 {
			t.Errorf("tool %v: %v m off", curves.ToolNames[tool], off)
		}
		if done, _ := e.Steps(clip); done != 1 {
			t.Errorf("%d steps", done)
		}
		replays(t, e)
	}
}
