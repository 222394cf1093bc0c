package summary

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/control"
)

// Rule names what the bounds of a clip refer to: its frames with the Catmull-Rom curve through
// them, or its curves.
func Rule(onFrames bool) string {
	if onFrames {
		return "frames"
	}
	return "curves"
}

func archiveHeadline(a *models.Archive, seconds float64) string {
	return fmt.Sprintf("An archive written by %s, opened in %s.", console.Printable(a.Tool), console.Milliseconds(seconds))
}

// writeArchive prints the clips, banks, graph, control, sources and chunks of an archive.
func writeArchive(p *console.Page, a *models.Archive) {
	if len(a.Packed) > 0 {
		console.Heading(p, "Compressed:")
	}
	for _, c := range a.Packed {
		if c.Bound == 0 {
			p.Line("  %s %8d B, exact", console.Column(console.Named(c.Name), 20), c.Bytes)
			continue
		}
		p.Line("  %s %8d B, %.3g of %.3g mm, %.3g m from joints, %s", console.Column(console.Named(c.Name), 20), c.Bytes,
			1000*c.Error, 1000*c.Bound, c.Distance, Rule(c.OnFrames))
	}
	for _, b := range a.Banks {
		console.Heading(p, "Bank, %s: %s of rows, %s", b.Form, console.Kilobytes(int64(b.Bytes)),
			console.Plural(b.Slots, "slot"))
		for _, c := range b.Clips {
			p.Line("  %s %6d rows, %.5g a second, %.3g of %.3g mm, %s", console.Column(console.Named(c.Name), 26), c.Rows,
				c.Rate, 1000*c.Error, 1000*c.Bound, Rule(c.OnFrames))
		}
	}
	if g := a.Graph; g != nil {
		console.Heading(p, "Graph %s: %s, %d B", console.Named(g.Name), console.Plural(g.Nodes, "node"), g.Bytes)
		p.Wrapped("  ", console.Printable(strings.Join(g.Parameters, ", ")))
	}
	if a.Control != nil {
		writeOwnControl(p, a.Control)
	}
	if len(a.Sources) > 0 {
		console.Heading(p, "Made from:")
		for _, s := range a.Sources {
			p.Line("  %s  %s %s", s.SHA256[:16], console.Column(console.Printable(s.File), 40),
				console.Kilobytes(int64(s.Bytes)))
		}
	}
	console.Heading(p, "Takes:")
	bytes, count, order := map[string]int64{}, map[string]int{}, []string{}
	for _, c := range a.Chunks {
		if count[c.Kind]++; count[c.Kind] == 1 {
			order = append(order, c.Kind)
		}
		bytes[c.Kind] += c.Bytes
	}
	for i, kind := range order {
		order[i] = fmt.Sprintf("%s %d B in %s", console.Printable(kind), bytes[kind], console.Plural(count[kind], "chunk"))
	}
	p.Wrapped("  ", strings.Join(order, ", "))
}

func writeOwnControl(p *console.Page, in *models.ControlSummary) {
	var texts []string
	for _, kind := range control.Kinds() {
		if n := in.Modifiers[kind]; n > 0 {
			texts = append(texts, console.Plural(n, kind))
		}
	}
	if in.Bones > 0 {
		texts = append(texts, console.Plural(in.Bones, "named bone"))
	}
	console.Heading(p, "Control %s: %s", console.Named(in.Name), strings.Join(texts, ", "))
}
