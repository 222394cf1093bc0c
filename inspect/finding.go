package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Grade is how serious a finding is.
type Grade uint8

// The grades, ascending. A rule of grade Off is not checked.
const (
	Off     Grade = iota
	Note          // worth a look; often meant
	Warning       // looks wrong in motion, or in other programs
	Error         // is wrong everywhere
)

// gradeNames are the names in texts and documents.
var gradeNames = []string{"off", "note", "warning", "error"}

// String returns the grade's name.
func (g Grade) String() string { return gradeNames[min(g, Error)] }

// MarshalText returns the grade's name, for JSON.
func (g Grade) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads a grade's name.
func (g *Grade) UnmarshalText(text []byte) error {
	parsed, ok := ParseGrade(string(text))
	if *g = parsed; !ok {
		return fmt.Errorf("%w: %.60q is no grade", soa.ErrFormat, text)
	}
	return nil
}

// ParseGrade returns the grade of a name. ok is false for a name of none.
func ParseGrade(name string) (g Grade, ok bool) {
	k := slices.Index(gradeNames, name)
	return Grade(max(k, 0)), k >= 0
}

// Finding is one place that breaks a rule: the worst of its kind in a clip, a mesh or the
// skeleton. Count says how many there are.
type Finding struct {
	Rule  string `json:"rule"`
	Grade Grade  `json:"grade"`
	Clip  string `json:"clip,omitempty"`
	Joint string `json:"joint,omitempty"`
	Mesh  string `json:"mesh,omitempty"`
	// Time is in seconds on the file's time line, of a finding with a Clip that has one.
	Time *float64 `json:"time,omitempty"`
	// Size is in Unit: "mm", "°", "%" or "m", or a plain number.
	Size    float64 `json:"size,omitempty"`
	Unit    string  `json:"unit,omitempty"`
	Count   int     `json:"count,omitempty"`
	Message string  `json:"message"`
}

// String returns the finding as one line.
func (f Finding) String() string {
	return fmt.Sprintf("%v: %s: %s%s", f.Grade, f.Rule, f.Place(), f.Message)
}

// Place names the clip, joint, mesh and time, followed by a colon; "" if the finding has none.
func (f Finding) Place() string {
	var parts []string
	for _, p := range [...]struct{ what, name string }{{"clip", f.Clip}, {"mesh", f.Mesh}, {"joint", f.Joint}} {
		if p.name != "" {
			parts = append(parts, p.what+" "+p.name)
		}
	}
	if f.Time != nil {
		parts = append(parts, fmt.Sprintf("%.3f s", *f.Time))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

// sorted orders findings by grade, the worst first, then by rule and place.
func sorted(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Grade, a.Grade), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Clip, b.Clip),
			cmp.Compare(a.Mesh, b.Mesh), cmp.Compare(a.Joint, b.Joint))
	})
	return list
}

// worst keeps the largest of several sizes and counts them.
type worst struct {
	count int
	size  float64
	of    int // the caller's number of it
	tick  float64
}

// add counts a size, and notes its number and tick if it is the largest.
func (w *worst) add(size float64, of int, tick float64) {
	if w.count++; w.count == 1 || size > w.size {
		w.size, w.of, w.tick = size, of, tick
	}
}
