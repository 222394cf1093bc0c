package summary

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestSumOfFindings: findings that differ in names and numbers are one line with their
// count, the first names and what the worst says; those that say something else are not.
func TestSumOfFindings(t *testing.T) {
	in := Model{File: "a.fbx"}
	for i := range 40 {
		in.Findings = append(in.Findings, Finding{Severity: "loss", Kind: "lost-shear", File: "a.fbx", Where: fmt.Sprintf("bone%d", i), Message: fmt.Sprintf("it shears by %.3g: up to %d mm off", float64(i%7)/10, 1+(i*7)%40)})
	}
	in.Findings = append(in.Findings,
		Finding{Severity: "loss", Kind: "lost-shear", File: "a.fbx", Where: "tail", Message: "it cannot be read"},
		Finding{Severity: "info", Kind: "lost-shear", File: "a.fbx", Where: "tail", Message: "it shears by 1: up to 90 mm off"},
		Finding{Severity: "repair", Kind: "x", File: "b.fbx", Where: "m", Message: "small", Size: 0.1},
		Finding{Severity: "repair", Kind: "x", File: "b.fbx", Where: "n", Message: "small", Size: 0.3})
	var lines []string
	for _, severity := range []string{"loss", "repair", "info"} {
		for _, group := range in.alike(severity) {
			lines = append(lines, in.sum(group))
		}
	}
	want := []string{
		"bone0, bone1, bone2, … and 37 more: it shears by 0.3: up to 40 mm off [lost-shear, 40 alike; the worst is bone17]",
		"tail: it cannot be read [lost-shear]",
		"b.fbx: m, n: small [x, 2 alike; the worst is n]",
		"tail: it shears by 1: up to 90 mm off [lost-shear]",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}
