package importer_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// directX writes a DirectX file of one frame that moves, with keys at some times.
func directX(t *testing.T, rate string, times ...int) string {
	t.Helper()
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("xof 0303txt 0032\n%s", rate)
	p("Frame root {\n FrameTransformMatrix {\n 1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;\n }\n}")
	p("AnimationSet take {\n Animation {\n {root}\n AnimationKey {\n 2;\n %d;", len(times))
	for i, at := range times {
		p(" %d;3;%d.0,0.0,0.0;;%s", at, i, map[bool]string{true: ";", false: ","}[i == len(times)-1])
	}
	p(" }\n }\n}")
	return store(t, "made.x", []byte(b.String()))
}

// directXHeld is directX with the same value at some keys up to a time.
func directXHeld(t *testing.T, keys, last int) string {
	t.Helper()
	var times []int
	for i := range keys {
		times = append(times, i*last/(keys-1))
	}
	path := directX(t, "", times...)
	data, err := os.ReadFile(path)
	must.Do(t, err)
	held := regexp.MustCompile(`;3;\d+\.0,`).ReplaceAll(data, []byte(";3;0.0,"))
	must.Do(t, os.WriteFile(path, held, 0o644))
	return path
}

// frames are the times of keys a step apart.
func frames(n, step int) (list []int) {
	for i := range n {
		list = append(list, i*step)
	}
	return list
}

// TestDirectXTicks: ticks are Direct3D's where keys are spaced so, else frames, and the report
// says which, and whether the file states none or 0.
func TestDirectXTicks(t *testing.T) {
	const template = "template AnimTicksPerSecond {\n <9E415A43-7BA6-4a73-8743-B73D47E88476>\n DWORD AnimTicksPerSecond;\n}\n"
	for name, c := range map[string]struct {
		rate  string
		times []int
		want  float64
		says  string // "" where nothing is assumed
	}{
		"frames of thirty a second":       {"", frames(32, 160), 4800, "states no ticks per second; keys are 160 ticks apart over 4960, so ticks are taken for Direct3D's 1/4800 s instead of frames at 25 per second: the longest animation lasts 1.033 s instead of 198.4"},
		"frames of sixty a second":        {template, frames(32, 80), 4800, "states no ticks"},
		"two keys of a second":            {"", []int{0, 4800}, 4800, "Direct3D's"},
		"a key dropped here and there":    {"", []int{0, 160, 320, 480, 960, 1120, 1600, 1601}, 4800, "Direct3D's"},
		"every frame":                     {"", frames(100, 1), 25, "states no ticks per second; keys are 1 ticks apart over 99, so ticks are taken for frames at 25 per second instead of Direct3D's 1/4800 s: the longest animation lasts 3.96 s instead of 0.0206"},
		"every fifth of many frames":      {"", frames(1000, 5), 25, "frames at 25 per second"},
		"two keys of a hundred frames":    {"", []int{0, 100}, 25, "frames at 25 per second"},
		"one key":                         {"", []int{0}, 25, "frames at 25 per second"},
		"states 0":                        {template + "AnimTicksPerSecond {\n 0;\n}\n", frames(32, 160), 4800, "states 0 ticks per second"},
		"states 24":                       {template + "AnimTicksPerSecond {\n 24;\n}\n", frames(32, 160), 24, ""},
		"states 4800":                     {"AnimTicksPerSecond { 4800; }\n", frames(32, 1), 4800, ""},
		"states 0 and has every frame":    {"AnimTicksPerSecond { 0; }\n", frames(32, 1), 25, "states 0 ticks per second"},
		"long times, which are no gap":    {"", frames(4000, 1), 25, "frames at 25 per second"},
		"close keys of 4,800ths, briefly": {"", frames(10, 40), 25, "frames at 25 per second"},
	} {
		t.Run(name, func(t *testing.T) {
			path := directX(t, c.rate, c.times...)
			var r report.Report
			m := files.LoadWith(t, path, importer.Options{Report: &r})
			if len(m.Clips) != 1 {
				t.Fatalf("%d clips: %v", len(m.Clips), r.Findings)
			}
			clip := m.Clips[0]
			last := float64(c.times[len(c.times)-1])
			if clip.TicksPerSecond != c.want || math.Abs(clip.Seconds()-last/c.want) > 1e-6 {
				t.Errorf("%v ticks a second, %v s; want %v and %v", clip.TicksPerSecond, clip.Seconds(), c.want, last/c.want)
			}
			told := 0
			for _, f := range r.Findings {
				if f.Kind == report.AssumedRate {
					told++
					if c.says == "" || f.Severity != report.Repair || !strings.Contains(f.Message, c.says) {
						t.Errorf("a finding: %v; want one that says %q", f, c.says)
					}
				}
			}
			if told != bit(c.says != "") {
				t.Errorf("findings: %v", r.Findings)
			}
			asked := files.LoadWith(t, path, importer.Options{Report: &r, TicksPerSecond: 30})
			if asked.Clips[0].TicksPerSecond != 30 || hasFinding(&r, report.Repair, report.AssumedRate, "") {
				t.Errorf("asked for 30: %v, %v", asked.Clips[0].TicksPerSecond, r.Findings)
			}
		})
	}
}
