//go:build cgo

package inspect

import (
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// Walks and runs have feet that stand still over the ground: as they are, with their movement as root
// motion, and on the spot, where feet slide by design. With root motion of another pace than that of
// the steps they slide.
func TestSlidesOfRootMotion(t *testing.T) {
	load := func() *soa.Model {
		m, err := importer.Load(t.Context(), truth.Shared(t, "models", "pab", "locomotions.fbx"), importer.Options{})
		must.Do(t, err)
		return m
	}
	for _, c := range [...]struct {
		what string
		clip string
		edit func(m *soa.Motion) *soa.Motion // nil: the clip as it is
		want bool
	}{
		{what: "a walk", clip: "walk"},
		{what: "a jog", clip: "jog"},
		{what: "a run", clip: "run"},
		{what: "a walk with root motion", clip: "walk", edit: paced(1)},
		{what: "a run with root motion", clip: "run", edit: paced(1)},
		{what: "a walk on the spot", clip: "walk", edit: func(*soa.Motion) *soa.Motion { return nil }},
		{what: "a jog on the spot", clip: "jog", edit: func(*soa.Motion) *soa.Motion { return nil }},
		{what: "a run on the spot", clip: "run", edit: func(*soa.Motion) *soa.Motion { return nil }},
		{what: "a walk at 1.02 times its pace", clip: "walk", edit: paced(1.02)},
		{what: "a walk at 1.6 times its pace", clip: "walk", edit: paced(1.6), want: true},
		{what: "a walk at half its pace", clip: "walk", edit: paced(0.5), want: true},
		{what: "a walk that does not move", clip: "walk", edit: paced(0), want: true},
	} {
		m := load()
		clip := m.Clip(c.clip)
		if c.edit != nil {
			taken, err := edit.ExtractMotion(t.Context(), m, clip, soa.None, edit.MotionOptions{})
			must.Do(t, err)
			taken.Motion = c.edit(taken.Motion)
			*clip = *taken
		}
		list, err := Lint(t.Context(), m, nil, only("foot-slide"))
		must.Do(t, err)
		found := false
		for _, f := range list {
			found = found || f.Clip == c.clip
		}
		if found != c.want {
			t.Errorf("%s: found %v, want %v: %v", c.what, found, c.want, list)
		}
	}
}

// paced returns an edit that makes root motion go at a factor of its pace.
func paced(by float32) func(m *soa.Motion) *soa.Motion {
	return func(m *soa.Motion) *soa.Motion {
		out := *m
		out.X, out.Z = nil, nil
		for i := range m.Time {
			out.X, out.Z = append(out.X, by*m.X[i]), append(out.Z, by*m.Z[i])
		}
		return &out
	}
}
