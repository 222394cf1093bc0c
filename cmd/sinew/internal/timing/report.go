package timing

import (
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Report is the result of bench.
type Report struct {
	File         string    `json:"file"`
	Joints       int       `json:"joints"`
	Entries      int       `json:"palette_entries"`
	Clips        []clip    `json:"clips"`
	Times        string    `json:"times"` // "forward" or "random"
	Bank         *bank     `json:"bank,omitempty"`
	OS           string    `json:"os"`
	Arch         string    `json:"arch"`
	CPUs         int       `json:"cpus"`
	Go           string    `json:"go"`
	Classic      string    `json:"classic"` // the path to which ratios refer; empty where it was not measured
	Measurements []Measure `json:"measurements"`
}

type clip struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// bank is the compiled clips.
type bank struct {
	Form  string  `json:"form"`
	Rows  int     `json:"rows"`
	Bytes int     `json:"bytes"`
	Error float64 `json:"error_metres"`
}

type Measure struct {
	Path       string  `json:"path"`
	Characters int     `json:"characters"`
	Measured   int     `json:"measured_on"` // characters; fewer for classic methods
	SIMD       string  `json:"simd,omitempty"`
	Workers    int     `json:"workers"`
	PerJoint   float64 `json:"ns_per_joint"`
	Ratio      float64 `json:"times_classic,omitempty"`
	At60       int     `json:"characters_at_60_hz"`
	LeftOut    string  `json:"left_out,omitempty"` // why nothing was measured

	about string
}

// ClassicPath is the method to which ratios refer.
const ClassicPath = "ogldev"

func Describe(file string, random bool, c *measure.Character, results []Result) (*Report, error) {
	b := &Report{
		File: file, Joints: c.Joints(), Entries: c.Entries(), Times: "forward",
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Go: runtime.Version(),
		Measurements: []Measure{},
	}
	if random {
		b.Times = "random"
	}
	for _, of := range c.Model().Clips {
		b.Clips = append(b.Clips, clip{of.Name, of.Seconds()})
	}
	for _, r := range results {
		b.Measurements = append(b.Measurements, measureOf(c, r))
		if r.Path.Source == "rows" && r.Err == nil && b.Bank == nil {
			form := pose.FormRig
			if r.Path.Form == "general" {
				form = pose.FormGeneral
			}
			var err error
			if b.Bank, err = bankOf(c, r.Crowd.Clips, form); err != nil {
				return nil, err
			}
		}
	}
	b.compare()
	return b, nil
}

func measureOf(c *measure.Character, r Result) Measure {
	m := Measure{
		Path: r.Path.Name, about: r.Path.About, Characters: r.characters, Measured: r.Crowd.Instances,
		Workers: r.Crowd.Workers, PerJoint: r.PerJoint,
	}
	if r.Path.Kind == measure.Kernels {
		m.SIMD = r.Crowd.ISA.String()
	}
	if r.Err != nil {
		m.LeftOut = strings.TrimPrefix(r.Err.Error(), measure.ErrLeftOut.Error()+": ")
		return m
	}
	m.At60 = int(1e9 * measure.Step / (r.PerJoint * float64(c.Joints())))
	return m
}

// bankOf describes the bank of the first clips.
func bankOf(c *measure.Character, clips int, form pose.FormChoice) (*bank, error) {
	of, err := c.Bank(clips, form)
	if err != nil {
		return nil, err
	}
	b := &bank{Form: of.Form.String(), Rows: of.RowCount(), Bytes: 4 * len(of.Rows)}
	for i := range of.Clips {
		b.Error = math.Max(b.Error, of.Clips[i].Error)
	}
	return b, nil
}

// compare sets the ratio of each time to the classic method's, for as many characters.
func (b *Report) compare() {
	classic := map[int]float64{}
	for _, m := range b.Measurements {
		if m.Path == ClassicPath && m.LeftOut == "" {
			classic[m.Characters], b.Classic = m.PerJoint, ClassicPath
		}
	}
	for i := range b.Measurements {
		if m := &b.Measurements[i]; m.PerJoint > 0 {
			m.Ratio = classic[m.Characters] / m.PerJoint
		}
	}
}

// label returns the path, with the instruction set and the workers where these differ.
func (b *Report) label(m *Measure) string {
	parts := []string{m.Path}
	for _, other := range b.Measurements {
		if m.SIMD != "" && other.SIMD != "" && other.SIMD != m.SIMD {
			parts = append(parts, m.SIMD)
			break
		}
	}
	for _, other := range b.Measurements {
		if other.Path == m.Path && other.Workers != m.Workers {
			parts = append(parts, console.Plural(m.Workers, "worker"))
			break
		}
	}
	return strings.Join(parts, ", ")
}

// Write prints a table of the times.
func (b *Report) Write(p *console.Page) {
	b.head(p)
	width := len("1000 characters")
	for i := range b.Measurements {
		width = max(width, utf8.RuneCountInString(b.label(&b.Measurements[i])))
	}
	for i := range b.Measurements {
		m := &b.Measurements[i]
		if i == 0 || m.Characters != b.Measurements[i-1].Characters {
			p.Line("")
			p.Line("%s  ns/joint  × %s  at 60 Hz", console.Column(console.Plural(m.Characters, "character"), width+2),
				ClassicPath)
		}
		if m.LeftOut != "" {
			continue
		}
		ratio := "-"
		if m.Ratio > 0 {
			ratio = ThreeDigits(m.Ratio)
		}
		line := fmt.Sprintf("  %s  %8s  %8s  %8s", console.Column(b.label(m), width), ThreeDigits(m.PerJoint), ratio,
			ThreeDigits(float64(m.At60)))
		if said := line + "  " + m.about; utf8.RuneCountInString(said) <= console.PageWidth {
			line = said
		}
		p.Line("%s", line)
	}
	b.leftOut(p)
}

// head prints what was measured, and on which machine.
func (b *Report) head(p *console.Page) {
	var clips []string
	for _, c := range b.Clips[:min(len(b.Clips), models.MaxNear)] {
		clips = append(clips, fmt.Sprintf("%q of %.3g s", console.Printable(c.Name), c.Seconds))
	}
	if more := len(b.Clips) - models.MaxNear; more > 0 {
		clips = append(clips, fmt.Sprintf("%d more", more))
	}
	p.Wrapped("", fmt.Sprintf("%s: %s, palettes of %d; %s; %s times.", console.Printable(filepath.Base(b.File)),
		console.Plural(b.Joints, "joint"), b.Entries, strings.Join(clips, ", "), b.Times))
	var sets []string
	for _, m := range b.Measurements {
		if m.SIMD != "" && !strings.Contains(strings.Join(sets, " "), m.SIMD) {
			sets = append(sets, m.SIMD)
		}
	}
	machine := fmt.Sprintf("%s/%s, %s, %s", b.OS, b.Arch, console.Plural(b.CPUs, "processor"), b.Go)
	if len(sets) > 0 {
		machine += ", " + strings.Join(sets, ", ")
	}
	p.Wrapped("", machine+".")
	if b.Bank != nil {
		p.Wrapped("", fmt.Sprintf("The bank: %s form, %s, %s, at most %.2g mm off.",
			b.Bank.Form, console.Plural(b.Bank.Rows, "row"), bytesText(b.Bank.Bytes), 1000*b.Bank.Error))
	}
}

// leftOut prints once why a path was not measured.
func (b *Report) leftOut(p *console.Page) {
	told := map[string]bool{}
	for _, m := range b.Measurements {
		if m.LeftOut != "" && !told[m.Path] {
			if len(told) == 0 {
				p.Line("")
			}
			told[m.Path] = true
			p.Wrapped("  ", fmt.Sprintf("%s left out: %s", m.Path, console.Printable(m.LeftOut)))
		}
	}
}

// ThreeDigits formats a measured number, with commas between thousands.
func ThreeDigits(v float64) string {
	switch {
	case v >= 1000:
		unit := math.Pow(10, math.Floor(math.Log10(v))-2)
		digits := fmt.Sprintf("%.0f", math.Round(v/unit)*unit)
		for i := len(digits) - 3; i > 0; i -= 3 {
			digits = digits[:i] + "," + digits[i:]
		}
		return digits
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func bytesText(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return console.Plural(n, "byte")
}
