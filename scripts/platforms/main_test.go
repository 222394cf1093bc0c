package main

import (
	"strings"
	"testing"
)

// TestCheck: of a package that is imported, what one platform lacks is found there alone.
func TestCheck(t *testing.T) {
	for on, want := range map[string][]string{
		"linux/amd64":   nil,
		"windows/amd64": {"undefined: pages"},
		"linux/arm64":   {"sum has no body"},
		"linux/386":     {"overflows int", "sum has no body"},
		"linux/none":    {"unsupported GOOS/GOARCH pair"},
		"linux":         {"no platform"},
	} {
		n, problems, err := check(".", on, []string{"./testdata/user"})
		if err != nil {
			problems = append(problems, err.Error())
		} else if n != 2 {
			t.Errorf("%s: %d packages", on, n)
		}
		found := strings.Join(problems, "\n")
		if len(problems) != len(want) {
			t.Errorf("%s: %s", on, found)
		}
		for _, part := range want {
			if !strings.Contains(found, part) {
				t.Errorf("%s: %q lacks %q", on, found, part)
			}
		}
	}
}
