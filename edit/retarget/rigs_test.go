package retarget_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// bone is a joint of the human body that the tests build, in the place that it has in a
// T-pose, for a body of about 1.8 m.
type bone struct {
	slot, parent string
	at           exact.Vec
}

// bones are those of the left half and the middle.
var bones = []bone{
	{"hips", "", exact.Vec{0, 0.95, 0}},
	{"spine0", "hips", exact.Vec{0, 1.05, 0}},
	{"spine1", "spine0", exact.Vec{0, 1.2, -0.01}},
	{"spine2", "spine1", exact.Vec{0, 1.33, -0.02}},
	{"neck", "spine2", exact.Vec{0, 1.5, -0.02}},
	{"head", "neck", exact.Vec{0, 1.6, 0.01}},
	{"Shoulder", "spine2", exact.Vec{0.06, 1.45, -0.01}},
	{"UpperArm", "Shoulder", exact.Vec{0.18, 1.45, -0.02}},
	{"LowerArm", "UpperArm", exact.Vec{0.46, 1.45, -0.02}},
	{"Hand", "LowerArm", exact.Vec{0.72, 1.45, -0.01}},
	{"Index0", "Hand", exact.Vec{0.82, 1.45, 0.03}},
	{"Index1", "Index0", exact.Vec{0.86, 1.45, 0.03}},
	{"Index2", "Index1", exact.Vec{0.88, 1.45, 0.03}},
	{"Little0", "Hand", exact.Vec{0.8, 1.45, -0.04}},
	{"Little1", "Little0", exact.Vec{0.83, 1.45, -0.04}},
	{"Little2", "Little1", exact.Vec{0.85, 1.45, -0.04}},
	{"UpperLeg", "hips", exact.Vec{0.09, 0.9, 0}},
	{"LowerLeg", "UpperLeg", exact.Vec{0.09, 0.5, 0.01}},
	{"Foot", "LowerLeg", exact.Vec{0.09, 0.09, -0.02}},
	{"Toes", "Foot", exact.Vec{0.09, 0.02, 0.1}},
}

// naming gives a slot of a side the name that a tool has for it.
type naming map[string]string

// The namings; % is the side.
var (
	mixamo = naming{
		"": "mixamorig:%", "left": "Left", "right": "Right", "hips": "Hips", "spine0": "Spine", "spine1": "Spine1", "spine2": "Spine2",
		"neck": "Neck", "head": "Head", "Shoulder": "Shoulder", "UpperArm": "Arm", "LowerArm": "ForeArm", "Hand": "Hand",
		"Index0": "HandIndex1", "Index1": "HandIndex2", "Index2": "HandIndex3", "Little0": "HandPinky1", "Little1": "HandPinky2", "Little2": "HandPinky3",
		"UpperLeg": "UpLeg", "LowerLeg": "Leg", "Foot": "Foot", "Toes": "ToeBase",
	}
	vrm = naming{
		"": "%", "left": "left", "right": "right", "hips": "hips", "spine0": "spine", "spine1": "chest", "spine2": "upperChest",
		"neck": "neck", "head": "head", "Shoulder": "Shoulder", "UpperArm": "UpperArm", "LowerArm": "LowerArm", "Hand": "Hand",
		"Index0": "IndexProximal", "Index1": "IndexIntermediate", "Index2": "IndexDistal", "Little0": "LittleProximal", "Little1": "LittleIntermediate", "Little2": "LittleDistal",
		"UpperLeg": "UpperLeg", "LowerLeg": "LowerLeg", "Foot": "Foot", "Toes": "Toes",
	}
	unreal = naming{
		"": "", "left": "_l", "right": "_r", "hips": "pelvis", "spine0": "spine_01", "spine1": "spine_02", "spine2": "spine_03",
		"neck": "neck_01", "head": "head", "Shoulder": "clavicle", "UpperArm": "upperarm", "LowerArm": "lowerarm", "Hand": "hand",
		"Index0": "index_01", "Index1": "index_02", "Index2": "index_03", "Little0": "pinky_01", "Little1": "pinky_02", "Little2": "pinky_03",
		"UpperLeg": "thigh", "LowerLeg": "calf", "Foot": "foot", "Toes": "ball",
	}
	cmu = naming{
		"": "%", "left": "l", "right": "r", "hips": "hips", "spine0": "lowerback", "spine1": "upperback", "spine2": "thorax",
		"neck": "lowerneck", "head": "head", "Shoulder": "clavicle", "UpperArm": "humerus", "LowerArm": "radius", "Hand": "hand",
		"Index0": "index1", "Index1": "index2", "Index2": "index3", "Little0": "pinky1", "Little1": "pinky2", "Little2": "pinky3",
		"UpperLeg": "femur", "LowerLeg": "tibia", "Foot": "foot", "Toes": "toes",
	}
	rigify = naming{
		"": "DEF-", "left": ".L", "right": ".R", "hips": "spine", "spine0": "spine.001", "spine1": "spine.002", "spine2": "spine.003",
		"neck": "spine.004", "head": "spine.006", "Shoulder": "shoulder", "UpperArm": "upper_arm", "LowerArm": "forearm", "Hand": "hand",
		"Index0": "f_index.01", "Index1": "f_index.02", "Index2": "f_index.03", "Little0": "f_pinky.01", "Little1": "f_pinky.02", "Little2": "f_pinky.03",
		"UpperLeg": "thigh", "LowerLeg": "shin", "Foot": "foot", "Toes": "toe",
	}
	biped = naming{
		"": "Bip01 %", "left": "L ", "right": "R ", "hips": "Pelvis", "spine0": "Spine", "spine1": "Spine1", "spine2": "Spine2",
		"neck": "Neck", "head": "Head", "Shoulder": "Clavicle", "UpperArm": "UpperArm", "LowerArm": "Forearm", "Hand": "Hand",
		"Index0": "Finger1", "Index1": "Finger11", "Index2": "Finger12", "Little0": "Finger4", "Little1": "Finger41", "Little2": "Finger42",
		"UpperLeg": "Thigh", "LowerLeg": "Calf", "Foot": "Foot", "Toes": "Toe0",
	}
)

// of returns the name of a slot with its side before it.
func (n naming) of(slot string) string {
	side := ""
	if s, ok := strings.CutPrefix(slot, "left"); ok {
		side, slot = n["left"], s
	} else if s, ok := strings.CutPrefix(slot, "right"); ok {
		side, slot = n["right"], s
	}
	if prefix := n[""]; strings.Contains(prefix, "%") {
		return strings.ReplaceAll(prefix, "%", side) + n[slot]
	} else {
		name := n[slot] + side
		if base, number, ok := strings.Cut(n[slot], ".0"); ok && side != "" {
			name = base + ".0" + number + side
		}
		return prefix + name
	}
}

// build says how a body is built.
type build struct {
	names   naming
	size    float64   // of all
	thigh   float64   // of the upper legs alone, 0 for 1
	arms    float64   // degrees down from the T-pose
	seed    uint64    // of the directions of joints' axes; 0 for none
	offset  exact.Vec // of the whole body
	around  float64   // degrees about Y
	without string    // slots that are left out
}

// body returns a model of a human.
func (b build) body(t testing.TB) *soa.Model {
	t.Helper()
	type joint struct {
		slot, parent string
		at           exact.Vec
	}
	var list []joint
	sided := func(slot string) bool { return slot[0] >= 'A' && slot[0] <= 'Z' }
	for _, side := range []string{"", "left", "right"} {
		for _, n := range bones {
			if sided(n.slot) != (side != "") || b.without != "" && strings.Contains(b.without, n.slot) {
				continue
			}
			j := joint{side + n.slot, n.parent, n.at}
			if sided(n.parent + "-") {
				j.parent = side + n.parent
			}
			if b.thigh > 0 && side != "" && strings.Contains("LowerLeg Foot Toes", n.slot) {
				j.at[1] -= (b.thigh - 1) * 0.4 // the knee and all below
			}
			if strings.Contains("LowerArm Hand Index0 Index1 Index2 Little0 Little1 Little2", n.slot) {
				q := about(2, -b.arms)
				shoulder := exact.Vec{0.18, 1.45, -0.02}
				j.at = shoulder.Add(q.Rotate(j.at.Sub(shoulder)))
			}
			if side == "right" {
				j.at[0] = -j.at[0]
			}
			list = append(list, j)
		}
	}
	drop := 0.
	if b.thigh > 0 { // feet stay on the ground
		drop = (b.thigh - 1) * 0.4
	}
	turn := about(1, b.around)
	random := rand.New(rand.NewPCG(b.seed, 1))
	k := &soa.Skeleton{}
	rotation, place := map[string]exact.Quat{}, map[string]exact.Vec{}
	index := map[string]int{"": soa.NoJoint}
	rotation[""] = exact.IdentityQuat()
	for _, j := range list {
		at := j.at
		at[1] += drop
		at = turn.Rotate(at.Scale(b.size)).Add(b.offset)
		q := turn
		if b.seed > 0 {
			q = exact.Quat{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Unit()
		}
		up := rotation[j.parent].Conjugate()
		local, move := up.Mul(q), up.Rotate(at.Sub(place[j.parent]))
		index[j.slot] = len(k.Name)
		rotation[j.slot], place[j.slot] = q, at
		k.Name = append(k.Name, b.names.of(j.slot))
		k.Parent = append(k.Parent, int16(index[j.parent]))
		k.Unit = append(k.Unit, 1)
		r := &k.Rest
		r.TX, r.TY, r.TZ = append(r.TX, float32(move[0])), append(r.TY, float32(move[1])), append(r.TZ, float32(move[2]))
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, float32(local[0])), append(r.RY, float32(local[1])), append(r.RZ, float32(local[2])), append(r.RW, float32(local[3]))
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
	}
	k.ComputeDepth()
	m := &soa.Model{Name: "body", Skeleton: k}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

// about returns the rotation by degrees about an axis.
func about(axis int, degrees float64) (q exact.Quat) {
	s, c := exact.SinCos(degrees * math.Pi / 360)
	q[axis], q[3] = s, c
	return q
}

// dance returns a clip that turns every joint and moves the first one.
func dance(m *soa.Model, seed uint64, frames int, most float64) *soa.Clip {
	random := rand.New(rand.NewPCG(seed, 2))
	c := &soa.Clip{Name: "dance", TicksPerSecond: 30, Duration: float64(frames - 1)}
	r := &m.Skeleton.Rest
	track := func(p soa.Property, j int) {
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: p, First: uint32(len(c.Time))})
		var way, phase [3]float64
		for i := range way {
			way[i], phase[i] = random.NormFloat64(), 6*random.Float64()
		}
		for f := range frames {
			var v [3]float64
			for i := range v {
				s, _ := exact.SinCos(float64(f)/5 + phase[i])
				v[i] = most * way[i] * s
			}
			c.Time = append(c.Time, float32(f))
			q := exact.Quat{v[0] / 2, v[1] / 2, v[2] / 2, 1}.Unit()
			q = exact.Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}.Mul(q)
			if p == soa.Translation {
				q = exact.Quat{float64(r.TX[j]) + v[0]/10, float64(r.TY[j]) + v[1]/10, float64(r.TZ[j]) + v[2]/10}
			}
			c.X, c.Y, c.Z, c.W = append(c.X, float32(q[0])), append(c.Y, float32(q[1])), append(c.Z, float32(q[2])), append(c.W, float32(q[3]))
		}
	}
	track(soa.Translation, 0)
	for j := range m.Skeleton.Len() {
		track(soa.Rotation, j)
	}
	return c
}

// poseAt evaluates a clip at a tick.
func poseAt(m *soa.Model, c *soa.Clip, tick float64) (*exact.Skeleton, exact.Pose) {
	s := exact.NewSkeleton(m, nil)
	p := s.NewPose()
	s.NewClip(c).At(tick, false, &p)
	return s, p
}

// farthest returns how far apart two clips of a model are at most: joints, and points one
// metre from them on their axes.
func farthest(m *soa.Model, a, b *soa.Clip, ticks ...float64) float64 {
	if len(ticks) == 0 {
		for i := range 41 {
			ticks = append(ticks, a.Duration*float64(i)/40)
		}
	}
	worst := 0.
	for _, tick := range ticks {
		_, p := poseAt(m, a, tick)
		_, q := poseAt(m, b, tick)
		for j := range p.Global {
			for i := range p.Global[j] {
				worst = max(worst, math.Abs(p.Global[j][i]-q.Global[j][i]))
			}
		}
	}
	return worst
}
