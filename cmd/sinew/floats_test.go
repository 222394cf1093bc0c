package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// lampArchive is an archive of a lamp whose glow goes from 1 to 5 in two seconds,
// and of a fog that stands still.
func lampArchive(t *testing.T, glow float32) string {
	t.Helper()
	skel := &soa.Skeleton{Name: []string{"root", "lamp"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	skel.ComputeDepth()
	m := &soa.Model{
		Name: "lamp", Skeleton: skel,
		Floats: []soa.NamedFloat{{Name: "glow", Joint: 1, Rest: 0.5}, {Name: "/materials/0/fog", Joint: soa.NoJoint, Rest: 0.25}},
		Clips: []*soa.Clip{{
			Name: "shine", TicksPerSecond: 10, Duration: 20, Tracks: []soa.Track{{Property: soa.Float}},
			Time: []float32{0, 20}, X: []float32{1, glow}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
		}},
	}
	data, err := archive.Encode(&archive.Content{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "lamp.sinew")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestInfoFloats(t *testing.T) {
	file := lampArchive(t, 5)
	var in struct {
		Floats []summary.Float `json:"floats"`
	}
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", file)), &in); err != nil {
		t.Fatal(err)
	}
	if len(in.Floats) != 2 || in.Floats[1].Joint != -1 || in.Floats[1].Rest != 0.25 || len(in.Floats[1].Clips) != 0 {
		t.Fatalf("%+v", in.Floats)
	}
	if f := in.Floats[0]; f.Name != "glow" || f.Joint != 1 || f.Rest != 0.5 || len(f.Clips) != 1 || f.Clips[0] != (summary.FloatClip{Clip: "shine", Interpolation: "linear", Keys: 2, Low: 1, High: 5}) {
		t.Errorf("%+v", f)
	}
	page := succeed(t, "info", file)
	for _, part := range []string{"Floats", "glow", "lamp", "shine: 1 to 5, 2 keys, linear", "/materials/0/fog"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}

func TestPoseFloats(t *testing.T) {
	file := lampArchive(t, 5)
	var p struct {
		Samples []struct {
			Floats []struct {
				Name  string
				Joint int
				Value float32
			} `json:"floats"`
		} `json:"samples"`
	}
	if err := json.Unmarshal([]byte(succeed(t, "pose", "--json", "--time", "0.5", file)), &p); err != nil {
		t.Fatal(err)
	}
	f := p.Samples[0].Floats
	if len(f) != 2 || f[0].Name != "glow" || f[0].Joint != 1 || math.Abs(float64(f[0].Value)-2) > 1e-6 || f[1].Joint != -1 || f[1].Value != 0.25 {
		t.Errorf("%+v", f)
	}
	if page := succeed(t, "pose", "--time", "0.5", file); !strings.Contains(page, "glow") || !strings.Contains(page, "0.25") {
		t.Errorf("the page lacks floats:\n%s", page)
	}
}

func TestDiffFloats(t *testing.T) {
	a, b := lampArchive(t, 5), lampArchive(t, 6)
	var d reports.Diff
	if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", a, b)), &d); err != nil {
		t.Fatal(err)
	}
	if math.Abs(d.Float-1) > 1e-6 || d.Clips[0].Float.Part != "root/lamp: glow" {
		t.Errorf("%+v", d)
	}
	if page := succeed(t, "diff", a, b); !strings.Contains(page, "floats") {
		t.Errorf("the page lacks floats:\n%s", page)
	}
}
