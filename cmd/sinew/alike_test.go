//go:build cgo

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
)

// limbs is a file of hips that turn, with limbs of which each may end in a joint of its own.
func limbs(t *testing.T, ends int) string {
	turn := map[string][]exact.Vec{"R": {{0, 0, 0}, {0, 10, 0}, {0, 20, 0}}}
	f := &fbxfile.File{Models: []fbxfile.Model{{Name: "hips", Mesh: true, Curves: turn}}}
	for k := range 36 {
		name := fmt.Sprintf("limb %c", 'A'+k)
		f.Models = append(f.Models, fbxfile.Model{Name: name, Parent: "hips", Translation: exact.Vec{float64(k), 10, 0}, Curves: turn})
		if k < ends {
			f.Models = append(f.Models, fbxfile.Model{Name: name + " nub", Parent: name, Translation: exact.Vec{0, 5, 0}, Curves: turn})
		}
	}
	return f.Write(t)
}

// TestAlikeLosses: what an import loses of many joints is one entry with a count on a page, which JSON has in full.
func TestAlikeLosses(t *testing.T) {
	for _, ends := range []int{36, 5, 1} {
		args := []string{"convert", limbs(t, 0), "--with", limbs(t, ends), "-o", t.TempDir() + "/out.glb"}
		if page := succeed(t, args...); strings.Contains(page, fmt.Sprintf("(%d ", ends)) != (ends > 1) || strings.Count(page, "\n") > 10 {
			t.Errorf("%d ends: %s", ends, page)
		}
		if n := len(answer[struct{ Losses []any }](t, args...).Losses); n != ends {
			t.Errorf("%d losses in JSON, want %d", n, ends)
		}
	}
}
