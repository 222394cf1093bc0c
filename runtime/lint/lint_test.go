package lint

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
			first, err := Model(t.Context(), m, nil, Config{})
			must.Do(t, err)
			again, err := Model(t.Context(), m, nil, Config{})
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
	list, err := Model(t.Context(), none, nil, Config{})
	if err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	none.Clips = []*soa.Clip{{Name: "empty", TicksPerSecond: 25}}
	if list, err = Model(t.Context(), none, nil, Config{}); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// Invalid models and a context that has ended are errors.
func TestModelErrors(t *testing.T) {
	for _, m := range []*soa.Model{nil, {}, {Skeleton: &soa.Skeleton{Name: []string{"a"}}}} {
		if _, err := Model(t.Context(), m, nil, Config{}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Model(ctx, strider(t), nil, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
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
