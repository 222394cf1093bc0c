//go:build cgo

package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
)

// A clip in which no foot ever stands is told of, in the report too.
func TestBakeContactsWarns(t *testing.T) {
	leg := func(side, x string) string {
		return "JOINT " + side + "UpLeg\n{\nOFFSET " + x + " 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT " + side + "Leg\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT " +
			side + "Foot\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -0.1 0.1\n}\n}\n}\n}\n"
	}
	bvh := "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" + leg("Left", "0.1") + leg("Right", "-0.1") + "}\nMOTION\nFrames: 6\nFrame Time: 0.05\n"
	for k := range 6 {
		bvh += "0 " + []string{"1", "1.4"}[k%2] + " 0" + strings.Repeat(" 0", 3+2*9) + "\n"
	}
	file := write(t, "shaken.bvh", bvh)
	out := filepath.Join(t.TempDir(), "shaken.sinew")
	code, stdout, stderr := sinew(t, "bake", file, "-o", out, "--unit", "1", "--contacts", "--json")
	checkComplaint(t, stderr, "shaken.sinew", "Motion")
	if said := decode[baker.Summary](t, stdout); code != exitOK || !slices.Equal(said.Files[0].NoContact, []string{"Motion"}) {
		t.Errorf("exit code %d: %+v", code, said.Files[0])
	}
}
