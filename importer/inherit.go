package importer

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/fbx"
)

// reportInheritedScale reports the joints of an FBX file that inherit less of
// their parent's scale than they get here: libassimp multiplies matrices and
// ignores inherit types. Only scaled parents make a difference.
func reportInheritedScale(in *input, joints []joint, lead float64) {
	scaled, stretched := scaledJoints(joints, lead)
	if in.fbx == nil || in.fbx.err != nil || len(scaled) == 0 {
		return
	}
	inherit := in.fbx.file.Inherits()
	var names []string
	for i := range joints {
		p := joints[i].parent
		for p >= 0 && strings.HasSuffix(joints[p].name, splitSuffix) && joints[p].name == joints[i].name+splitSuffix {
			p = joints[p].parent // the first part of the joint itself
		}
		if p < 0 || !scaled[p] {
			continue
		}
		how, stated := inherit[joints[i].name]
		if stated && (how == fbx.Rrs || how == fbx.RrSs && stretched[p]) {
			names = append(names, fmt.Sprintf("%q", joints[i].name))
		}
	}
	if n := len(names); n > 0 {
		const most = 4
		if n > most {
			names = append(names[:most], fmt.Sprintf("%d more", n-most))
		}
		in.report.add(Loss, InheritedScale, "", "%d joints (%s) inherit their parent's scale here but not in the file, because libassimp ignores inherit types; export without segment scale compensation, or bake scales", n, strings.Join(names, ", "))
	}
}

// scaledJoints returns the joints that scale their children, and of these those
// that scale unevenly.
func scaledJoints(joints []joint, lead float64) (scaled, stretched map[int]bool) {
	scaled, stretched = make(map[int]bool), make(map[int]bool)
	onlyLead := func(v [4]float64) bool { return isUniform(v) && math.Abs(v[0]/lead-1) < scaleTolerance }
	for i := range joints {
		j := &joints[i]
		own := isOne
		if j.parent < 0 {
			own = onlyLead // a root carries the file's unit, which is no scale of its own
		}
		if j.static != nil || !j.s.every(own) {
			scaled[i] = true
			stretched[i] = j.static != nil || !j.s.every(isUniform)
		}
	}
	return scaled, stretched
}
