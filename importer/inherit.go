package importer

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/fbx"
)

// reportInheritedScale names the joints of an FBX file that take over less of
// their parent's scale than libassimp gives them: it multiplies matrices
// whatever a node's inherit type says. Only scaled parents make a difference,
// and only where there is one is the file asked.
func (f *flattener) reportInheritedScale() {
	scaled, stretched := f.scaledJoints()
	if f.fbx == nil || f.fbx.err != nil || len(scaled) == 0 {
		return
	}
	inherit := f.fbx.file.Inherits()
	var names []string
	for i := range f.joints {
		p := f.joints[i].parent
		for p >= 0 && strings.HasSuffix(f.joints[p].name, splitSuffix) && f.joints[p].name == f.joints[i].name+splitSuffix {
			p = f.joints[p].parent // the first part of the joint itself
		}
		if p < 0 || !scaled[p] {
			continue
		}
		how, stated := inherit[f.joints[i].name]
		if stated && (how == fbx.Rrs || how == fbx.RrSs && stretched[p]) {
			names = append(names, fmt.Sprintf("%q", f.joints[i].name))
		}
	}
	if n := len(names); n > 0 {
		const most = 4
		if n > most {
			names = append(names[:most], fmt.Sprintf("%d more", n-most))
		}
		f.report.add(Loss, InheritedScale, "", "%d joints (%s) do not take over their parent's scale in the file, and do here: libassimp has no inherit types; export without segment scale compensation, or bake scales", n, strings.Join(names, ", "))
	}
}

// scaledJoints lists the joints that scale what is below them, and of these the
// ones that do not scale it evenly.
func (f *flattener) scaledJoints() (scaled, stretched map[int]bool) {
	scaled, stretched = make(map[int]bool), make(map[int]bool)
	for i := range f.joints {
		j := &f.joints[i]
		own := isOne
		if j.parent < 0 {
			own = f.onlyLead // a root carries the file's unit, which is no scale of its own
		}
		if j.static != nil || !j.s.every(own) {
			scaled[i] = true
			stretched[i] = j.static != nil || !j.s.every(isUniform)
		}
	}
	return scaled, stretched
}

// onlyLead reports whether a scale is that above the roots.
func (f *flattener) onlyLead(v [4]float64) bool {
	return isUniform(v) && math.Abs(v[0]/f.lead-1) < scaleTolerance
}
