//go:build cgo

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/timing"
	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
)

func bench(t *testing.T, args ...string) timing.Report {
	t.Helper()
	var b timing.Report
	out := succeed(t, append([]string{"bench", "--json", "--time", "6ms"}, args...)...)
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBenchJSON: every path is measured or says why it is not, and the figures
// agree with each other.
func TestBenchJSON(t *testing.T) {
	file := strider(t, "strider_walk.fbx")
	b := bench(t, "--n", "3,16", file)
	if b.File != file || b.Joints < 30 || b.Entries < 29 || len(b.Clips) != 1 || b.Clips[0].Seconds <= 0 || b.Times != "forward" || b.Classic != "ogldev" {
		t.Errorf("the head is %+v", b)
	}
	if b.Bank == nil || b.Bank.Rows < 2 || b.Bank.Bytes < 1000 || !(b.Bank.Error > 0 && b.Bank.Error < 1.01e-4) {
		t.Errorf("the bank is %+v", b.Bank)
	}
	if want := 2 * len(measure.Paths()); len(b.Measurements) != want {
		t.Errorf("%d measurements, want %d", len(b.Measurements), want)
	}
	classic := map[int]float64{}
	for _, m := range b.Measurements {
		if m.Path == timing.ClassicPath {
			classic[m.Characters] = m.PerJoint
		}
	}
	for _, m := range b.Measurements {
		if m.LeftOut != "" {
			if m.PerJoint != 0 || m.Path == "rows-general" {
				t.Errorf("left out, but %+v", m)
			}
			continue
		}
		if m.PerJoint <= 0 || m.Ratio != classic[m.Characters]/m.PerJoint || m.Measured != m.Characters || m.Workers != 1 {
			t.Errorf("%+v", m)
		}
		if frame := float64(m.At60) * m.PerJoint * float64(b.Joints); frame > 1e9/60 || frame < 0.9e9/60-m.PerJoint*float64(b.Joints) {
			t.Errorf("%s: %d characters take %v ms", m.Path, m.At60, frame/1e6)
		}
	}
}

// TestBenchChoice: instruction sets and workers multiply what they matter to,
// clips of other files are played in turn, and paths can be chosen.
func TestBenchChoice(t *testing.T) {
	b := bench(t, strider(t, "strider_walk.fbx"), "--with", strider(t, "strider_wave.fbx"), "--clip", "0", "--clip", "1",
		"--path", "rows-general,keys-general,spans-general,cursor", "--simd", "all", "--workers", "1,2", "--n", "120", "--random")
	if len(b.Clips) != 2 || b.Times != "random" || b.Classic != "" {
		t.Errorf("the head is %+v", b)
	}
	count := map[string]int{}
	for _, m := range b.Measurements {
		count[m.Path]++
		if m.Ratio != 0 || m.Characters != 120 || m.LeftOut != "" {
			t.Errorf("%+v", m)
		}
		if m.Path == "cursor" && m.Measured != timing.MostClassic {
			t.Errorf("the classic is measured on %d characters", m.Measured)
		}
	}
	isas := len(simd.ISAs())
	if count["rows-general"] != 2*isas || count["keys-general"] != 2*isas || count["spans-general"] != 2*isas || count["cursor"] != 1 || len(count) != 4 {
		t.Errorf("measured %v times", count)
	}
}

func TestBenchPage(t *testing.T) {
	out := succeed(t, "bench", strider(t, "strider.glb"), "--time", "6ms", "--n", "16", "--clip", "walk", "--clip", "wave")
	for _, part := range []string{"strider.glb: 34 joints, palettes of 29; \"walk\" of", "\"wave\" of", "The bank: general form,", "\n16 characters  ", "× ogldev", "\n  rows-general ", "\n  ogldev ", " 1.00 "} {
		if !strings.Contains(out, part) {
			t.Errorf("the page lacks %q:\n%s", part, out)
		}
	}
	checkPage(t, out)
	// Without a skin, and with the widest labels.
	out = succeed(t, "bench", write(t, "line.bvh", []byte(smallBVH)), "--time", "1ms", "--n", "1,1000", "--workers", "1,16", "--simd", "all")
	if !strings.Contains(out, "16 workers") || !strings.Contains(out, "\n1000 characters") {
		t.Errorf("the page:\n%s", out)
	}
	checkPage(t, out)
}

// TestBenchHero measures a character of the user's part by part: every source, number and
// instruction set, whose parts are together the frame.
func TestBenchHero(t *testing.T) {
	file, reach := strider(t, "strider.glb"), write(t, "reach.json", []byte(reaching))
	graph := write(t, "hero.json", []byte(locomotion))
	var b timing.Heroes
	out := succeed(t, "bench", file, "--graph", graph, "--play", write(t, "jump.json", []byte(jumping)), "--control", reach,
		"--path", "keys,rows", "--simd", "all", "--n", "1,17", "--json", "--time", "1ms")
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	if b.File != file || b.Joints < 30 || b.Entries < 29 || b.Processor == "" || len(b.Measurements) != 4*len(simd.ISAs()) {
		t.Errorf("%+v", b)
	}
	for _, m := range b.Measurements {
		if sum := m.Decide + m.Sample + m.Blend + m.Modifiers + m.Palettes; m.Frame <= 0 || m.Palettes <= 0 || m.At60 < 1 || m.Modifiers == 0 || m.Sample > 0 && (sum > 1.001*m.Frame || sum < 0.999*m.Frame) {
			t.Errorf("%+v", m)
		}
	}
	layers := write(t, "layers.json", []byte(`[{"clip": "walk"}, {"clip": "wave", "kind": "override", "mask": [{"subtree": "chest"}]}]`))
	page := succeed(t, "bench", file, "--layers", layers, "--time", "1ms")
	for _, part := range []string{"strider.glb: 34 joints, palettes of 29; layers\n", "\n1 character ", "  decide  sample   blend  modify  palette   frame  at 60 Hz\n  keys, ", "\n| processor, µs from keys | decide | sample |", "|\n| "} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	checkPage(t, page)
	inGuide(t, page)
	page = succeed(t, "bench", file, "--control", reach, "--clip", "wave", "--n", "2", "--time", "1ms", "--path", "spans")
	if !strings.Contains(page, "\n2 characters ") || !strings.Contains(page, "\n  spans, ") || strings.Contains(page, "| processor") {
		t.Errorf("the page:\n%s", page)
	}
	checkPage(t, page)
}

// inGuide checks that the guide's table of heroes has the columns that the page has.
func inGuide(t *testing.T, page string) {
	t.Helper()
	_, table, _ := strings.Cut(page, "\n| processor")
	header := "\n| processor" + strings.Join(strings.SplitAfterN(table, "\n", 3)[:2], "")
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	must.Do(t, err)
	if !strings.Contains(string(guide), header) {
		t.Errorf("docs/performance.md has no table with the columns%s", header)
	}
}

// TestBenchGPU: every carrier is measured or says why it is not, on the page and in JSON.
func TestBenchGPU(t *testing.T) {
	file := strider(t, "strider.glb")
	var b timing.Carriers
	if err := json.Unmarshal([]byte(succeed(t, "bench", file, "--gpu", "--json", "--time", "1ms", "--n", "1,20")), &b); err != nil {
		t.Fatal(err)
	}
	if b.Driver == "" || b.Entries < 29 || b.Vertices < 100 || len(b.Measurements) != 10 {
		t.Errorf("%+v", b)
	}
	measured := 0
	for _, m := range b.Measurements {
		if m.LeftOut != "" {
			continue
		}
		measured++
		if m.Upload <= 0 || m.Copy <= 0 || m.Picture <= 0 || m.Characters != 1 && m.Characters != 20 {
			t.Errorf("%+v", m)
		}
	}
	if measured < 6 {
		t.Errorf("%d are measured: %+v", measured, b.Measurements)
	}
	out := succeed(t, "bench", file, "--gpu", "--time", "1ms", "--n", "3")
	for _, part := range []string{"strider.glb: palettes of", "\n3 characters  ", "upload ms  × a copy  picture ms", "\n  buffer texture ", "\n  uniform block "} {
		if !strings.Contains(out, part) {
			t.Errorf("the page lacks %q:\n%s", part, out)
		}
	}
	checkPage(t, out)
	code, _, stderr := sinew(t, "bench", write(t, "line.bvh", []byte(smallBVH)), "--gpu", "--time", "1ms")
	if code != exitFailed {
		t.Errorf("without a mesh: exit code %d", code)
	}
	checkComplaint(t, stderr, "no mesh")
}

func TestBenchBadInput(t *testing.T) {
	walk, still := strider(t, "strider_walk.fbx"), write(t, "triangle.obj", []byte(smallOBJ))
	for name, c := range map[string]struct {
		code int
		want []string
		args []string
	}{
		"missing":          {1, []string{"nowhere.fbx"}, []string{"nowhere.fbx"}},
		"no file":          {2, []string{"bench takes one model file"}, nil},
		"no clips":         {1, []string{"triangle.obj", "no clip that lasts", "--with"}, []string{still}},
		"a clip of none":   {1, []string{"no clip that lasts"}, []string{still, "--clip", "walk"}},
		"unknown clip":     {1, []string{`no clip "run"`, "Scene"}, []string{walk, "--clip", "run"}},
		"clip twice":       {2, []string{"twice"}, []string{walk, "--clip", "0", "--clip", "Scene"}},
		"no characters":    {2, []string{"--n", `"0"`}, []string{walk, "--n", "16,0"}},
		"too many":         {2, []string{"--n", "200000"}, []string{walk, "--n", "1000000000"}},
		"part of a worker": {2, []string{"--workers", `"1.5"`}, []string{walk, "--workers", "1.5"}},
		"unknown set":      {2, []string{"--simd", `"mmx"`}, []string{walk, "--simd", "mmx"}},
		"set of elsewhere": {2, []string{"--simd"}, []string{walk, "--simd", "neon,avx512,avx2,generic,neon2"}},
		"unknown path":     {2, []string{"--path", `"acl"`, "spans"}, []string{walk, "--path", "rows,acl"}},
		"no time":          {2, []string{"--time"}, []string{walk, "--time", "0s"}},
		"gpu of a hero":    {2, []string{"--gpu", "--graph"}, []string{walk, "--control", "own", "--gpu"}},
		"workers of one":   {2, []string{"--workers", "--control"}, []string{walk, "--control", "own", "--workers", "1"}},
		"a clip too":       {2, []string{"--clip", "--layers"}, []string{walk, "--layers", still, "--clip", "0"}},
		"two that play":    {2, []string{"--layers", "--graph"}, []string{walk, "--layers", still, "--graph", still}},
		"input of none":    {2, []string{"--play", "--graph"}, []string{walk, "--play", still}},
		"classic hero":     {2, []string{"--path", "ogldev", "keys"}, []string{walk, "--control", "own", "--path", "ogldev"}},
		"general hero":     {2, []string{"--path", "rows-general"}, []string{walk, "--control", "own", "--path", "rows-general"}},
		"no control":       {1, []string{"no control of its own"}, []string{walk, "--control", "own"}},
		"bad layers":       {1, []string{"triangle.obj"}, []string{walk, "--layers", still}},
		"missing graph":    {1, []string{"nowhere.json"}, []string{walk, "--graph", "nowhere.json"}},
		"graph of others":  {1, []string{"hero.json", "strider_walk.fbx", "run"}, []string{walk, "--graph", write(t, "hero.json", []byte(`{"version": 1, "root": {"type": "clip", "clip": "run"}}`))}},
		"time of what":     {2, []string{"--time"}, []string{walk, "--time", "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := sinew(t, append([]string{"bench"}, c.args...)...)
			if code != c.code || stdout != "" {
				t.Errorf("exit code %d, want %d; printed %q", code, c.code, stdout)
			}
			checkComplaint(t, stderr, c.want...)
		})
	}
}

// TestBenchInterrupted: a long measurement stops soon after the signal, without
// half a table.
func TestBenchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	begun := time.Now()
	code, stdout, stderr := sinewUntil(t, ctx, "bench", strider(t, "strider_walk.fbx"), "--n", "16", "--time", "3s")
	if code != exitFailed || stdout != "" || time.Since(begun) > 20*time.Second {
		t.Errorf("exit code %d after %v, printed %q", code, time.Since(begun), stdout)
	}
	checkComplaint(t, stderr, "interrupted")
}

// TestBenchFullDevice: a table that cannot be written is a failure.
func TestBenchFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	var errs strings.Builder
	args := []string{"bench", "--path", "keys-general", "--time", "1ms", "--n", "1", strider(t, "strider_walk.fbx")}
	if code := run(t.Context(), args, strings.NewReader(""), full, &errs); code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	checkComplaint(t, errs.String(), "no space left")
}

func TestThreeDigits(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.00", 0.4567: "0.46", 9.876: "9.88", 12.34: "12.3", 123.4: "123", 999.6: "1000",
		1234: "1,230", 98765: "98,800", 123456: "123,000", 1999999: "2,000,000",
	} {
		if got := timing.ThreeDigits(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
