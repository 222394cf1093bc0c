package motion_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// evenRig is a random model of which joints and clips scale evenly, now and then by a
// negative factor, so that rotations can be taken out below them.
func evenRig(seed uint64, joints int) *soa.Model {
	m := figure.Random(seed, joints)
	m.Meshes, m.Skins, m.Skeleton.Static = nil, nil, nil
	r := rand.New(rand.NewPCG(seed, 9))
	for j := range joints {
		f := float32([]float64{1, 1, 0.5, 2, -1}[r.IntN(5)])
		m.Skeleton.Rest.SX[j], m.Skeleton.Rest.SY[j], m.Skeleton.Rest.SZ[j] = f, f, f
	}
	for _, c := range m.Clips {
		for t := range c.Tracks {
			if c.Tracks[t].Property != soa.Scale {
				continue
			}
			first, end := c.Keys(t)
			for k := first; k < end; k++ {
				c.X[k], c.Y[k], c.Z[k] = 1+float32(k%3)/4, 1+float32(k%3)/4, 1+float32(k%3)/4
				if c.Tracks[t].Interpolation == soa.Cubic {
					i := int(c.Tracks[t].FirstTangent) + k - first
					c.In[i], c.Out[i] = soa.Tangent{}, soa.Tangent{}
				}
			}
		}
	}
	return m
}

// matrix is a place in other words.
func matrix(p soa.RootTransform) oracle.Mat4 {
	return oracle.Mat4{p.C, 0, p.S, p.X, 0, 1, 0, p.Y, -p.S, 0, p.C, p.Z, 0, 0, 0, 1}
}

// nearKey tells whether a tick is where values may jump.
func nearKey(c *soa.Clip, tick float64) bool {
	for _, at := range c.Time {
		if math.Abs(float64(at)-tick) < 1e-4 {
			return true
		}
	}
	return false
}

// nearPole tells whether the X axis of a joint, relative to the reference, is near the
// vertical about a tick, where its heading may turn at any speed.
func nearPole(m *soa.Model, clip *soa.Clip, o edit.MotionOptions, joint int, tick float64) bool {
	at := func(clips []*soa.Clip, tick float64) oracle.Mat4 {
		r := oracle.Evaluate(m, clips, clip.Start+tick/clip.TicksPerSecond).Model[joint]
		for c := range 3 {
			l := math.Sqrt(r[c]*r[c] + r[4+c]*r[4+c] + r[8+c]*r[8+c])
			r[c], r[4+c], r[8+c], r[3+4*c] = r[c]/l, r[4+c]/l, r[8+c]/l, 0
		}
		return r
	}
	reference := oracle.Identity()
	switch {
	case o.Reference == edit.Rest:
		reference = at(nil, 0)
	case o.Reference == edit.Start:
		reference = at([]*soa.Clip{clip}, 0)
	}
	for i := -4.; i <= 4; i++ {
		r, up := at([]*soa.Clip{clip}, tick+i/4), 0.
		for k := range 3 { // row 1 of r times the first column of the inverse
			up += r[4+k] * reference[k]
		}
		if math.Abs(up) > 0.995 {
			return true
		}
	}
	return false
}

// below tells whether a joint is another or hangs on it.
func below(k *soa.Skeleton, j, root int) bool {
	for ; j >= 0; j = int(k.Parent[j]) {
		if j == root {
			return true
		}
	}
	return false
}

// usualBound is edit.MotionOptions.Bound where that is 0.
const usualBound = 1e-4

// checkExtract compares a clip with what was taken out of it put back: the joint and
// all that hangs on it are where they were but for a constant, others are untouched.
// It returns the worst distance.
func checkExtract(t rapid.TB, m *soa.Model, clip, got *soa.Clip, o edit.MotionOptions, joint int, within float64) (worst float64) {
	t.Helper()
	if err := m.ValidateClip(got); err != nil {
		t.Fatal(err)
	}
	if got.Name != clip.Name || got.Duration != clip.Duration || got.Start != clip.Start || got.TicksPerSecond != clip.TicksPerSecond || int(got.Motion.Joint) != joint {
		t.Fatalf("%+v became %+v", clip, got)
	}
	track, err := motion.NewTrack(got.Motion, got.TicksPerSecond, got.Seconds(), motion.Clamp)
	if err != nil {
		t.Fatal(err)
	}
	pose := func(c *soa.Clip, tick float64) []oracle.Mat4 {
		return oracle.Evaluate(m, []*soa.Clip{c}, c.Start+tick/c.TicksPerSecond).Model
	}
	// S takes the joint of the result at the start to where the original has it.
	before, after := pose(clip, 0), pose(got, 0)
	start := startOf(before[joint], after[joint], o)
	for i := range 24 {
		tick := clip.Duration * (float64(i) + 0.37) / 24
		if nearKey(clip, tick) || o.Rule == edit.Follow && o.Take&edit.Yaw != 0 && nearPole(m, clip, o, joint, tick) {
			continue
		}
		want, have := pose(clip, tick), pose(got, tick)
		put := start.Mul(matrix(track.M(tick / got.TicksPerSecond)))
		for j := range want {
			back := have[j]
			if below(m.Skeleton, j, joint) {
				back = put.Mul(back)
			}
			for k := range back {
				worst = max(worst, math.Abs(back[k]-want[j][k])/size(want[j], want[joint]))
			}
		}
		if worst > within {
			t.Fatalf("clip %q at tick %v: %v off", clip.Name, tick, worst)
		}
	}
	return worst
}

// startOf is the place that takes one matrix to another: about Y and, of what is not
// taken, nothing.
func startOf(to, from oracle.Mat4, o edit.MotionOptions) oracle.Mat4 {
	// Both have the same tilt: the longest of their axes on the ground tells the angle.
	best, angle := -1., 0.
	for c := range 3 {
		if l := math.Hypot(from[c], from[8+c]); l > best {
			best, angle = l, math.Atan2(to[c], to[8+c])-math.Atan2(from[c], from[8+c])
		}
	}
	s, c := math.Sincos(angle)
	p := soa.RootTransform{C: c, S: s}
	v := p.Point([3]float64{from[3], from[7], from[11]})
	p.X, p.Y, p.Z = to[3]-v[0], to[7]-v[1], to[11]-v[2]
	return matrix(p)
}

// size is the length of a matrix's axes and of its lever to another.
func size(m, from oracle.Mat4) float64 {
	s := 1 + math.Abs(m[3]-from[3]) + math.Abs(m[7]-from[7]) + math.Abs(m[11]-from[11]) + math.Abs(m[3]) + math.Abs(m[7]) + math.Abs(m[11])
	for i := range 3 {
		s += math.Abs(m[i]) + math.Abs(m[4+i]) + math.Abs(m[8+i])
	}
	return s
}

// What is taken out of a clip and what is left of it are the clip, in model space,
// whatever the joints above do.
func TestExtractPutBack(t *testing.T) {
	taken, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		seed, joints := rapid.Uint64().Draw(t, "model"), rapid.SampledFrom([]int{1, 3, 9}).Draw(t, "joints")
		m := evenRig(seed, joints)
		even := rapid.Bool().Draw(t, "even")
		if !even {
			m = figure.Random(seed, joints)
			m.Meshes, m.Skins = nil, nil
		}
		clip := m.Clips[rapid.SampledFrom([]int{0, 3, 3}).Draw(t, "clip")]
		o := edit.MotionOptions{
			Take:      edit.MotionComponents(rapid.IntRange(0, 15).Draw(t, "take")),
			Rule:      edit.MotionRule(rapid.IntRange(0, 1).Draw(t, "rule")),
			Reference: edit.MotionReference(rapid.IntRange(0, 2).Draw(t, "reference")),
		}
		joint := rapid.IntRange(0, joints-1).Draw(t, "joint")
		got, err := edit.ExtractMotion(t.Context(), m, clip, joint, o)
		if errors.Is(err, edit.ErrExtract) && !even {
			refused++
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		taken++
		checkExtract(t, m, clip, got, o, joint, 4*usualBound)
	})
	t.Logf("%d clips, %d refused", taken, refused)
	if taken < 2*refused {
		t.Errorf("%d clips, %d refused", taken, refused)
	}
}

// What is taken stays where the reference is, at every key.
func TestExtractStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := evenRig(rapid.Uint64().Draw(t, "model"), 4)
		clip, joint := m.Clips[3], rapid.IntRange(0, 3).Draw(t, "joint")
		o := edit.MotionOptions{Take: edit.X | edit.Y | edit.Z, Rule: edit.Follow, Reference: edit.Rest}
		got, err := edit.ExtractMotion(t.Context(), m, clip, joint, o)
		if err != nil {
			t.Fatal(err)
		}
		rest := oracle.Evaluate(m, nil, 0).Model[joint]
		for _, at := range got.Motion.Time {
			pose := oracle.Evaluate(m, []*soa.Clip{got}, got.Start+float64(at)/got.TicksPerSecond).Model[joint]
			if nearKey(clip, float64(at)) && float64(at) > 0 && hasSteps(clip) {
				continue // seconds and ticks may be on two sides of a jump
			}
			for _, k := range []int{3, 7, 11} {
				if d := math.Abs(pose[k] - rest[k]); d > 1e-5*size(pose, rest) {
					t.Fatalf("at tick %v it is %v away", at, d)
				}
			}
		}
	})
}

func hasSteps(c *soa.Clip) bool {
	for t := range c.Tracks {
		if c.Tracks[t].Interpolation == soa.Step {
			return true
		}
	}
	return false
}

// A closed motion ends where it starts, and the clip is what it was but for an even
// drift.
func TestExtractLoop(t *testing.T) {
	m := oneJoint([]float64{0, 1, 0}, []float64{0, 0, 0, 1})
	position := [][]float64{{0, 0, 1, 0}, {0.5, 0.4, 1.1, 0.5}, {1, 0.1, 1, 2}}
	half := func(a float64) []float64 { return []float64{0, math.Sin(a / 2), 0, math.Cos(a / 2)} }
	rotation := [][]float64{append([]float64{0}, half(0)...), append([]float64{0.5}, half(0.7)...), append([]float64{1}, half(0.4)...)}
	got, err := edit.ExtractMotion(t.Context(), m, rootClip(position, rotation, 1), 0, edit.MotionOptions{Rule: edit.Follow, RemoveTravel: true})
	if err != nil {
		t.Fatal(err)
	}
	g := got.Motion
	last := len(g.Time) - 1
	if g.X[last] != 0 || g.Z[last] != 0 || math.Abs(float64(g.Yaw[last])) > 1e-7 {
		t.Errorf("it ends at %v, %v, %v", g.X[last], g.Z[last], g.Yaw[last])
	}
	for k, at := range g.Time {
		if at == 0.5 && (math.Abs(float64(g.X[k])-0.35) > 1e-6 || math.Abs(float64(g.Z[k])+0.5) > 1e-6 || math.Abs(float64(g.Yaw[k])-0.5) > 1e-6) {
			t.Errorf("in the middle it is at %v, %v, %v", g.X[k], g.Z[k], g.Yaw[k])
		}
	}
}

// A turn of more than half a circle goes on and does not jump back.
func TestExtractWholeTurns(t *testing.T) {
	m := oneJoint([]float64{0, 1, 0}, []float64{0, 0, 0, 1})
	var position, rotation [][]float64
	for k := range 31 {
		a := -float64(k) / 30 * 5 * math.Pi
		position = append(position, []float64{float64(k) / 30, math.Sin(a), 1, math.Cos(a)})
		rotation = append(rotation, []float64{float64(k) / 30, 0, math.Sin(a / 2), 0, math.Cos(a / 2)})
	}
	clip := rootClip(position, rotation, 1)
	got, err := edit.ExtractMotion(t.Context(), m, clip, 0, edit.MotionOptions{Bound: 1e-5})
	if err != nil {
		t.Fatal(err)
	}
	last := len(got.Motion.Time) - 1
	if yaw := float64(got.Motion.Yaw[last]); math.Abs(yaw+5*math.Pi) > 1e-5 {
		t.Errorf("two and a half turns are %v", yaw)
	}
	checkExtract(t, m, clip, got, edit.MotionOptions{}, 0, 1e-6)
	// Turned back, the circle of straight lines is none between its keys.
	o := edit.MotionOptions{Take: edit.Yaw, Bound: 1e-5}
	if got, err = edit.ExtractMotion(t.Context(), m, clip, 0, o); err != nil {
		t.Fatal(err)
	}
	if len(got.Motion.Time) == 31 {
		t.Error("no keys were added to a fast turn")
	}
	checkExtract(t, m, clip, got, o, 0, 2e-5)
}

// RootJoint finds the joint that carries a clip.
func TestRoot(t *testing.T) {
	k := &soa.Skeleton{
		Name:   []string{"camera", "armature", "hips", "spine", "head", "sword"},
		Parent: []int16{-1, -1, 1, 2, 3, 1}, Unit: []float32{1, 1, 1, 1, 1, 1}, Rest: soa.MakeTransforms(6),
	}
	k.ComputeDepth()
	m := &soa.Model{Skeleton: k}
	clip := func(moves ...soa.Track) *soa.Clip {
		c := &soa.Clip{TicksPerSecond: 1, Duration: 1}
		for i, tr := range moves {
			tr.First = uint32(2 * i)
			c.Tracks = append(c.Tracks, tr)
			c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, 0, 1), append(c.X, 0, 0.6), append(c.Y, 0, 0), append(c.Z, 0, 0), append(c.W, 1, 0.8)
		}
		return c
	}
	still := clip(soa.Track{Target: 1})
	still.X[1] = 5e-5
	move, rotate := func(j int16) soa.Track { return soa.Track{Target: j} }, func(j int16) soa.Track { return soa.Track{Target: j, Property: soa.Rotation} }
	for name, c := range map[string]struct {
		clip *soa.Clip
		want int
	}{
		"nothing":                   {clip(), soa.None},
		"noise":                     {still, soa.None},
		"hips below an armature":    {clip(move(2), move(3)), 2},
		"an armature":               {clip(move(1), move(2)), 1},
		"a camera too":              {clip(move(0), move(2)), 2},
		"a camera, turning hips":    {clip(move(0), rotate(2)), 0},
		"turning hips and armature": {clip(rotate(1), rotate(2)), 1},
	} {
		if got := edit.RootJoint(m, c.clip); got != c.want {
			t.Errorf("%s: joint %d, want %d", name, got, c.want)
		}
	}
	nothing := clip()
	if got, err := edit.ExtractMotion(t.Context(), m, nothing, soa.None, edit.MotionOptions{}); err != nil || got != nothing {
		t.Errorf("a clip in which nothing moves: %+v, %v", got, err)
	}
}

func TestExtractRefuses(t *testing.T) {
	m := evenRig(1, 3)
	clip := m.Clips[3]
	additive, extracted, broken := *clip, *clip, *clip
	additive.Additive = true
	extracted.Motion = &soa.Motion{Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, Yaw: []float32{0}}
	broken.TicksPerSecond = 0
	flat, uneven := evenRig(1, 3), evenRig(1, 3)
	flat.Skeleton.Parent[1], flat.Skeleton.Parent[2] = 0, 1
	flat.Skeleton.ComputeDepth()
	flat.Skeleton.Rest.SX[0], flat.Clips[3].Tracks = 0, nil
	flat.Clips[3] = &soa.Clip{TicksPerSecond: 1, Duration: 1}
	uneven.Skeleton.Parent[1], uneven.Skeleton.Parent[2] = 0, 1
	uneven.Skeleton.ComputeDepth()
	uneven.Skeleton.Rest.SX[0], uneven.Clips[3] = 3, flat.Clips[3]
	static := evenRig(1, 3)
	static.Skeleton.Static, static.Clips[3] = []soa.StaticLocal{{Joint: 0, Local: soa.IdentityAffine()}}, flat.Clips[3]
	for name, c := range map[string]struct {
		m     *soa.Model
		clip  *soa.Clip
		joint int
		o     edit.MotionOptions
		want  error
	}{
		"an additive clip":      {m, &additive, 0, edit.MotionOptions{}, edit.ErrExtract},
		"a second motion":       {m, &extracted, 0, edit.MotionOptions{}, edit.ErrExtract},
		"below a flat joint":    {flat, flat.Clips[3], 1, edit.MotionOptions{Take: edit.X}, edit.ErrExtract},
		"below an uneven joint": {uneven, uneven.Clips[3], 2, edit.MotionOptions{}, edit.ErrExtract},
		"of a static joint":     {static, static.Clips[3], 0, edit.MotionOptions{}, edit.ErrExtract},
		"a broken clip":         {m, &broken, 0, edit.MotionOptions{}, soa.ErrInvalid},
		"no clip":               {m, nil, 0, edit.MotionOptions{}, soa.ErrInvalid},
		"no such joint":         {m, clip, 3, edit.MotionOptions{}, soa.ErrRange},
		"no joint":              {m, clip, -2, edit.MotionOptions{}, soa.ErrRange},
		"unknown components":    {m, clip, 0, edit.MotionOptions{Take: 16}, soa.ErrOption},
		"an unknown reference":  {m, clip, 0, edit.MotionOptions{Reference: 3}, soa.ErrOption},
		"an unknown rule":       {m, clip, 0, edit.MotionOptions{Rule: 2}, soa.ErrOption},
		"no least turn":         {m, clip, 0, edit.MotionOptions{MinTurn: math.NaN()}, soa.ErrOption},
		"no largest sway":       {m, clip, 0, edit.MotionOptions{MaxSway: -1}, soa.ErrOption},
		"no bound":              {m, clip, 0, edit.MotionOptions{Bound: -1}, soa.ErrOption},
	} {
		if _, err := edit.ExtractMotion(t.Context(), c.m, c.clip, c.joint, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := edit.ExtractMotion(t.Context(), uneven, uneven.Clips[3], 2, edit.MotionOptions{Take: edit.X | edit.Z}); err != nil {
		t.Errorf("no rotation, below an uneven joint: %v", err)
	}
}

// A clip leads as far before its motion is taken out as after.
func TestDisplacement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := evenRig(rapid.Uint64().Draw(t, "model"), 5)
		clip := m.Clips[3]
		before, joint, err := edit.Displacement(t.Context(), m, clip)
		if errors.Is(err, edit.ErrExtract) { // a root that changes its sign
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if joint != edit.RootJoint(m, clip) {
			t.Fatalf("joint %d goes", joint)
		}
		if joint == soa.None {
			if before != soa.IdentityRoot() {
				t.Fatalf("nothing goes to %+v", before)
			}
			return
		}
		got, err := edit.ExtractMotion(t.Context(), m, clip, joint, edit.MotionOptions{Take: edit.X | edit.Y | edit.Z | edit.Yaw, Rule: edit.Follow, Reference: edit.Start})
		if err != nil {
			t.Fatal(err)
		}
		after, moved, err := edit.Displacement(t.Context(), m, got)
		if err != nil || moved != joint || placeMiss(before, after) > 1e-5 {
			t.Fatalf("before %+v, after %+v of joint %d, %v", before, after, moved, err)
		}
	})
	if _, _, err := edit.Displacement(t.Context(), nil, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}

// Joints above that scale unevenly between their keys alone stop a rotation from being taken
// out as well: here a cubic scale of 1 at each key.
func TestExtractRefusesWhatIsUnevenBetweenKeys(t *testing.T) {
	m := figure.Random(15, 9)
	m.Meshes, m.Skins = nil, nil
	if _, err := edit.ExtractMotion(t.Context(), m, m.Clips[3], 1, edit.MotionOptions{}); !errors.Is(err, edit.ErrExtract) {
		t.Errorf("%v", err)
	}
	if _, err := edit.ExtractMotion(t.Context(), m, m.Clips[3], 1, edit.MotionOptions{Take: edit.X | edit.Z}); err != nil {
		t.Errorf("without a rotation: %v", err)
	}
}

// Where a heading turns all around between two keys, near its pole, the motion goes on from
// there and not from where it would be without.
func TestExtractTurnsAllAround(t *testing.T) {
	m := evenRig(0x93, 9)
	got, err := edit.ExtractMotion(t.Context(), m, m.Clips[3], 1, edit.MotionOptions{Rule: edit.Follow, Reference: edit.Origin})
	if err != nil {
		t.Fatal(err)
	}
	yaw, around := got.Motion.Yaw, false
	for k := 1; k < len(yaw); k++ {
		if d := math.Abs(float64(yaw[k] - yaw[k-1])); d > math.Pi {
			t.Errorf("from tick %v to %v it turns by %v", got.Motion.Time[k-1], got.Motion.Time[k], d)
		}
		around = around || yaw[k] < -2*math.Pi
	}
	if !around {
		t.Error("it does not turn all around")
	}
}
