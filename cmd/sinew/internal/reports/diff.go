package reports

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/inspect"
)

// Diff is the report of diff.
type Diff struct {
	FileA  string  `json:"file_a"`
	FileB  string  `json:"file_b"`
	Joint  float64 `json:"largest_joint_error"`
	Vertex float64 `json:"largest_vertex_error"`
	Turn   float64 `json:"largest_turn_degrees"`
	Float  float64 `json:"largest_float_error"`
	*inspect.Difference
	Failed []inspect.Change `json:"failed,omitempty"` // beyond --fail
}

// NewDiff reports the difference of two files.
func NewDiff(a, b string, of *inspect.Difference) *Diff {
	d := &Diff{FileA: a, FileB: b, Difference: of}
	for i := range d.Clips {
		d.Joint = max(d.Joint, d.Clips[i].Joint.Max) // NaN stays
		d.Vertex = max(d.Vertex, d.Clips[i].Vertex.Max)
		d.Turn = max(d.Turn, d.Clips[i].Turn.Max)
		d.Float = max(d.Float, d.Clips[i].Float.Max)
	}
	return d
}

// Write prints the largest differences of each clip.
func (d *Diff) Write(p *console.Page) {
	p.Line("%s and %s", console.Printable(d.FileA), console.Printable(d.FileB))
	for i := range d.Clips {
		c := &d.Clips[i]
		console.Heading(p, "%s, at %s", console.Named(c.Name), console.Plural(c.Moments, "moment"))
		if math.Abs(c.SecondsA-c.SecondsB) > 1e-6 {
			p.Line("  it lasts %.6g s in the first and %.6g s in the second", c.SecondsA, c.SecondsB)
		}
		for i, put := range [...]bool{c.MotionA, c.MotionB} {
			if put {
				p.Wrapped("  ", fmt.Sprintf("its extracted root motion is put back in %s",
					console.Printable([...]string{d.FileA, d.FileB}[i])))
			}
		}
		writeExtreme(p, "joints", metres, &c.Joint, "joint %s", console.Cut(console.Named(c.Joint.Part), 40))
		writeExtreme(p, "turns", degrees, &c.Turn, "joint %s", console.Cut(console.Named(c.Turn.Part), 40))
		if c.MeshesCompared > 0 {
			writeExtreme(p, "vertices", metres, &c.Vertex, "%s, vertex %d", console.Cut(console.Named(c.Vertex.Part), 40),
				c.Vertex.Vertex)
		}
		if c.Bend.Max > 0 {
			writeExtreme(p, "bends", metres, &c.Bend, "joint %s, between frames", console.Cut(console.Named(c.Bend.Part), 40))
		}
		if c.FloatsCompared > 0 {
			writeExtreme(p, "floats", plainNumber, &c.Float, "%s", console.Cut(console.Named(c.Float.Part), 40))
		}
	}
	only := func(file string, m *inspect.Missing) {
		for _, list := range []struct {
			what  string
			names []string
		}{{"clip", m.Clips}, {"joint", m.Joints}, {"mesh", m.Meshes}, {"float", m.Floats}} {
			if len(list.names) > 0 {
				p.Wrapped("  ", fmt.Sprintf("only in %s: %s: %s", console.Printable(file),
					console.Plural(len(list.names), list.what), listNames(list.names)))
			}
		}
	}
	p.Line("")
	only(d.FileA, &d.OnlyA)
	only(d.FileB, &d.OnlyB)
	for _, f := range d.Findings {
		if f.Kind != inspect.Parts && f.Kind != inspect.Lengths { // which are above
			p.Wrapped(fmt.Sprintf("  %-9s ", f.Kind), console.Printable(console.Named(f.Part)+": "+f.Message))
		}
	}
}

// writeExtreme prints the largest distance and its place: in the same line if there is room.
func writeExtreme(p *console.Page, what string, number func(float64) string, e *inspect.Extreme, format string,
	where ...any) {
	line := fmt.Sprintf("  %-9s largest %s", what, number(e.Max))
	if what != "bends" {
		line += fmt.Sprintf("   mean %s", number(e.Mean))
	}
	if e.Max == 0 {
		p.Line("%s", line)
		return
	}
	at := fmt.Sprintf("at %.4f s: %s", e.Time, fmt.Sprintf(format, where...))
	if utf8.RuneCountInString(line)+3+utf8.RuneCountInString(at) <= console.PageWidth {
		p.Line("%s   %s", line, at)
		return
	}
	p.Line("%s", line)
	p.Line("%12s%s", "", at)
}

// metres formats a distance in millimetres.
func metres(m float64) string { return fmt.Sprintf("%9.3g mm", 1000*m) }

// degrees formats an angle as wide as metres.
func degrees(v float64) string { return fmt.Sprintf("%9.3g°  ", v) }

// plainNumber formats a number as wide as metres.
func plainNumber(v float64) string { return fmt.Sprintf("%9.3g   ", v) }

// listNames lists the first names.
func listNames(names []string) string {
	var parts []string
	for _, n := range names[:min(len(names), models.MaxNear)] {
		parts = append(parts, console.Named(n))
	}
	if more := len(names) - models.MaxNear; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, ", ")
}

// DiffColumns are the heads of Row.
func DiffColumns() []string { return []string{"clips", "joints mm", "vertices mm", "findings"} }

// Row is the line of a table of differences, after the first file's name.
func (d *Diff) Row() []string {
	return []string{fmt.Sprint(len(d.Clips)), fmt.Sprintf("%.3g", 1000*d.Joint), fmt.Sprintf("%.3g", 1000*d.Vertex), fmt.Sprint(len(d.Findings))}
}
