package graph

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// SVG returns a picture of a graph.
func SVG(g *Graph, o DiagramOptions) []byte {
	d := &svg{g: g, o: o}
	var trees []*box
	trees = append(trees, d.tree("root", g.Root))
	for _, p := range g.SubGraphs {
		trees = append(trees, d.tree(p.Name+" (subgraph)", p.Node))
	}
	y, w := margin+d.heading(), 0.
	for _, t := range trees {
		t.place(margin, y)
		w = max(w, t.right())
		y += t.tall + 2*boxGap
	}
	for _, t := range trees {
		d.draw(t)
	}
	return d.finish(w+margin, y)
}

// Sizes. Letters are at most as wide as in common monospaced fonts.
const (
	margin   = 24.
	letter   = 7.3
	lineHigh = 17.
	boxGap   = 18.
	treeGap  = 64.
	inset    = 10.
	maxText  = 92 // letters in a line
	// maxDetails is maxText for the details of nodes.
	maxDetails = 44
)

func textWidth(s string) float64 { return float64(letter * float64(utf8.RuneCountInString(s))) }

// box is a node with its inputs.
type box struct {
	title  string
	rows   []row
	panel  *panel // of a machine
	x, y   float64
	w, h   float64
	tall   float64 // the height with its inputs
	inputs float64 // the height of its inputs
}

// row is a line of a box, and the node that it leads to.
type row struct {
	text  string
	faint bool // it describes the node itself
	to    *box
	y     float64
}

// panel is the states of a machine.
type panel struct {
	*sketch
	states []string
	clips  []string
	any    int // the spot of any state, or −1
	start  int
	texts  []string // the lines of the list of transitions
}

type svg struct {
	g *Graph
	o DiagramOptions
	b bytes.Buffer
}

func (d *svg) tree(label string, n Node) *box {
	text, leaf := d.o.leaf(n)
	if leaf {
		b := &box{title: label, rows: []row{{text: text}}}
		b.measure()
		return b
	}
	return d.box(n)
}

func (d *svg) box(n Node) *box {
	b := &box{title: n.Kind()}
	for _, line := range wrapped(n.Details(), maxDetails) {
		b.rows = append(b.rows, row{text: line, faint: true})
	}
	if m, ok := n.(*Machine); ok {
		b.panel = d.panel(m)
	}
	for _, in := range n.Children() {
		text, leaf := d.o.leaf(in.Node)
		switch {
		case leaf && b.panel != nil: // it stands in the state
		case leaf && in.Label != "":
			b.rows = append(b.rows, row{text: in.Label + ": " + text})
		case leaf:
			b.rows = append(b.rows, row{text: text})
		default:
			b.rows = append(b.rows, row{text: in.Label, to: d.box(in.Node)})
		}
	}
	b.measure()
	return b
}

// measure computes the sizes of a box after those of its inputs.
func (b *box) measure() {
	b.w, b.h = textWidth(b.title)+2*inset, lineHigh+inset
	if p := b.panel; p != nil {
		b.w = max(b.w, p.w+2*inset)
		b.h += p.h + 2*inset
		for _, t := range p.texts {
			b.w = max(b.w, textWidth(t)+2*inset)
			b.h += lineHigh
		}
	}
	for k := range b.rows {
		r := &b.rows[k]
		b.w = max(b.w, textWidth(r.text)+2*inset+12)
		r.y = b.h + lineHigh/2
		b.h += lineHigh
		if r.to != nil {
			b.inputs += r.to.tall + boxGap
		}
	}
	b.h += inset / 2
	b.inputs = max(0, b.inputs-boxGap)
	b.tall = max(b.h, b.inputs)
}

// place puts a box and its inputs to the right of and below a place.
func (b *box) place(x, y float64) {
	b.x, b.y = x, y+float64((b.tall-b.h)/2)
	y += float64((b.tall - b.inputs) / 2)
	for _, r := range b.rows {
		if r.to != nil {
			r.to.place(x+b.w+treeGap, y)
			y += r.to.tall + boxGap
		}
	}
}

// right is the right end of a box and its inputs.
func (b *box) right() float64 {
	x := b.x + b.w
	for _, r := range b.rows {
		if r.to != nil {
			x = max(x, r.to.right())
		}
	}
	return x
}

func (d *svg) panel(m *Machine) *panel {
	p := &panel{any: -1}
	var widths []float64
	for k := range m.States {
		s := &m.States[k]
		text, leaf := d.o.leaf(s.Node)
		if !leaf {
			text = s.Node.Kind() + " ▸"
		}
		if s.Name == m.Start {
			p.start = k
		}
		p.states, p.clips = append(p.states, s.Name), append(p.clips, text)
		widths = append(widths, max(textWidth(s.Name), textWidth(text))+2*inset)
	}
	starts := []int{p.start}
	if len(m.Any) > 0 {
		p.any = len(p.states)
		p.states, p.clips = append(p.states, "any"), append(p.clips, "")
		widths = append(widths, 56)
		starts = append(starts, p.any)
	}
	var arrows [][2]int
	for n, t := range drawnTransitions(d.g, m) {
		from := t.from
		if from < 0 {
			from = p.any
		}
		arrows = append(arrows, [2]int{from, t.to})
		text := fmt.Sprintf("%2d  %s → %s  %s", n+1, p.states[from], p.states[t.to], t.text)
		for k, line := range wrapped(text, maxText) {
			if k > 0 {
				line = "    " + line
			}
			p.texts = append(p.texts, line)
		}
	}
	p.sketch = newSketch(widths, starts, arrows)
	return p
}

// wrapped divides a text into lines.
func wrapped(text string, most int) (lines []string) {
	if text == "" {
		return nil
	}
	for utf8.RuneCountInString(text) > most {
		r := []rune(text)
		at := most
		for at > most/2 && r[at] != ' ' {
			at--
		}
		lines = append(lines, string(r[:at]))
		text = strings.TrimLeft(string(r[at:]), " ")
	}
	return append(lines, text)
}

func (d *svg) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// text writes a line of text whose baseline starts at x, y.
func (d *svg) text(x, y float64, class, s string) {
	s = strings.Map(func(r rune) rune { // control characters are not XML
		if r < ' ' {
			return '�'
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
	d.line(`<text x="%s" y="%s"%s xml:space="preserve">%s</text>`, px(x), px(y), class, escaper.Replace(s))
}

func px(v float64) string { return fmt.Sprintf("%g", math.Round(10*v)/10) }

func (d *svg) rect(x, y, w, h, round float64, style string) {
	d.line(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s/>`, px(x), px(y), px(w), px(h), px(round), style)
}

// heading writes the graph's name and parameters, and returns the height.
func (d *svg) heading() float64 {
	name := d.g.Name
	if name == "" {
		name = "graph"
	}
	y := margin
	add := func(class, s string) {
		for _, s := range wrapped(s, maxText) {
			y += lineHigh
			d.text(margin, y, class, s)
		}
	}
	add(` font-weight="bold"`, name)
	for _, x := range d.g.Parameters {
		add("", fmt.Sprintf("%s  %s", x.Name, x.Text()))
	}
	return y
}

func (d *svg) draw(b *box) {
	d.rect(b.x, b.y, b.w, b.h, 4, `fill="#ffffff" stroke="#64748b"`)
	d.rect(b.x, b.y, b.w, lineHigh+inset/2, 4, `fill="#e2e8f0" stroke="#64748b"`)
	d.text(b.x+inset, b.y+lineHigh-1, ` font-weight="bold"`, b.title)
	if b.panel != nil {
		d.states(b)
	}
	for _, r := range b.rows {
		style := ""
		if r.faint {
			style = ` fill="#64748b"`
		}
		d.text(b.x+inset, b.y+r.y+4, style, r.text)
		if r.to == nil {
			continue
		}
		from, to := point{b.x + b.w, b.y + r.y}, point{r.to.x, r.to.y + lineHigh/2 + inset/4}
		d.line(`<circle cx="%s" cy="%s" r="3" fill="#64748b"/>`, px(from.x), px(from.y))
		d.line(`<path d="%s" fill="none" stroke="#64748b"/>`, curve(from, to))
		d.draw(r.to)
	}
}

// curve is a curve between two points, horizontal at both.
func curve(from, to point) string {
	return bent(from, to, (from.x+to.x)/2)
}

// bent is curve with control points at x.
func bent(from, to point, x float64) string {
	return fmt.Sprintf("M%s %sC%s %s %s %s %s %s", px(from.x), px(from.y), px(x), px(from.y), px(x), px(to.y), px(to.x), px(to.y))
}

// states draws the states and transitions of a machine, and the list of transitions.
func (d *svg) states(b *box) {
	p := b.panel
	x, y := b.x+inset, b.y+lineHigh+2*inset
	at := func(q point) point { return point{q.x + x, q.y + y} }
	for k := range p.arrows {
		d.arrow(p.sketch, &p.arrows[k], at)
	}
	for k, name := range p.states {
		s := &p.spots[k]
		style, round := `fill="#f0f9ff" stroke="#0369a1"`, 8.
		switch k {
		case p.any:
			style, round = `fill="#fef9c3" stroke="#a16207"`, min(s.w, s.h)/2
		case p.start:
			style = `fill="#e0f2fe" stroke="#0369a1" stroke-width="2.5"`
		}
		d.rect(x+s.x, y+s.y, s.w, s.h, round, style)
		middle := y + s.y + float64(s.h/2)
		if p.clips[k] == "" {
			d.text(x+s.x+float64((s.w-textWidth(name))/2), middle+4, "", name)
			continue
		}
		d.text(x+s.x+inset, middle-3, ` font-weight="bold"`, name)
		d.text(x+s.x+inset, middle+13, "", p.clips[k])
	}
	for k := range p.arrows { // numbers over everything
		c := at(badge(p.sketch, &p.arrows[k]))
		number := fmt.Sprint(k + 1)
		d.line(`<circle cx="%s" cy="%s" r="9" fill="#ffffff" stroke="#0369a1"/>`, px(c.x), px(c.y))
		d.text(c.x-float64(0.8*textWidth(number)/2), c.y+3.5, ` font-size="10"`, number)
	}
	y += p.h + inset
	for _, t := range p.texts {
		y += lineHigh
		d.text(b.x+inset, y-4, "", t)
	}
}

// bulge is how far an arrow within a column bends to the right.
func bulge(from, to point) float64 { return min(0.6*columnGap, 34+float64(0.12*math.Abs(to.y-from.y))) }

func (d *svg) arrow(s *sketch, a *arrow, at func(point) point) {
	path := ""
	for n := 0; n < len(a.path); n += 2 {
		from, to := at(a.path[n]), at(a.path[n+1])
		if n > 0 { // straight through the column
			path += fmt.Sprintf("L%s %s", px(from.x), px(from.y))
		}
		part := curve(from, to)
		if s.spots[a.through[n/2]].column == s.spots[a.through[n/2+1]].column {
			part = bent(from, to, max(from.x, to.x)+bulge(from, to))
		}
		if n > 0 {
			part = part[strings.IndexByte(part, 'C'):]
		}
		path += part
	}
	d.line(`<path d="%s" fill="none" stroke="#0369a1" marker-end="url(#head)"/>`, path)
}

// badge is the place of an arrow's number, near its start.
func badge(s *sketch, a *arrow) point {
	from, to := a.path[0], a.path[1]
	control := (from.x + to.x) / 2
	if s.spots[a.through[0]].column == s.spots[a.through[1]].column {
		control = max(from.x, to.x) + bulge(from, to)
	}
	const t = 0.22
	bezier := func(p, c, d, q float64) float64 {
		return float64((1-t)*(1-t)*(1-t)*p) + float64(3*(1-t)*(1-t)*t*c) + float64(3*(1-t)*t*t*d) + float64(t*t*t*q)
	}
	return point{bezier(from.x, control, control, to.x), bezier(from.y, from.y, to.y, to.y)}
}

func (d *svg) finish(w, h float64) []byte {
	var out bytes.Buffer
	for _, x := range d.g.Parameters {
		w = max(w, min(textWidth(x.Name+"  "+x.Text()), letter*maxText)+2*margin)
	}
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12" fill="#0f172a">
<defs><marker id="head" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10z" fill="#0369a1"/></marker></defs>
<rect width="100%%" height="100%%" fill="#f8fafc"/>
`, px(math.Ceil(w)), px(math.Ceil(h)), px(math.Ceil(w)), px(math.Ceil(h)))
	out.Write(d.b.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}
