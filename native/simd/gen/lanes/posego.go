package lanes

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// plainGo writes the nodes of a loop as Go for one lane.
type plainGo struct {
	bytes.Buffer
	*kernel
	names map[*node]string
	uses  map[*node]int
	count int // names
}

// Go is the definition of a kernel: the body of a function of package simd with parameters.
func (p *Pose) Go(function string) []byte {
	k := &kernel{Pose: p}
	var b bytes.Buffer
	name, parameters, _ := strings.Cut(function, "(")
	fmt.Fprintf(&b, "\nfunc %sGo(%s {\n", name, parameters)
	for _, a := range p.arguments {
		switch {
		case a.name == "weights":
			b.WriteString("weights := sum[c.RowValues():][:c.Rotations]\n")
		case a.kind == quads:
			fmt.Fprintf(&b, "%sQuads := castQuads(%s)\n", a.name, a.name)
		}
	}
	for _, l := range p.loops {
		if l.count == "rotations" {
			b.WriteString("for column := range c.Rotations {\n")
		} else {
			b.WriteString("for column := c.Rotations; column < c.Rotations+c.Others; column++ {\n")
		}
		k.columnGo(&b, l)
		b.WriteString("}\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// columnGo is what becomes of a column.
func (k *kernel) columnGo(b *bytes.Buffer, l loop) {
	list := record(l.formula, machine{choices: true, plain: true}, k.arguments, k.skipped(l, true))
	g := &plainGo{kernel: k, names: map[*node]string{}, uses: map[*node]int{}}
	used, stored := map[int]bool{}, map[int]bool{}
	for _, n := range list {
		for _, x := range append(n.operands(), n) {
			if x.op != uniform {
				used[x.argument] = used[x.argument] || x.op == load || x.op == number || x.op == store
			}
			stored[x.argument] = stored[x.argument] || x.op == store
		}
		for _, x := range n.operands() {
			g.uses[x]++
		}
	}
	for i, a := range k.arguments {
		switch {
		case !used[i]:
		case a.kind == column:
			fmt.Fprintf(b, "%s := (*[%d*Lanes]float32)(%s[c.Row(column):])\n", a.name, l.rows, a.name)
		case a.kind == quads:
			fmt.Fprintf(b, "%s := &%sQuads[column]\n", a.name, a.name)
		case a.kind == numbers:
			fmt.Fprintf(b, "%s := (*[4]float32)(%s[4*column:])\n", a.name, a.name)
		case a.kind == mask || a.kind == masks:
			fmt.Fprintf(b, "%s := maskAt(%s, column)\n", a.name, a.name)
		}
	}
	if l.skip != "" {
		fmt.Fprintf(b, "if %s == 0 {\ncontinue\n}\n", l.skip)
	}
	if !k.rows {
		b.WriteString("for l := range Lanes {\n")
	}
	for _, n := range list {
		for _, x := range n.operands() {
			if _, known := g.names[x]; x.op == load && stored[x.argument] && !known {
				g.name(x, g.text(x))
			}
		}
	}
	for _, n := range list {
		g.node(n)
	}
	b.Write(g.Bytes())
	if !k.rows {
		b.WriteString("}\n")
	}
}

// name makes a variable of a text.
func (g *plainGo) name(n *node, text string) string {
	name := fmt.Sprintf("t%d", g.count)
	g.count++
	if _, err := strconv.ParseFloat(text, 32); err == nil {
		text = "float32(" + text + ")"
	} else {
		text = bare(text)
	}
	fmt.Fprintf(g, "%s := %s\n", name, text)
	g.names[n] = name
	return name
}

func (g *plainGo) node(n *node) {
	replace := func(name, by string) { fmt.Fprintf(g, "if %s {\n%s = %s\n}\n", g.text(n.a), name, by) }
	switch n.op {
	case store:
		fmt.Fprintf(g, "%s = %s\n", g.place(n), bare(g.text(n.a)))
	case less, same:
	case branch:
		for _, x := range n.more {
			g.name(x, g.text(x))
		}
		fmt.Fprintf(g, "if %s {\n", g.text(n.a))
	case rejoin:
		for _, x := range n.more {
			fmt.Fprintf(g, "%s = %s\n", g.names[x.c], g.text(x.b))
			g.names[x] = g.names[x.c]
		}
		g.WriteString("}\n")
	case where:
		if !n.joins { // else rejoin gives it its name
			replace(g.name(n, g.text(n.c)), g.text(n.b))
		}
	case signed:
		name := g.name(n, g.text(n.b))
		replace(name, "-"+name)
	default:
		if g.uses[n] > 1 {
			g.name(n, g.text(n))
		}
	}
}

// bare is a text without brackets around it.
func bare(text string) string {
	if text[0] != '(' {
		return text
	}
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && i < len(text)-1 {
			return text
		}
	}
	return text[1 : len(text)-1]
}

// place is where a value is in memory.
func (g *plainGo) place(n *node) string {
	switch a := g.arguments[n.argument]; a.kind {
	case column:
		return fmt.Sprintf("%s[%d*Lanes+l]", a.name, n.row)
	case lanes:
		return a.name + "[l]"
	case values:
		return a.name + "[column]"
	case mask, masks:
		return a.name
	default:
		return fmt.Sprintf("%s[%d]", a.name, n.row)
	}
}

// text is the expression of a node, or the name that it has.
func (g *plainGo) text(n *node) string {
	if name, known := g.names[n]; known {
		return name
	}
	two := func(format string) string { return fmt.Sprintf(format, g.text(n.a), g.text(n.b)) }
	switch n.op {
	case load, number:
		return g.place(n)
	case uniform:
		return g.arguments[n.row].name
	case constant:
		return strconv.FormatFloat(float64(math.Float32frombits(n.bits)), 'g', -1, 32)
	case plus:
		return two("(%s + %s)")
	case minus:
		return two("(%s - %s)")
	case times:
		return two("float32(%s * %s)")
	case over:
		return two("(%s / %s)")
	case less:
		return two("%s < %s")
	case same:
		return two("%s == %s")
	case root:
		return fmt.Sprintf("sqrt32(%s)", g.text(n.a))
	case keep:
		return fmt.Sprintf("abs32(%s)", g.text(n.a))
	case flip:
		return fmt.Sprintf("-%s", g.text(n.a))
	}
	panic(fmt.Sprint("no Go for operation ", n.op))
}
