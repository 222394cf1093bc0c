package main

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// carrierInfo is what bench --gpu tells.
type carrierInfo struct {
	File         string           `json:"file"`
	Driver       string           `json:"driver"`
	Entries      int              `json:"palette_entries"`
	Vertices     int              `json:"vertices"`
	Width        int              `json:"width"`
	Height       int              `json:"height"`
	OS           string           `json:"os"`
	Arch         string           `json:"arch"`
	CPUs         int              `json:"cpus"`
	Measurements []carrierMeasure `json:"measurements"`
}

// carrierMeasure is what a carrier took for a number of characters.
type carrierMeasure struct {
	Carrier    string  `json:"carrier"`
	Characters int     `json:"characters"`
	Upload     float64 `json:"upload_ms"`
	Copy       float64 `json:"copy_ms"` // of the same values within memory
	Picture    float64 `json:"picture_ms"`
	LeftOut    string  `json:"left_out,omitempty"`
}

func (b *carrierInfo) writePage(w io.Writer) error {
	p := &console.Page{To: w}
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
			p.Line("%s  %9s  %8s  %10s", console.Column("  "+m.Carrier, width), threeDigits(m.Upload), threeDigits(m.Upload/m.Copy), threeDigits(m.Picture))
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
	return p.Flush()
}
