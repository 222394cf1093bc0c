package timing

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
)

// Heroes is the report of bench about what a user's own character does in a frame.
type Heroes struct {
	File         string `json:"file"`
	Joints       int    `json:"joints"`
	Entries      int    `json:"palette_entries"`
	Plays        string `json:"plays"` // in words
	OS           string `json:"os"`
	Arch         string `json:"arch"`
	CPUs         int    `json:"cpus"`
	Processor    string `json:"processor"`
	Go           string `json:"go"`
	Measurements []Hero `json:"measurements"`
}

// Hero is a frame of a number of characters and its parts, in microseconds per character.
type Hero struct {
	Source     string  `json:"source"`
	Characters int     `json:"characters"`
	SIMD       string  `json:"simd"`
	Decide     float64 `json:"decide_us"`
	Sample     float64 `json:"sample_us"`
	Blend      float64 `json:"blend_us"`
	Modifiers  float64 `json:"modifiers_us"`
	Palettes   float64 `json:"palettes_us"`
	Frame      float64 `json:"frame_us"`
	At60       int     `json:"characters_at_60_hz"`
}

// RunHero measures a hero from each source of the plan, with every instruction set, for each
// number of characters. begin gets the number of steps; step is called after each.
func (p *Plan) RunHero(ctx context.Context, h *measure.Hero, file, plays string, sources []string, begin func(steps int), step func()) (*Heroes, error) {
	b := &Heroes{
		File: file, Joints: h.Joints(), Entries: h.Entries(), Plays: plays,
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Processor: processor(), Go: runtime.Version(),
	}
	begin(len(p.Counts) * len(sources) * len(p.ISAs) * measure.HeroSteps)
	for _, n := range p.Counts {
		for _, source := range sources {
			for _, isa := range p.ISAs {
				parts, err := h.Measure(ctx, source, n, isa, p.Time, step)
				if err != nil {
					return nil, err
				}
				b.Measurements = append(b.Measurements, heroOf(source, n, isa, &parts))
			}
		}
	}
	return b, nil
}

func heroOf(source string, n int, isa simd.ISA, p *measure.Parts) Hero {
	const us = 1e-3
	return Hero{
		Source: source, Characters: n, SIMD: isa.String(),
		Decide: us * p.Decide, Sample: us * p.Sample, Blend: us * p.Blend, Modifiers: us * p.Modifiers, Palettes: us * p.Palettes,
		Frame: us * p.Frame, At60: int(1e9 * measure.Step / p.Frame),
	}
}

// Write prints a table of the parts, and the lines of one character as the README has them.
func (b *Heroes) Write(p *console.Page) {
	p.Wrapped("", fmt.Sprintf("%s: %s, palettes of %d; %s.", console.Printable(filepath.Base(b.File)),
		console.Plural(b.Joints, "joint"), b.Entries, b.Plays))
	p.Wrapped("", fmt.Sprintf("%s, %s/%s, %s, %s. Microseconds per character:", console.Printable(b.Processor), b.OS, b.Arch,
		console.Plural(b.CPUs, "processor"), b.Go))
	width := len("100000 characters")
	for i := range b.Measurements {
		m := &b.Measurements[i]
		if i == 0 || m.Characters != b.Measurements[i-1].Characters {
			p.Line("")
			p.Line("%s  decide  sample   blend  modify  palette   frame  at 60 Hz", console.Column(console.Plural(m.Characters, "character"), width))
		}
		p.Line("%s  %6s  %6s  %6s  %6s  %7s  %6s  %8s", console.Column("  "+m.Source+", "+m.SIMD, width), short(m.Decide), short(m.Sample), short(m.Blend),
			short(m.Modifiers), short(m.Palettes), short(m.Frame), ThreeDigits(float64(m.At60)))
	}
	b.markdown(p)
}

// markdown prints the lines of one character from the first source, one per instruction set.
func (b *Heroes) markdown(p *console.Page) {
	begun := false
	for i := range b.Measurements {
		m := &b.Measurements[i]
		if m.Characters != 1 || m.Source != b.Measurements[0].Source {
			continue
		}
		if !begun {
			p.Line("")
			p.Line("| processor, µs from %s | decide | sample | blend | modify | palette | frame |", m.Source)
			p.Line("|---|---:|---:|---:|---:|---:|---:|")
			begun = true
		}
		p.Line("| %s, %s | %s | %s | %s | %s | %s | %s |", console.Cut(strings.ReplaceAll(console.Printable(b.Processor), "|", "/"), 20), m.SIMD,
			short(m.Decide), short(m.Sample), short(m.Blend), short(m.Modifiers), short(m.Palettes), short(m.Frame))
	}
}

// short formats microseconds; differences of measurements may come out below zero.
func short(us float64) string {
	if us < 0 {
		return "-" + ThreeDigits(-us)
	}
	return ThreeDigits(us)
}

// processor returns the model name of the processor, or the architecture where the system reports none.
func processor() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer func() { _ = file.Close() }()
	for s := bufio.NewScanner(file); s.Scan(); {
		if key, name, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return runtime.GOARCH
}
