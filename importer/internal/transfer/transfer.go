package transfer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/passes"
	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// ErrNoMatch: the skeleton has too few of the joints that the file drives.
var ErrNoMatch = errors.New("the clip's joints do not match the skeleton")

// Clips rewrites a file's clips for a model's skeleton, with rotations as Rotations does. It also
// returns the model's custom properties, extended by those that the clips drive.
func Clips(ctx context.Context, from *passes.Result, model *soa.Model, rotations bool) (added []*soa.Clip, floats []soa.NamedFloat, err error) {
	t := transfer{from: from, model: model, rest: exact.NewSkeleton(model, nil)}
	if err := t.matchJoints(ctx); err != nil {
		return nil, nil, err
	}
	if driven := t.matched + len(t.missing); 4*t.matched < min(driven, model.Skeleton.Len()) || t.matched == 0 && len(from.Model.Floats) == 0 {
		return nil, nil, fmt.Errorf("%w: %d of its %d driven joints match; it drives %s, the skeleton has %s%s",
			ErrNoMatch, t.matched, driven, report.FirstNames(t.missing), report.FirstNames(model.Skeleton.Name), Remedy(from.Model.Skeleton, model.Skeleton))
	}
	t.matchFloats()
	for c := range from.Clips {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		added = append(added, t.clip(c))
	}
	if t.body != nil {
		return added, t.floats, nil
	}
	if rotations {
		Rotations(from.Report, model, from.Model.Skeleton, t.home(), added)
	} else {
		from.Report.CompareLengths(model, added)
	}
	return added, t.floats, nil
}

// Remedy returns what to do about two skeletons that do not match, for the end of an error: "" unless
// both are human bodies.
func Remedy(from, model *soa.Skeleton) string {
	for _, k := range [...]*soa.Skeleton{from, model} {
		b, how := humanoid.Find(k)
		if how == "" || b.First("hips") < 0 || b.First("leftUpperLeg") < 0 && b.First("leftUpperArm") < 0 {
			return ""
		}
	}
	return "; both are human bodies: sinew retarget carries motion from one to the other"
}

// home returns a function that finds where a joint of the model rests in the file.
func (t *transfer) home() func(joint int) exact.Vec {
	place := make(map[int]exact.Vec)
	for i, j := range t.target {
		if j == soa.NoJoint {
			continue
		}
		above, _ := t.units(i, j)
		place[j] = t.lead[i].Point(track.Vec3(t.from.Joints[i].T.Rest).Scale(above))
	}
	return func(joint int) exact.Vec { return place[joint] }
}

// transfer moves the clips of an imported file to the skeleton of a model.
type transfer struct {
	from    *passes.Result
	model   *soa.Model
	rest    *exact.Skeleton        // the model's
	target  []int                  // per joint of from: the model's joint, or NoJoint
	lead    []exact.Matrix         // per joint of from: premultiplies its local matrices
	body    *avatarBones           // or nil
	matched int                    // number of driven joints with a counterpart
	missing []string               // driven joints without a counterpart
	floats  []soa.NamedFloat       // the model's, extended
	floatAt map[track.FloatKey]int // index in floats
	// weightAt is the first weight of a mesh and a target of the model.
	weightAt map[[2]string]int
	// fromName and modelName number the bare names of either file's joints; compared counts
	// comparisons of ancestors.
	fromName, modelName []int
	compared            int
	// rescaled: the files contain one rig in two units of length.
	rescaled bool
}

// matchJoints finds each joint's counterpart and the constant transform between the frames of
// their parents: one file may have a node above a joint that the other lacks.
func (t *transfer) matchJoints(ctx context.Context) error {
	n := len(t.from.Joints)
	t.target, t.lead = make([]int, n), make([]exact.Matrix, n)
	if t.body = t.findHumanoid(); t.body != nil {
		t.matchBones(t.body)
		return nil
	}
	t.numberNames()
	names := newNameIndex(t.model.Skeleton)
	for i := range t.from.Joints {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.target[i], t.lead[i] = t.choose(i, names.find(t.from.Joints[i].Name)), exact.Identity(); t.compared > mostCompared {
			return fmt.Errorf("%w: too many joints share a name: matching them takes more than %d comparisons of ancestors", soa.ErrTooLarge, mostCompared)
		}
	}
	t.matchSpellings()
	for i := range t.from.Joints {
		if err := ctx.Err(); err != nil {
			return err
		}
		j := &t.from.Joints[i]
		driven := drivenByClip(t.from, i)
		switch {
		case t.target[i] != soa.NoJoint && driven:
			t.matched++
			t.lead[i] = t.parentOffset(i)
		case driven:
			t.missing = append(t.missing, j.Name)
			t.reportMissing(i, names)
		}
	}
	t.compareUnits()
	t.compareAxes()
	return nil
}

// mostCompared limits the comparisons of ancestors in matchJoints. With repeated names their
// number grows with the cube of the number of joints.
const mostCompared = 1 << 27

// numberNames assigns equal numbers to equal bare names of the file and the model.
func (t *transfer) numberNames() {
	numbers := make(map[string]int)
	number := func(name string) int {
		n, ok := numbers[BareName(name)]
		if !ok {
			n = len(numbers)
			numbers[BareName(name)] = n
		}
		return n
	}
	for i := range t.from.Joints {
		t.fromName = append(t.fromName, number(t.from.Joints[i].Name))
	}
	for _, name := range t.model.Skeleton.Name {
		t.modelName = append(t.modelName, number(name))
	}
}

// compareUnits sets rescaled if the ratio of the two files' units is the same for all joints. The
// frames then match, because units are excluded from both. Ratios that differ between joints are
// scales of nodes, and are applied.
func (t *transfer) compareUnits() {
	ratio, joints := 0.0, 0
	for i, j := range t.target {
		if j == soa.NoJoint {
			continue
		}
		r := float64(t.model.Skeleton.Unit[j]) / float32Of(t.from.Unit[i])
		if joints++; joints == 1 {
			ratio = r
		} else if math.Abs(r-ratio) > 1e-5*ratio {
			return
		}
	}
	if joints > 0 && math.Abs(ratio-1) > 1e-5 {
		t.rescaled = true
		t.from.Report.Add(report.Info, report.OtherUnit, "", "its unit of length is %.6g times the model's; it is treated as the same rig", 1/ratio)
	}
}

// reportMissing reports a driven joint that the model lacks, with the nearest name.
func (t *transfer) reportMissing(i int, names *nameIndex) {
	name := t.from.Joints[i].Name
	if near, edits := names.nearest(name); near != "" {
		t.from.Report.Add(t.missingSeverity(i), report.MissingJoint, name, "the skeleton has no such joint (the nearest is %q, %d edits away); its tracks are left out", near, edits)
		return
	}
	t.from.Report.Add(t.missingSeverity(i), report.MissingJoint, name, "the skeleton has no such joint; its tracks are left out")
}

// missingSeverity is Loss if an ancestor of joint i is in the model, since part of the figure
// does not move. Otherwise it is Info: cameras and helpers of a scene.
func (t *transfer) missingSeverity(i int) report.Severity {
	for p := t.from.Joints[i].Parent; p >= 0; p = t.from.Joints[p].Parent {
		if t.target[p] != soa.NoJoint {
			return report.Loss
		}
	}
	return report.Info
}

// choose returns the candidate whose ancestors match those of joint i for the most levels.
func (t *transfer) choose(i int, candidates []int) int {
	best, agree := soa.NoJoint, -1
	if len(candidates) == 1 {
		return candidates[0]
	}
	for _, c := range candidates {
		depth := 0
		a, b := t.from.Joints[i].Parent, int(t.model.Skeleton.Parent[c])
		for a >= 0 && b >= 0 && t.fromName[a] == t.modelName[b] {
			depth++
			a, b = t.from.Joints[a].Parent, int(t.model.Skeleton.Parent[b])
		}
		if t.compared += depth + 1; t.compared > mostCompared {
			break
		}
		if depth > agree {
			best, agree = c, depth
		}
	}
	return best
}

// parentOffset returns the constant transform from the parent frame of joint i to that of its
// counterpart: the identity if the parents match too.
func (t *transfer) parentOffset(i int) exact.Matrix {
	from, to := t.from.Joints[i].Parent, int(t.model.Skeleton.Parent[t.target[i]])
	if from < 0 && to < 0 || from >= 0 && to >= 0 && t.target[from] == to {
		return exact.Identity()
	}
	above := exact.Identity()
	if to >= 0 {
		above = t.rest.Rest.Global[to]
	}
	inverse, ok := above.Inverse()
	if !ok {
		return exact.Identity()
	}
	m := inverse.Mul(t.from.RestModel(from))
	if rig.NearIdentity(m) {
		return exact.Identity()
	}
	t.from.Report.Add(report.Info, report.MovedJoint, t.from.Joints[i].Name, "it has another parent than in the model; its tracks include the difference at rest")
	return m
}

// drivenByClip reports whether a clip has a channel for the node of joint i, even one that
// repeats the rest pose.
func drivenByClip(f *passes.Result, i int) bool {
	for c := range f.Clips {
		if channelOf(f, c, i) {
			return true
		}
	}
	return false
}

// channelOf reports whether clip c has a channel for joint i's node or an FBX helper folded into
// it.
func channelOf(f *passes.Result, c, i int) bool {
	return slices.ContainsFunc(f.Nodes[i], func(node int) bool { return f.Clips[c].ByNode[node] != nil })
}

// clip rewrites clip c for the model's joints.
func (t *transfer) clip(c int) *soa.Clip {
	var tracks [3][]track.Named
	for i := range t.from.Joints {
		j := t.target[i]
		if j == soa.NoJoint || !channelOf(t.from, c, i) || t.from.Joints[i].Static != nil {
			continue
		}
		t.jointTracks(c, i, j, &tracks)
	}
	floats := t.floatTracks(c)
	if t.body != nil {
		floats = t.look(c, &tracks[soa.Rotation], floats)
	}
	var all []track.Named
	for p := range tracks {
		all = append(all, track.SortTracks(tracks[p])...)
	}
	all = append(all, t.weightTracks(c)...)
	all = append(all, floats...)
	out := t.from.Clips[c].Clip(all)
	t.annotate(out, t.from.Model.Clips[c])
	return out
}

// annotate takes over what the file says of a clip besides its tracks: events, root motion, and that
// it is additive.
func (t *transfer) annotate(to, from *soa.Clip) {
	with := *to
	with.Events, with.Additive = slices.Clone(from.Events), from.Additive
	if from.Motion != nil && t.target[from.Motion.Joint] != soa.NoJoint {
		motion := *from.Motion
		motion.Joint = int16(t.target[from.Motion.Joint])
		with.Motion = &motion
	}
	if with.Validate(t.model.Skeleton.Len(), len(t.model.Weights), len(t.floats)) == nil {
		*to = with
	}
}

// jointTracks converts the tracks of joint i to the frame of the model's joint j. A channel that
// repeats its file's rest pose still states a value: it becomes a track of one key unless the
// model's rest pose has that value. Properties without a channel keep the model's rest.
func (t *transfer) jointTracks(c, i, j int, tracks *[3][]track.Named) {
	lead := track.NewFactor(t.lead[i])
	if lead.Static != nil || !track.IsUniform(lead.S.Rest) {
		t.from.Report.Add(report.Loss, report.DifferentFrames, t.from.Joints[i].Name, "the frames above it differ by more than a rotation and a scale; its tracks are left out")
		return
	}
	own := track.Joint{T: t.from.Joints[i].T, R: t.from.Joints[i].R, S: t.from.Joints[i].S}
	above, unit := t.units(i, j)
	after := t.body.postRotation(i)
	q, move, size := exact.Quat(lead.R.Rest), track.Vec3(lead.T.Rest), lead.S.Rest[0]
	rest := &t.model.Skeleton.Rest
	for p, part := range []struct {
		slot track.Slot
		rest [4]float64
		f, g func([4]float64) [4]float64 // of values, and of tangents
	}{
		{own.T, [4]float64{float64(rest.TX[j]), float64(rest.TY[j]), float64(rest.TZ[j])},
			func(v [4]float64) [4]float64 {
				return track.Vec4(move.Add(q.Rotate(track.Vec3(v)).Scale(size * above)))
			},
			func(v [4]float64) [4]float64 { return track.Vec4(q.Rotate(track.Vec3(v)).Scale(size * above)) }},
		{own.R, [4]float64{float64(rest.RX[j]), float64(rest.RY[j]), float64(rest.RZ[j]), float64(rest.RW[j])},
			func(v [4]float64) [4]float64 { return q.Mul(v).Mul(after) }, nil},
		{own.S, [4]float64{float64(rest.SX[j]), float64(rest.SY[j]), float64(rest.SZ[j])},
			func(v [4]float64) [4]float64 { return track.Vec4(track.Vec3(v).Scale(size * above / unit)) }, nil},
	} {
		if !t.takes(c, i, &part.slot, soa.Property(p)) {
			if t.body != nil {
				t.left(c, i, &part.slot, soa.Property(p))
			}
			continue
		}
		if tr := part.slot.Transferred(c, part.rest, soa.Property(p), part.f, part.g); tr != nil {
			tracks[p] = append(tracks[p], track.Named{Target: j, Property: soa.Property(p), Track: tr})
		}
	}
}

// units returns the ratios between the two files' units: of the parent's frame, if the parents
// match (otherwise the lead transform includes it), and of the joint's own frame.
func (t *transfer) units(i, j int) (above, unit float64) {
	above = 1
	if t.rescaled {
		return 1, 1
	}
	from, to := t.from.Joints[i].Parent, int(t.model.Skeleton.Parent[j])
	if from >= 0 && to >= 0 && t.target[from] == to {
		above = float64(t.model.Skeleton.Unit[to]) / float32Of(t.from.Unit[from])
	}
	return above, float64(t.model.Skeleton.Unit[j]) / float32Of(t.from.Unit[i])
}

// float32Of rounds as the skeleton's Unit is rounded, so that equal units cancel exactly.
func float32Of(v float64) float64 { return float64(float32(v)) }

// weightTracks matches morph weights by mesh and target name.
func (t *transfer) weightTracks(c int) []track.Named {
	if t.weightAt == nil {
		t.weightAt = make(map[[2]string]int, len(t.model.Weights))
		for i, w := range slices.Backward(t.model.Weights) { // the first of a name counts
			t.weightAt[[2]string{w.Mesh, w.Target}] = i
		}
	}
	var out []track.Named
	for _, tr := range t.from.Morphs[c] {
		w := t.from.Model.Weights[tr.Target]
		to, ok := t.weightAt[[2]string{w.Mesh, w.Target}]
		if !ok {
			t.from.Report.Add(report.Loss, report.MissingMorph, w.Mesh, "the model has no morph target %q there; its track is left out", w.Target)
			continue
		}
		out = append(out, track.Named{Target: to, Property: soa.Weight, Track: tr.Track})
	}
	return track.SortTracks(out)
}
