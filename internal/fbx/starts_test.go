package fbx

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func TestStriderStarts(t *testing.T) {
	data, err := os.ReadFile("../../testdata/strider/strider_all.fbx")
	if err != nil {
		t.Fatal(err)
	}
	starts, err := Starts(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"walk", "wave", "jump", "walk_tail", "wave_tail", "jump_tail"} {
		if s, ok := starts[name]; !ok || s != 0 {
			t.Errorf("%q starts at %v (known: %v), want 0", name, s, ok)
		}
	}
	for n := 0; n < len(data); n += 1 + len(data)/97 {
		if _, err := Starts(data[:n]); err != nil && !errors.Is(err, soa.ErrFormat) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

const text = `; FBX 7.4.0 project file
Objects:  {
	AnimationStack: 9000, "AnimStack::Late", "" {
		Properties70:  {
			P: "LocalStart", "KTime", "Time", "",92372316000
			P: "LocalStop", "KTime", "Time", "",138558474000
		}
	}
	AnimationStack: 9100, "AnimStack::Open", "" {
	}
	AnimationStack: 9200, "AnimStack::Still", "" {
	}
	AnimationCurve: 5, "AnimCurve::", "" {
		KeyTime: *2 {
			a: -46186158000,46186158000
		}
	}
	AnimationCurve: 6, "AnimCurve::", "" {
		KeyTime: *1 {
			a: -92372316000
		}
	}
}
Connections:  {
	C: "OO",9101,9100
	C: "OO",9001,9000
	C: "OO",4,9101
	C: "OP",4,1000, "Lcl Rotation"
	C: "OP",5,4, "d|X"
	C: "OP",6,3, "d|X"
	C: "OO",3,9001
}
`

func TestTextStarts(t *testing.T) {
	starts, err := Starts([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"Late": 2, "Open": -1}
	if len(starts) != len(want) {
		t.Errorf("starts %v, want %v", starts, want)
	}
	for name, s := range want {
		if math.Abs(starts[name]-s) > 1e-9 {
			t.Errorf("%q starts at %v, want %v", name, starts[name], s)
		}
	}
}

// TestInstalledFiles reads every FBX file that Debian's test models bring; the
// binary ones are of many versions.
func TestInstalledFiles(t *testing.T) {
	files, _ := filepath.Glob("/usr/share/assimp/models/FBX/*.fbx")
	if len(files) == 0 {
		t.Skip("no test models (assimp-testmodels)")
	}
	stacks := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		starts, err := Starts(data)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
		stacks += len(starts)
	}
	if stacks == 0 {
		t.Error("no file has an animation stack with a start")
	}
}

func FuzzStarts(f *testing.F) {
	f.Add([]byte(text))
	if data, err := os.ReadFile("../../testdata/strider/strider_walk.fbx"); err == nil {
		f.Add(data[:4096])
	}
	f.Add([]byte(binaryMagic + "\x1a\x00\x84\x1c\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if starts, err := Starts(data); err == nil && starts == nil {
			t.Fatal("neither starts nor an error")
		}
	})
}

// TestNewTime: a header that names another time code than the old one has times of the
// new unit.
func TestNewTime(t *testing.T) {
	for code, want := range map[string]float64{"": 1, "127": 1, "0": second / 141120000., "64": second / 141120000.} {
		data := strings.Replace(named, "\t\tKeyAttrFlags", "\t\tKeyValueFloat: *3 {\n\t\t\ta: 1,2,3\n\t\t}\n\t\tKeyAttrFlags", 1)
		data = strings.Replace(data, "\tAnimationCurve: 5", "\tAnimationLayer: 9001, \"AnimLayer::\", \"\" {\n\t}\n\tAnimationCurveNode: 4, \"AnimCurveNode::R\", \"\" {\n\t}\n\tAnimationCurve: 5", 1)
		if code != "" {
			data = "FBXHeaderExtension:  {\n\tFBXHeaderVersion: 1004\n\tOtherFlags:  {\n\t\tTCDefinition: " + code + "\n\t}\n}\n" + data
		}
		f, err := Read([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if s := f.Stacks[0]; math.Abs(s.Last-2000*want) > 1e-6 || math.Abs(s.First-1000*want) > 1e-6 {
			t.Errorf("time code %q: from %v to %v, want 1000 and 2000 times %v", code, s.First, s.Last, want)
		}
		scene, err := f.Scene(100)
		if err != nil {
			t.Fatal(err)
		}
		if scene.Motions[0][0] == nil {
			t.Fatalf("time code %q: nothing moves", code)
		}
		for _, mo := range scene.Motions[0][:1] {
			if knots := mo.Drivers(RotationPart)[0].Knots(nil, 0, 1e12, 10); len(knots) != 2 || math.Abs(knots[1]-4000*want) > 1e-6 {
				t.Errorf("time code %q: keys at %v", code, knots)
			}
		}
	}
}
