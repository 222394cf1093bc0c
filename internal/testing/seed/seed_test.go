package seed

import (
	"slices"
	"strings"
	"testing"
)

// recorder is a test that fails when it is told to and keeps what it logs.
type recorder struct {
	testing.TB
	failed bool
	logged []string
}

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return "TestThis/of (two)" }
func (r *recorder) Failed() bool { return r.failed }
func (r *recorder) Logf(format string, args ...any) {
	r.logged = append(r.logged, args[1].(string))
}

// The seeds count up without the variable, and follow from its value with it; the seed
// that fails is the first of the command that repeats it.
func TestCases(t *testing.T) {
	t.Setenv(Variable, "")
	if got := slices.Collect(Cases(t, 3)); !slices.Equal(got, []uint64{0, 1, 2}) {
		t.Errorf("%v", got)
	}
	t.Setenv(Variable, "0x10")
	drawn := slices.Collect(Cases(t, 4))
	if drawn[0] != 16 || First(t) != 16 || len(drawn) != 4 || slices.Equal(drawn[1:3], []uint64{17, 18}) {
		t.Errorf("%v, then %d", drawn, First(t))
	}
	r := &recorder{}
	for s := range Cases(r, 4) {
		r.failed = s == drawn[2]
	}
	if len(r.logged) != 1 || !strings.HasPrefix(r.logged[0], Variable+"=") || !strings.HasSuffix(r.logged[0], ` go test -count=1 -run '^TestThis$/^of \(two\)$' ./internal/testing/seed`) {
		t.Fatalf("logged %q", r.logged)
	}
	value, _, _ := strings.Cut(strings.TrimPrefix(r.logged[0], Variable+"="), " ")
	t.Setenv(Variable, value)
	if again := slices.Collect(Cases(t, 2)); again[0] != drawn[2] || again[1] != drawn[3] {
		t.Errorf("%v, drawn were %v", again, drawn)
	}
	if _, _, err := start("many"); err == nil {
		t.Error(`"many" is taken for a number`)
	}
}
