package control_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// follower returns a modifier with which a joint follows another one.
func follower(owner, target string) control.Entry {
	return control.Entry{Do: &control.ConstraintStack{Joint: owner, Stack: []control.Constraint{
		{Rule: constraint.CopyRotation{Axes: constraint.AllAxes}, Targets: []control.Target{{Joint: target}}, Influence: 1},
	}}}
}

// Constraints are refused exactly where by the definition one leads back to itself: what a target is
// at or below moves it.
func TestCirclesOfConstraints(t *testing.T) {
	circles := 0
	for s := range seed.Cases(t, 400) {
		r := rand.New(rand.NewPCG(s, 2))
		k := manyjoints.Model(manyjoints.Chain, 2+r.IntN(9), 1).Skeleton
		for j := range k.Parent {
			k.Name[j], k.Parent[j] = fmt.Sprint("j", j), int16(r.IntN(j+1)-1)
		}
		k.ComputeDepth()
		var doc control.Document
		var list [][2]int
		for range 1 + r.IntN(8) {
			owner, target := r.IntN(k.Len()), r.IntN(k.Len())
			if k.InSubtree(target, owner) {
				continue // which is refused by itself
			}
			list = append(list, [2]int{owner, target})
			name := k.Name[target]
			if r.IntN(2) == 0 {
				name = k.Path(target)
			}
			doc.Modifiers = append(doc.Modifiers, follower(k.Name[owner], name))
		}
		want := leadBack(k, list)
		if want {
			circles++
		}
		err := doc.Check(k)
		if got := err != nil && strings.Contains(err.Error(), "it goes in a circle"); got != want || err != nil && !got {
			t.Fatalf("%v above %v: %v, want a circle: %v", list, k.Parent, err, want)
		}
	}
	if circles < 20 {
		t.Errorf("only %d circles", circles)
	}
}

// leadBack reports whether an owner follows itself, by the closure of all that each follows.
func leadBack(k *soa.Skeleton, list [][2]int) bool {
	n := len(list)
	follows := make([][]bool, n)
	for a := range list {
		follows[a] = make([]bool, n)
		for b := range list {
			follows[a][b] = k.InSubtree(list[a][1], list[b][0])
		}
	}
	for via := range n {
		for a := range n {
			for b := range n {
				follows[a][b] = follows[a][b] || follows[a][via] && follows[via][b]
			}
		}
	}
	for a := range n {
		if follows[a][a] {
			return true
		}
	}
	return false
}

// As many constraints as a document can have, each of which follows the next, take no time that
// counts: neither with the joints at hand nor without.
func TestLongChainsOfConstraints(t *testing.T) {
	m := manyjoints.Model(manyjoints.Star, control.MaxModifiers+2, 1)
	var doc control.Document
	for i := range control.MaxModifiers {
		doc.Modifiers = append(doc.Modifiers, follower(m.Skeleton.Name[i+1], m.Skeleton.Name[i+2]))
	}
	must.Do(t, doc.Check(nil))
	must.Do(t, doc.Check(m.Skeleton))
	last := doc.Modifiers[control.MaxModifiers-1].Do.(*control.ConstraintStack)
	last.Stack[0].Targets[0].Joint = m.Skeleton.Name[1]
	for _, k := range []*soa.Skeleton{nil, m.Skeleton} {
		if err := doc.Check(k); err == nil || !strings.Contains(err.Error(), "it goes in a circle") {
			t.Errorf("a circle of all: %.200v", err)
		}
	}
}
