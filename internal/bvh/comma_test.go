package bvh_test

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/bvh"
)

// TestDecimalCommas: commas are decimal points where the words between blanks make up the frames, whichever
// line has the first one, and separate numbers elsewhere.
func TestDecimalCommas(t *testing.T) {
	for name, c := range map[string]struct {
		frames, text string
		want         []float64
		notes        []bvh.NoteKind
	}{
		"first in the second frame":      {"Frames: 2", "1 2 3\n4,5 -2 ,5\n", []float64{1, 2, 3, 4.5, -2, 0.5}, []bvh.NoteKind{bvh.DecimalComma}},
		"of a recording that was cut":    {"Frames: 5", "1 2 3\n4 -,5 6\n", []float64{1, 2, 3, 4, -0.5, 6}, []bvh.NoteKind{bvh.DecimalComma, bvh.MissingFrames}},
		"without a number of frames":     {"", "1 2 3\n4 5,25 6e1\n", []float64{1, 2, 3, 4, 5.25, 60}, []bvh.NoteKind{bvh.DecimalComma, bvh.NoCount}},
		"frames that go on in a line":    {"Frames: 3", "1,5 2 3 4,5\n-,5 6 7 8 ,25\n", []float64{1.5, 2, 3, 4.5, -0.5, 6, 7, 8, 0.25}, []bvh.NoteKind{bvh.DecimalComma}},
		"beside decimal points":          {"Frames: 2", "1.5 2 3\n4,5 5 6\n", []float64{1.5, 2, 3, 4.5, 5, 6}, []bvh.NoteKind{bvh.DecimalComma}},
		"which also separate":            {"Frames: 2", "1,5, 2, 3\n4, 5, 6,\n", []float64{1.5, 2, 3, 4, 5, 6}, []bvh.NoteKind{bvh.DecimalComma}},
		"before the first digit":         {"Frames: 2", ",5 2 3\n4 5,5 6\n", []float64{0.5, 2, 3, 4, 5.5, 6}, []bvh.NoteKind{bvh.DecimalComma}},
		"separating":                     {"Frames: 2", "1,2,3\n4,5,6\n", []float64{1, 2, 3, 4, 5, 6}, nil},
		"separating with blanks":         {"Frames: 2", "1,2 3\n4 ,5,6\n", []float64{1, 2, 3, 4, 5, 6}, nil},
		"separating, points before":      {"Frames: 2", ".1 .2 .3\n.4,.5,.6\n", []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, nil},
		"separating in one line":         {"Frames: 2", "1,2 3,4 5,6\n", []float64{1, 2, 3, 4, 5, 6}, nil},
		"separating, without a number":   {"", "1 2 3\n4,5,6\n", []float64{1, 2, 3, 4, 5, 6}, []bvh.NoteKind{bvh.NoCount}},
		"three words in a line of three": {"", "1,2 3,4 5,6\n", []float64{1.2, 3.4, 5.6}, []bvh.NoteKind{bvh.DecimalComma, bvh.NoCount}},
	} {
		d, err := parse(motionOf(c.frames, c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var notes []bvh.NoteKind
		for _, n := range d.Notes {
			notes = append(notes, n.Kind)
		}
		if !slices.Equal(d.Rows, c.want) || !slices.Equal(notes, c.notes) {
			t.Errorf("%s: %v, notes %v; want %v, %v", name, d.Rows, notes, c.want, c.notes)
		}
	}
	d, err := parse(motionOf("Frames: 9", "1,2 3,4\n5,6\n"))
	if err != nil || len(d.Notes) == 0 || d.Notes[0].Kind != bvh.UnclearComma {
		t.Errorf("commas that are unclear: %+v, %v", d, err)
	}
	if d, err := parse("ROOT a { OFFSET ,5 -1,5 2\n CHANNELS 1 Xrotation JOINT b { OFFSET 1,2,3\n } } MOTION Frames: 1\n1\n"); err != nil || d.Joints[0].Offset != [3]float64{0.5, -1.5, 2} || d.Joints[1].Offset != [3]float64{1, 2, 3} {
		t.Errorf("offsets: %+v, %v", d, err)
	}
}
