package rig_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// At rest a model stands as its clip does in the frame, and clips play as before.
func TestFrameIsTaken(t *testing.T) {
	m := loadStrider(t)
	for _, clip := range m.Clips {
		for _, frame := range []int{0, 3} {
			ticks := exact.NewSkeleton(m, nil).NewClip(clip).JointTicks()
			at := clip.Start + ticks[frame]/clip.TicksPerSecond
			want := oracle.Evaluate(m, []*soa.Clip{clip}, at)
			for _, as := range []rig.As{rig.AsRest, rig.AsBind} {
				out, report, err := rig.TakeFrame(t.Context(), m, clip, frame, as)
				must.Do(t, err)
				wantReport(t, report, m, out)
				scaled := map[int]bool{} // by the frame: it and what is below
				for j, g := range restPlaces(out) {
					p := int(out.Skeleton.Parent[j])
					scaled[j] = scaled[p] && p >= 0 || scales(clip, j)
					if d := g.Sub(want.Model[j].Translation()).Length(); d > 2e-6 && !scaled[j] {
						t.Fatalf("clip %q, frame %d, as %v: %q is %v m off", clip.Name, frame, as, m.Skeleton.Name[j], d)
					}
				}
				if joints, vertices := apartInClips(t, m, out, report.Index); joints > 1e-6 || vertices > 1e-6 && as == rig.AsRest {
					t.Errorf("clip %q, frame %d, as %v: joints are %v m off, vertices %v m", clip.Name, frame, as, joints, vertices)
				}
			}
			out, report, err := rig.TakeFrame(t.Context(), m, clip, frame, rig.AsFrames)
			must.Do(t, err)
			if joints, vertices := movement(t, rand.New(rand.NewPCG(1, 4)), m, out, report.Index); joints > 2e-6 || vertices > 2e-6 {
				t.Errorf("clip %q, frame %d, as frames: joints are %v m off, vertices %v m", clip.Name, frame, joints, vertices)
			}
		}
	}
}

// scales reports whether a clip scales a joint.
func scales(c *soa.Clip, joint int) bool {
	for _, tr := range c.Tracks {
		if tr.Property == soa.Scale && int(tr.Target) == joint {
			return true
		}
	}
	return false
}

// What a frame moves is, in clips that leave it out, where it was at rest before.
func TestFrameIsTakenFromOtherClips(t *testing.T) {
	m := *loadStrider(t)
	i := slices.IndexFunc(m.Clips[0].Tracks, func(tr soa.Track) bool { return tr.Property == soa.Translation })
	moved := int(m.Clips[0].Tracks[i].Target)
	other := m.Clips[0].EmptyCopy()
	for i, tr := range m.Clips[0].Tracks {
		if tr.Property != soa.Translation || int(tr.Target) != moved {
			other.AppendTrack(m.Clips[0], i, tr.Target)
		}
	}
	m.Clips = []*soa.Clip{m.Clips[0], other}
	for _, frame := range []int{2, 5} {
		out, report, err := rig.TakeFrame(t.Context(), &m, m.Clips[0], frame, rig.AsRest)
		must.Do(t, err)
		was, is := &m.Skeleton.Rest, &out.Skeleton.Rest
		if at := report.Index[moved]; was.TX[moved] == is.TX[at] && was.TY[moved] == is.TY[at] && was.TZ[moved] == is.TZ[at] {
			t.Fatalf("frame %d does not move %q", frame, m.Skeleton.Name[moved])
		}
		if joints, vertices := apartInClips(t, &m, out, report.Index); joints > 1e-6 || vertices > 1e-6 {
			t.Errorf("frame %d: joints are %v m off, vertices %v m", frame, joints, vertices)
		}
	}
}

// A frame that does not exist, and a clip that has none, are errors.
func TestFrameIsRefused(t *testing.T) {
	m := loadStrider(t)
	additive := *m.Clips[0]
	additive.Additive = true
	for _, c := range []struct {
		clip  *soa.Clip
		frame int
	}{{m.Clips[0], -1}, {m.Clips[0], 1 << 20}, {nil, 0}, {&additive, 0}} {
		if _, _, err := rig.TakeFrame(t.Context(), m, c.clip, c.frame, rig.AsRest); !errors.Is(err, soa.ErrOption) {
			t.Errorf("frame %d: %v", c.frame, err)
		}
	}
}
