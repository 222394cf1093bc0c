package importer_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
)

const bvhFrames = 4

// bvhFile writes two joints with these channels; the value of column c is c+1, and c+1 more in each
// frame.
func bvhFile(t *testing.T, end string, hips, chest []string) string {
	t.Helper()
	var b strings.Builder
	channels := func(list []string) string { return fmt.Sprint(len(list)) + " " + strings.Join(list, " ") }
	fmt.Fprintf(&b, "HIERARCHY\nROOT hips\n{\n  OFFSET 10 20 30\n  CHANNELS %s\n  JOINT chest\n  {\n    OFFSET 1 2 3\n    CHANNELS %s\n    End Site\n    {\n      OFFSET 0 1 0\n    }\n  }\n}\n", channels(hips), channels(chest))
	fmt.Fprintf(&b, "MOTION\nFrames: %d\nFrame Time: 0.125\n", bvhFrames)
	for frame := range bvhFrames {
		for c := range len(hips) + len(chest) {
			fmt.Fprintf(&b, "%d ", (frame+1)*(c+1))
		}
		b.WriteByte('\n')
	}
	return store(t, "made.bvh", []byte(strings.ReplaceAll(b.String(), "\n", end)))
}

// bvhLocal is the transform of a joint in a frame: its position channels stand for the offset on
// their axes, its rotations apply in order.
func bvhLocal(offset exact.Vec, channels []string, column, frame int) exact.Matrix {
	turn := exact.Identity()
	for k, name := range channels {
		v := float64((frame + 1) * (column + k + 1))
		axis := strings.IndexByte("XYZ", name[0])
		if strings.HasSuffix(name, "position") {
			offset[axis] = v
			continue
		}
		turn = turn.Mul(aboutAxis(axis, v*math.Pi/180))
	}
	turn[3], turn[7], turn[11] = offset[0], offset[1], offset[2]
	return turn
}

// aboutAxis is the rotation about an axis by an angle.
func aboutAxis(axis int, angle float64) exact.Matrix {
	sin, cos := math.Sincos(angle)
	m := exact.Identity()
	a, b := (axis+1)%3, (axis+2)%3
	m[4*a+a], m[4*b+b], m[4*a+b], m[4*b+a] = cos, cos, -sin, sin
	return m
}

// TestBVHPositions: position channels move their joint, whatever others it has: some axes or all,
// in any order, of the root or below.
func TestBVHPositions(t *testing.T) {
	words := strings.Fields
	turns := words("Zrotation Xrotation Yrotation")
	for name, c := range map[string]struct{ hips, chest []string }{
		"as usual":                    {words("Xposition Yposition Zposition Zrotation Xrotation Yrotation"), turns},
		"height of the root":          {words("Yposition Zrotation Xrotation Yrotation"), turns},
		"height last":                 {words("Zrotation Xrotation Yrotation Yposition"), turns},
		"two axes, in between":        {words("Zposition Zrotation Xposition Xrotation Yrotation"), turns},
		"positions alone":             {words("Xposition Yposition Zposition"), turns},
		"positions alone, from Z":     {words("Zposition Yposition Xposition"), words("Yposition")},
		"positions below":             {turns, words("Zposition Xposition Yposition")},
		"both":                        {words("Zposition Zrotation Yposition"), words("Xposition Yrotation")},
		"six, turned first":           {words("Zrotation Xrotation Yrotation Zposition Xposition Yposition"), turns},
		"seven":                       {words("Xposition Yposition Zposition Zrotation Xrotation Yrotation Zrotation"), turns},
		"none":                        {turns, turns},
		"none at all of the root":     {nil, words("Xposition Zrotation")},
		"six with all below the root": {turns, words("Xposition Yposition Zposition Zrotation Xrotation Yrotation")},
	} {
		for _, end := range []string{"\n", "\r\n", " \t\n\n"} {
			t.Run(name, func(t *testing.T) {
				var r report.Report
				m := files.LoadWith(t, bvhFile(t, end, c.hips, c.chest), importer.Options{Report: &r, Unit: 1})
				if slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Severity == report.Loss }) {
					t.Error(r.Findings)
				}
				for frame := range bvhFrames {
					pose := oracle.Evaluate(m, m.Clips, float64(frame)*0.125)
					hips := bvhLocal(exact.Vec{10, 20, 30}, c.hips, 0, frame)
					chest := hips.Mul(bvhLocal(exact.Vec{1, 2, 3}, c.chest, len(c.hips), frame))
					for joint, want := range map[string]exact.Matrix{"hips": hips, "chest": chest} {
						got := pose.Model[m.Skeleton.Joint(joint)]
						must.AllNear(t, fmt.Sprintf("%s at frame %d", joint, frame), got[:12], want[:12], 1e-4)
					}
				}
			})
		}
	}
}

// TestBVHFrameTime: a frame time of 0 is told.
func TestBVHFrameTime(t *testing.T) {
	text := "HIERARCHY\nROOT hips\n{\nOFFSET 0 1 0\nCHANNELS 4 Yposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0\n1 0 0 0\n2 0 90 0\n"
	path := store(t, "made.bvh", []byte(text))
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r})
	if m.Clips[0].TicksPerSecond != 25 || !hasFinding(&r, report.Repair, report.AssumedRate, "states a frame time of 0; 25 frames per second are assumed") {
		t.Error(r.Findings)
	}
	m = files.LoadWith(t, path, importer.Options{Report: &r, TicksPerSecond: 30})
	if m.Clips[0].TicksPerSecond != 30 || hasFinding(&r, report.Repair, report.AssumedRate, "") {
		t.Error(r.Findings)
	}
}
