package figure

import (
	"strconv"

	"github.com/sinew-anim/sinew/soa"
)

// FramesPerSecond is the rate at which Character's clips are keyed.
const FramesPerSecond = 30

// Motion asks Character for a clip.
type Motion struct {
	Name    string
	Seconds float64
	Drive   Drive
}

// Drive says what a clip keys in every frame.
type Drive uint8

const (
	Joints     Drive = iota // the translation and rotation of every joint
	Captured                // every rotation, and where the root and the hips are: bones keep their lengths
	Everything              // the translation, rotation and scale of every joint
)

// takes reports whether a clip keys a property of a joint.
func (d Drive) takes(p soa.Property, joint int) bool {
	switch p {
	case soa.Translation:
		return d != Captured || joint < 2
	case soa.Scale:
		return d == Everything
	}
	return true
}

// Character returns a humanoid of 67 joints, two metres tall, with a skin over
// all of them, a mesh with four influences per vertex, and one clip per motion.
func Character(motions ...Motion) *soa.Model {
	s := newSource(67)
	m := &soa.Model{Name: "character", Skeleton: humanoid()}
	for _, motion := range motions {
		m.Clips = append(m.Clips, s.motion(m.Skeleton, motion))
	}
	m.Skins = []*soa.Skin{bind(m.Skeleton)}
	m.Meshes = []*soa.Mesh{s.body(m)}
	return m
}

// builder adds joints to a skeleton.
type builder struct{ *soa.Skeleton }

// chain adds n joints below a parent, each at an offset from the one before,
// and returns the last.
func (b builder) chain(name string, parent, n int, first, step [3]float32) int {
	offset := first
	for i := range n {
		b.Name = append(b.Name, name+strconv.Itoa(i))
		b.Parent = append(b.Parent, int16(parent))
		b.Unit = append(b.Unit, 1)
		r := &b.Rest
		r.TX, r.TY, r.TZ = append(r.TX, offset[0]), append(r.TY, offset[1]), append(r.TZ, offset[2])
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, 0), append(r.RY, 0), append(r.RZ, 0), append(r.RW, 1)
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
		parent, offset = len(b.Parent)-1, step
	}
	return parent
}

func humanoid() *soa.Skeleton {
	b := builder{&soa.Skeleton{}}
	hips := b.chain("root", soa.NoJoint, 2, [3]float32{}, [3]float32{0, 1, 0})
	chest := b.chain("spine", hips, 4, [3]float32{0, 0.1, 0}, [3]float32{0, 0.1, 0})
	head := b.chain("neck", chest, 2, [3]float32{0, 0.2, 0}, [3]float32{0, 0.12, 0})
	b.chain("jaw", head, 1, [3]float32{0, 0, 0.08}, [3]float32{})
	for side, sign := range [2]float32{1, -1} {
		name := [2]string{"left ", "right "}[side]
		b.chain(name+"eye", head, 1, [3]float32{sign * 0.03, 0.1, 0.08}, [3]float32{})
		hand := b.chain(name+"arm", chest, 4, [3]float32{sign * 0.06, 0.15, 0}, [3]float32{sign * 0.2, 0, 0})
		for finger := range 5 {
			z := float32(finger-2) * 0.02
			b.chain(name+"finger"+strconv.Itoa(finger), hand, 4, [3]float32{sign * 0.06, 0, z}, [3]float32{sign * 0.025, 0, 0})
		}
		b.chain(name+"leg", hips, 4, [3]float32{sign * 0.1, -0.05, 0}, [3]float32{0, -0.3, 0.02})
	}
	b.ComputeDepth()
	return b.Skeleton
}

// bind returns the skin of all joints in the rest pose. Nothing is turned there,
// so the inverse of a joint's matrix is its offset from the root, backwards.
func bind(k *soa.Skeleton) *soa.Skin {
	skin := &soa.Skin{}
	for j, p := range k.Parent {
		m := soa.IdentityAffine()
		m[3], m[7], m[11] = -k.Rest.TX[j], -k.Rest.TY[j], -k.Rest.TZ[j]
		if p >= 0 {
			b := &skin.InverseBind[p]
			m[3], m[7], m[11] = m[3]+b[3], m[7]+b[7], m[11]+b[11]
		}
		skin.Joint, skin.InverseBind = append(skin.Joint, uint16(j)), append(skin.InverseBind, m)
	}
	return skin
}

// motion returns a clip in which every joint sways about its rest pose, keyed in
// every frame.
func (s source) motion(k *soa.Skeleton, motion Motion) *soa.Clip {
	frames := int(motion.Seconds*FramesPerSecond+0.5) + 1
	c := &soa.Clip{Name: motion.Name, TicksPerSecond: FramesPerSecond, Duration: float64(frames - 1), Loop: true}
	for property := soa.Translation; property <= soa.Scale; property++ {
		for j := range k.Len() {
			if !motion.Drive.takes(property, j) {
				continue
			}
			c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: property, First: uint32(len(c.Time))})
			// Up to two swings a second of up to a quarter of a circle.
			to, swings := s.rotation(), float32(1+s.IntN(max(1, 2*frames/FramesPerSecond)))
			for f := range frames {
				sway := wave(float32(float32(f)*swings) / float32(frames-1))
				q := unit([4]float32{float32(to[0] * sway), float32(to[1] * sway), float32(to[2] * sway), 2.5})
				switch property {
				case soa.Translation:
					q = [4]float32{k.Rest.TX[j] + float32(0.01*q[0]), k.Rest.TY[j] + float32(0.01*q[1]), k.Rest.TZ[j] + float32(0.01*q[2])}
				case soa.Scale:
					size := 1 + float32(0.02*q[0])
					q = [4]float32{size, size, size}
				}
				c.Time = append(c.Time, float32(f))
				c.X, c.Y, c.Z, c.W = append(c.X, q[0]), append(c.Y, q[1]), append(c.Z, q[2]), append(c.W, q[3])
			}
		}
	}
	return c
}

// wave swings between -1 and 1 with period 1, of parabolas.
func wave(x float32) float32 {
	x -= float32(int(x))
	if x < 0.5 {
		return float32(float32(16*x) * (0.5 - x))
	}
	return float32(float32(-16*(x-0.5)) * (1 - x))
}

// body returns vertices around every joint that follow it and its ancestors.
func (s source) body(m *soa.Model) *soa.Mesh {
	mesh := &soa.Mesh{Name: "body", Node: "body", Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Material: soa.None, Influences: 4}
	for j := range m.Skeleton.Len() {
		b := &m.Skins[0].InverseBind[j]
		for range 60 {
			around, out := s.vector(0.05), s.rotation()
			mesh.Position = append(mesh.Position, around[0]-b[3], around[1]-b[7], around[2]-b[11])
			n := unit([4]float32{out[0], out[1], out[2]})
			mesh.Normal = append(mesh.Normal, n[0], n[1], n[2])
			_, w := s.influences(1, 4)
			bone := j
			for i := range 4 {
				mesh.BoneIndex, mesh.BoneWeight = append(mesh.BoneIndex, uint16(bone)), append(mesh.BoneWeight, w[i])
				bone = max(int(m.Skeleton.Parent[bone]), 0)
			}
		}
	}
	return mesh
}
