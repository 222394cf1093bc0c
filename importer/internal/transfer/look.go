package transfer

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

func isGaze(float string) bool { return float == scene.GazeYaw || float == scene.GazePitch }

// look carries the gaze of a clip over to the avatar's eyes: to rotations of their joints, or to the
// expressions that stand for them, by the ranges that the avatar states.
func (t *transfer) look(c int, rotations *[]track.Named, floats []track.Named) []track.Named {
	var angle [2]*track.Track // yaw and pitch
	for i := range t.from.Floats.List {
		switch t.from.Floats.List[i].Name {
		case scene.GazeYaw:
			angle[0] = t.from.Clips[c].Floats[i]
		case scene.GazePitch:
			angle[1] = t.from.Clips[c].Floats[i]
		}
	}
	if angle[0] == nil && angle[1] == nil {
		return floats // it looks straight ahead
	}
	moved := false
	switch gaze := t.model.Avatar.Gaze; {
	case gaze == nil:
	case gaze.Bones:
		moved = t.lookByBones(gaze, angle, rotations)
	default:
		n := len(floats)
		floats = append(floats, t.lookByExpressions(gaze, angle)...)
		moved, floats = len(floats) > n, track.SortTracks(floats)
	}
	if !moved {
		t.from.Report.Add(report.Loss, report.LostGaze, t.from.Clips[c].Name, "the gaze is left out: the avatar has no eyes, by joints or expressions, that follow one")
	}
	return floats
}

// lookByExpressions returns tracks of the expressions that stand for eyes.
func (t *transfer) lookByExpressions(gaze *soa.AvatarGaze, angle [2]*track.Track) (list []track.Named) {
	times := gazeTimes(angle, gaze)
	for _, look := range [...]struct {
		name  string
		axis  int
		sign  float64
		reach soa.GazeRange
	}{{"lookLeft", 0, 1, gaze.Outer}, {"lookRight", 0, -1, gaze.Outer}, {"lookUp", 1, 1, gaze.Up}, {"lookDown", 1, -1, gaze.Down}} {
		e := t.model.Expression(look.name)
		if e == soa.None {
			continue
		}
		tr := &track.Track{Mode: modeOf(angle)}
		for _, at := range times {
			v := look.reach.Map(look.sign * angleAt(angle[look.axis], at))
			tr.Keys = append(tr.Keys, track.Key{Time: at, Value: [4]float64{v}})
		}
		list = append(list, track.Named{Target: t.model.Expressions[e].Float, Property: soa.Float, Track: tr})
	}
	return list
}

// lookByBones adds rotations of the eyes relative to their parents, and reports whether there are eyes.
func (t *transfer) lookByBones(gaze *soa.AvatarGaze, angle [2]*track.Track, rotations *[]track.Named) (moved bool) {
	times := gazeTimes(angle, gaze)
	for side, bone := range [...]string{"leftEye", "rightEye"} {
		j, ok := t.body.of[bone]
		if !ok {
			continue
		}
		left, right := gaze.Outer, gaze.Inner // to either side
		if side == 1 {
			left, right = right, left
		}
		above := exact.IdentityQuat()
		if p := t.model.Skeleton.Parent[j]; p >= 0 {
			above = rotationOf(t.rest.Rest.Global[p])
		}
		before := above.Conjugate().Mul(t.body.turn)
		after := t.body.turn.Conjugate().Mul(rotationOf(t.rest.Rest.Global[j]))
		tr := &track.Track{Mode: modeOf(angle)}
		for _, at := range times {
			yaw, pitch := angleAt(angle[0], at), angleAt(angle[1], at)
			turned := axisRotation(1, left.Map(yaw)-right.Map(-yaw)).Mul(axisRotation(0, gaze.Down.Map(-pitch)-gaze.Up.Map(pitch)))
			tr.Keys = append(tr.Keys, track.Key{Time: at, Value: before.Mul(turned).Mul(after).Unit()})
		}
		*rotations, moved = append(*rotations, track.Named{Target: j, Property: soa.Rotation, Track: tr}), true
	}
	return moved
}

// axisRotation returns a rotation of an angle in degrees about an axis.
func axisRotation(axis int, degrees float64) (q exact.Quat) {
	q[axis], q[3] = exact.SinCos(degrees * (math.Pi / 360))
	return q
}

// gazeTimes lists the times of keys, and those between at which an angle is 0 or at the end of a
// range, where the movement of eyes bends.
func gazeTimes(angle [2]*track.Track, gaze *soa.AvatarGaze) (times []float64) {
	bends := [2][]float64{
		{0, gaze.Outer.From, -gaze.Outer.From, gaze.Inner.From, -gaze.Inner.From}, {0, gaze.Up.From, -gaze.Down.From},
	}
	for a, tr := range angle {
		if tr == nil {
			continue
		}
		for k := range tr.Keys {
			times = append(times, tr.Keys[k].Time)
			if k == 0 || tr.Mode == soa.Step {
				continue
			}
			from, to := &tr.Keys[k-1], &tr.Keys[k]
			for _, v := range bends[a] {
				if part := (v - from.Value[0]) / (to.Value[0] - from.Value[0]); part > 0 && part < 1 {
					times = append(times, from.Time+float64((to.Time-from.Time)*part))
				}
			}
		}
	}
	slices.Sort(times)
	return slices.CompactFunc(times, func(a, b float64) bool { return math.Abs(a-b) < nearTicks })
}

// nearTicks is the distance below which two keys are one.
const nearTicks = 1e-3

func modeOf(angle [2]*track.Track) soa.Interpolation {
	for _, tr := range angle {
		if tr != nil {
			return tr.Mode
		}
	}
	return soa.Linear
}

// angleAt returns an angle at a time; without a track it is 0.
func angleAt(tr *track.Track, at float64) float64 {
	if tr == nil || len(tr.Keys) == 0 {
		return 0
	}
	k, found := slices.BinarySearchFunc(tr.Keys, at, func(k track.Key, at float64) int { return cmp.Compare(k.Time, at) })
	switch {
	case found || k == 0:
		return tr.Keys[k].Value[0]
	case k == len(tr.Keys) || tr.Mode == soa.Step:
		return tr.Keys[k-1].Value[0]
	}
	from, to := &tr.Keys[k-1], &tr.Keys[k]
	return from.Value[0] + float64((to.Value[0]-from.Value[0])*((at-from.Time)/(to.Time-from.Time)))
}
