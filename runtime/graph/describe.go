package graph

import (
	"fmt"
	"strconv"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

type (
	place  = jsondoc.Place
	object = jsondoc.Object
)

// nameIn returns name k of a list, or the number.
func nameIn(names []string, k int) string {
	if k >= len(names) {
		return strconv.Itoa(k)
	}
	return names[k]
}

// phrase is a list of texts, joined by commas.
type phrase struct{ text string }

func (t *phrase) String() string { return t.text }

func (t *phrase) add(format string, args ...any) {
	if t.text != "" {
		t.text += ", "
	}
	t.text += fmt.Sprintf(format, args...)
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

func pair(p place, x, y *float64, n jsondoc.Numbers) {
	both := [2]float64{*x, *y}
	if jsondoc.Row(p, both[:], n); p.Reads() {
		*x, *y = both[0], both[1]
	}
}

func namesOf[T any](list []T, name func(*T) string) []string {
	names := make([]string, len(list))
	for k := range list {
		names[k] = name(&list[k])
	}
	return names
}
