package main

import (
	"fmt"
	"io"
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

// benchInfo is what bench tells.
type benchInfo struct {
	File         string         `json:"file"`
	Joints       int            `json:"joints"`
	Entries      int            `json:"palette_entries"`
	Clips        []benchClip    `json:"clips"`
	Times        string         `json:"times"` // "forward" or "random"
	Bank         *benchBank     `json:"bank,omitempty"`
	OS           string         `json:"os"`
	Arch         string         `json:"arch"`
	CPUs         int            `json:"cpus"`
	Go           string         `json:"go"`
	Classic      string         `json:"classic"` // the path that ratios refer to, empty where it was not measured
	Measurements []benchMeasure `json:"measurements"`
}

type benchClip struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// benchBank is what Compile made of the clips.
type benchBank struct {
	Form  string  `json:"form"`
	Rows  int     `json:"rows"`
	Bytes int     `json:"bytes"`
	Error float64 `json:"error_meters"`
}

type benchMeasure struct {
	Path       string  `json:"path"`
	Characters int     `json:"characters"`
	Measured   int     `json:"measured_on"` // characters, fewer where more say nothing
	SIMD       string  `json:"simd,omitempty"`
	Workers    int     `json:"workers"`
	PerJoint   float64 `json:"ns_per_joint"`
	Ratio      float64 `json:"times_classic,omitempty"`
	At60       int     `json:"characters_at_60_hz"`
	LeftOut    string  `json:"left_out,omitempty"` // why nothing was measured

	about string
}

// classicPath is what everything is compared with.
const classicPath = "ogldev"

func describeBench(opt *benchOptions, c *measure.Character, results []benchResult) (*benchInfo, error) {
	b := &benchInfo{
		File: opt.File, Joints: c.Joints(), Entries: c.Entries(), Times: "forward",
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Go: runtime.Version(),
		Measurements: []benchMeasure{},
	}
	if opt.random {
		b.Times = "random"
	}
	for _, clip := range c.Model().Clips {
		b.Clips = append(b.Clips, benchClip{clip.Name, clip.Seconds()})
	}
	for _, r := range results {
		b.Measurements = append(b.Measurements, describeResult(c, r))
		if r.Path.Source == "rows" && r.Err == nil && b.Bank == nil {
			form := pose.FormRig
			if r.Path.Form == "general" {
				form = pose.FormGeneral
			}
			var err error
			if b.Bank, err = describeBank(c, r.Crowd.Clips, form); err != nil {
				return nil, err
			}
		}
	}
	b.compare()
	return b, nil
}

func describeResult(c *measure.Character, r benchResult) benchMeasure {
	m := benchMeasure{
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

func describeBank(c *measure.Character, clips int, form pose.FormChoice) (*benchBank, error) {
	bank, err := c.Bank(clips, form)
	if err != nil {
		return nil, err
	}
	b := &benchBank{Form: bank.Form.String(), Rows: bank.RowCount(), Bytes: 4 * len(bank.Rows)}
	for i := range bank.Clips {
		b.Error = math.Max(b.Error, bank.Clips[i].Error)
	}
	return b, nil
}

// compare fills in how many times as fast as the classic method of the same
// number of characters each is.
func (b *benchInfo) compare() {
	classic := map[int]float64{}
	for _, m := range b.Measurements {
		if m.Path == classicPath && m.LeftOut == "" {
			classic[m.Characters], b.Classic = m.PerJoint, classicPath
		}
	}
	for i := range b.Measurements {
		if m := &b.Measurements[i]; m.PerJoint > 0 {
			m.Ratio = classic[m.Characters] / m.PerJoint
		}
	}
}

// label is the path, with what tells it apart where several were asked for.
func (b *benchInfo) label(m *benchMeasure) string {
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

func (b *benchInfo) writePage(w io.Writer) error {
	p := &console.Page{To: w}
	b.head(p)
	width := len("1000 characters")
	for i := range b.Measurements {
		width = max(width, utf8.RuneCountInString(b.label(&b.Measurements[i])))
	}
	for i := range b.Measurements {
		m := &b.Measurements[i]
		if i == 0 || m.Characters != b.Measurements[i-1].Characters {
			p.Line("")
			p.Line("%s  ns/joint  × %s  at 60 Hz", console.Column(console.Plural(m.Characters, "character"), width+2), classicPath)
		}
		if m.LeftOut != "" {
			continue
		}
		ratio := "-"
		if m.Ratio > 0 {
			ratio = threeDigits(m.Ratio)
		}
		line := fmt.Sprintf("  %s  %8s  %8s  %8s", console.Column(b.label(m), width), threeDigits(m.PerJoint), ratio, threeDigits(float64(m.At60)))
		if said := line + "  " + m.about; utf8.RuneCountInString(said) <= console.PageWidth {
			line = said
		}
		p.Line("%s", line)
	}
	b.leftOut(p)
	return p.Flush()
}

// head says what was measured, and on what.
func (b *benchInfo) head(p *console.Page) {
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

// leftOut says what was not measured, once, and why.
func (b *benchInfo) leftOut(p *console.Page) {
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

// threeDigits writes a number that is as exact as a measurement, with a comma
// between thousands.
func threeDigits(v float64) string {
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
