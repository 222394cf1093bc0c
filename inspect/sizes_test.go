package inspect

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

var quantities = regexp.MustCompile(`([-+.\de]+) ?(mm|m|°|%)(?:\W|$)`)

// tellsSize checks that a message with numbers in the unit of a finding's size has one that is the size.
func tellsSize(t *testing.T, f Finding) {
	t.Helper()
	told := false
	for _, q := range quantities.FindAllStringSubmatch(f.Message, -1) {
		if q[2] == f.Unit {
			if told = true; q[1] == fmt.Sprintf("%.3g", f.Size) || q[1] == fmt.Sprintf("%.4g", f.Size) {
				return
			}
		}
	}
	if told {
		t.Errorf("a size of %v %s: %v", f.Size, f.Unit, f)
	}
	if f.Time != nil && !(*f.Time >= 0) || f.Count < 0 || f.Size == 0 && f.Unit != "" {
		t.Errorf("size %v %s, count %d at %v: %v", f.Size, f.Unit, f.Count, f.Time, f)
	}
}

// Findings tell the sizes that they have.
func TestSizesAreTold(t *testing.T) {
	for _, r := range rules {
		p, ok := plants[r.Name]
		if !ok {
			p = clipPlants[r.Name]
		}
		if p.plant == nil {
			continue
		}
		m := strider(t)
		p.plant(m, p.beyond)
		list, err := Lint(t.Context(), m, nil, Config{})
		must.Do(t, err)
		for _, f := range list {
			tellsSize(t, f)
		}
	}
}

// Of defects of one size the first is named.
func TestFirstOfEqualSizes(t *testing.T) {
	var w worst
	for of, size := range []float64{1, 3, 3, 2, 3} {
		w.add(size, of, float64(10*of))
	}
	if w != (worst{count: 5, size: 3, of: 1, tick: 10}) {
		t.Errorf("%+v", w)
	}
}

// With limits of 0 what is found has a size still, and what has none is not found.
func TestLimitsOfZero(t *testing.T) {
	var c Config
	for _, r := range rules {
		if r.Unit == "mm" {
			c.Rules = append(c.Rules, Setting{Rule: r.Name, HasLimit: true})
		}
	}
	m := strider(t)
	list, err := Lint(t.Context(), m, nil, c)
	must.Do(t, err)
	for _, f := range list {
		tellsSize(t, f)
	}
}

// A size that is its limit is no finding: of the whole model, to the last bit.
func TestSizeAtTheLimit(t *testing.T) {
	m := strider(t)
	size := newSubject(m).size
	found := func(limit float64) bool {
		c := only("unit")
		c.Rules = append(c.Rules, Setting{Rule: "unit", HasLimit: true, Limit: limit})
		list, err := Lint(t.Context(), m, nil, c)
		must.Do(t, err)
		return slices.ContainsFunc(list, func(f Finding) bool { return f.Rule == "unit" })
	}
	for limit, want := range map[float64]bool{size: false, math.Nextafter(size, 0): true, 25 * size: false, 25.001 * size: true, 2 * size: false} {
		if found(limit) != want {
			t.Errorf("a model of %v m with the limit %v m: found %v", size, limit, !want)
		}
	}
}

// So is one of a distance, which limits give for a model of 1.7 m.
func TestDistanceAtTheLimit(t *testing.T) {
	m := strider(t)
	tear(m, 0.003)
	found := func(limit float64) (size float64) {
		c := only("torn-seams")
		c.Rules = append(c.Rules, Setting{Rule: "torn-seams", HasLimit: true, Limit: limit})
		list, err := Lint(t.Context(), m, nil, c)
		must.Do(t, err)
		for _, f := range list {
			if f.Rule == "torn-seams" {
				size = max(size, f.Size)
			}
		}
		return size
	}
	size, scale := found(0), newSubject(m).scaled(1)
	limit, exact := size/scale, false
	for range 50 {
		limit = math.Nextafter(limit, 0)
	}
	for range 100 {
		limit = math.Nextafter(limit, math.Inf(1))
		at := newSubject(m).scaled(limit)
		exact = exact || at == size
		if got := found(limit); (got > 0) != (size > at) {
			t.Fatalf("a seam that opens by %v mm with the limit %v mm: %v mm", size, at, got)
		}
		if at > size {
			break
		}
	}
	if !exact {
		t.Error("no limit is the size")
	}
}
