package motion_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// stride is a made-up clip: a mover that goes and turns evenly, and a body that sways about it.
type stride struct {
	name       string
	x, z, turn float64 // metres aside and ahead in the mover's frame over the clip, degrees
	sway, yaw  float64 // amplitudes of the body: metres aside, degrees
	surge      float64 // metres ahead
	from       float64 // degrees that the model faces in its file at the start
	want       float64 // degrees of the motion over the clip, if they are not turn
	zUp        bool    // below an armature turned by −90° about X, as tools with Z up write
	flips      bool    // every third quaternion in the other hemisphere
	start      float64 // seconds
	frames     int     // 60 if 0
}

var strides = []stride{
	{name: "straight", z: 1.4},
	{name: "walk", z: 1.4, sway: 0.04, yaw: 7, surge: 0.02},
	{name: "swagger", z: 1.4, sway: 0.2, yaw: 20, surge: 0.02},
	{name: "backwards", z: -1.1, sway: 0.04, yaw: 7},
	{name: "strafe", x: 1.2, sway: 0.03, yaw: -9},
	{name: "strafe back", x: -0.8, z: -0.8, yaw: 11},
	{name: "heads elsewhere", z: 1.4, sway: 0.04, yaw: 7, from: 130},
	{name: "in place", sway: 0.05, yaw: 8},
	{name: "turn of 90°", z: 1.5, sway: 0.03, yaw: 7, turn: 90},
	{name: "turn of −90°", z: 1.5, sway: 0.03, yaw: 7, turn: -90, flips: true},
	{name: "turn of 90° on the spot", yaw: 5, turn: 90},
	{name: "half a turn", z: 2, yaw: 5, turn: 180},
	{name: "circle", z: 5, sway: 0.03, yaw: 7, turn: 360},
	{name: "turn of 400°", z: 6, sway: 0.03, yaw: 7, turn: 400, flips: true},
	{name: "two turns back", x: 3, yaw: 7, turn: -720},
	{name: "three turns and a half", z: 3, sway: 0.02, turn: 1260, frames: 240},
	{name: "a little less than the smallest turn", z: 1.4, yaw: 7, turn: 4.9, want: -1},
	{name: "a little more than the smallest turn", z: 1.4, yaw: 7, turn: 5.1},
	{name: "Z up", z: 1.4, sway: 0.04, yaw: 7, zUp: true},
	{name: "Z up, turn of 90°", z: 1.4, sway: 0.04, yaw: 7, turn: 90, zUp: true, start: 1.5},
	{name: "starts late", z: 1.4, sway: 0.04, yaw: 7, turn: -45, start: -3.25, flips: true},
}

const strideSeconds = 1.25

// net is the turn of the motion in radians.
func (s *stride) net() float64 {
	if s.want < 0 {
		return 0
	}
	return s.turn * math.Pi / 180
}

// mover is where the mover is at a part of the clip, in the file's space: an arc, in closed form.
func (s *stride) mover(u float64) soa.RootTransform {
	w := s.turn * math.Pi / 180 * u
	a, b := u, 0. // ∫ cos, ∫ sin
	if w != 0 {
		a, b = u*math.Sin(w)/w, u*(1-math.Cos(w))/w
	}
	sin, cos := math.Sincos(w)
	p := soa.RootTransform{X: a*s.x + b*s.z, Z: a*s.z - b*s.x, C: cos, S: sin}
	sin, cos = math.Sincos(s.from * math.Pi / 180)
	return soa.RootTransform{X: 0.3, Z: -0.2, C: cos, S: sin}.Mul(p)
}

// quat is the product of rotations about axes, by angles in radians.
func quat(turns ...[2]float64) []float64 {
	q := []float64{0, 0, 0, 1}
	for _, t := range turns {
		r := make([]float64, 4)
		r[int(t[0])], r[3] = math.Sin(t[1]/2), math.Cos(t[1]/2)
		q = []float64{
			q[3]*r[0] + q[0]*r[3] + q[1]*r[2] - q[2]*r[1], q[3]*r[1] - q[0]*r[2] + q[1]*r[3] + q[2]*r[0],
			q[3]*r[2] + q[0]*r[1] - q[1]*r[0] + q[2]*r[3], q[3]*r[3] - q[0]*r[0] - q[1]*r[1] - q[2]*r[2],
		}
	}
	return q
}

// model makes the model, its clip and the joint that travels. The joint's own frame has its Y axis along
// the body, and is turned at rest.
func (s *stride) model() (*soa.Model, *soa.Clip, int) {
	const bind = 0.7
	n, var1 := s.frames, [][]float64(nil)
	if n == 0 {
		n = 60
	}
	position, rotation := var1, var1
	for k := range n + 1 {
		u := float64(k) / float64(n)
		m, phase := s.mover(u), 2*math.Pi*u
		p := m.Point([3]float64{s.sway * math.Sin(phase), 1 + 0.02*math.Cos(2*phase), s.surge * math.Sin(2*phase)})
		yaw := (s.from + s.turn*u + s.yaw*math.Cos(phase)) * math.Pi / 180
		q := quat([2]float64{1, yaw}, [2]float64{0, 0.1 * math.Sin(phase)}, [2]float64{2, 0.08 * math.Cos(phase)}, [2]float64{1, bind})
		if s.zUp {
			q = quat([2]float64{0, math.Pi / 2}, [2]float64{1, yaw}, [2]float64{0, 0.1 * math.Sin(phase)}, [2]float64{1, bind})
			p = [3]float64{p[0], -p[2], p[1]}
		}
		if s.flips && k%3 == 1 {
			q = []float64{-q[0], -q[1], -q[2], -q[3]}
		}
		t := u * strideSeconds
		position = append(position, []float64{t, p[0], p[1], p[2]})
		rotation = append(rotation, append([]float64{t}, q...))
	}
	m, clip, joint := oneJoint([]float64{0.02, 1, -0.03}, quat([2]float64{1, bind})), rootClip(position, rotation, strideSeconds), 0
	if s.zUp {
		k := &soa.Skeleton{Name: []string{"Armature", "Hips"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
		q := quat([2]float64{0, -math.Pi / 2})
		k.Rest.RX[0], k.Rest.RW[0] = float32(q[0]), float32(q[3])
		q = quat([2]float64{0, math.Pi / 2}, [2]float64{1, bind})
		k.Rest.TX[1], k.Rest.TY[1], k.Rest.TZ[1] = 0.02, 0.03, 1
		k.Rest.RX[1], k.Rest.RY[1], k.Rest.RZ[1], k.Rest.RW[1] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
		k.ComputeDepth()
		m, joint = &soa.Model{Skeleton: k}, 1
		for t := range clip.Tracks {
			clip.Tracks[t].Target = 1
		}
	}
	clip.Start = s.start
	return m, clip, joint
}

// The motion of a body that sways about a mover is the mover's: as far, in the same direction of its own
// frame, with an even turn that is 0 below 5°; and the sway stays in the pose.
func TestForward(t *testing.T) {
	for _, s := range strides {
		m, clip, joint := s.model()
		if got := edit.RootJoint(m, clip); got != joint {
			t.Fatalf("%s: joint %d travels", s.name, got)
		}
		for _, reference := range []edit.MotionReference{edit.Rest, edit.Start, edit.Origin} {
			o := edit.MotionOptions{Reference: reference}
			got, err := edit.ExtractMotion(t.Context(), m, clip, soa.None, o)
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			checkExtract(t, m, clip, got, o, joint, 4*usualBound)
			checkForward(t, &s, got, reference)
			if reference != edit.Start {
				checkStands(t, &s, m, got, joint, reference)
			}
		}
	}
}

// checkForward compares a motion with that of the mover.
func checkForward(t *testing.T, s *stride, got *soa.Clip, reference edit.MotionReference) {
	t.Helper()
	g := got.Motion
	end := g.Time[len(g.Time)-1]
	for k, at := range g.Time {
		if yaw := s.net() * float64(at/end); math.Abs(float64(g.Yaw[k])-yaw) > 2e-3*math.Pi/180 {
			t.Fatalf("%s: at %v the yaw is %v, want %v", s.name, at, g.Yaw[k], yaw)
		}
	}
	track, err := motion.NewTrack(g, got.TicksPerSecond, got.Seconds(), motion.Wrap)
	if err != nil {
		t.Fatal(err)
	}
	// The joint stands at a point in the mover's frame, which goes as the mover of the stride.
	stands := soa.RootTransform{X: 0.02, Z: -0.03, C: 1}
	switch reference {
	case edit.Start:
		stands = s.mover(0)
		stands.C, stands.S = 1, 0
	case edit.Origin:
		stands = soa.IdentityRoot()
	}
	const parts = 20
	sin, cos := math.Sincos(s.from * math.Pi / 180)
	file := soa.RootTransform{C: cos, S: sin}
	for i := range parts {
		a, b := float64(i)/parts, float64(i+1)/parts
		is := track.M(a * strideSeconds).Mul(stands).Inverse().Mul(track.M(b * strideSeconds)).Mul(stands)
		want := file.Mul(s.mover(a).Inverse().Mul(s.mover(b))).Mul(file.Inverse())
		if s.want < 0 { // it goes straight, to where the file leads
			p, q := s.mover(0), s.mover(1)
			want = soa.RootTransform{X: (q.X - p.X) / parts, Z: (q.Z - p.Z) / parts, C: 1}
		}
		// What sways along the way stays in the motion, what sways aside does not.
		along := 0.003
		if way := math.Hypot(s.x, s.z); way > 0 {
			along += (2*math.Abs(s.surge*s.z) + math.Abs(s.sway*s.x)) / way * 2 * math.Pi / parts
		}
		if d := math.Hypot(is.X-want.X, is.Z-want.Z); d > along {
			t.Errorf("%s, reference %d: from %v to %v it goes (%v, %v), want (%v, %v)", s.name, reference, a, b, is.X, is.Z, want.X, want.Z)
		}
		if s.net() == 0 && math.Abs(is.X*want.Z-is.Z*want.X) > 1e-6 {
			t.Errorf("%s: from %v to %v it goes (%v, %v), aside from (%v, %v)", s.name, a, b, is.X, is.Z, want.X, want.Z)
		}
	}
	// One loop leads where the file leads, the joint standing where it stands.
	if loop := track.Loop(); s.net() == 0 {
		p, q := s.mover(0), s.mover(1)
		if d := math.Hypot(loop.X-(q.X-p.X), loop.Z-(q.Z-p.Z)); d > 1e-5 || loop.C != 1 {
			t.Errorf("%s: a loop leads to %+v, %v off", s.name, loop, d)
		}
	} else if yaw := math.Atan2(loop.S, loop.C); math.Abs(math.Remainder(yaw-s.net(), 2*math.Pi)) > 1e-5 {
		t.Errorf("%s: a loop turns by %v", s.name, yaw)
	}
}

// checkStands checks that poses stand over the reference on the mean, and that the last one is the first
// one where the file's is.
func checkStands(t *testing.T, s *stride, m *soa.Model, got *soa.Clip, joint int, reference edit.MotionReference) {
	t.Helper()
	pose := func(at float64) oracle.Mat4 {
		return oracle.Evaluate(m, []*soa.Clip{got}, got.Start+at).Model[joint]
	}
	var mean [2]float64
	const n = 400
	for i := range n {
		p := pose((float64(i) + 0.5) / n * strideSeconds)
		mean[0], mean[1] = mean[0]+p[3]/n, mean[1]+p[11]/n
	}
	want := [2]float64{0.02, -0.03}
	if reference == edit.Origin {
		want = [2]float64{}
	}
	if far := s.x != 0 || s.z != 0; !far && s.turn == 0 {
		return // it stays where it is, if that is near
	}
	if d := math.Hypot(mean[0]-want[0], mean[1]-want[1]); d > 2e-3 {
		t.Errorf("%s, reference %d: it stands at %v on the mean, %v off", s.name, reference, mean, d)
	}
	if s.want < 0 {
		return // what it turns stays
	}
	a, b := pose(0), pose(strideSeconds)
	for k := range a {
		if math.Abs(a[k]-b[k]) > 1e-4 {
			t.Errorf("%s, reference %d: the last pose is %v, the first %v", s.name, reference, b, a)
			break
		}
	}
}
