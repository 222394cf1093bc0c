package suggest

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func TestNames(t *testing.T) {
	names := []string{"walk", "run", "wave", "Wlk", ""}
	for _, c := range []struct {
		name string
		most int
		want []int
	}{
		{"walk", 1, []int{0}}, {"WLAK", 3, []int{3, 0, 2}}, {"", 2, []int{4, 1}}, {"rune", 1, []int{1}}, {"walk", 0, []int{}},
		{"walk", 9, []int{0, 3, 2, 1, 4}},
	} {
		if got := Names(names, c.name, c.most); !slices.Equal(got, c.want) {
			t.Errorf("near %q are %v, want %v", c.name, got, c.want)
		}
	}
	if got := Close(names, "wal", 3); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("close to \"wal\" are %v", got)
	}
	if got := Close(names, "jump", 3); len(got) != 0 {
		t.Errorf("close to \"jump\" are %v", got)
	}
	if got := Names(nil, "walk", 3); len(got) != 0 {
		t.Errorf("of no names %v are near", got)
	}
}

func TestDistance(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"über", "uber", 1}, {long, long + "y", 0}, {long, "", longest}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%.9q to %.9q is %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("%.9q to %.9q is %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	seven := []string{"a1", "b1", "c1", "d1", "e1", "f1", "g1"}
	for _, c := range []struct {
		names []string
		name  string
		want  string
	}{
		{[]string{"speed", "jump"}, "sped", `, did you mean "speed"?`},
		{[]string{"speed", "jump"}, "JUMP", `, did you mean "jump"?`},
		{[]string{"speed", "jump"}, "xyz", `; there are "jump", "speed"`},
		{seven, "2345", `; there are "a1", "b1", "c1", "d1", "e1", "f1" and others`},
		{nil, "speed", ""},
	} {
		if got := Hint(c.names, c.name); got != c.want {
			t.Errorf("the hint for %q is %q, want %q", c.name, got, c.want)
		}
	}
}

// A joint is found by its name, its path or the end of its path; a whole path counts before the
// end of another.
func TestJoint(t *testing.T) {
	k := &soa.Skeleton{
		Name:   []string{"hips", "leg", "foot", "leg", "foot", "hips", "leg", "Ball"},
		Parent: []int16{-1, 0, 1, 0, 3, 1, 5, 6},
	}
	for _, c := range []struct {
		name    string
		want    int
		problem string
	}{
		{"Ball", 7, ""}, {"hips/leg/hips/leg", 6, ""}, {"leg/hips", 5, ""}, {"leg/Ball", 7, ""},
		{"hips", -1, `"hips" means two joints and more: "hips" and "hips/leg/hips"`},
		{"leg/foot", -1, `"leg/foot" means two joints and more: "hips/leg/foot" and "hips/leg/foot"`},
		{"ball", -1, `there is no joint "ball", did you mean "Ball"?`},
		{"arm/Ball", -1, `there is no joint "arm/Ball", did you mean "Ball"?`},
		{"", -1, `there is no joint ""`},
	} {
		if j, problem := Joint(k, c.name); j != c.want || !strings.HasPrefix(problem, c.problem) || c.problem == "" && problem != "" {
			t.Errorf("%q is %d: %s", c.name, j, problem)
		}
	}
	k.Parent = []int16{-1, 0, 1, -1, 3, 1, 5, 6} // leg/foot is a whole path, and the end of another
	if j, problem := Joint(k, "leg/foot"); j != 4 || problem != "" {
		t.Errorf("a whole path is %d: %s", j, problem)
	}
}
