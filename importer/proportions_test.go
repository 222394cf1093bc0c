package importer_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// limb is an arm of a length, root included: the root moves and turns, the other joints turn alone.
func limb(length float64, move bool) *made {
	s := &made{frames: 5, rate: 10, top: exact.Identity()}
	for i, name := range []string{"root", "upper", "lower", "tip"} {
		n := madeNode{name: name, parent: i - 1, t: exact.Vec{0.1 * length, length, 0}, r: exact.Vec{0, 0, 5}}
		for f := range s.frames {
			n.turn = append(n.turn, exact.Vec{float64(10 * f), float64(7 * i), float64(3*f - i)})
			if i == 0 || move {
				n.move = append(n.move, exact.Vec{0.1 * length, length, 0})
			}
			if i == 0 {
				n.move[f] = exact.Vec{float64(f), 1, 0.5}
			}
		}
		s.nodes = append(s.nodes, n)
	}
	s.nodes[0].mesh = 1
	s.meshes = []madeMesh{triangle(0)}
	return s
}

// limbFBX is limb as an FBX file in metres.
func limbFBX(t *testing.T, s *made) string {
	f := &fbxfile.File{Unit: 100}
	for i, n := range s.nodes {
		m := fbxfile.Model{Name: n.name, Translation: n.t, Rotation: n.r, Curves: map[string][]exact.Vec{"R": n.turn}}
		if n.move != nil {
			m.Curves["T"] = n.move
		}
		if i > 0 {
			m.Parent = s.nodes[i-1].name
		}
		f.Models = append(f.Models, m)
	}
	return f.Write(t)
}

// limbBVH is a chain of a bone length that turns, as a BVH file.
func limbBVH(t *testing.T, length float64) string {
	var b strings.Builder
	b.WriteString("HIERARCHY\n")
	for i, name := range []string{"root", "upper", "lower"} {
		kind, channels := "JOINT", "3 Zrotation Xrotation Yrotation"
		if i == 0 {
			kind, channels = "ROOT", "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
		}
		fmt.Fprintf(&b, "%s %s\n{\nOFFSET %g %g 0\nCHANNELS %s\n", kind, name, 0.1*length, length, channels)
	}
	fmt.Fprintf(&b, "JOINT tip\n{\nOFFSET %g %g 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 %g 0\n}\n}\n}\n}\n}\nMOTION\nFrames: 5\nFrame Time: 0.1\n", 0.1*length, length, length)
	for f := range 5 {
		fmt.Fprintf(&b, "%d 1 0.5", f)
		for c := range 12 {
			fmt.Fprintf(&b, " %d", c*f)
		}
		b.WriteByte('\n')
	}
	return store(t, "limb.bvh", []byte(b.String()))
}

// TestClipsKeepLengths: clips of a file whose bones are 1.4 times as long turn the model's joints, and
// leave its bones as long as they are, in every format.
func TestClipsKeepLengths(t *testing.T) {
	const length = 1.25
	write := map[string]func(scale float64) string{
		"glTF":    func(scale float64) string { return limb(scale*length, false).gltf(t) },
		"Collada": func(scale float64) string { return limb(scale*length, false).collada(t, colladaForm{parts: true}) },
		"FBX":     func(scale float64) string { return limbFBX(t, limb(scale*length, false)) },
		"BVH":     func(scale float64) string { return limbBVH(t, scale*length) },
	}
	for name, file := range write {
		t.Run(name, func(t *testing.T) {
			m, home := files.LoadWith(t, file(1), importer.Options{Unit: 1}), files.LoadWith(t, file(1.4), importer.Options{Unit: 1})
			var r report.Report
			clip := addClips(t, m, file(1.4), importer.Options{Report: &r, Unit: 1})
			for _, f := range r.Findings {
				if f.Kind == report.OtherLengths {
					t.Errorf("%v", f)
				}
			}
			for _, at := range []float64{0, 0.13, 0.4} {
				pose, there := oracle.Evaluate(m, clip, at), oracle.Evaluate(home, home.Clips, at)
				for i := 1; i < 4; i++ {
					want := math.Hypot(0.1*length, length)
					if got := metresApart(pose.Model[i], pose.Model[i-1]); math.Abs(got-want) > 1e-5 {
						t.Errorf("at %v s %q is %v m from its parent, want %v", at, m.Skeleton.Name[i], got, want)
					}
				}
				for k := range 12 { // it turns as at home
					if k%4 != 3 && math.Abs(pose.Model[3][k]-there.Model[3][k]) > 1e-4 {
						t.Errorf("at %v s element %d of the tip is %v, want %v", at, k, pose.Model[3][k], there.Model[3][k])
					}
				}
			}
		})
	}
}

// metresApart is the distance of two matrices' origins.
func metresApart(a, b oracle.Mat4) float64 {
	return math.Sqrt((a[3]-b[3])*(a[3]-b[3]) + (a[7]-b[7])*(a[7]-b[7]) + (a[11]-b[11])*(a[11]-b[11]))
}

// TestClipsTellLengths: keys that hold bones at other lengths are played, and a finding has the largest
// difference. Keys of the model's own lengths are none.
func TestClipsTellLengths(t *testing.T) {
	const length = 1.25
	write := map[string]func(scale float64) string{
		"glTF":     func(scale float64) string { return limb(scale*length, true).gltf(t) },
		"Collada":  func(scale float64) string { return limb(scale*length, true).collada(t, colladaForm{parts: true}) },
		"matrices": func(scale float64) string { return limb(scale*length, true).collada(t, colladaForm{}) },
		"FBX":      func(scale float64) string { return limbFBX(t, limb(scale*length, true)) },
	}
	for name, file := range write {
		for _, scale := range []float64{1, 1.4, 0.7} {
			m := files.Load(t, file(1))
			var r report.Report
			clip := addClips(t, m, file(scale), importer.Options{Report: &r})
			want := 1000 * math.Abs(scale-1) * math.Hypot(0.1*length, length)
			i := slices.IndexFunc(r.Findings, func(f report.Finding) bool { return f.Kind == report.OtherLengths })
			if scale == 1 {
				if i >= 0 {
					t.Errorf("%s: %v", name, r.Findings[i])
				}
				continue
			}
			if i < 0 || math.Abs(r.Findings[i].Size.Value-want) > 0.01 || r.Findings[i].Size.Unit != "mm" || !strings.Contains(r.Findings[i].Message, "sinew retarget") {
				t.Errorf("%s, %v times as long: no finding of %v mm in %v", name, scale, want, r.Findings)
			}
			pose := oracle.Evaluate(m, clip, 0.2)
			if got, want := metresApart(pose.Model[1], pose.Model[2]), scale*math.Hypot(0.1*length, length); math.Abs(got-want) > 1e-5 {
				t.Errorf("%s: %v m, want %v", name, got, want)
			}
		}
	}
}

// TestClipsMayMoveJoints: a joint that a clip holds elsewhere, as far from its parent, is no other length.
func TestClipsMayMoveJoints(t *testing.T) {
	aside, home := limb(1.25, true), limb(1.25, true)
	for f := range aside.frames {
		aside.nodes[2].move[f] = exact.Vec{1.25, 0.125, 0}
	}
	m := files.Load(t, home.gltf(t))
	var r report.Report
	addClips(t, m, aside.gltf(t), importer.Options{Report: &r})
	for _, f := range r.Findings {
		if f.Kind == report.OtherLengths {
			t.Errorf("%v", f)
		}
	}
}

// walker is a body with names of a humanoid whose hips move; its bones are keyed at their lengths.
func walker(height float64, names func(string) string, travel float64) *made {
	s := &made{frames: 3, rate: 10, top: exact.Identity()}
	add := func(name string, parent int, x, y float64) int {
		n := madeNode{name: names(name), parent: parent, t: exact.Vec{x * height, y * height, 0}, mesh: 0}
		for f := range s.frames {
			n.turn, n.move = append(n.turn, exact.Vec{float64(4 * f), 0, float64(f)}), append(n.move, n.t)
			if name == "Hips" {
				n.move[f] = exact.Vec{0.1 * travel * float64(f), height*0.5 - 0.02*travel*float64(f), travel * float64(f)}
			}
		}
		s.nodes = append(s.nodes, n)
		return len(s.nodes) - 1
	}
	hips := add("Hips", -1, 0, 0.5)
	spine := add("Spine", hips, 0, 0.1)
	neck := add("Neck", spine, 0, 0.2)
	add("Head", neck, 0, 0.05)
	for _, side := range []string{"Left", "Right"} {
		x := 0.05
		if side == "Right" {
			x = -x
		}
		arm := add(side+"Arm", spine, 2*x, 0.18)
		fore := add(side+"ForeArm", arm, 3*x, 0)
		add(side+"Hand", fore, 3*x, 0)
		leg := add(side+"UpLeg", hips, x, -0.02)
		shin := add(side+"Leg", leg, 0, -0.22)
		add(side+"Foot", shin, 0, -0.22)
	}
	s.nodes[0].mesh = 1
	s.meshes = []madeMesh{triangle(0)}
	return s
}

func asIs(name string) string { return name }

// TestRotationsOnly: the model keeps its lengths, though every bone is keyed, and its hips travel by the
// ratio of the legs from where they rest.
func TestRotationsOnly(t *testing.T) {
	for _, c := range []struct{ model, clip float64 }{{1.8, 1.8}, {1.8, 1.2}, {1, 2.5}} {
		m := files.Load(t, walker(c.model, asIs, 0).gltf(t))
		m.Clips = nil
		for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
			var r report.Report
			opts.RotationsOnly, opts.Report = true, &r
			clip := addClips(t, m, walker(c.clip, asIs, 0.3).gltf(t), opts)
			k := c.model / c.clip
			for _, at := range []float64{0, 0.1, 0.17} {
				f := at * 10
				pose := oracle.Evaluate(m, clip, at)
				want := exact.Vec{0.03 * f * k, c.model*0.5 - 0.006*f*k, 0.3 * f * k}
				for a := range 3 {
					if got := pose.Model[0][4*a+3]; math.Abs(got-want[a]) > 1e-5 {
						t.Errorf("%v m onto %v m, %v s: hips %v on axis %d, want %v", c.clip, c.model, at, got, a, want[a])
					}
				}
				hand := m.Skeleton.Joint("LeftHand")
				if got, want := metresApart(pose.Model[hand], pose.Model[m.Skeleton.Parent[hand]]), 0.15*c.model; math.Abs(got-want) > 1e-5 {
					t.Errorf("%v m onto %v m, %v s: a forearm of %v m, want %v", c.clip, c.model, at, got, want)
				}
			}
			if i := slices.IndexFunc(r.Findings, func(f report.Finding) bool { return f.Kind == report.OtherLengths }); i < 0 || !strings.Contains(r.Findings[i].Message, "legs") {
				t.Errorf("no finding tells what was left out: %v", r.Findings)
			}
			m.Clips = nil
		}
	}
}

// TestSpellings: joints match though programs spell their names otherwise.
func TestSpellings(t *testing.T) {
	number := 0
	mixamo := func(name string) string { return "mixamorig:" + name }
	for what, c := range map[string]struct{ model, clip func(string) string }{
		"without the colon":    {mixamo, func(n string) string { return "mixamorig" + n }},
		"underscore":           {mixamo, func(n string) string { return "mixamorig_" + n }},
		"another number":       {mixamo, func(n string) string { return "mixamorig7" + n }},
		"numbers behind":       {mixamo, func(n string) string { number++; return fmt.Sprintf("mixamorig:%s_%02d", n, number) }},
		"numbers in the model": {func(n string) string { number++; return fmt.Sprintf("%s_%02d", n, number) }, mixamo},
		"both numbered":        {func(n string) string { number++; return fmt.Sprintf("%s_%02d", n, number) }, func(n string) string { number += 3; return fmt.Sprintf("%s_%02d", n, number) }},
		"no prefix":            {asIs, func(n string) string { return "mixamorig" + n }},
		"a character's":        {func(n string) string { return "bob:" + n }, func(n string) string { return "Bob_" + n }},
		"codes":                {mixamo, func(n string) string { return "mixamorigFBXASC058" + n }},
		"dots":                 {func(n string) string { return "Bip01 " + n }, func(n string) string { return "Bip01." + n }},
	} {
		m, from := walker(1.8, c.model, 0), walker(1.8, c.clip, 0.3)
		model, home := files.Load(t, m.gltf(t)), files.Load(t, from.gltf(t))
		model.Clips = nil
		var r report.Report
		clip := addClips(t, model, from.gltf(t), importer.Options{Report: &r})
		for i := range m.nodes {
			a, b := model.Skeleton.Joint(m.nodes[i].name), home.Skeleton.Joint(from.nodes[i].name)
			got, want := oracle.Evaluate(model, clip, 0.15).Model[a], oracle.Evaluate(home, home.Clips, 0.15).Model[b]
			if d := metresApart(got, want); d > 1e-5 {
				t.Errorf("%s: %q is %v m off", what, m.nodes[i].name, d)
			}
		}
		if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Kind == report.OtherNames }) {
			t.Errorf("%s: no finding says so: %v", what, r.Findings)
		}
	}
}

// TestSpellingsStayApart: a number tells joints apart where names differ by it alone.
func TestSpellingsStayApart(t *testing.T) {
	m := files.Load(t, rig("hand", "finger_01", "finger_02").Write(t))
	clip := addClips(t, m, rig("hand", "finger_02", "finger_03").Write(t), importer.Options{})[0]
	for i := range clip.Tracks {
		if j := clip.Tracks[i].Target; m.Skeleton.Name[j] == "finger_01" {
			t.Errorf("a track of finger_01: %+v", clip.Tracks[i])
		}
	}
}

// TestNoMatchNamesRetarget: bodies with other names are for retargeting; a crane is not.
func TestNoMatchNamesRetarget(t *testing.T) {
	biped := map[string]string{"Hips": "pelvis", "Spine": "spine_01", "Neck": "neck_01", "Head": "skull", "LeftArm": "upperarm_l", "LeftForeArm": "lowerarm_l", "LeftHand": "hand_l",
		"RightArm": "upperarm_r", "RightForeArm": "lowerarm_r", "RightHand": "hand_r", "LeftUpLeg": "thigh_l", "LeftLeg": "calf_l", "LeftFoot": "foot_l", "RightUpLeg": "thigh_r", "RightLeg": "calf_r", "RightFoot": "foot_r"}
	m := files.Load(t, walker(1.8, asIs, 0).gltf(t))
	_, err := importer.AddClips(t.Context(), m, walker(1.7, func(n string) string { return biped[n] }, 1).gltf(t), importer.Options{})
	if err == nil || !strings.Contains(err.Error(), "sinew retarget") {
		t.Errorf("another body: %v", err)
	}
	_, err = importer.AddClips(t.Context(), m, rig("crane", "boom", "hook").Write(t), importer.Options{})
	if err == nil || strings.Contains(err.Error(), "retarget") {
		t.Errorf("a crane: %v", err)
	}
}

// TestClipsNamedByFile: clips of one name in several files are named after them, one call or several.
func TestClipsNamedByFile(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"jump.fbx": strider + "strider_jump.fbx", "wave.fbx": strider + "strider_wave.fbx", "walk.fbx": strider + "strider_walk.fbx",
	})
	list := []string{dir + "/jump.fbx", dir + "/wave.fbx", dir + "/walk.fbx"}
	bare := func() *soa.Model {
		m := files.Load(t, strider+"strider_walk.fbx")
		m.Clips = nil
		return m
	}
	m := bare()
	results, err := importer.AddAllClips(t.Context(), m, list, importer.Options{})
	must.Do(t, err)
	if got := clipList(m.Clips); got != "jump, wave, walk" {
		t.Errorf("clips %s", got)
	}
	for _, f := range results {
		if !slices.ContainsFunc(f.Report.Findings, func(f report.Finding) bool { return f.Kind == report.RenamedClip && f.Where == "Scene" }) {
			t.Errorf("%s: not said: %v", f.File, f.Report.Findings)
		}
	}
	m = bare()
	for _, file := range append(list, list[1]) {
		addClips(t, m, file, importer.Options{})
	}
	if got := clipList(m.Clips); got != "Scene, wave, walk, wave 2" {
		t.Errorf("one by one: clips %s", got)
	}
}

// TestClipsOfOtherAxes: a clip is relative to what is above its joints, and a model where that leans
// otherwise than in the clip's file is told of; one that faces elsewhere, or of which the clip moves what is
// above, is not.
func TestClipsOfOtherAxes(t *testing.T) {
	below := func(lean exact.Vec, moves bool) string {
		s := limb(1, false)
		for i := range s.nodes {
			s.nodes[i].parent++
		}
		top := madeNode{name: "armature", parent: -1, r: lean}
		for range s.frames {
			if moves {
				top.turn = append(top.turn, lean)
			}
		}
		s.nodes = append([]madeNode{top}, s.nodes...)
		return s.gltf(t)
	}
	for _, c := range []struct {
		model, clip exact.Vec
		moves       bool
		says        string
	}{
		{exact.Vec{}, exact.Vec{}, false, ""},
		{exact.Vec{}, exact.Vec{-90, 0, 0}, false, "90°"},
		{exact.Vec{-90, 0, 0}, exact.Vec{}, false, "90°"},
		{exact.Vec{}, exact.Vec{0, 0, 45}, false, "45°"},
		{exact.Vec{}, exact.Vec{0, 120, 0}, false, ""},
		{exact.Vec{-90, 0, 0}, exact.Vec{-90, 0, 0}, false, ""},
		{exact.Vec{}, exact.Vec{-90, 0, 0}, true, ""},
	} {
		m := files.Load(t, below(c.model, false))
		var r report.Report
		addClips(t, m, below(c.clip, c.moves), importer.Options{Report: &r})
		got := ""
		for _, f := range r.Findings {
			if f.Kind == report.OtherAxes {
				got = f.Message
			}
		}
		if (got != "") != (c.says != "") || !strings.Contains(got, c.says) {
			t.Errorf("a model at %v, a clip at %v that moves it %v: %q, want %q", c.model, c.clip, c.moves, got, c.says)
		}
	}
}
