package baker

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// File is the report of one archive.
type File struct {
	Inputs        []string          `json:"inputs"`
	Output        string            `json:"output"`
	Skipped       bool              `json:"skipped,omitempty"` // it was up to date
	Error         string            `json:"error,omitempty"`
	SourceBytes   uint64            `json:"source_bytes"`
	Bytes         int64             `json:"bytes"`
	ImportSeconds float64           `json:"import_seconds,omitempty"`
	Seconds       float64           `json:"seconds"`
	Held          bool              `json:"bound_held"`
	Clips         []bake.ClipReport `json:"clips,omitempty"`
	Bank          []bake.ClipReport `json:"bank,omitempty"`
	Losses        int               `json:"losses,omitempty"`      // of the imports, which info lists
	Proportions   []string          `json:"proportions,omitempty"` // files with clips that hold bones at other lengths than the model's
	NoContact     []string          `json:"no_contact,omitempty"`  // clips in which a foot never stands

	figure figure
}

// figure is the skeleton of a file that states no unit, and the unit that was assumed in
// metres. It is zero for other files.
type figure struct {
	joints string // names
	unit   float64
}

// figureOf returns the figure of a model. Only BVH files state no unit and get one by size.
func figureOf(m *soa.Model, r *models.Report) figure {
	if r.Format != "bvh" {
		return figure{}
	}
	return figure{strings.Join(m.Skeleton.Name, "\x00"), r.MetresPerUnit}
}

// sum adds up sources and checks the bounds of clips.
func (f *File) sum(sources []archive.Source) {
	for i := range sources {
		f.SourceBytes += sources[i].Bytes
	}
	f.Held = true
	for _, list := range [][]bake.ClipReport{f.Clips, f.Bank} {
		for i := range list {
			f.Held = f.Held && list[i].Held()
		}
	}
}

// Write prints the archive and its clips.
func (f *File) Write(p *console.Page) {
	switch {
	case f.Error != "":
		p.Line("%s: FAILED: %s", console.Printable(f.Output), f.Error)
		return
	case f.Skipped:
		p.Line("%s: unchanged, %s", console.Printable(f.Output), console.Kilobytes(f.Bytes))
		return
	}
	p.Line("%s: %s of %s, in %.3g s (%.3g s import)", console.Printable(f.Output), console.Kilobytes(f.Bytes),
		console.Kilobytes(int64(f.SourceBytes)), f.Seconds, f.ImportSeconds)
	for i := range f.Clips {
		p.Line("  clip %s", clipLine(&f.Clips[i], "keys"))
	}
	for i := range f.Bank {
		p.Line("  bank %s", clipLine(&f.Bank[i], "rows"))
	}
	for _, line := range f.Proportions {
		p.Wrapped("  ", console.Printable(line))
	}
	if f.Losses > 0 {
		p.Line("  %s of the import, which sinew info lists", console.Plural(f.Losses, "loss"))
	}
}

// clipLine describes a clip, and how many times smaller than its keys it is.
func clipLine(c *bake.ClipReport, unit string) string {
	s := fmt.Sprintf("%s %7.3f s %6d %s %8d B", console.Column(console.Named(c.Name), 20), c.Seconds, c.Keys, unit,
		c.Stored)
	switch {
	case c.Bound == 0 && c.Asked > 0:
		return s + fmt.Sprintf("  exact: less is not within %.3g mm", 1000*c.Asked)
	case c.Bound == 0:
		return s + "  exact"
	}
	smaller := "      "
	if c.Exact > c.Stored {
		smaller = fmt.Sprintf("1/%-4.3g", float64(c.Exact)/float64(c.Stored))
	}
	s += fmt.Sprintf("  %s  %.3g of %.3g mm", smaller, 1000*c.Error, 1000*c.Asked)
	if !c.Held() {
		s += "  NOT HELD"
	}
	return s
}

// Summary is the report of all archives.
type Summary struct {
	Files   []*File `json:"files"`
	Seconds float64 `json:"seconds"`
}

// Warn warns of feet without contacts, and of files of one skeleton for which different units
// were assumed: one would be a hundred times as large as the other.
func (s *Summary) Warn(stderr io.Writer) {
	first, warned := make(map[string]*File), make(map[string]bool)
	for _, f := range s.Files {
		key := f.figure.joints
		g := first[key]
		switch {
		case key == "" || warned[key]:
		case g == nil:
			first[key] = f
		case g.figure.unit != f.figure.unit:
			warned[key] = true
			console.Warn(stderr, "of one skeleton, %s is read in units of %.4g m and %s of %.4g m, "+
				"by the sizes of the figures; --unit states one for all",
				filepath.Base(g.Inputs[0]), g.figure.unit, filepath.Base(f.Inputs[0]), f.figure.unit)
		}
	}
	for _, f := range s.Files {
		if len(f.NoContact) > 0 {
			console.Warn(stderr, "%s: no contact of a foot was found in %s: it is never slow and low enough",
				filepath.Base(f.Output), strings.Join(f.NoContact, ", "))
		}
	}
}

// Failure returns an error if an archive was not made or a bound is not held.
func (s *Summary) Failure() error {
	var failed, beyond []string
	for _, f := range s.Files {
		if f.Error != "" {
			failed = append(failed, f.Output)
		} else if !f.Held {
			beyond = append(beyond, f.Output)
		}
	}
	switch {
	case len(failed) > 0 && len(s.Files) == 1:
		return errors.New(s.Files[0].Error)
	case len(failed) > 0:
		return fmt.Errorf("%d of %d archives could not be made: %s", len(failed), len(s.Files), console.FirstOf(failed))
	case len(beyond) > 0:
		return fmt.Errorf("the error bound is not held in %d of %d archives: %s", len(beyond), len(s.Files), console.FirstOf(beyond))
	}
	return nil
}

// Write prints the sums of several archives.
func (s *Summary) Write(p *console.Page) {
	if len(s.Files) == 1 {
		return
	}
	var made, left, failed int
	var bytes, sources int64
	for _, f := range s.Files {
		switch {
		case f.Error != "":
			failed++
			continue
		case f.Skipped:
			left++
		default:
			made++
		}
		bytes, sources = bytes+f.Bytes, sources+int64(f.SourceBytes)
	}
	if failed > 0 {
		p.Line("")
		for _, f := range s.Files {
			if f.Error != "" {
				p.Wrapped("FAILED: ", console.Printable(f.Output)+": "+f.Error)
			}
		}
	}
	p.Line("%s: %d made, %d as they were, %d failed; %s of %s, in %.3g s", console.Plural(len(s.Files), "archive"),
		made, left, failed, console.Kilobytes(bytes), console.Kilobytes(sources), s.Seconds)
}
