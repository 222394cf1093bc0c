package weighing

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/rig/weights"
)

// Report is the report of sinew weights.
type Report struct {
	File    string            `json:"file"`
	Steps   []Step            `json:"steps"`
	Summary *weights.Summary  `json:"summary,omitempty"`
	Picture string            `json:"picture,omitempty"`
	Written *converter.Result `json:"written,omitempty"`
}

// Write prints the steps, the weights and the output.
func (r *Report) Write(p *console.Page) {
	for i := range r.Steps {
		r.Steps[i].write(p)
	}
	if r.Summary != nil {
		if len(r.Steps) > 0 {
			p.Line("")
		}
		writeSummary(p, r.Summary)
	}
	if r.Picture != "" {
		p.Line("%s: a picture of the weights", console.Printable(r.Picture))
	}
	if r.Written != nil {
		p.Line("")
		r.Written.Write(p)
	}
}

func (s *Step) write(p *console.Page) {
	line := s.Operation
	if most := weights.LargestDisplacement(s.Moved); most.Millimetres > 0 {
		line += fmt.Sprintf(": moves vertices by up to %.3g mm (%s, vertex %d", most.Millimetres, console.Named(most.Mesh), most.Vertex)
		if most.Clip != "" {
			line += fmt.Sprintf(", clip %s, %.4g s", console.Named(most.Clip), most.Seconds)
		}
		line += fmt.Sprintf("), by %.3g mm on average", s.mean())
	} else {
		line += ": no vertex moves"
	}
	p.Wrapped("", line)
	for i := range s.Meshes {
		s.writeMesh(p, &s.Meshes[i])
	}
	for _, note := range s.Notes {
		p.Wrapped("  ", console.Printable(note))
	}
}

// mean returns the mean displacement over clips.
func (s *Step) mean() (mm float64) {
	for _, d := range s.Moved {
		mm += d.Mean / float64(len(s.Moved))
	}
	return mm
}

func (s *Step) writeMesh(p *console.Page, m *weights.MeshReport) {
	parts := []string{fmt.Sprintf("%d of %s changed", m.Changed, vertices(m.Vertices))}
	if m.Changed > 0 {
		parts = append(parts, fmt.Sprintf("by up to %.3g of their weight", m.Most))
	}
	for _, c := range []struct {
		count int
		what  string
	}{
		{m.Unmatched, "found nothing to take weights from"}, {m.Unreached, "are in pieces that nothing reaches"},
		{m.Unweighted, "have no weights"}, {m.Rescaled, fmt.Sprintf("had sums other than 1, the worst %.3g", m.WorstSum)},
	} {
		if c.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.count, c.what))
		}
	}
	if m.Lost > 0 {
		parts = append(parts, fmt.Sprintf("up to %.3g belonged to joints that it lacks", m.Lost))
	}
	p.Wrapped("  "+console.Named(m.Mesh)+": ", strings.Join(parts, ", "))
}

func vertices(n int) string {
	if n == 1 {
		return "1 vertex"
	}
	return fmt.Sprintf("%d vertices", n)
}

func writeSummary(p *console.Page, s *weights.Summary) {
	const row = "%-24s %8s %8s  %s"
	p.Line(row, "MESH", "VERTICES", "JOINTS", "VERTICES BY THEIR NUMBER OF JOINTS")
	for i := range s.Meshes {
		m := &s.Meshes[i]
		var counts []string
		for n, count := range m.Influences {
			if count > 0 {
				more := ""
				if n == len(m.Influences)-1 {
					more = "+"
				}
				counts = append(counts, fmt.Sprintf("%d%s: %d", n, more, count))
			}
		}
		p.Line(row, console.Column(console.Named(m.Mesh), 24), fmt.Sprint(m.Vertices), fmt.Sprint(m.Joints), strings.Join(counts, ", "))
		for _, c := range []struct {
			count int
			what  string
		}{
			{m.Influences[0], "without weights"}, {m.SumsOff, fmt.Sprintf("whose weights do not sum to 1, the worst to %.4g", m.WorstSum)},
		} {
			if c.count > 0 {
				p.Line("  %s %s", vertices(c.count), c.what)
			}
		}
		if m.Small > 0 {
			p.Line("  %s below 0.01", console.Plural(m.Small, "weight"))
		}
		if m.Most > m.Kept {
			p.Line("  up to %d joints of a vertex, of which %d are drawn", m.Most, m.Kept)
		}
	}
	p.Line("")
	p.Line("%-32s %8s %8s %10s", "JOINT", "VERTICES", "ALONE", "WEIGHT")
	for _, j := range s.Joints {
		p.Line("%s %8d %8d %10.1f", console.Column(console.Named(j.Joint), 32), j.Vertices, j.Alone, j.Weight)
	}
}
