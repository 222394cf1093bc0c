//go:build cgo

package motion_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// The clips of every model file, put back together, are what they were. Files that
// cannot be loaded, or have no clip, are left out.
func TestExtractFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(truth.SharedRoot(t), "models", "*", "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("test data is missing")
	}
	clips, refused, worst := 0, 0, 0.
	for i, file := range files {
		if testing.Short() && i%8 != 0 {
			continue
		}
		m, err := importer.Load(context.Background(), file, importer.Options{NoTextures: true})
		if err != nil {
			continue
		}
		m.Meshes, m.Skins = nil, nil
		for _, clip := range m.Clips[:min(len(m.Clips), 4)] {
			for _, o := range []edit.MotionOptions{{}, {Take: edit.X | edit.Y | edit.Z | edit.Yaw, Reference: edit.Start}} {
				joint := edit.RootJoint(m, clip)
				if joint == soa.None {
					continue
				}
				got, err := edit.ExtractMotion(t.Context(), m, clip, joint, o)
				if err != nil { // uneven scales above
					refused++
					continue
				}
				clips++
				worst = max(worst, checkExtract(t, m, clip, got, o, joint, 2*usualBound))
			}
		}
	}
	t.Logf("%d clips, worst %.3g of their size; %d refused", clips, worst, refused)
	if clips == 0 || refused > clips/5 {
		t.Errorf("%d clips, %d refused", clips, refused)
	}
}

// A walk walks forwards, and stays where it is without its motion.
func TestWalk(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Shared(t, "models", "pab", "walk.fbx"), importer.Options{NoTextures: true})
	if err != nil {
		t.Fatal(err)
	}
	clip := m.Clips[0]
	got, err := edit.ExtractMotion(t.Context(), m, clip, soa.None, edit.MotionOptions{Take: edit.X | edit.Z})
	if err != nil {
		t.Fatal(err)
	}
	if name := m.Skeleton.Name[got.Motion.Joint]; name != "Hips" {
		t.Errorf("it is carried by %q", name)
	}
	track, err := motion.NewTrack(got.Motion, got.TicksPerSecond, got.Seconds(), motion.Wrap)
	if err != nil {
		t.Fatal(err)
	}
	if loop := track.Loop(); math.Abs(loop.Z-1.425) > 0.01 || math.Abs(loop.X) > 0.01 || loop.Y != 0 || loop.C != 1 {
		t.Errorf("a loop is %+v", loop)
	}
}

// A walk, a run and a jog go straight in their files, and straight on when they follow one another.
func TestForwardJoinsFiles(t *testing.T) {
	m, err := importer.Load(t.Context(), truth.Shared(t, "models", "pab", "locomotions.fbx"), importer.Options{NoTextures: true})
	must.Do(t, err)
	m.Meshes, m.Skins = nil, nil
	var order []int
	for _, name := range []string{"walk", "run", "jog", "walk"} {
		order = append(order, slices.IndexFunc(m.Clips, func(c *soa.Clip) bool { return c.Name == name }))
	}
	for i, c := range m.Clips {
		m.Clips[i], err = edit.ExtractMotion(t.Context(), m, c, soa.None, edit.MotionOptions{})
		must.Do(t, err)
	}
	worst := joined(t, m, order, 0)
	t.Logf("%.2g° aside", worst)
	if worst > 0.1 {
		t.Errorf("%v° aside", worst)
	}
}

// Parts of a walk, a run and a jog are straight too, wherever they begin and end.
func TestForwardParts(t *testing.T) {
	m, err := importer.Load(t.Context(), truth.Shared(t, "models", "pab", "locomotions.fbx"), importer.Options{NoTextures: true})
	must.Do(t, err)
	m.Meshes, m.Skins = nil, nil
	const parts = 8
	clips, sways, turns := 0, 0, 0
	for _, c := range m.Clips {
		for from := range parts {
			for to := from + 2; to <= parts; to++ {
				part, err := edit.Trim(edit.ClipOf(c), c.Seconds()*float64(from)/parts, c.Seconds()*float64(to)/parts)
				must.Do(t, err)
				clip, err := part.Build()
				must.Do(t, err)
				for rule, count := range map[edit.MotionRule]*int{edit.Forward: &turns, edit.Follow: &sways} {
					got, err := edit.ExtractMotion(t.Context(), m, clip, soa.None, edit.MotionOptions{Rule: rule})
					must.Do(t, err)
					if math.Abs(float64(got.Motion.Yaw[len(got.Motion.Yaw)-1])) >= 5*math.Pi/180 {
						*count++
					}
				}
				clips++
			}
		}
	}
	t.Logf("%d clips: the hips of %d end turned, %d turn", clips, sways, turns)
	if sways < clips/3 || turns > clips/50 {
		t.Errorf("%d clips: the hips of %d end turned, %d turn", clips, sways, turns)
	}
}
