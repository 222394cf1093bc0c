//go:build cgo

package timing

import (
	"fmt"
	"path/filepath"
	"runtime"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/carriers"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// Carriers is the report of bench --gpu.
type Carriers struct {
	File         string            `json:"file"`
	Driver       string            `json:"driver"`
	Entries      int               `json:"palette_entries"`
	Vertices     int               `json:"vertices"`
	Width        int               `json:"width"`
	Height       int               `json:"height"`
	OS           string            `json:"os"`
	Arch         string            `json:"arch"`
	CPUs         int               `json:"cpus"`
	Measurements []carriers.Result `json:"measurements"`
}

// NewCarriers returns a report without measurements.
func NewCarriers(file string) *Carriers {
	return &Carriers{File: file, Width: carriers.Width, Height: carriers.Height, OS: runtime.GOOS, Arch: runtime.GOARCH,
		CPUs: runtime.NumCPU()}
}

// Add adds the times for one number of characters.
func (b *Carriers) Add(c *carriers.Comparison) {
	b.Driver, b.Entries, b.Vertices = c.Driver, c.Entries, c.Vertices
	b.Measurements = append(b.Measurements, c.Results...)
}

// Write prints a table of the times.
func (b *Carriers) Write(p *console.Page) {
	p.Wrapped("", fmt.Sprintf("%s: palettes of %d, %s; %s; pictures of %d×%d.", console.Printable(filepath.Base(b.File)),
		b.Entries, fmt.Sprintf("%d vertices", b.Vertices), console.Printable(b.Driver), b.Width, b.Height))
	p.Wrapped("", fmt.Sprintf("%s/%s, %s.", runtime.GOOS, runtime.GOARCH, console.Plural(b.CPUs, "processor")))
	width := len("100000 characters")
	for i := range b.Measurements {
		width = max(width, utf8.RuneCountInString(b.Measurements[i].Carrier)+2)
	}
	for i := range b.Measurements {
		m := &b.Measurements[i]
		if i == 0 || m.Characters != b.Measurements[i-1].Characters {
			p.Line("")
			p.Line("%s  upload ms  × a copy  picture ms", console.Column(console.Plural(m.Characters, "character"), width))
		}
		if m.LeftOut == "" {
			p.Line("%s  %9s  %8s  %10s", console.Column("  "+m.Carrier, width), ThreeDigits(m.Upload),
				ThreeDigits(m.Upload/m.Copy), ThreeDigits(m.Picture))
		}
	}
	told := map[string]bool{}
	for i := range b.Measurements {
		if m := &b.Measurements[i]; m.LeftOut != "" && !told[m.Carrier] {
			told[m.Carrier] = true
			p.Line("")
			p.Wrapped("  ", fmt.Sprintf("%s left out: %s", m.Carrier, console.Printable(m.LeftOut)))
		}
	}
}
