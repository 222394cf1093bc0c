package inspect_test

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
)

// walker is a character whose root goes along an arc and turns, from a place aside.
func walker() *soa.Model {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	c := m.Clips[0]
	root := &soa.Clip{Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, Duration: c.Duration}
	track := func(p soa.Property, values ...[4]float32) {
		root.Tracks = append(root.Tracks, soa.Track{Property: p, First: uint32(len(root.Time))})
		for i, v := range values {
			root.Time = append(root.Time, float32(c.Duration*float64(i)/float64(len(values)-1)))
			root.X, root.Y, root.Z, root.W = append(root.X, v[0]), append(root.Y, v[1]), append(root.Z, v[2]), append(root.W, v[3])
		}
	}
	track(soa.Translation, [4]float32{3, 1, 2}, [4]float32{3, 1.1, 3}, [4]float32{4, 1, 3.5})
	turns := false
	for i, tr := range c.Tracks {
		if tr.Property == soa.Rotation && !turns {
			turns = true
			track(soa.Rotation, [4]float32{0, 0.6, 0, 0.8}, [4]float32{0, 0.28, 0, 0.96}, [4]float32{0, 0, 0, 1})
		}
		if tr.Target != 0 || tr.Property > soa.Rotation {
			root.AppendTrack(c, i, tr.Target)
		}
	}
	m.Clips[0] = root
	return m
}

// A clip of which the movement was taken out is where it was, whatever was taken and from
// where it counts; in place it is not.
func TestMotionIsPutBack(t *testing.T) {
	a := walker()
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, take := range []edit.MotionComponents{0, edit.Z, edit.X | edit.Y | edit.Z | edit.Yaw, edit.Yaw} {
		for _, reference := range []edit.MotionReference{edit.Rest, edit.Start, edit.Origin} {
			name := fmt.Sprint(take, reference)
			clip, err := edit.ExtractMotion(t.Context(), a, a.Clips[0], 0, edit.MotionOptions{Take: take, Reference: reference})
			if err != nil {
				t.Fatal(err)
			}
			b := *a
			b.Clips = []*soa.Clip{clip}
			for k, pair := range [][2]*soa.Model{{a, &b}, {&b, a}} {
				d, err := inspect.Compare(t.Context(), pair[0], pair[1], inspect.CompareOptions{Times: 20})
				if err != nil {
					t.Fatal(err)
				}
				c := d.Clips[0]
				if c.MotionA != (k == 1) || c.MotionB != (k == 0) || !(c.Joint.Max < 3e-4) || !(c.Vertex.Max < 3e-4) {
					t.Errorf("%s: %+v", name, c)
				}
				d, err = inspect.Compare(t.Context(), pair[0], pair[1], inspect.CompareOptions{InPlace: true, NoVertices: true})
				if err != nil {
					t.Fatal(err)
				}
				if c := d.Clips[0]; c.MotionA || c.MotionB || !(c.Joint.Max > 0.1) {
					t.Errorf("%s, in place: %+v", name, c)
				}
			}
			// Both in place differ by nothing, with or without it.
			d, err := inspect.Compare(t.Context(), &b, &b, inspect.CompareOptions{NoVertices: true})
			if err != nil || d.Clips[0].Joint.Max != 0 || !d.Clips[0].MotionA || !d.Clips[0].MotionB {
				t.Errorf("%s, of itself: %+v, %v", name, d, err)
			}
		}
	}
	// A movement that is wrong is not fitted away.
	clip, err := edit.ExtractMotion(t.Context(), a, a.Clips[0], 0, edit.MotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b := *a
	b.Clips = []*soa.Clip{clip}
	for i := range clip.Motion.Z {
		clip.Motion.Z[i] *= 1.1
	}
	d, err := inspect.Compare(t.Context(), a, &b, inspect.CompareOptions{NoVertices: true})
	if err != nil || !(d.Clips[0].Joint.Max > 0.03) {
		t.Errorf("a movement that is wrong: %+v, %v", d, err)
	}
}
