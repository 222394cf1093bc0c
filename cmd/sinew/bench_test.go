//go:build cgo

package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/timing"
	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
)

func bench(t *testing.T, args ...string) timing.Report {
	t.Helper()
	return answer[timing.Report](t, append([]string{"bench", "--time", "6ms"}, args...)...)
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

// TestBenchPages: the tables for people fit a terminal and have a line for what is measured.
func TestBenchPages(t *testing.T) {
	file, line := strider(t, "strider.glb"), write(t, "line.bvh", smallBVH)
	for _, c := range []struct {
		args   []string
		labels []string
	}{
		{[]string{file, "--n", "16", "--clip", "walk", "--clip", "wave"}, []string{"16 characters", "rows-general", "ogldev", "1.00"}},
		{[]string{line, "--n", "1,1000", "--workers", "1,16", "--simd", "all"}, []string{"1000 characters", "16 workers"}}, // no skin, and the widest labels
		{[]string{file, "--layers", write(t, "layers.json", waveWhileWalking)}, []string{"1 character", "keys, "}},
		{[]string{file, "--control", write(t, "reach.json", reaching), "--clip", "wave", "--n", "2", "--path", "spans"}, []string{"2 characters", "spans, "}},
		{[]string{file, "--gpu", "--n", "3"}, []string{"3 characters", "buffer texture", "uniform block"}},
	} {
		page := succeed(t, append([]string{"bench", "--time", "1ms"}, c.args...)...)
		checkPage(t, page)
		for _, label := range c.labels {
			if !strings.Contains(page, label) {
				t.Errorf("%v: no %q in\n%s", c.args, label, page)
			}
		}
	}
}

// TestBenchHero measures a character of the user's part by part: every source, number and
// instruction set, whose parts are together the frame.
func TestBenchHero(t *testing.T) {
	file, reach := strider(t, "strider.glb"), write(t, "reach.json", reaching)
	graph := write(t, "hero.json", locomotion)
	b := answer[timing.Heroes](t, "bench", file, "--graph", graph, "--play", write(t, "jump.json", jumping), "--control", reach,
		"--path", "keys,rows", "--simd", "all", "--n", "1,17", "--time", "1ms")
	if b.File != file || b.Joints < 30 || b.Entries < 29 || b.Processor == "" || len(b.Measurements) != 4*len(simd.ISAs()) {
		t.Errorf("%+v", b)
	}
	for _, m := range b.Measurements {
		if sum := m.Decide + m.Sample + m.Blend + m.Modifiers + m.Palettes; m.Frame <= 0 || m.Palettes <= 0 || m.At60 < 1 || m.Modifiers == 0 || m.Sample > 0 && (sum > 1.001*m.Frame || sum < 0.999*m.Frame) {
			t.Errorf("%+v", m)
		}
	}
	inGuide(t, succeed(t, "bench", file, "--control", reach, "--time", "1ms"))
}

// inGuide checks that the guide's table of heroes has the columns that the page has.
func inGuide(t *testing.T, page string) {
	t.Helper()
	_, table, _ := strings.Cut(page, "\n| processor")
	header := "\n| processor" + strings.Join(strings.SplitAfterN(table, "\n", 3)[:2], "")
	guide := read(t, filepath.Join("..", "..", "docs", "performance.md"))
	if !strings.Contains(guide, header) {
		t.Errorf("docs/performance.md has no table with the columns%s", header)
	}
}

// TestBenchGPU: every carrier is measured or says why it is not.
func TestBenchGPU(t *testing.T) {
	file := strider(t, "strider.glb")
	b := answer[timing.Carriers](t, "bench", file, "--gpu", "--time", "1ms", "--n", "1,20")
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
}

// TestBenchInterrupted: a long measurement stops soon after the signal, without
// half a table.
func TestBenchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	begun := time.Now()
	interrupted(t, ctx, "bench", strider(t, "strider_walk.fbx"), "--n", "16", "--time", "3s")
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it ends after %v", took)
	}
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
