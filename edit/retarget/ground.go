package retarget

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Ground holds heights measured from the clip, if the source does not stand on the ground in its
// reference pose. Lengths are in metres.
type Ground struct {
	// Raised is the height that brought the source's reference pose to the ground of the clip.
	Raised float64 `json:"raised_metres"`
	// Hover is the height of the target's soles above y = 0 at rest. It was taken off.
	Hover float64 `json:"hover_metres"`
	// Settled is the height that the hips were raised by to bring standing feet to the ground, without
	// goals: legs differ in their proportions.
	Settled float64 `json:"settled_metres"`
	// Sunk is the largest depth of the source's feet below their standing places, times the scale: goals
	// and contacts keep the target's feet above.
	Sunk float64 `json:"sunk_metres"`
	Feet []Sole  `json:"feet"`
}

// Sole holds the measurements of a foot: the heights of ankle and ball, or of the ankle twice
// without a ball, of source and target when they stand.
type Sole struct {
	Foot   string     `json:"foot"`
	Source [2]float64 `json:"source_metres"`
	Target [2]float64 `json:"target_metres"`
	// Levelled is the pitch in degrees that made the source's foot flat in the reference pose, as it is
	// when it stands in the clip; positive is toes down.
	Levelled float64 `json:"levelled_degrees"`
	// Moments is the number of measured moments of the clip, or 0.
	Moments int `json:"moments"`
}

// Limits of what counts as standing, relative to the length of the leg but for the speed.
const (
	mostRestLow  = 0.3  // the height of the lower foot above y = 0 in a pose on the ground
	leastRestLow = -0.1 // and its depth below
	mostRestOff  = 0.1  // between the lower foot of a rest pose and that of the clip
	standSpeed   = 0.3  // m/s of ankle and ball, for legs of 0.85 m
	standHip     = 0.6  // of the hip above the ankle
	standNear    = 0.08 // of the ball above its lowest place
	flatNear     = 0.01 // of the ankle above its lowest place
	leastMoments = 8
	mostSole     = 0.05 // of a sole at rest above or below y = 0 that is on the ground
	mostAway     = 0.05 // between a pose on the ground and feet that stand in the clip
	mostlyStands = 0.25 // the part of a clip in which both feet stand, to say where the ground is
	mostlyFlat   = 0.4  // and of that, at one height
	mostLevelled = 30.  // degrees
)

// footSample is a foot at a moment, in the target's axes.
type footSample struct {
	tick, hip   float64
	ankle, ball exact.Vec
	seconds     float64
}

// findBalls finds the ball of each foot: the toes, or else what is farthest below the foot.
func (t *transfer) findBalls() {
	for n := range t.legs {
		l := &t.legs[n]
		for i := range 2 {
			foot := l.joint[i][2]
			if l.ball[i] = l.toes[i]; l.ball[i] >= 0 {
				continue
			}
			farthest := float64(0.1 * (l.parts[i][0] + l.parts[i][1]))
			l.ball[i] = foot
			for j, below := range t.m.Skeleton[i].Subtree(foot) {
				if j == foot || !below {
					continue
				}
				way := t.bone(i, foot, j)
				if way[1] = 0; way.Length() > farthest {
					farthest, l.ball[i] = way.Length(), j
				}
			}
		}
		for k := range 2 {
			l.stand[0][k] = t.turn.Rotate(t.ref.pose.Global[l.footJoint(0, k)].Translation())[1]
			l.stand[1][k] = t.dst.Rest.Global[l.footJoint(1, k)].Translation()[1]
		}
	}
}

// footJoint returns the ankle (0) or the ball (1) of a leg's foot.
func (l *limb) footJoint(body, k int) int {
	if k == 1 {
		return l.ball[body]
	}
	return l.joint[body][2]
}

// findGround measures heights in the clip where the reference pose does not stand on the ground.
func (t *transfer) findGround(ctx context.Context, clip *soa.Clip, target *soa.Model) error {
	t.findBalls()
	if len(t.legs) == 0 || !t.ref.stance.known {
		return nil
	}
	samples, err := t.sampleFeet(ctx, clip)
	if err != nil {
		return err
	}
	low, lowest, leg := math.Inf(1), math.Inf(1), 0.
	for n := range t.legs {
		l := &t.legs[n]
		leg = max(leg, l.source)
		low = min(low, l.stand[0][0], l.stand[0][1])
		for i := range samples[n] {
			lowest = min(lowest, samples[n][i].ankle[1], samples[n][i].ball[1])
		}
	}
	onGround := low >= float64(leastRestLow*leg) && low <= float64(mostRestLow*leg)
	if !t.ref.frame && t.ref.stance.stands() && (onGround || math.Abs(low-lowest) <= float64(mostRestOff*leg)) {
		return nil
	}
	t.ground = &Ground{Feet: make([]Sole, len(t.legs))}
	t.feet = samples
	t.measureSource(samples, leg, onGround && t.ref.stance.isPosed())
	t.measureTarget(target)
	for n := range t.legs {
		l := &t.legs[n]
		f := &t.ground.Feet[n]
		f.Foot, f.Source, f.Target = l.name, l.stand[0], l.stand[1]
	}
	return nil
}

// sampleFeet returns the places of each leg's foot in the clip.
func (t *transfer) sampleFeet(ctx context.Context, clip *soa.Clip) ([][]footSample, error) {
	steps := min(ContactSteps(clip), 4*mostFrames)
	place := placer(clip)
	list := make([][]footSample, len(t.legs))
	for i := range steps + 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tick := min(float64(float64(i)*(clip.Duration/float64(steps))), clip.Duration)
		t.clip.At(tick, false, &t.in)
		on := place(tick).to
		at := func(j int) exact.Vec {
			return t.turn.Rotate(exact.Vec(on.Point(t.in.Global[j].Translation())))
		}
		for n := range t.legs {
			l := &t.legs[n]
			list[n] = append(list[n], footSample{tick, at(l.joint[0][0])[1], at(l.joint[0][2]), at(l.ball[0]), tick / clip.TicksPerSecond})
		}
	}
	return list, nil
}

// standing returns the samples in which a foot stands: under a body upright on it, slow, and low.
func standing(samples []footSample, leg float64) (list []footSample) {
	lowest := math.Inf(1)
	for i := range samples {
		if s := &samples[i]; s.hip-s.ankle[1] > float64(standHip*leg) {
			lowest = min(lowest, s.ball[1])
		}
	}
	most := float64(standSpeed * leg / 0.85)
	for i := range samples {
		s, next := &samples[i], &samples[min(i+1, len(samples)-1)]
		last := &samples[max(i-1, 0)]
		way := float64(most * (next.seconds - last.seconds))
		if s.hip-s.ankle[1] > float64(standHip*leg) && s.ball[1] < lowest+float64(standNear*leg) &&
			next.ankle.Sub(last.ankle).Length() <= way && next.ball.Sub(last.ball).Length() <= way {
			list = append(list, *s)
		}
	}
	return list
}

// flatFoot returns the heights of ankle and ball, and the slope between them in radians, of a foot that
// stands flat: where the ankle is low.
func flatFoot(list []footSample, leg float64) (ankle, ball, slope float64) {
	at := func(of func(*footSample) float64, list []footSample, part float64) float64 {
		values := make([]float64, len(list))
		for i := range list {
			values[i] = of(&list[i])
		}
		slices.Sort(values)
		return values[int(part*float64(len(values)-1))]
	}
	ankle = at(func(s *footSample) float64 { return s.ankle[1] }, list, 0.1)
	var flat []footSample
	for _, s := range list {
		if s.ankle[1] <= ankle+float64(flatNear*leg) {
			flat = append(flat, s)
		}
	}
	ankle = at(func(s *footSample) float64 { return s.ankle[1] }, flat, 0.5)
	ball = at(func(s *footSample) float64 { return s.ball[1] }, flat, 0.5)
	return ankle, ball, at(func(s *footSample) float64 { return slopeOf(s.ball.Sub(s.ankle)) }, flat, 0.5)
}

// slopeOf returns the angle by which a vector points down, in radians.
func slopeOf(v exact.Vec) float64 {
	down := -v[1]
	v[1] = 0
	return exact.Atan2(down, v.Length())
}

// measureSource measures the heights of the source's feet when they stand, and raises the reference
// pose to them. trusted says that the reference pose is on the ground.
func (t *transfer) measureSource(samples [][]footSample, leg float64, trusted bool) {
	ground := math.Inf(1) // of balls
	trusted = trusted && !t.standsElsewhere(samples)
	for n := range t.legs {
		l, f := &t.legs[n], &t.ground.Feet[n]
		list := standing(samples[n], l.source)
		if len(list) < leastMoments || trusted && !l.standsLong(list, samples[n]) {
			continue
		}
		f.Moments = len(list)
		ankle, ball, slope := flatFoot(list, l.source)
		if l.ball[0] != l.joint[0][2] {
			t.level(l, f, slope)
		}
		if ground = min(ground, ball); !trusted {
			l.stand[0] = [2]float64{ankle, ball}
		} else if f.Levelled != 0 {
			l.stand[0][1] = t.turn.Rotate(t.ref.pose.Global[l.ball[0]].Translation())[1]
		}
	}
	if trusted {
		return
	}
	t.settleFeet(samples, ground, leg)
	raised := 0.
	for n := range t.legs {
		l := &t.legs[n]
		raised += (l.stand[0][0] - t.turn.Rotate(t.ref.pose.Global[l.joint[0][2]].Translation())[1]) / float64(len(t.legs))
	}
	t.ground.Raised = raised
	up := t.turn.Conjugate().Rotate(exact.Vec{1: raised})
	for j, carried := range t.m.Skeleton[0].Subtree(t.m.Hips[0]) {
		if carried {
			g := &t.ref.pose.Global[j]
			g[3], g[7], g[11] = g[3]+up[0], g[7]+up[1], g[11]+up[2]
		}
	}
}

// standsLong reports whether a foot stands for much of the clip, at one height.
func (l *limb) standsLong(list, all []footSample) bool {
	if len(list) < leastMoments || float64(len(list)) < float64(mostlyStands*float64(len(all))) {
		return false
	}
	ankle, _, _ := flatFoot(list, l.source)
	flat := 0
	for i := range list {
		if math.Abs(list[i].ankle[1]-ankle) <= float64(flatNear*l.source) {
			flat++
		}
	}
	return float64(flat) >= float64(mostlyFlat*float64(len(list)))
}

// standsElsewhere reports whether both feet stand for much of the clip, at heights that are a little off
// those of the reference pose: a T pose that was put before the take.
func (t *transfer) standsElsewhere(samples [][]footSample) bool {
	for n := range t.legs {
		l := &t.legs[n]
		list := standing(samples[n], l.source)
		if !l.standsLong(list, samples[n]) {
			return false
		}
		if ankle, _, _ := flatFoot(list, l.source); math.Abs(ankle-l.stand[0][0]) > float64(mostAway*l.source) {
			return false
		}
	}
	return true
}

// settleFeet gives heights to feet that never stand, or stand elsewhere than the lowest one: those
// of another foot, or else those at the clip's lowest place. A clip that is in the air all the time is
// above y = 0.
func (t *transfer) settleFeet(samples [][]footSample, ground, leg float64) {
	lowest := math.Inf(1)
	for n := range samples {
		for i := range samples[n] {
			lowest = min(lowest, samples[n][i].ball[1])
		}
	}
	for n := range t.legs {
		l, f := &t.legs[n], &t.ground.Feet[n]
		if f.Moments > 0 && l.stand[0][1] <= ground+float64(0.05*leg) {
			continue
		}
		f.Moments = 0
		drop := t.turn.Rotate(t.ref.pose.Global[l.joint[0][2]].Translation().Sub(t.ref.pose.Global[l.ball[0]].Translation()))[1]
		ball := ground
		switch {
		case !math.IsInf(ground, 1):
		case lowest <= float64(mostRestLow*leg):
			ball = lowest
		default:
			ball = 0
		}
		l.stand[0] = [2]float64{ball + max(drop, 0), ball}
	}
}

// settle raises the hips so that feet stand on the ground when the source's do.
func (t *transfer) settle() {
	var off []float64
	for n := range t.legs {
		l := &t.legs[n]
		list := standing(t.feet[n], l.source)
		if t.ground.Feet[n].Moments == 0 {
			continue
		}
		count := min(len(list), mostSettled)
		for i := range count {
			t.pose(list[i*len(list)/count].tick, false)
			k := l.tipIndex()
			at := t.turn.Rotate(t.in.Global[l.footJoint(0, k)].Translation())[1]
			want := l.stand[1][k] + float64((at-l.stand[0][k])*t.scale)
			off = append(off, want-t.out.Global[l.footJoint(1, k)].Translation()[1])
		}
	}
	t.feet = nil
	if len(off) > 0 {
		slices.Sort(off)
		t.ground.Settled = off[len(off)/2]
		t.lift += t.ground.Settled
	}
}

// mostSettled bounds the moments at which settle poses the target.
const mostSettled = 200

// level pitches a foot of the reference pose to a slope.
func (t *transfer) level(l *limb, f *Sole, slope float64) {
	pose := &t.ref.pose
	foot := l.joint[0][2]
	at := pose.Global[foot].Translation()
	way := t.turn.Rotate(pose.Global[l.ball[0]].Translation().Sub(at))
	by := slope - slopeOf(way)
	flat := exact.Vec{way[0], 0, way[2]}
	if angle := by * (180 / math.Pi); math.Abs(angle) > mostLevelled || math.Abs(angle) < 0.1 || !(flat.Length() > 1e-6) {
		return
	}
	f.Levelled = by * (180 / math.Pi)
	axis := exact.Vec{1: 1}.Cross(flat.Unit())
	s, c := exact.SinCos(by / 2)
	back := t.turn.Conjugate()
	axis = back.Rotate(axis).Scale(s)
	q := exact.Quat{axis[0], axis[1], axis[2], c}
	for j, carried := range t.m.Skeleton[0].Subtree(foot) {
		if carried {
			t.from[j] = q.Mul(t.from[j])
			g := &pose.Global[j]
			moved := q.Rotate(g.Translation().Sub(at)).Add(at)
			turned := q.Matrix().Mul(*g)
			*g = turned
			g[3], g[7], g[11] = moved[0], moved[1], moved[2]
		}
	}
}

// measureTarget measures the heights of the target's feet above its soles: of the vertices that the
// feet move, or else of the joints above y = 0, if it rests there. Without either it has the
// source's, scaled.
func (t *transfer) measureTarget(target *soa.Model) {
	low := math.Inf(1)
	for n := range t.legs {
		l := &t.legs[n]
		low = min(low, l.stand[1][0], l.stand[1][1])
	}
	sole, ok := t.soleOf(target)
	leg := t.legs[0].target
	switch {
	case ok && math.Abs(sole) <= float64(mostSole*leg):
		sole = 0
	case ok && low-sole < float64(mostRestLow*leg):
	case low >= float64(leastRestLow*leg) && low <= float64(mostRestLow*leg):
		sole = 0
	default:
		thin := math.Inf(1)
		for n := range t.legs {
			thin = min(thin, t.legs[n].stand[0][0], t.legs[n].stand[0][1])
		}
		sole = low - float64(thin*t.legs[0].target/t.legs[0].source)
	}
	t.ground.Hover = sole
	for n := range t.legs {
		t.legs[n].stand[1][0] -= sole
		t.legs[n].stand[1][1] -= sole
	}
}

// soleOf returns the height of the lowest vertex at rest that is moved by a foot more than by
// anything else.
func (t *transfer) soleOf(m *soa.Model) (low float64, ok bool) {
	isFoot := make([]bool, len(t.dst.Joint))
	for n := range t.legs {
		for j, below := range t.m.Skeleton[1].Subtree(t.legs[n].joint[1][2]) {
			isFoot[j] = isFoot[j] || below
		}
	}
	low = math.Inf(1)
	lower := func(height float64) { low, ok = min(low, height), true }
	for _, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			if mesh.Joint >= 0 && isFoot[mesh.Joint] {
				to := t.dst.Rest.Global[mesh.Joint].Mul(exact.FromFloat32(mesh.Offset))
				for v := range mesh.Vertices() {
					lower(to.Point(exact.WidenVec([3]float32(mesh.Position[3*v:])))[1])
				}
			}
			continue
		}
		skin := m.Skins[mesh.Skin]
		matrices := make([]exact.Matrix, skin.Len())
		for i, j := range skin.Joint {
			matrices[i] = t.dst.Rest.Global[j].Mul(exact.FromFloat32(skin.InverseBind[i]))
		}
		for v := range mesh.Vertices() {
			at := exact.WidenVec([3]float32(mesh.Position[3*v:]))
			height, feet := 0., 0.
			for k := v * mesh.Influences; k < (v+1)*mesh.Influences; k++ {
				w, bone := float64(mesh.BoneWeight[k]), mesh.BoneIndex[k]
				height += float64(w * matrices[bone].Point(at)[1])
				if isFoot[skin.Joint[bone]] {
					feet += w
				}
			}
			if feet > 0.5 {
				lower(height)
			}
		}
	}
	return low, ok
}
