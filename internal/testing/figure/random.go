package figure

import (
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/sinew-anim/sinew/soa"
)

// source draws the numbers that models are made of.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 0x53696e6577))} }

// uniform returns a number in [low, high).
func (s source) uniform(low, high float32) float32 {
	return low + float32(s.Float32()*(high-low))
}

func (s source) vector(size float32) [3]float32 {
	return [3]float32{s.uniform(-size, size), s.uniform(-size, size), s.uniform(-size, size)}
}

// rotation returns any unit quaternion.
func (s source) rotation() [4]float32 {
	for {
		q := [4]float32{s.uniform(-1, 1), s.uniform(-1, 1), s.uniform(-1, 1), s.uniform(-1, 1)}
		if d := dot(q, q); d > 0.1 && d < 1 {
			return unit(q)
		}
	}
}

func (s source) chance(percent int) bool { return s.IntN(100) < percent }

func dot(a, b [4]float32) float32 {
	return (float32(a[0]*b[0]) + float32(a[1]*b[1])) + (float32(a[2]*b[2]) + float32(a[3]*b[3]))
}

func unit(q [4]float32) [4]float32 {
	n := 1 / float32(math.Sqrt(float64(dot(q, q))))
	for i := range q {
		q[i] = float32(q[i] * n)
	}
	return q
}

// aligned returns q or its negative, whichever lies in the half of the sphere
// around p.
func aligned(q, p [4]float32) [4]float32 {
	if dot(q, p) < 0 {
		return [4]float32{-q[0], -q[1], -q[2], -q[3]}
	}
	return q
}

// Random returns a valid model of that many joints, with three clips that
// drive different things and can play together, and one that drives all.
func Random(seed uint64, joints int) *soa.Model {
	s := newSource(seed)
	m := &soa.Model{Name: "random " + strconv.FormatUint(seed, 10), Skeleton: s.skeleton(joints)}
	for i := range 4 {
		m.Weights = append(m.Weights, soa.MorphWeight{Mesh: "mesh", Target: strconv.Itoa(i), Rest: s.uniform(0, 1)})
	}
	for part := range 3 {
		m.Clips = append(m.Clips, s.clip(m, "part "+strconv.Itoa(part), func(target int) bool { return target%3 == part }))
	}
	m.Clips = append(m.Clips, s.clip(m, "all", func(int) bool { return true }))
	if joints > 0 {
		m.Skins = []*soa.Skin{s.skin(joints), s.skin(joints)}
		for kind := range 3 {
			m.Meshes = append(m.Meshes, s.skinnedMesh(m, kind))
		}
		m.Meshes = append(m.Meshes, s.rigidMesh(m, int16(s.IntN(joints))))
	}
	m.Meshes = append(m.Meshes, s.rigidMesh(m, soa.NoJoint))
	newSource(^seed).addFloats(m)
	return m
}

func (s source) skeleton(joints int) *soa.Skeleton {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(joints)}
	for j := range joints {
		k.Name = append(k.Name, "joint "+strconv.Itoa(j))
		k.Unit = append(k.Unit, 1)
		k.Parent = append(k.Parent, s.parent(j))
		r, t, q, f := &k.Rest, s.vector(0.5), s.rotation(), s.factors()
		r.TX[j], r.TY[j], r.TZ[j] = t[0], t[1], t[2]
		r.RX[j], r.RY[j], r.RZ[j], r.RW[j] = q[0], q[1], q[2], q[3]
		r.SX[j], r.SY[j], r.SZ[j] = f[0], f[1], f[2]
		if s.chance(5) {
			k.Static = append(k.Static, soa.StaticLocal{Joint: int16(j), Local: s.affine()})
		}
	}
	k.ComputeDepth()
	return k
}

// parent gives joint j a parent: now and then none, sometimes the joint before,
// else any.
func (s source) parent(j int) int16 {
	switch {
	case j == 0 || s.chance(5):
		return soa.NoJoint
	case s.chance(30):
		return int16(j - 1)
	}
	return int16(s.IntN(j))
}

// factors returns a scale: mostly one, else near it, at times mirrored.
func (s source) factors() [3]float32 {
	switch {
	case s.chance(60):
		return [3]float32{1, 1, 1}
	case s.chance(20):
		return [3]float32{-1, 1, 1}
	}
	return [3]float32{s.uniform(0.8, 1.25), s.uniform(0.8, 1.25), s.uniform(0.8, 1.25)}
}

// affine returns a matrix near the identity that shears.
func (s source) affine() soa.Affine {
	m := soa.IdentityAffine()
	for i := range m {
		m[i] += s.uniform(-0.3, 0.3)
	}
	return m
}

func (s source) skin(joints int) *soa.Skin {
	skin := &soa.Skin{}
	for range min(1+s.IntN(2*joints), 100) {
		skin.Joint = append(skin.Joint, uint16(s.IntN(joints)))
		skin.InverseBind = append(skin.InverseBind, s.affine())
	}
	return skin
}
