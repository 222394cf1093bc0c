package report

import (
	"fmt"
	"strings"
)

// FirstNames quotes the first few names for an error message.
func FirstNames(names []string) string {
	const most = 4
	var quoted []string
	for _, n := range names[:min(most, len(names))] {
		quoted = append(quoted, fmt.Sprintf("%q", n))
	}
	if len(names) > most {
		quoted = append(quoted, fmt.Sprintf("and %d more", len(names)-most))
	}
	if len(quoted) == 0 {
		return "no joints"
	}
	return strings.Join(quoted, ", ")
}
