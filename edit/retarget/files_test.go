//go:build cgo

package retarget_test

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// walker is a captured walk on the character that it was captured for.
func walker(t *testing.T) (*soa.Model, *soa.Clip) {
	m := files.LoadWith(t, truth.Shared(t, "models", "pab", "arnaud.fbx"), importer.Options{NoTextures: true})
	clips, err := importer.AddClips(context.Background(), m, truth.Shared(t, "models", "pab", "walk.fbx"), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m, clips[0]
}

// foot is a joint of the source and of the target by which they stand.
type foot struct{ from, to string }

// checkFeet fails where the source's feet are on the ground and the target's are more
// than 1 cm from it; it returns how far they are at most, how far they slide on it, and
// how far the source's do, times the scale.
func checkFeet(t *testing.T, src *soa.Model, c *soa.Clip, dst *soa.Model, got *soa.Clip, scale, bound float64, feet ...foot) (off, slide, slid float64) {
	t.Helper()
	const steps = 100
	moments := 0
	for _, f := range feet {
		i, j := src.Skeleton.Joint(f.from), dst.Skeleton.Joint(f.to)
		if i < 0 || j < 0 {
			t.Fatalf("no joint %q or %q", f.from, f.to)
		}
		var last, lastSource exact.Vec
		was := false
		for k := range steps {
			tick := c.Duration * float64(k) / steps
			s, p := poseAt(src, c, tick)
			d, q := poseAt(dst, got, tick)
			height := p.Global[i].Translation()[1] - s.Rest.Global[i].Translation()[1]
			if math.Abs(height)*max(1, scale) > 0.01 {
				was = false
				continue
			}
			moments++
			above := q.Global[j].Translation()[1] - d.Rest.Global[j].Translation()[1]
			if off = max(off, math.Abs(above)); math.Abs(above) > bound {
				t.Errorf("%s at %.3f is %.1f mm from the ground, the source %.1f mm", f.to, tick/c.TicksPerSecond, 1000*above, 1000*height)
				return off, slide, slid
			}
			if was {
				a, b := q.Global[j].Translation().Sub(last), p.Global[i].Translation().Sub(lastSource)
				a[1], b[1] = 0, 0
				slide, slid = slide+a.Length(), slid+float64(scale*b.Length())
			}
			was, last, lastSource = true, q.Global[j].Translation(), p.Global[i].Translation()
		}
	}
	if moments < 25 {
		t.Fatalf("the feet are on the ground at %d moments only", moments)
	}
	return off, slide, slid
}

// A captured walk stands on the ground on other characters: one of our own, and one with
// Mixamo's names in a T-pose, of other proportions.
func TestACapturedWalkStandsOnTheGround(t *testing.T) {
	src, walk := walker(t)
	tall := build{names: mixamo, size: 1.4, thigh: 1.15, seed: 7}.body(t)
	small := build{names: mixamo, size: 0.6, thigh: 0.9, seed: 8, around: 180}.body(t)
	strider := files.LoadWith(t, truth.Shared(t, "models", "strider", "strider.glb"), importer.Options{NoTextures: true})
	for _, test := range []struct {
		name  string
		dst   *soa.Model
		feet  []foot
		plain float64 // metres
	}{
		{"strider", strider, []foot{{"LeftFootThumb1", "toe.L"}, {"RightFootThumb1", "toe.R"}}, 0.05},
		{"tall", tall, []foot{{"LeftFootThumb1", "mixamorig:LeftToeBase"}, {"RightFootThumb1", "mixamorig:RightToeBase"}}, 0.06},
		{"small", small, []foot{{"LeftFootThumb1", "mixamorig:LeftToeBase"}, {"RightFootThumb1", "mixamorig:RightToeBase"}}, 0.03},
	} {
		plain, report := onto(t, src, walk, test.dst, retarget.Options{})
		planted, told := onto(t, src, walk, test.dst, retarget.Options{Goals: true, Plant: true})
		if len(told.Steps) < 2 {
			t.Errorf("%s: steps %+v", test.name, told.Steps)
		}
		if !walk.Loop {
			t.Fatal("the walk is no loop")
		}
		d, p := poseAt(test.dst, planted, 0)
		_, q := poseAt(test.dst, planted, planted.Duration)
		for j := range d.Joint {
			if p.Q[j].Distance(q.Q[j].NearestSign(p.Q[j])) > 2e-3 {
				t.Errorf("%s: over the end of the loop %q jumps by %v", test.name, test.dst.Skeleton.Name[j], p.Q[j].Distance(q.Q[j].NearestSign(p.Q[j])))
			}
		}
		a, slideA, _ := checkFeet(t, src, walk, test.dst, plain, report.Scale, test.plain, test.feet...)
		b, slideB, slid := checkFeet(t, src, walk, test.dst, planted, report.Scale, 0.01, test.feet...)
		t.Logf("%s: scale %.3f; feet off the ground by %.1f mm, planted %.1f mm; they slide %.0f mm, planted %.0f mm, the source %.0f mm; %d keys, %d; short %v",
			test.name, report.Scale, 1000*a, 1000*b, 1000*slideA, 1000*slideB, 1000*slid, report.Keys, told.Keys, told.Short)
	}
}

// A character whose left is named as a viewer before it has it walks the way it faces.
func TestSidesOfAViewerAreExchanged(t *testing.T) {
	src, walk := walker(t)
	bob := files.LoadWith(t, truth.Shared(t, "models", "md5-bob", "Bob.md5mesh"), importer.Options{NoTextures: true})
	got, report := onto(t, src, walk, bob, retarget.Options{})
	if len(report.Exchanged) != 1 || report.Exchanged[0] != "target" || report.Turned {
		t.Errorf("exchanged %q, turned %v", report.Exchanged, report.Turned)
	}
	pubis, toe, ankle := bob.Skeleton.Joint("pubis"), bob.Skeleton.Joint("toe.L"), bob.Skeleton.Joint("ankle.L")
	s, first := poseAt(bob, got, 0)
	_, last := poseAt(bob, got, got.Duration)
	way := last.Global[pubis].Translation().Sub(first.Global[pubis].Translation())
	feet := s.Rest.Global[toe].Translation().Sub(s.Rest.Global[ankle].Translation())
	if way.Unit().Dot(feet.Unit()) < 0.7 {
		t.Errorf("it goes by %v, its feet point by %v", way, feet)
	}
}

// Mirrored, a captured walk steps with the other feet, at the same heights.
func TestACapturedWalkIsMirrored(t *testing.T) {
	m, walk := walker(t)
	got, report := mirror(t, m, walk, retarget.MirrorOptions{})
	if len(report.Kept) > 0 || len(report.Joints) != 23 {
		t.Errorf("%d pairs, kept %q", len(report.Joints), report.Kept)
	}
	left, right := m.Skeleton.Joint("LeftFoot"), m.Skeleton.Joint("RightFoot")
	worst := 0.
	for k := range 40 {
		tick := walk.Duration * float64(k) / 40
		_, p := poseAt(m, walk, tick)
		_, q := poseAt(m, got, tick)
		a, b := p.Global[left].Translation(), q.Global[right].Translation()
		worst = max(worst, math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]), math.Abs(a[0]+b[0]))
	}
	t.Logf("the mirrored foot is %.1f mm from the mirror image", 1000*worst)
	if worst > 0.02 { // the character's own sides differ
		t.Errorf("the mirrored foot is %v m from the mirror image", worst)
	}
}

// Files that rest in a frame of a clip are mirrored too. Their scales and bones differ a little.
func TestMirrorOfFilesThatRestInAFrame(t *testing.T) {
	check := func(t *testing.T, file string, most float64) {
		m := files.LoadWith(t, file, importer.Options{NoTextures: true})
		for _, c := range m.Clips {
			_, report := mirror(t, m, c, retarget.MirrorOptions{})
			if off := report.Off; off != nil && off.Metre > most {
				t.Errorf("clip %q: %+v", c.Name, *off)
			}
		}
	}
	t.Run("strider", func(t *testing.T) { check(t, filepath.Join("..", "..", "testdata", "strider", "strider.glb"), 0.011) })
	t.Run("walk", func(t *testing.T) { check(t, truth.Shared(t, "models", "pab", "walk.fbx"), 0.006) })
}
