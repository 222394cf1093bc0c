package importer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// readBVH imports text.
func readBVH(text string, opts importer.Options) (*soa.Model, *report.Report, error) {
	var r report.Report
	opts.Report = &r
	m, err := importer.LoadReader(context.Background(), strings.NewReader(text), "made.bvh", opts)
	return m, &r, err
}

// TestBVHFiles: files that other programs read in spellings of their own are read: places of joints in their
// third frame.
func TestBVHFiles(t *testing.T) {
	places := map[string]exact.Vec{
		"Hips": {-38.2, 90.5, -36.0}, "Thigh": {-31.161171856037136, 84.32888847597069, -30.793728180574032},
		"Shin": {-45.49600465670639, 76.34193036685538, -71.07984326679318}, "Toe": {-35.11373007192142, 79.06301418937188, -84.64797052433933},
	}
	for file, finding := range map[string]string{"channel_case": "", "cut_off": "2 of 5 frames are missing", "end_site_case": "", "frames_colon": "", "name_with_space": ""} {
		var r report.Report
		m := files.LoadWith(t, filepath.Join("testdata", "bvh", file+".bvh"), importer.Options{Unit: 1, Report: &r})
		pose := oracle.Evaluate(m, m.Clips, 2*0.0333333)
		for name, want := range places {
			if name == "Shin" && file == "name_with_space" {
				name = "Left Shin"
			}
			j := m.Skeleton.Joint(name)
			if j < 0 {
				t.Errorf("%s: no joint %q among %q", file, name, m.Skeleton.Name)
				continue
			}
			nearTo(t, file+" "+name, pose.Model[j].Translation(), want, 1e-4)
		}
		if m.Clips[0].Duration != 2 || r.Importer != "sinew" || finding != "" && !hasFinding(&r, report.Loss, report.CutOff, finding) {
			t.Errorf("%s: %v ticks, by %s, %v", file, m.Clips[0].Duration, r.Importer, r.Findings)
		}
	}
	var r report.Report
	m := files.LoadWith(t, filepath.Join("testdata", "bvh", "unit_decimetres.bvh"), importer.Options{Report: &r})
	if y := oracle.Evaluate(m, m.Clips, 0).Model[0][7]; math.Abs(y-0.96) > 1e-6 || !hasFinding(&r, report.Info, report.AssumedUnit, "decimetres") {
		t.Errorf("hips at %v m: %v", y, r.Findings)
	}
}

func nearTo(t *testing.T, what string, got oracle.Vec3, want exact.Vec, bound float64) {
	t.Helper()
	must.AllNear(t, what, got[:], want[:], bound)
}

// twoJoints is a file of two joints and an end site, with three frames.
const twoJoints = "HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT b\n{\nOFFSET 0 0.5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0.25 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n" +
	"0 1 0 0 0 0 10 0 0\n0 2 0 0 30 0 20 0 0\n0 3 0 0 60 0 30 0 0\n"

// TestBVHFindings: what is repaired, assumed or left out is told.
func TestBVHFindings(t *testing.T) {
	change := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(twoJoints) }
	for name, c := range map[string]struct {
		text     string
		severity report.Severity
		kind     report.Kind
		message  string
		frames   float64 // 0: no clip
	}{
		"cut off":             {change("Frames: 3", "Frames: 400"), report.Loss, report.CutOff, "397 of 400 frames are missing", 3},
		"cut within a frame":  {change("30 0 0\n", "30 0"), report.Loss, report.CutOff, "8 of 9 numbers (line 21)", 2},
		"more frames":         {change("Frames: 3", "Frames: 2"), report.Loss, report.LeftOut, "1 frame(s) behind the 2", 2},
		"more numbers":        {change("10 0 0", "10 0 0 7 7"), report.Loss, report.LeftOut, "2 number(s) of 1 frame(s)", 3},
		"no number of frames": {change("Frames: 3\n", ""), report.Repair, report.Malformed, "number of frames", 3},
		"Frames: 0":           {change("Frames: 3\n", "Frames: 0\n"), report.Repair, report.Malformed, "number of frames", 3},
		"no frame time":       {change("Frame Time: 0.5\n", ""), report.Repair, report.AssumedRate, "states no frame time; 25", 3},
		"frame time 0":        {change("0.5\n0 1", "0.0\n0 1"), report.Repair, report.AssumedRate, "a frame time of 0; 25", 3},
		"frame time -1":       {change("0.5\n0 1", "-1\n0 1"), report.Repair, report.AssumedRate, "a frame time of -1; 25", 3},
		"frame time nan":      {change("0.5\n0 1", "nan\n0 1"), report.Repair, report.AssumedRate, "a frame time of NaN; 25", 3},
		"frame time 1e-300":   {change("0.5\n0 1", "1e-300\n0 1"), report.Repair, report.AssumedRate, "a frame time of 1e-300; 25", 3},
		"a key of nan":        {change("0 2 0", "nan 2 0"), report.Repair, report.InvalidKey, "1 keys (of \"a\") were not finite", 3},
		"a key of inf":        {change("30 0 20", "30 inf 20"), report.Repair, report.InvalidKey, "1 keys (of \"a\") were not finite", 3},
		"MSVC's nan":          {change("20 0 0", "-1.#IND00 0 0"), report.Repair, report.InvalidKey, "1 keys (of \"b\") were not finite", 3},
		"an offset of nan":    {change("0 0.25 0", "0 nan 0"), report.Repair, report.InvalidTransform, "not finite", 3},
		"no name":             {change("JOINT b", "JOINT "), report.Repair, report.Malformed, "no name", 3},
		"Latin-1":             {change("JOINT b", "JOINT \xfc"), report.Repair, report.Malformed, "Latin-1, as \"ü\"", 3},
		"a long name":         {change("JOINT b", "JOINT "+strings.Repeat("n", 2*soa.MaxName)), report.Repair, report.LongName, "2 name(s)", 3},
		"no closing brace":    {change("}\nMOTION", "MOTION"), report.Repair, report.Malformed, "not closed", 3},
		"a closing brace":     {change("}\nMOTION", "}\n}\nMOTION"), report.Repair, report.Malformed, "close no joint", 3},
		"scale channels":      {change("CHANNELS 3 Zrotation Xrotation", "CHANNELS 3 Zscale Xscale"), report.Loss, report.InvalidCurve, "2 channel(s)", 3},
		"doubled positions":   {change("Xposition", "Yposition"), report.Loss, report.DoubledChannel, "1 position channel(s)", 3},
		"no motion":           {twoJoints[:strings.Index(twoJoints, "MOTION")], report.Info, report.EmptyClip, "no MOTION", 0},
		"no frames":           {twoJoints[:strings.Index(twoJoints, "0 1 0 0")], report.Loss, report.CutOff, "3 of 3 frames", 0},
		"no channels":         {"ROOT a { OFFSET 0 1 0 JOINT b { OFFSET 0 1 0 } } MOTION Frames: 3\nFrame Time: 1\n\n\n\n", report.Info, report.EmptyClip, "no joint has channels", 0},
		"text behind":         {twoJoints + "made by hand\n", report.Info, report.LeftOut, `"made"`, 3},
	} {
		m, r, err := readBVH(c.text, importer.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		must.Do(t, m.Validate())
		if !hasFinding(r, c.severity, c.kind, c.message) {
			t.Errorf("%s: %v", name, r.Findings)
		}
		if len(m.Clips) != int(min(c.frames, 1)) || len(m.Clips) > 0 && m.Clips[0].Duration != c.frames-1 {
			t.Errorf("%s: %d clips, %v", name, len(m.Clips), r.Clips)
		}
		if m.Skeleton.Len() < 2 {
			t.Errorf("%s: %d joints", name, m.Skeleton.Len())
		}
	}
}

// TestBVHRefused: a malformed file is an error with its line, also of an isolated import; a file without
// joints is empty.
func TestBVHRefused(t *testing.T) {
	for text, want := range map[string]error{
		strings.Replace(twoJoints, "0 2 0", "0 two 0", 1):         importer.ErrFormat,
		strings.Replace(twoJoints, "OFFSET 0 0.5 0", "OFFSET", 1): importer.ErrFormat,
		strings.Replace(twoJoints, "20 0 0", "20 0", 1):           importer.ErrFormat,
		twoJoints[:100]:                    importer.ErrFormat,
		"ply\nformat ascii 1.0\n":          importer.ErrFormat,
		"HIERARCHY\nMOTION\nFrames: 0\n":   importer.ErrEmpty,
		" \n":                              importer.ErrEmpty,
		"\xef\xbb\xbf# nothing\nHIERARCHY": importer.ErrEmpty,
	} {
		for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
			_, _, err := readBVH(text, opts)
			if !errors.Is(err, want) || !strings.Contains(err.Error(), "made.bvh") || want == importer.ErrFormat && !strings.Contains(err.Error(), "line ") {
				t.Errorf("%.40q: %v", text, err)
			}
		}
	}
}

// TestBVHBounds: a file beyond a bound is refused.
func TestBVHBounds(t *testing.T) {
	for _, c := range []struct {
		bounds importer.Bounds
		ok     bool
	}{{importer.Bounds{Joints: 2}, false}, {importer.Bounds{Joints: 3}, true}, {importer.Bounds{Keys: 8}, false}, {importer.Bounds{Keys: 9}, true}} {
		if _, _, err := readBVH(twoJoints, importer.Options{Bounds: c.bounds}); c.ok && err != nil || !c.ok && !errors.Is(err, importer.ErrTooLarge) {
			t.Errorf("%+v: %v", c.bounds, err)
		}
	}
}

// ending is a context that ends after some questions.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestBVHContextIsAsked: wherever a context ends, an import of many frames ends with it.
func TestBVHContextIsAsked(t *testing.T) {
	text := strings.Replace(twoJoints, "Frames: 3", "Frames: 60000", 1) + strings.Repeat("0 1 2 3 4 5 6 7 8\n0 1 2 4 5 6 7 8 9\n", 30_000)
	all := &ending{context.Background(), math.MaxInt}
	_, err := importer.LoadReader(all, strings.NewReader(text), "made.bvh", importer.Options{})
	must.Do(t, err)
	asked := math.MaxInt - all.left
	if asked < 100 {
		t.Errorf("asked %d times", asked)
	}
	for part := range 10 {
		some := &ending{context.Background(), asked * part / 10}
		if _, err := importer.LoadReader(some, strings.NewReader(text), "made.bvh", importer.Options{}); !errors.Is(err, context.Canceled) || some.left < -4 {
			t.Errorf("ended at %d of %d: %v, asked %d times more", asked*part/10, asked, err, -some.left)
		}
	}
}

// TestBVHNamesAreShared: joints of one name, and of several roots, each have their own channels.
func TestBVHNamesAreShared(t *testing.T) {
	m, r, err := readBVH("ROOT a { OFFSET 0 1 0 CHANNELS 1 Xposition JOINT a { OFFSET 0 1 0 CHANNELS 1 Zposition } }\nROOT a { OFFSET 0 3 0 CHANNELS 1 Xposition }\nMOTION\nFrames: 2\nFrame Time: 1\n1 2 3\n4 5 6\n", importer.Options{Unit: 1})
	must.Do(t, err)
	pose := oracle.Evaluate(m, m.Clips, 1)
	for j, want := range []exact.Vec{{4, 1, 0}, {4, 2, 5}, {6, 3, 0}} {
		nearTo(t, fmt.Sprint(j, r.Findings), pose.Model[j].Translation(), want, 1e-6)
	}
	if len(m.Skeleton.Name) != 3 || m.Skeleton.Parent[2] != soa.NoJoint {
		t.Error(m.Skeleton.Name, m.Skeleton.Parent)
	}
}

// TestBVHLongChain: a chain of 32,000 joints is read.
func TestBVHLongChain(t *testing.T) {
	const n = 32_000
	m, _, err := readBVH(strings.Repeat("JOINT a{OFFSET 0 1 0 CHANNELS 1 Xrotation\n", n)+strings.Repeat("}", n)+"MOTION\nFrames: 2\nFrame Time: 1\n"+strings.Repeat("1 ", n)+"\n"+strings.Repeat("2 ", n), importer.Options{Unit: 1})
	must.Do(t, err)
	if m.Skeleton.Len() != n || len(m.Clips[0].Tracks) != n {
		t.Error(m.Skeleton.Len(), len(m.Clips[0].Tracks))
	}
}

// TestBVHAgainstLibassimp: every file at hand that libassimp reads plays as libassimp's reader says.
func TestBVHAgainstLibassimp(t *testing.T) {
	compared := 0
	for _, root := range []string{filepath.Join(truth.Root(t), "testdata"), filepath.Join(truth.Root(t), "cmd"), "testdata", truth.InstalledRoot} {
		_ = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".bvh" {
				return nil
			}
			want, err := importer.Load(context.Background(), path, importer.Options{Unit: 1, Assimp: true})
			if err != nil {
				t.Logf("libassimp: %v", err)
				return nil
			}
			got := files.LoadWith(t, path, importer.Options{Unit: 1})
			compared++
			sameMotion(t, path, got, want)
			return nil
		})
	}
	if compared < 3 {
		t.Errorf("%d files compared", compared)
	}
}

// sameMotion compares two models of a file on frames and between.
func sameMotion(t *testing.T, path string, got, want *soa.Model) {
	t.Helper()
	if !slices.Equal(got.Skeleton.Name, want.Skeleton.Name) || !slices.Equal(got.Skeleton.Parent, want.Skeleton.Parent) || len(got.Clips) != len(want.Clips) {
		t.Fatalf("%s: joints %q, want %q", path, got.Skeleton.Name, want.Skeleton.Name)
	}
	seconds := want.Clips[0].Seconds()
	if math.Abs(got.Clips[0].Seconds()-seconds) > 1e-5*seconds {
		t.Errorf("%s: %v s, want %v", path, got.Clips[0].Seconds(), seconds)
	}
	const samples = 20
	for k := range samples + 1 {
		at := float64(k) / samples
		a := oracle.Evaluate(got, got.Clips, at*got.Clips[0].Seconds())
		b := oracle.Evaluate(want, want.Clips, at*seconds)
		size := 1.0
		for j := range b.Model {
			size = max(size, b.Model[j].Translation().Length())
		}
		for j := range b.Model {
			if off := a.Model[j].Translation().Sub(b.Model[j].Translation()).Length(); off > 1e-5*size {
				t.Fatalf("%s: %q is %v off at %v of the clip", path, got.Skeleton.Name[j], off, at)
			}
		}
	}
}

// TestBVHAsBytes: a file in memory and one on disk are the same.
func TestBVHAsBytes(t *testing.T) {
	path := store(t, "made.bvh", []byte(twoJoints))
	a := files.Load(t, path)
	b, err := importer.LoadReader(context.Background(), bytes.NewReader([]byte(twoJoints)), "made.BVH", importer.Options{})
	must.Do(t, err)
	if !slices.Equal(a.Clips[0].X, b.Clips[0].X) || !slices.Equal(a.Skeleton.Name, b.Skeleton.Name) {
		t.Error("they differ")
	}
}
