package importer_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

func addClips(t *testing.T, m *soa.Model, path string, opts importer.Options) []*soa.Clip {
	t.Helper()
	clips, err := importer.AddClips(context.Background(), m, path, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return clips
}

// worstJoint returns the largest distance between the joints of equal name that
// two models' clips put at one time.
func worstJoint(a *soa.Model, ca *soa.Clip, b *soa.Model, cb *soa.Clip, seconds float64) (worst float64, name string, common int) {
	pa, pb := oracle.Evaluate(a, []*soa.Clip{ca}, seconds), oracle.Evaluate(b, []*soa.Clip{cb}, seconds)
	for i, n := range a.Skeleton.Name {
		j := b.Skeleton.Joint(n)
		if j == soa.NoJoint || a.Skeleton.Joint(n) != i {
			continue
		}
		common++
		d := 0.0
		for _, k := range []int{3, 7, 11} {
			d += math.Pow(pa.Model[i][k]-pb.Model[j][k], 2)
		}
		if d = math.Sqrt(d); d > worst {
			worst, name = d, n
		}
	}
	return worst, name, common
}

// TestAddClipsOfTheSameRig: a clip carried over to a file of the same rig moves
// its joints as it does at home.
func TestAddClipsOfTheSameRig(t *testing.T) {
	for _, c := range []struct{ model, clips string }{
		{"strider_walk.fbx", "strider_wave.fbx"},
		{"strider_wave.fbx", "strider_jump.fbx"},
		{"strider_jump.dae", "strider_walk.dae"},
		{"strider_all.fbx", "strider_walk.fbx"},
		{"strider_walk.dae", "strider_jump.fbx"},
		{"strider.glb", "strider_wave.fbx"},
	} {
		home := files.Load(t, strider+c.clips)
		m := files.Load(t, strider+c.model)
		for k, clip := range addClips(t, m, strider+c.clips, importer.Options{}) {
			for _, u := range []float64{0, 0.3, 0.77, 1} {
				s := clip.Start + u*clip.Seconds()
				worst, name, common := worstJoint(home, home.Clips[k], m, clip, s)
				if worst > 1e-5 || common < 20 {
					t.Errorf("%s onto %s, clip %q at %v s: joint %q is %.3g m off (%d joints in common)", c.clips, c.model, clip.Name, s, name, worst, common)
				}
			}
		}
	}
}

func TestAddClipsMD5(t *testing.T) {
	m := files.Load(t, shared(t, "models/md5-bob/Bob.md5mesh"))
	added := addClips(t, m, shared(t, "models/md5-bob/Bob.md5anim"), importer.Options{})
	if len(m.Clips) != 2 || len(added) != 1 {
		t.Fatalf("%d clips, %d added", len(m.Clips), len(added))
	}
	for s := 0.0; s < 5.7; s += 0.37 {
		worst, name, _ := worstJoint(m, m.Clips[0], m, added[0], s)
		if worst > 1e-3 { // Doom units, of which Bob is 60 tall
			t.Errorf("at %v s joint %q is %.3g off", s, name, worst)
		}
	}
}

// TestAddClipsOfAnotherFile puts a motion-captured walk onto a mesh file without
// clips: both have the same rig.
func TestAddClipsOfAnotherFile(t *testing.T) {
	home := files.Load(t, shared(t, "models/pab/walk.fbx"))
	m := files.Load(t, shared(t, "models/pab/arnaud.fbx"))
	var r report.Report
	added := addClips(t, m, shared(t, "models/pab/walk.fbx"), importer.Options{Report: &r})
	if len(added) != 1 || r.Count(report.Loss) == 0 {
		t.Fatalf("%d clips, %d losses: the walk's cameras have no joint", len(added), r.Count(report.Loss))
	}
	for s := 0.0; s <= 1.33; s += 0.1 {
		worst, name, common := worstJoint(home, home.Clips[0], m, added[0], s)
		if worst > 1e-4 || common < 50 {
			t.Errorf("at %v s joint %q is %.3g m off (%d joints in common)", s, name, worst, common)
		}
	}
}

// TestAddClipsOfHelpers: where an FBX node has a pivot its channels are those of
// libassimp's helper nodes.
func TestAddClipsOfHelpers(t *testing.T) {
	const frames = 5
	rig := func(seed float64) *fbxfile.File {
		return &fbxfile.File{Models: []fbxfile.Model{
			{Name: "root", Curves: map[string][]exact.Vec{"T": wandering(30)[:frames]}},
			{Name: "arm", Parent: "root", Translation: exact.Vec{10, 20, 5}, RotationPivot: exact.Vec{1, 2, 3}, Curves: turned(frames, seed)},
			{Name: "hand", Parent: "arm", Translation: exact.Vec{0, 30, 0}, RotationOffset: exact.Vec{4, 0, 1}, Curves: turned(frames, 2*seed)},
		}}
	}
	home := rig(3)
	m := files.Load(t, rig(1).Write(t))
	added := addClips(t, m, home.Write(t), importer.Options{})
	for frame := range frames {
		pose := oracle.Evaluate(m, added, float64(frame)/home.Rate())
		for _, name := range []string{"root", "arm", "hand"} {
			want, got := home.Global(name, frame), pose.Model[m.Skeleton.Joint(name)]
			for k := range 12 {
				if g := got[k]; k%4 == 3 && math.Abs(g-want[k]) > 1e-5 {
					t.Fatalf("frame %d, %q, element %d: %v, want %v", frame, name, k, g, want[k])
				}
			}
		}
	}
}

// TestAddClipsOfOtherUnitsAndAxes: a rig in centimetres, Y up, takes clips of
// the same rig in inches, Z up, and the other way round.
func TestAddClipsOfOtherUnitsAndAxes(t *testing.T) {
	const frames = 5
	rig := func(inches bool) *fbxfile.File {
		f := &fbxfile.File{Models: []fbxfile.Model{
			{Name: "root", Curves: map[string][]exact.Vec{"T": wandering(30)[:frames]}},
			{Name: "arm", Parent: "root", Translation: exact.Vec{10, 20, 5}, Curves: turned(frames, 1)},
			{Name: "hand", Parent: "arm", Translation: exact.Vec{0, 30, 0}, Curves: turned(frames, 2)},
		}}
		if inches {
			f.Unit, f.Up = 2.54, 2
			for i := range f.Models {
				f.Models[i].Translation = f.Models[i].Translation.Scale(1 / 2.54)
			}
			root := &f.Models[0]
			root.Rotation = exact.Vec{90, 0, 0}
			for i, v := range root.Curves["T"] {
				root.Curves["T"][i] = exact.Vec{v[0], -v[2], v[1]}.Scale(1 / 2.54)
			}
		}
		return f
	}
	for _, inches := range []bool{false, true} {
		home, other := rig(inches), rig(!inches)
		m := files.Load(t, home.Write(t))
		var r report.Report
		added := addClips(t, m, other.Write(t), importer.Options{Report: &r})
		if told := slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Kind == report.OtherUnit }); !told {
			t.Errorf("the other unit is not reported: %v", r.Findings)
		}
		for frame := range frames {
			pose := oracle.Evaluate(m, added, float64(frame)/home.Rate())
			for i := range home.Models {
				name := home.Models[i].Name
				want, got := home.Global(name, frame), pose.Model[m.Skeleton.Joint(name)]
				for k := range 12 {
					g := got[k]
					if k%4 != 3 {
						g *= float64(m.Skeleton.Unit[m.Skeleton.Joint(name)])
					}
					if math.Abs(g-want[k]) > 1e-5 {
						t.Fatalf("inches %v, frame %d, %q, element %d: %v, want %v", inches, frame, name, k, g, want[k])
					}
				}
			}
		}
	}
}

func TestAddClipsErrors(t *testing.T) {
	ctx := context.Background()
	m := files.Load(t, strider+"strider.glb")
	clips := len(m.Clips)
	if _, err := importer.AddClips(ctx, m, shared(t, "models/fbx/robot.fbx"), importer.Options{}); !errors.Is(err, importer.ErrNoMatch) {
		t.Errorf("a robot arm's clip on strider: %v", err)
	}
	if _, err := importer.AddClips(ctx, m, shared(t, "models/pab/arnaud.fbx"), importer.Options{}); !errors.Is(err, importer.ErrNoClip) {
		t.Errorf("a file without animation: %v", err)
	}
	if len(m.Clips) != clips {
		t.Errorf("a failed AddClips left %d clips behind", len(m.Clips)-clips)
	}
}
