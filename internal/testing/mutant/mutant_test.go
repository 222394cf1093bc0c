package mutant_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/mutant"
	"github.com/sinew-anim/sinew/soa"
)

// A clone shares nothing with what it is a copy of, and changes change it alone.
func TestChange(t *testing.T) {
	m, want := figure.Random(1, 4), figure.Random(1, 4)
	r := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for range 200 {
		c := mutant.Clone(m)
		if !reflect.DeepEqual(c, m) {
			t.Fatal("a clone differs")
		}
		what := mutant.Change(r, c)
		if what == "" {
			t.Fatal("nothing says what has changed")
		}
		if !reflect.DeepEqual(c, m) {
			changed++
		}
		if !reflect.DeepEqual(m, want) {
			t.Fatalf("%s changed the original", what)
		}
	}
	if changed < 150 {
		t.Errorf("%d of 200 changes changed anything", changed)
	}
	var list struct{ A []soa.Event }
	for range 100 {
		mutant.Change(r, &list)
	}
}
