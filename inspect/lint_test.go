package inspect

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// Whatever is valid is checked, of any number of joints, twice with the same findings.
func TestAnyModel(t *testing.T) {
	for s := range seed.Cases(t, 3) {
		for _, joints := range [...]int{1, 15, 16, 17, 67} {
			m := figure.Random(s, joints)
			first, err := Lint(t.Context(), m, nil, Config{})
			must.Do(t, err)
			again, err := Lint(t.Context(), m, nil, Config{})
			must.Do(t, err)
			if a, b := fmt.Sprint(first), fmt.Sprint(again); a != b {
				t.Errorf("%d joints: %s and then %s", joints, a, b)
			}
			for _, f := range first {
				if f.Size-f.Size != 0 || strings.Contains(f.Message, "NaN") || f.Message == "" {
					t.Errorf("%d joints: %+v", joints, f)
				}
			}
		}
	}
}

// Models without joints, meshes or clips have no findings.
func TestEmptyModels(t *testing.T) {
	none := &soa.Model{Skeleton: &soa.Skeleton{}}
	list, err := Lint(t.Context(), none, nil, Config{})
	if err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	none.Clips = []*soa.Clip{{Name: "empty", TicksPerSecond: 25}}
	if list, err = Lint(t.Context(), none, nil, Config{}); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// Invalid models and a context that has ended are errors.
func TestModelErrors(t *testing.T) {
	for _, m := range []*soa.Model{nil, {}, {Skeleton: &soa.Skeleton{Name: []string{"a"}}}} {
		if _, err := Lint(t.Context(), m, nil, Config{}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Lint(ctx, strider(t), nil, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// The deepest skeleton and thousands of findings take no longer than they must: there is one finding
// more than the bound, which says so.
func TestManyJoints(t *testing.T) {
	const n = soa.MaxJoints
	k := &soa.Skeleton{Name: make([]string, n), Parent: make([]int16, n), Unit: make([]float32, n), Rest: soa.MakeTransforms(n)}
	c := &soa.Clip{Name: "all", TicksPerSecond: 30, Duration: 30}
	for j := range n {
		k.Name[j], k.Parent[j], k.Unit[j] = fmt.Sprint(j/2), int16(j-1), 1
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: soa.Rotation, First: uint32(len(c.Time))})
		for i := range 2 {
			c.Time, c.X, c.Y = append(c.Time, float32(30*i)), append(c.X, float32(i)), append(c.Y, 0)
			c.Z, c.W = append(c.Z, 0), append(c.W, float32(1-i))
		}
	}
	k.ComputeDepth()
	list, err := Lint(t.Context(), &soa.Model{Skeleton: k, Clips: []*soa.Clip{c}}, nil, Config{})
	must.Do(t, err)
	names := 0
	for _, f := range list {
		if f.Rule == "same-names" {
			names++
		}
	}
	if names != mostOfRule || !strings.Contains(fmt.Sprint(list), "more findings were left out") {
		t.Errorf("%d findings of names", names)
	}
}

// Every rule says what it finds, in which unit, and by one function.
func TestTable(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range Rules() {
		if seen[r.Name] || r.Name == "" || r.Doc == "" || r.Grade == Off || r.Grade > Error || r.model != nil && r.clip != nil {
			t.Errorf("%+v", r)
		}
		seen[r.Name] = true
	}
	for kind, rule := range byKind {
		if !seen[rule] {
			t.Errorf("%v has no rule %q", kind, rule)
		}
	}
	for g := Off; g <= Error; g++ {
		if parsed, ok := ParseGrade(g.String()); !ok || parsed != g {
			t.Errorf("%v is read as %v", g, parsed)
		}
	}
	if _, ok := ParseGrade("bad"); ok {
		t.Error("bad is a grade")
	}
}
