package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// halfKnown returns a file of testdata, with names changed, in a folder of its own.
func halfKnown(t *testing.T, name string, names ...string) string {
	t.Helper()
	data := read(t, filepath.Join("testdata", name))
	changed := strings.NewReplacer(names...).Replace(data)
	if len(names) > 0 && changed == data {
		t.Fatalf("%s has none of %q", name, names)
	}
	return write(t, name, changed)
}

// retargeted retargets a clip onto the model of testdata.
func retargeted(t *testing.T, file string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.sinew")
	succeed(t, "retarget", file, "--onto", filepath.Join("testdata", "half_known_target.gltf"), "-o", out, "--exact", "--strict")
	return out
}

// directions are those of bones at two seconds, computed from the source's keys.
var directions = map[[2]string][3]float64{
	{"upperarm_l", "lowerarm_l"}: {0.342, 0, 0.9397}, {"lowerarm_l", "hand_l"}: {-0.1736, 0, 0.9848},
	{"upperarm_r", "lowerarm_r"}: {-0.4698, 0.8138, 0.342}, {"lowerarm_r", "hand_r"}: {-0.4698, 0.8138, 0.342},
}

// TestRetargetHalfKnownNames: arms between a known shoulder and a known hand, and a back of vertebrae,
// move as the source's do.
func TestRetargetHalfKnownNames(t *testing.T) {
	for _, file := range []string{"half_known_arms.gltf", "half_known_spine.gltf"} {
		p := posing(t, retargeted(t, halfKnown(t, file)), "--time", "2")
		want := map[[2]string][3]float64{{"spine_01", "spine_03"}: {0, 0.866, 0.5}}
		for bone, way := range directions {
			want[bone] = way
		}
		if file == "half_known_arms.gltf" {
			delete(want, [2]string{"spine_01", "spine_03"})
		}
		for bone, way := range want {
			from, to := p.joint(t, 0, bone[0]), p.joint(t, 0, bone[1])
			dot, length := 0., 0.
			for i := range way {
				d := to[i] - from[i]
				dot, length = dot+d*way[i], length+d*d
			}
			if off := math.Acos(min(1, dot/math.Sqrt(length))) * 180 / math.Pi; !(off < 1.5) {
				t.Errorf("%s: %s to %s is %.1f° off", file, bone[0], bone[1], off)
			}
		}
	}
}

// TestRetargetWithoutNames: the same clip gives the same poses whichever limbs have strange names.
func TestRetargetWithoutNames(t *testing.T) {
	want := retargeted(t, halfKnown(t, "half_known_arms.gltf"))
	for what, names := range map[string][]string{
		"arms":           {"LUArm", "LXA", "LFArm", "LXB", "RUArm", "RXA", "RFArm", "RXB"},
		"arms by number": {"LUArm", "b1", "LFArm", "b2", "RUArm", "b3", "RFArm", "b4", "LShoulder", "b5", "RShoulder", "b6"},
		"legs":           {"LThigh", "LXT", "LShin", "LXS", "RThigh", "RXT", "RShin", "RXS"},
		"whole legs":     {"LThigh", "b1", "LShin", "b2", "LFoot", "b3", "LToe", "b4", "RThigh", "b5", "RShin", "b6", "RFoot", "b7", "RToe", "b8"},
		"neck":           {":Neck", ":N3"},
		"neck and head":  {":Neck", ":N3", ":Head", ":N4"},
		"trunk":          {":Ab", ":B1", ":Chest", ":B2"},
		"hips":           {":Hip", ":B0"},
	} {
		if d := diffOf(t, want, retargeted(t, halfKnown(t, "half_known_arms.gltf", names...))); !(d < 1e-6) {
			t.Errorf("%s: joints are %v m from those of known names", what, d)
		}
	}
}

// TestRetargetSaysWhichLimbIsLost: a warning with degrees, and with --strict a failure that writes nothing.
func TestRetargetSaysWhichLimbIsLost(t *testing.T) {
	file, out := halfKnown(t, "half_known_arms.gltf", "LUArm", "prop_a", "LFArm", "prop_b"), filepath.Join(t.TempDir(), "out.sinew")
	args := []string{"retarget", file, "--onto", filepath.Join("testdata", "half_known_target.gltf")}
	code, page, warning := sinew(t, args...)
	for _, text := range []string{oneLine(page), warning} {
		if code != exitOK || !strings.Contains(text, "left arm") || !strings.Contains(text, "120°") || !strings.Contains(text, "2.000 s") {
			t.Errorf("exit code %d:\n%s", code, text)
		}
	}
	refused(t, exitFailed, append(args, "--strict", "-o", out), "left arm", "prop_b", "120°")
	onlyFile(t, filepath.Join(filepath.Dir(out), "nothing"))
	succeed(t, append(args, "--strict", "--map", write(t, "t.json", `{"joints": {"Skeleton1:prop_a": "upperarm_l", "Skeleton1:prop_b": "lowerarm_l"}}`), "-o", out)...)
}
