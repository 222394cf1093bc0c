package importer_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// md5Shapes are ways to write the same MD5 file.
func md5Shapes() map[string]func(string) string {
	replace := func(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }
	lines := func(pattern, by string) func(string) string {
		re := regexp.MustCompile(`(?m)` + pattern)
		return func(s string) string { return re.ReplaceAllString(s, by) }
	}
	return map[string]func(string) string{
		"LF":                        replace(),
		"CR LF":                     replace("\n", "\r\n"),
		"CR":                        replace("\n", "\r"),
		"no empty lines":            lines(`\n+`, "\n"),
		"an empty line before":      replace("\nframeRate", "\n\nframeRate"),
		"an empty line after":       replace("\nnumAnimatedComponents", "\n\nnumAnimatedComponents"),
		"empty lines everywhere":    replace("\n", "\n\n"),
		"blanks and tabs":           replace("\n", " \t\n", "frameRate ", "frameRate\t\t"),
		"braces on their own lines": replace(" {", "\n{"),
		"a brace after the last":    lines(`\n\}`, " }"),
		"comments at line ends":     lines(`$`, " // frameRate 7 { }"),
		"comments on lines":         replace("\nnumJoints", "\n// frameRate 7\n/* frameRate 8\n{ */ numJoints"),
		"a comment before all":      func(s string) string { return "// by hand\n" + s },
		"statements on one line":    replace("\nnumJoints", " numJoints", "\nframeRate", " frameRate", "\nnumAnimatedComponents", " numAnimatedComponents"),
		"no command line":           replace("commandline \"\"\n", ""),
		"a command line of words":   replace("commandline \"\"", `commandline "anim c:\a\" // frameRate 9 {`),
		"a byte order mark":         func(s string) string { return "\ufeff" + s },
		"frameRate first":           md5RateFirst,
	}
}

// md5RateFirst puts the frame rate right below the version.
func md5RateFirst(s string) string {
	re := regexp.MustCompile(`\nframeRate .*`)
	return strings.Replace(re.ReplaceAllString(s, ""), "\ncommandline \"\"", re.FindString(s), 1)
}

// md5Scene is a scene that MD5 can hold, of clips with a rate.
func md5Scene(rate float64) *made {
	s := madeScenes()["two skeletons"]
	for i := range s.nodes {
		s.nodes[i].keyless = s.nodes[i].mesh > 0
	}
	s.frames, s.rate, s.top = madeFrames, rate, exact.Matrix{0: 1, 6: 1, 9: -1}
	s.bindAtRest()
	return s
}

// TestMadeMD5: Z up becomes Y up, several roots and meshes keep their own, and clips play at the
// rate that the file states, however it is written and wherever it comes from.
func TestMadeMD5(t *testing.T) {
	rates := []float64{24, 30, 60, 29.97, 12.5, 1}
	for name, shape := range md5Shapes() {
		t.Run(name, func(t *testing.T) {
			for k, rate := range rates {
				if k > 1 && name != "LF" {
					continue
				}
				s := md5Scene(rate)
				mesh := s.md5(t)
				anim := strings.TrimSuffix(mesh, "mesh") + "anim"
				for _, path := range []string{mesh, anim} {
					data, err := os.ReadFile(path)
					must.Do(t, err)
					must.Do(t, os.WriteFile(path, []byte(shape(string(data))), 0o644))
				}
				m, r := s.check(t, mesh)
				played(t, "the mesh", rate, m.Clips, r)
				m = files.LoadWith(t, anim, importer.Options{Report: r})
				played(t, "the animation", rate, m.Clips, r)
				added, err := importer.AddClips(t.Context(), m, anim, importer.Options{Report: r})
				must.Do(t, err)
				played(t, "the animation for a model", rate, added, r)
				m, err = importer.LoadFS(t.Context(), os.DirFS(filepath.Dir(mesh)), "made.md5mesh", importer.Options{Report: r})
				must.Do(t, err)
				played(t, "a file system", rate, m.Clips, r)
				data, err := os.ReadFile(anim)
				must.Do(t, err)
				m, err = importer.LoadReader(t.Context(), bytes.NewReader(data), "made.md5anim", importer.Options{Report: r, Assimp: true})
				must.Do(t, err)
				played(t, "a stream", rate, m.Clips, r)
				m = files.LoadWith(t, anim, importer.Options{Report: r, TicksPerSecond: 17})
				played(t, "asked for 17", 17, m.Clips, r)
			}
		})
	}
}

func played(t *testing.T, what string, rate float64, clips []*soa.Clip, r *report.Report) {
	t.Helper()
	if len(clips) != 1 {
		t.Fatalf("%s: %d clips: %v", what, len(clips), r.Findings)
	}
	if c := clips[0]; c.TicksPerSecond != rate || c.Duration != madeFrames-1 || hasFinding(r, report.Repair, report.AssumedRate, "") {
		t.Errorf("%s: %v ticks at %v a second, want %v; %v", what, c.Duration, c.TicksPerSecond, rate, r.Findings)
	}
}

// TestMD5AssumedRate: a rate that is not stated, or is no rate, is told.
func TestMD5AssumedRate(t *testing.T) {
	for line, says := range map[string]string{
		"":                 "states no frame rate; 24 frames per second are assumed",
		"frameRate\n":      "states no frame rate",
		"frameRate 0\n":    `states a frame rate of "0"`,
		"frameRate -30\n":  `states a frame rate of "-30"`,
		"frameRate 3O\n":   `states a frame rate of "3O"`,
		"frameRate nan\n":  "states no frame rate",
		"// frameRate 9\n": "states no frame rate",
	} {
		s := md5Scene(30)
		mesh := s.md5(t)
		anim := strings.TrimSuffix(mesh, "mesh") + "anim"
		data, err := os.ReadFile(anim)
		must.Do(t, err)
		must.Do(t, os.WriteFile(anim, bytes.Replace(data, []byte("frameRate 30\n"), []byte(line), 1), 0o644))
		for _, path := range []string{mesh, anim} {
			var r report.Report
			m := files.LoadWith(t, path, importer.Options{Report: &r})
			if len(m.Clips) != 1 || m.Clips[0].TicksPerSecond != 24 || !hasFinding(&r, report.Repair, report.AssumedRate, says) {
				t.Errorf("%q: %v", line, r.Findings)
			}
		}
	}
}

// TestMD5FrameNumbers: the times of keys are the file's frame numbers, from which a clip starts.
func TestMD5FrameNumbers(t *testing.T) {
	s := md5Scene(30)
	anim := strings.TrimSuffix(s.md5(t), "mesh") + "anim"
	data, err := os.ReadFile(anim)
	must.Do(t, err)
	text := string(data)
	for k := madeFrames - 1; k >= 0; k-- {
		text = strings.Replace(text, fmt.Sprintf("\nframe %d {", k), fmt.Sprintf("\nframe %d {", k+8), 1)
	}
	must.Do(t, os.WriteFile(anim, []byte(text), 0o644))
	clip := files.Load(t, anim).Clips[0]
	must.Near(t, "start", clip.Start, 8/30.0, 1e-6)
	must.Near(t, "seconds", clip.Seconds(), (madeFrames-1)/30.0, 1e-6)
}
