package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Group is findings that differ only in names and numbers, as one of them: the one with the largest
// size.
type Group struct {
	Finding
	Names []string // where the findings are, each once, in their order
	Count int      // of findings
}

// particulars are the names and numbers by which similar findings differ.
var particulars = regexp.MustCompile(`"(\\.|[^"\\])*"|[-+]?[0-9][0-9.e+-]*`)

// Alike groups findings of one severity and kind whose messages differ in names and numbers alone, in
// the order of the first of each group: for a page that has a line for each, in place of one for each
// end of a limb.
func Alike(list []Finding) (groups []Group) {
	type key struct {
		severity Severity
		kind     Kind
		text     string
	}
	at := make(map[key]int)
	seen := make(map[[2]string]bool)
	for _, f := range list {
		k := key{f.Severity, f.Kind, particulars.ReplaceAllString(f.Message, "#")}
		i, known := at[k]
		if !known {
			i = len(groups)
			at[k], groups = i, append(groups, Group{Finding: f})
		}
		g := &groups[i]
		g.Count++
		if f.Largest() > g.Largest() {
			g.Finding = f
		}
		if where := [2]string{strconv.Itoa(i), f.Where}; f.Where != "" && !seen[where] {
			seen[where] = true
			g.Names = append(g.Names, f.Where)
		}
	}
	return groups
}

// measured matches a size in a message.
var measured = regexp.MustCompile(`([0-9][0-9.e+-]*) ?(mm|°)`)

// Largest returns the size of the finding, or else the first one that its message states: in
// millimetres, degrees or as a fraction, 0 without one.
func (f *Finding) Largest() float64 {
	if f.Size.Value > 0 {
		return f.Size.Value
	}
	if m := measured.FindStringSubmatch(f.Message); m != nil {
		if v, err := strconv.ParseFloat(m[1], 64); err == nil {
			return v
		}
	}
	return 0
}

// Places names the first few of where the findings are.
func (g *Group) Places() string {
	const most = 3
	if n := len(g.Names) - most; n > 0 {
		return strings.Join(append(slices.Clone(g.Names[:most]), fmt.Sprintf("… and %d more", n)), ", ")
	}
	return strings.Join(g.Names, ", ")
}

// Text returns the message, with the number of findings if there are several, and the worst one.
func (g *Group) Text() string {
	if g.Count < 2 {
		return g.Message
	}
	return fmt.Sprintf("%s (%s)", g.Message, g.Total())
}

// Total returns the number of findings and the worst one's name, as in "36 alike; the worst is tail".
func (g *Group) Total() string {
	text := fmt.Sprintf("%d alike", g.Count)
	if g.Largest() > 0 && g.Where != "" {
		text += "; the worst is " + g.Where
	}
	return text
}

// String returns the group as one line.
func (g Group) String() string {
	line := fmt.Sprintf("%v: ", g.Severity)
	if places := g.Places(); places != "" {
		line += places + ": "
	}
	return line + g.Text()
}
