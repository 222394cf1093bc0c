package transfer

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// avatarBones carries an animation for any avatar (VRMC_vrm_animation) over to an avatar. Both say which
// joints are the bones of a body, and rest in a T-pose, so that a bone's rotation relative to its
// rest, in model space, means the same for both:
//
//	W'(p)⁻¹ · C · W(p) · q · W⁻¹ · C⁻¹ · W'
//
// with W, W' the rotations at rest of a bone of the animation and of the avatar in model space,
// (p) those of their parents, and C from where the animation faces to where the avatar does. The
// hips move as far as the animation's, times the ratio of their heights at rest.
type avatarBones struct {
	bone  []string           // per joint of from: the bone that it is, or ""
	of    map[string]int     // the model's joint of a bone
	post  map[int][4]float64 // per joint of from that has a counterpart: W⁻¹·C⁻¹·W'
	turn  exact.Quat         // C
	still bool               // the hips do not move
	hips  int                // of from, or −1
}

// findHumanoid returns how to carry over the clips, or nil where joints are matched by name.
func (t *transfer) findHumanoid() *avatarBones {
	from, to := t.from.Model.Avatar, t.model.Avatar
	if from == nil || !from.Animation || to == nil || len(to.Bones) == 0 {
		return nil
	}
	h := &avatarBones{
		bone: make([]string, len(t.from.Joints)), of: make(map[string]int), post: make(map[int][4]float64), turn: exact.IdentityQuat(), hips: soa.NoJoint,
	}
	if to.Backward {
		h.turn = exact.Quat{1: 1}
	}
	for _, b := range to.Bones {
		if _, twice := h.of[b.Bone]; b.Node.Joint >= 0 && !twice {
			h.of[b.Bone] = b.Node.Joint
		}
	}
	for _, b := range from.Bones {
		if j := b.Node.Joint; j >= 0 {
			if h.bone[j] = b.Bone; b.Bone == "hips" {
				h.hips = j
			}
		}
	}
	return h
}

// matchBones finds the counterpart of each bone. Joints that are no bones have none.
func (t *transfer) matchBones(h *avatarBones) {
	for i := range t.from.Joints {
		j := &t.from.Joints[i]
		t.target[i], t.lead[i] = soa.NoJoint, exact.Identity()
		to, ok := h.of[h.bone[i]]
		driven := drivenByClip(t.from, i)
		switch {
		case ok && driven:
			t.target[i] = to
			t.matched++
			t.alignBone(h, i, to)
		case driven && h.bone[i] != "":
			t.missing = append(t.missing, j.Name)
			t.from.Report.Add(report.Loss, report.MissingJoint, j.Name, "the avatar has no bone %q; its tracks are left out", h.bone[i])
		case driven:
			t.from.Report.Add(report.Info, report.MissingJoint, j.Name, "it is no bone of a body; its tracks are left out")
		}
	}
}

// alignBone computes the constant transforms before and after the keys of a bone.
func (t *transfer) alignBone(h *avatarBones, i, to int) {
	parent, above := t.from.RestModel(t.from.Joints[i].Parent), exact.Identity()
	if p := t.model.Skeleton.Parent[to]; p >= 0 {
		above = t.rest.Rest.Global[p]
	}
	own, there := t.from.RestModel(i), t.rest.Rest.Global[to]
	h.post[i] = rotationOf(own).Conjugate().Mul(h.turn.Conjugate()).Mul(rotationOf(there)).Unit()
	if i != h.hips {
		q := rotationOf(above).Conjugate().Mul(h.turn).Mul(rotationOf(parent)).Unit()
		t.lead[i] = exact.Compose(exact.Vec{}, q, exact.Vec{1, 1, 1})
		return
	}
	ratio := there.Translation()[1] / own.Translation()[1]
	if h.still = !(own.Translation()[1] > 0) || !(ratio > 0); h.still {
		t.from.Report.Add(report.Loss, report.DifferentFrames, t.from.Joints[i].Name, "its translation is left out: hips at heights of %.3g m and %.3g m at rest have no ratio", own.Translation()[1], there.Translation()[1])
		ratio = 1
	}
	down, ok := above.Inverse()
	if !ok {
		down = exact.Identity()
	}
	t.lead[i] = down.Mul(exact.Compose(exact.Vec{}, h.turn, exact.Vec{ratio, ratio, ratio})).Mul(parent)
}

// rotationOf returns the rotation of a matrix without its scale.
func rotationOf(m exact.Matrix) exact.Quat {
	_, q, _, _ := m.Decompose()
	return q
}

// takes reports whether a property of joint i is carried over from clip c: what the clip moves or
// states; of an avatar rotations, and the translation of the hips where the clip has one.
func (t *transfer) takes(c, i int, slot *track.Slot, p soa.Property) bool {
	h := t.body
	if h == nil {
		return slot.DrivenIn(c) || t.states(c, i, p)
	}
	return p == soa.Rotation || p == soa.Translation && i == h.hips && !h.still && t.states(c, i, p)
}

// states reports whether the file has a curve of a property of joint i in clip c, be it one that
// holds the value at rest.
func (t *transfer) states(c, i int, p soa.Property) bool {
	return slices.ContainsFunc(t.from.Nodes[i], func(node int) bool { return t.from.Clips[c].ByNode[node].States(p) })
}

// postRotation returns the rotation that comes behind the keys of joint i.
func (h *avatarBones) postRotation(i int) exact.Quat {
	if h == nil {
		return exact.IdentityQuat()
	}
	return h.post[i]
}

// left reports keys of bones that an animation for any avatar must not have.
func (t *transfer) left(c, i int, part *track.Slot, p soa.Property) {
	if i == t.body.hips && p == soa.Translation {
		return // none, or reported
	}
	same := func(v [4]float64) [4]float64 { return v }
	if tr := part.Transferred(c, part.Rest, p, same, same); tr != nil && !tr.Constant() {
		t.from.Report.Add(report.Loss, report.DifferentFrames, t.from.Joints[i].Name, "its %v is left out: bones of avatars rotate, and the hips alone move", p)
	}
}
