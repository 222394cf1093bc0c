package importer_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// TestScale: every place of every joint and vertex, at rest and in motion, is as many times
// as far, whatever the format; a power of two changes no digit.
func TestScale(t *testing.T) {
	strider := truth.Testdata(t, "strider") + "/"
	files := []string{strider + "strider_walk.fbx", strider + "strider_walk.dae", strider + "strider.glb"}
	if !testing.Short() {
		for _, f := range []string{truth.SharedRoot(t) + "/models/md5-bob/Bob.md5mesh", truth.InstalledRoot + "/BVH/Boxing_Toes.bvh", truth.InstalledRoot + "/X/anim_test.x"} {
			files = append(files, truth.Present(t, f))
		}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			plain := imported(t, file, importer.Options{})
			for _, f := range []float64{2, 0.37} {
				scaled := imported(t, file, importer.Options{Scale: f})
				if len(scaled.Clips) != len(plain.Clips) {
					t.Fatalf("%d clips, want %d", len(scaled.Clips), len(plain.Clips))
				}
				bound := 3e-6 * f
				if f != 2 {
					bound = 2.5e-5 * f // tracks follow curves within 0.01 mm, whatever the scale
				}
				for k, clip := range plain.Clips[:min(2, len(plain.Clips))] {
					for i := range 3 {
						seconds := clip.Start + clip.Seconds()*float64(i)/2.3
						want := byOracle(t, plain, []*soa.Clip{clip})(seconds)
						compareScaled(t, fmt.Sprintf("%v times, %s at %.3f s", f, clip.Name, seconds), want,
							byOracle(t, scaled, []*soa.Clip{scaled.Clips[k]})(seconds), f, bound*(1+want.size()))
					}
				}
			}
		})
	}
}

func compareScaled(t *testing.T, what string, want, got *evaluated, f, bound float64) {
	t.Helper()
	for j := range want.joints {
		if off := got.joints[j].Translation().Sub(enlarged(want.joints[j].Translation(), f)).Length(); !(off <= bound) {
			t.Fatalf("%s: joint %d is %.3g off", what, j, off)
		}
	}
	for m := range want.meshes {
		for v, p := range want.meshes[m] {
			if off := got.meshes[m][v].Sub(enlarged(p, f)).Length(); !(off <= 4*bound) {
				t.Fatalf("%s: vertex %d of mesh %d is %.3g off", what, v, m, off)
			}
		}
	}
}

// TestScaleAddsClips: clips of another file, of the same scale, move the scaled model.
func TestScaleAddsClips(t *testing.T) {
	strider := truth.Testdata(t, "strider") + "/"
	at := func(f float64) oracle.Vec3 {
		m := files.LoadWith(t, strider+"strider_walk.fbx", importer.Options{Scale: f})
		added, err := importer.AddClips(context.Background(), m, strider+"strider_jump.fbx", importer.Options{Scale: f})
		must.Do(t, err)
		return byOracle(t, m, added[:1])(0.7).joints[m.Skeleton.Joint("head")].Translation()
	}
	if want, got := enlarged(at(1), 4), at(4); got.Sub(want).Length() > 1e-4 {
		t.Errorf("%v, want %v", got, want)
	}
}

// figure is a BVH file of a stick of some height that falls over.
func figure(height float64) string {
	return fmt.Sprintf("HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\tJOINT Head\n\t{\n\t\tOFFSET 0 %v 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 %v 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 %v 0 0 0 0 0 0 0\n%v 0 0 90 0 0 0 0 0\n",
		0.75*height, 0.25*height, height/2, height)
}

// TestUnits: of a BVH file the unit is what the option says, else what makes of the figure
// a person; the finding says so.
func TestUnits(t *testing.T) {
	for _, c := range []struct {
		height float64
		unit   float64
		metres float64 // per unit
		said   string
	}{
		{1.7, 0, 1, ""}, {0.4, 0, 1, ""}, {3.9, 0, 1, ""},
		{172, 0, 0.01, "centimetres"}, {120, 0, 0.01, "1.2 m"}, {67, 0, 0.0254, "inches"}, {26.07, 0, 0.0254 / 0.45, "CMU"}, {17, 0, 0.1, "decimetres"}, {20, 0, 0.1, "2 m"},
		{10, 0, 0.1, "makes it 1 m"}, {12.5, 0, 0.1, "1.25 m"}, {22, 0, 0.1, "2.2 m"},
		{5.6, 0, 0.3048, "feet"}, {1720, 0, 0.001, "millimetres"}, {4e6, 0, 1, "metres are assumed"}, {0.001, 0, 1, "metres are assumed"},
		{172, 1, 1, ""}, {1.7, 0.0254, 0.0254, ""},
	} {
		for _, isolated := range []bool{false, true} {
			t.Run(fmt.Sprint(c.height, c.unit, isolated), func(t *testing.T) {
				var r report.Report
				opts := importer.Options{Report: &r, Unit: c.unit}
				if isolated {
					opts.Isolation = &importer.Limits{}
				}
				m := files.LoadWith(t, store(t, "figure.bvh", []byte(figure(c.height))), opts)
				y := oracle.Evaluate(m, m.Clips, 0).Model[m.Skeleton.Joint("Head")][7]
				if want := 1.25 * c.height * c.metres; math.Abs(y-want) > 1e-6*want || math.Abs(r.MetresPerUnit-c.metres) > 1e-12 {
					t.Errorf("the head is %v m up, want %v; a unit of %v m, want %v", y, want, r.MetresPerUnit, c.metres)
				}
				said := ""
				for _, f := range r.Findings {
					if f.Kind == report.AssumedUnit {
						said = f.Message
					}
				}
				if (said == "") != (c.said == "") || !strings.Contains(said, c.said) {
					t.Errorf("said %q, want %q", said, c.said)
				}
			})
		}
	}
	// Files that state their unit keep it.
	strider := truth.Testdata(t, "strider") + "/strider.glb"
	if want, got := files.Load(t, strider).Skeleton, files.LoadWith(t, strider, importer.Options{Unit: 0.01}).Skeleton; !reflect.DeepEqual(want, got) {
		t.Error("a unit changes a file that states its own")
	}
	for _, o := range []importer.Options{{Unit: 1e-10}, {Unit: -1}, {Unit: math.NaN()}, {Unit: math.Inf(1)}, {Scale: 1e-10}, {Scale: -2}, {Scale: math.NaN()}, {Scale: 1e12}} {
		if _, err := importer.Load(context.Background(), strider, o); !errors.Is(err, importer.ErrOption) {
			t.Errorf("%v", err)
		}
	}
}

// person is a BVH file of a body in centimetres, with its hips at a place. Where it lies,
// its spine and its legs go the same way at rest, and stand up by the rotations of a clip.
func person(hips oracle.Vec3, head, foot string, lies bool) string {
	way := func(length float64) string {
		if lies {
			return fmt.Sprintf("%v 0 0", math.Abs(length))
		}
		return fmt.Sprintf("0 %v 0", length)
	}
	const channels = "CHANNELS 3 Zrotation Xrotation Yrotation\n"
	spine := "JOINT Spine {\nOFFSET " + way(30) + "\n" + channels +
		"JOINT " + head + " {\nOFFSET " + way(25) + "\n" + channels + "End Site {\nOFFSET " + way(18) + "\n}\n}\n}\n"
	legs := ""
	for _, side := range []string{"Left", "Right"} {
		legs += "JOINT " + side + "UpLeg {\nOFFSET 0 0 9\n" + channels + "JOINT " + side + "Leg {\nOFFSET " + way(-42) + "\n" + channels +
			"JOINT " + side + foot + " {\nOFFSET " + way(-41) + "\n" + channels + "End Site {\nOFFSET " + way(-9) + "\n}\n}\n}\n}\n"
	}
	return "HIERARCHY\nROOT Reference {\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" +
		fmt.Sprintf("JOINT Hips {\nOFFSET %v %v %v\n", hips[0], hips[1], hips[2]) + channels + spine + legs + "}\n}\n" +
		"MOTION\nFrames: 2\nFrame Time: 0.1\n" + strings.Repeat("0 ", 6+9*3) + "\n" + strings.Repeat("0 ", 6+9*3) + "\n"
}

// TestUnitsOfFiguresThatStandAside: where a figure stands, and how it lies at rest, does not
// change its unit.
func TestUnitsOfFiguresThatStandAside(t *testing.T) {
	for name, file := range map[string]string{
		"at the origin":      person(oracle.Vec3{}, "Head", "Foot", false),
		"on the ground":      person(oracle.Vec3{0.8, 94, 0}, "Head", "Foot", false),
		"aside":              person(oracle.Vec3{0.8, 94, -452}, "Head", "Foot", false),
		"far away":           person(oracle.Vec3{12_000, 94, -4e4}, "Head", "Ankle", false),
		"lying":              person(oracle.Vec3{0.8, 94, -452}, "Head", "Foot", true),
		"by other names":     person(oracle.Vec3{0.8, 94, -452}, "Kopf", "Fuss", false),
		"with the head only": person(oracle.Vec3{0.8, 94, -452}, "Head", "Fuss", false),
	} {
		var r report.Report
		files.LoadWith(t, store(t, "person.bvh", []byte(file)), importer.Options{Report: &r})
		if r.MetresPerUnit != 0.01 {
			t.Errorf("%s: a unit of %v m", name, r.MetresPerUnit)
		}
	}
}

func enlarged(v oracle.Vec3, f float64) oracle.Vec3 { return oracle.Vec3{v[0] * f, v[1] * f, v[2] * f} }
