package lanes

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// plainGo writes the nodes of a loop as Go for one lane.
type plainGo struct {
	bytes.Buffer
	*kernel
	names map[*node]string
	uses  map[*node]int
	count int      // names
	left  []string // of the assignment at hand, of several values to several places
	right []string
	how   string
}

// Go is the definition of a kernel: the body of a function of package kernel with parameters.
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
	list := record(l.formula, machine{choices: true, plain: true}, k.arguments, k.skipped(true))
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
		case a.kind == column || a.kind == source:
			fmt.Fprintf(b, "%s := (*[%d*simd.Lanes]float32)(%s[ColumnStart(c, column):])\n", a.name, l.rows, a.name)
		case a.kind == quads:
			fmt.Fprintf(b, "%s := &%sQuads[column]\n", a.name, a.name)
		case a.kind == numbers:
			fmt.Fprintf(b, "%s := (*[4]float32)(%s[4*column:])\n", a.name, a.name)
		case a.kind == mask || a.kind == masks:
			fmt.Fprintf(b, "%s := maskAt(%s, column)\n", a.name, a.name)
		}
	}
	if k.skip != "" {
		fmt.Fprintf(b, "if %s == 0 {\ncontinue\n}\n", k.skip)
	}
	if !k.rows {
		b.WriteString("for l := range simd.Lanes {\n")
	}
	if slices.ContainsFunc(k.arguments, func(a argument) bool { return a.kind == gathered }) {
		b.WriteString("offsets := (*[4]float32)(at.Values[int(at.Row[l])+4*column:])\n")
	}
	for _, n := range list {
		for _, x := range n.operands() {
			if _, known := g.names[x]; x.op == load && stored[x.argument] && !known {
				g.name(x, g.text(x))
			}
		}
	}
	for len(list) > 0 {
		list = g.write(list)
	}
	g.flush()
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
	}
	g.assign(name, ":=", text)
	g.names[n] = name
	return name
}

// lineLength is about how long lines may get.
const lineLength = 110

// assign adds to the assignment at hand, or begins another one.
func (g *plainGo) assign(left, how, right string) {
	line := len(right)
	for i, name := range g.left {
		line += len(name) + len(g.right[i])
		if strings.Contains(right, name) {
			line = lineLength
		}
	}
	if how != g.how || line >= lineLength {
		g.flush()
	}
	g.left, g.right, g.how = append(g.left, left), append(g.right, bare(right)), how
}

// flush writes the assignment at hand.
func (g *plainGo) flush() {
	if len(g.left) > 0 {
		fmt.Fprintf(g, "%s %s %s\n", strings.Join(g.left, ", "), g.how, strings.Join(g.right, ", "))
	}
	g.left, g.right = nil, nil
}

func (g *plainGo) begin(condition string) {
	g.flush()
	fmt.Fprintf(g, "if %s {\n", condition)
}

func (g *plainGo) end() {
	g.flush()
	g.WriteString("}\n")
}

// write writes the first of some nodes, and returns those that are left.
func (g *plainGo) write(list []*node) []*node {
	switch n := list[0]; n.op {
	case store:
		g.assign(g.place(n), "=", g.text(n.a))
	case less, same:
	case branch:
		for _, x := range n.more {
			g.name(x, g.text(x))
		}
		g.begin(g.text(n.a))
	case rejoin:
		for _, x := range n.more {
			g.assign(g.names[x.c], "=", g.text(x.b))
			g.names[x] = g.names[x.c]
		}
		g.end()
	case where:
		if !n.joins { // else rejoin gives it its name
			return g.choose(list)
		}
	case signed:
		name := g.name(n, g.text(n.b))
		g.begin(g.text(n.a))
		g.assign(name, "=", "-"+name)
		g.end()
	default:
		if g.uses[n] > 1 {
			g.name(n, g.text(n))
		}
	}
	return list[1:]
}

// choose writes choices by the same condition.
func (g *plainGo) choose(list []*node) []*node {
	n, texts := list[0], []string(nil)
	var names []string
	for len(list) > 0 && (list[0].op == where && list[0].a == n.a || g.inline(list[0])) {
		if x := list[0]; x.op == where {
			yes, no := g.text(x.b), g.text(x.c)
			names, texts = append(names, g.name(x, no)), append(texts, yes)
		}
		list = list[1:]
	}
	g.begin(g.text(n.a))
	for i, name := range names {
		g.assign(name, "=", texts[i])
	}
	g.end()
	return list
}

// inline reports whether a node is written where it is used.
func (g *plainGo) inline(n *node) bool {
	return n.op == less || n.op == same || n.op < where && g.uses[n] <= 1
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
	case column, source:
		return fmt.Sprintf("%s[%d*simd.Lanes+l]", a.name, n.row)
	case lanes:
		if a.name == "basis" {
			return fmt.Sprintf("at.%c[l]", "FGH"[n.row])
		}
		return a.name + "[l]"
	case values:
		return a.name + "[column]"
	case mask, masks:
		return a.name
	default:
		return fmt.Sprintf("%s[%d]", a.name, n.row)
	}
}

// ofOne and ofTwo are expressions of operands.
var (
	ofOne = map[operation]string{root: "sqrt32(%s)", keep: "abs32(%s)", flip: "-%s"}
	ofTwo = map[operation]string{plus: "(%s + %s)", minus: "(%s - %s)", times: "float32(%s * %s)", over: "(%s / %s)", less: "%s < %s", same: "%s == %s"}
)

// text is the expression of a node, or the name that it has.
func (g *plainGo) text(n *node) string {
	if name, known := g.names[n]; known {
		return name
	}
	switch n.op {
	case load, number:
		return g.place(n)
	case uniform:
		return g.arguments[n.row].name
	case constant:
		return strconv.FormatFloat(float64(math.Float32frombits(n.bits)), 'g', -1, 32)
	}
	if format, one := ofOne[n.op]; one {
		return fmt.Sprintf(format, g.text(n.a))
	}
	format, two := ofTwo[n.op]
	if !two {
		panic(fmt.Sprint("no Go for operation ", n.op))
	}
	return fmt.Sprintf(format, g.text(n.a), g.text(n.b))
}
