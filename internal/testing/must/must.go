// Package must ends a test at the first thing that fails.
//
//	must.Do(t, crowd.Update(dt))
//	must.Near(t, "height", height, 1.8, 1e-6)
//	must.AllNear(t, "eye", eye[:], want[:], 1e-6)
package must

import "math"

// T is the part of testing.TB that tests of package rapid have too.
type T interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// number is what an untyped constant can be too.
type number interface{ ~int | ~float32 | ~float64 }

// Do ends the test if there is an error.
func Do(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Near ends the test if got is farther than within from want. NaN is far from everything.
func Near[G, W number](t T, what string, got G, want W, within float64) {
	t.Helper()
	if !isNear(got, want, within) {
		t.Fatalf("%s is %v, want %v ± %g", what, got, want, within)
	}
}

// AllNear ends the test if the lists differ in length, or by more than within in an entry.
func AllNear[G, W number](t T, what string, got []G, want []W, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d entries, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !isNear(got[i], want[i], within) {
			t.Fatalf("%s is %v, want %v ± %g: entry %d differs", what, got, want, within, i)
		}
	}
}

func isNear[G, W number](got G, want W, within float64) bool {
	return float64(got) == float64(want) || math.Abs(float64(got)-float64(want)) <= within
}
