package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// What is tested here works without cgo too.

// bakedModel bakes strider and returns the model of the archive.
func bakedModel(t *testing.T, args ...string) (*soa.Model, string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "strider.sinew")
	succeed(t, append([]string{"bake", striderArchive(t), "-o", out, "--clips", "exact", "--meshes=false"}, args...)...)
	return modelIn(t, out), out
}

// modelIn is the model of an archive.
func modelIn(t *testing.T, file string) *soa.Model {
	t.Helper()
	a, err := archive.Open(file)
	must.Do(t, err)
	t.Cleanup(func() { a.Close() })
	m, err := bake.Model(a)
	must.Do(t, err)
	return m
}

// Root motion is taken out of all clips, or of those that a pattern means, and an
// archive of them can be baked again; info tells where they lead, as before.
func TestBakeRootMotion(t *testing.T) {
	before, _ := bakedModel(t)
	m, out := bakedModel(t, "--root-motion")
	for i, c := range m.Clips {
		if c.Motion == nil || m.Skeleton.Name[c.Motion.Joint] != "root" && m.Skeleton.Name[c.Motion.Joint] != "hips" {
			t.Errorf("clip %q has the motion %+v", c.Name, c.Motion)
		}
		if before.Clips[i].Motion != nil {
			t.Errorf("clip %q has a motion without --root-motion", c.Name)
		}
	}
	// Diff puts back what was taken out.
	for flag, apart := range map[string]bool{"--in-place=false": false, "--in-place": true} {
		d := answer[reports.Diff](t, "diff", flag, striderArchive(t), out)
		if len(d.Clips) != len(m.Clips) || (d.Joint > 0.1) != apart || !apart && d.Joint > 4e-4 || d.Clips[1].MotionA || d.Clips[1].MotionB == apart {
			t.Errorf("diff %s: %v m, %+v", flag, d.Joint, d.Clips)
		}
	}
	was, is := infoOf(t, striderArchive(t)), infoOf(t, out)
	a, b := was.Clips[1].Root, is.Clips[1].Root
	if a == nil || b == nil || a.Taken || !b.Taken || b.Joint != "root" || math.Abs(b.Z-1.061) > 1e-3 || math.Hypot(a.X-b.X, a.Z-b.Z) > 1e-5 || b.Keys != 33 {
		t.Errorf("a walk leads to %+v, and was %+v", b, a)
	}
	again := filepath.Join(t.TempDir(), "again.sinew")
	succeed(t, "bake", out, "-o", again, "--root-motion")

	m, _ = bakedModel(t, "--root-motion=z,start,clip=w[a]*", "--root-motion=xyz,remove-travel,joint=hips,clip=jump")
	if m.Clip("wave").Motion == nil || m.Clip("walk").Motion == nil || m.Clip("jump").Motion == nil {
		t.Fatal("a clip that a pattern means has no motion")
	}
	walk, jump := m.Clip("walk").Motion, m.Clip("jump").Motion
	last := len(jump.Z) - 1
	if walk.X[len(walk.X)-1] != 0 || math.Abs(float64(walk.Z[len(walk.Z)-1])-1.061) > 1e-3 || m.Skeleton.Name[jump.Joint] != "hips" || jump.Z[last] != 0 {
		t.Errorf("walk %+v, jump of %q %+v", walk, m.Skeleton.Name[jump.Joint], jump)
	}
}

// Clips become additive, and root motion is left in them unless it is asked for.
func TestBakeAdditive(t *testing.T) {
	before, _ := bakedModel(t)
	m, out := bakedModel(t, "--additive", "wave@walk:0.2", "--additive", "j*", "--root-motion")
	for _, c := range []struct {
		name string
		ref  edit.AdditiveReference
	}{{"wave", edit.AdditiveReference{Clip: before.Clip("walk"), Seconds: new(0.2)}}, {"jump", edit.AdditiveReference{}}} {
		got := m.Clip(c.name)
		if !got.Additive || got.Motion != nil {
			t.Errorf("%s: additive %v, motion %+v", c.name, got.Additive, got.Motion)
		}
		want, err := edit.Additive(before, before.Clip(c.name), c.ref)
		must.Do(t, err)
		// What only the reference drives is there too; the walk has no root motion then.
		if c.name == "jump" && (!slices.Equal(got.Tracks, want.Tracks) || !slices.Equal(got.X, want.X)) || len(got.Time) == 0 {
			t.Errorf("%s: %d tracks, want %d", c.name, len(got.Tracks), len(want.Tracks))
		}
	}
	if w := m.Clip("walk"); w.Additive || w.Motion == nil {
		t.Errorf("walk: additive %v, motion %+v", w.Additive, w.Motion)
	}
	if c := infoOf(t, out).Clips; !c[0].Additive || c[1].Additive || !c[2].Additive {
		t.Errorf("info says %+v", c)
	}
	for _, spec := range []string{"wave", "wave@first", "wave@rest", "wave@1.5", "wave@walk", "wave@walk:1"} {
		if m, _ := bakedModel(t, "--additive", spec); !m.Clip("wave").Additive || m.Clip("walk").Additive {
			t.Errorf("%s: %v", spec, m.Clip("wave").Additive)
		}
	}
}

// The rules of clips can come from a configuration file.
func TestBakeClipsConfig(t *testing.T) {
	config := write(t, "bake.toml", "root_motion = [\"xz\"]\nadditive = [\"wave@rest\"]\n")
	m, _ := bakedModel(t, "--config", config)
	if !m.Clip("wave").Additive || m.Clip("walk").Motion == nil {
		t.Errorf("wave additive %v, walk %+v", m.Clip("wave").Additive, m.Clip("walk").Motion)
	}
	if m, _ = bakedModel(t, "--config", config, "--additive", "jump"); m.Clip("wave").Additive || !m.Clip("jump").Additive || m.Clip("walk").Motion == nil {
		t.Error("a flag does not go before the file")
	}
}

// Events that last come from a file, and info shows them.
func TestBakeIntervals(t *testing.T) {
	events := write(t, "events.toml", "[[event]]\nclip = \"walk\"\ntime = 0.25\nlength = 0.5\nname = \"left foot\"\n[[event]]\nclip = \"walk\"\ntime = 1\nname = \"clap\"\n")
	m, out := bakedModel(t, "--events", events)
	if c := m.Clip("walk"); len(c.Events) != 2 || c.Events[0] != (soa.Event{Time: 250, Length: 500, Name: "left foot"}) {
		t.Errorf("%+v", c.Events)
	}
	if e := infoOf(t, out).Clips[1].Events; len(e) != 2 || e[0] != (summary.Event{Name: "left foot", Time: 0.25, Length: 0.5}) || e[1] != (summary.Event{Name: "clap", Time: 1}) {
		t.Errorf("info says %+v", e)
	}
}

// Contacts become numbers of the feet, which info lists. In the strider's walk, which is
// none of a body that weighs something, one foot always slips.
func TestBakeContacts(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	code, _, stderr := sinew(t, "bake", striderArchive(t), "-o", out, "--contacts")
	if checkComplaint(t, stderr, "walk"); code != exitOK {
		t.Fatalf("exit code %d", code)
	}
	m := modelIn(t, out)
	for _, name := range []string{"foot.L", "foot.R"} {
		f := m.Float("contact", int16(m.Skeleton.Joint(name)))
		if f < 0 {
			t.Fatalf("%s has no contacts: %+v", name, m.Floats)
		}
		for _, c := range m.Clips {
			if !slices.ContainsFunc(c.Tracks, func(tr soa.Track) bool { return tr.Property == soa.Float && int(tr.Target) == f }) {
				t.Errorf("clip %q has no contacts of %s", c.Name, name)
			}
		}
	}
	if f := infoOf(t, out).Floats; len(f) != 2 || f[0].Name != "contact" || f[0].Rest != 1 {
		t.Errorf("info says %+v", f)
	}
	if m, _ := bakedModel(t); len(m.Floats) > 0 {
		t.Errorf("without --contacts: %+v", m.Floats)
	}
}

// A root that turns is told in degrees, in the file and where its motion was taken out.
func TestBakeRootTurns(t *testing.T) {
	file := write(t, "turn.bvh", strings.NewReplacer("0 0 0 0 0 0 45 0 0", "0 0 0 0 0 45 0 0 0", "1 0 0 0 0 0 90 0 0", "1 0 0 0 0 90 0 0 0").Replace(smallBVH))
	out := filepath.Join(t.TempDir(), "turn.sinew")
	succeed(t, "bake", file, "-o", out, "--root-motion=xz,yaw,rest")
	for _, file := range []string{file, out} {
		must.Near(t, file, infoOf(t, file).Clips[0].Root.Yaw, 90, 0.1)
	}
}
