package vertex

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// kind is what a random character's joints and skin may do.
type kind struct {
	scales, moves, morphs bool
	skinning              soa.Skinning
	influences            int
	missing               bool // joints between those of the skin are not in it
}

// character is a random hierarchy with a skin bound near its rest pose, and a clip of extreme
// poses.
func character(r *rand.Rand, k kind) *soa.Model {
	n := 3 + r.IntN(8)
	s := &soa.Skeleton{Rest: soa.MakeTransforms(n)}
	m := &soa.Model{Name: "random", Skeleton: s, Skins: []*soa.Skin{{}}, Weights: []soa.MorphWeight{{Target: "t"}}}
	for j := range n {
		s.Name, s.Unit = append(s.Name, fmt.Sprint(j)), append(s.Unit, 1)
		s.Parent = append(s.Parent, int16(j-1-r.IntN(min(j, 2)+1)))
		if j > 0 {
			s.Parent[j] = max(s.Parent[j], 0)
		}
		s.Rest.TY[j], s.Rest.TX[j] = 0.3*r.Float32(), 0.1*r.Float32()
		q := rotation(r)
		s.Rest.RX[j], s.Rest.RY[j], s.Rest.RZ[j], s.Rest.RW[j] = q[0], q[1], q[2], q[3]
		if k.scales && r.IntN(3) == 0 {
			s.Rest.SX[j], s.Rest.SZ[j] = 0.5+r.Float32(), 0.5+r.Float32()
		}
	}
	s.ComputeDepth()
	m.Clips = []*soa.Clip{clip(r, s, k)}
	bind(m, r, k)
	return m
}

func rotation(r *rand.Rand) [4]float32 {
	var q [4]float64
	length := 0.
	for c := range q {
		q[c] = r.NormFloat64()
		length += q[c] * q[c]
	}
	return [4]float32{
		float32(q[0] / math.Sqrt(length)), float32(q[1] / math.Sqrt(length)),
		float32(q[2] / math.Sqrt(length)), float32(q[3] / math.Sqrt(length)),
	}
}

// near is a rotation by up to 17° from another one.
func near(r *rand.Rand, q [4]float32) [4]float32 {
	by := rotation(r)
	length := 0.
	for c := range q {
		q[c] += 0.15 * by[c]
		length += float64(q[c]) * float64(q[c])
	}
	for c := range q {
		q[c] /= float32(math.Sqrt(length))
	}
	return q
}

// clip rotates every joint at random, and moves and scales some. For dual quaternions all joints
// together rotate by less than half a turn: beyond it signs flip, and vertices jump.
func clip(r *rand.Rand, s *soa.Skeleton, k kind) *soa.Clip {
	joints := s.Len()
	const keys = 6
	c := &soa.Clip{Name: "clip", TicksPerSecond: 1, Duration: keys - 1}
	add := func(p soa.Property, target int, value func() [4]float32) {
		t := soa.Track{Target: int16(target), Property: p, First: uint32(len(c.Time))}
		if p != soa.Rotation && r.IntN(2) == 0 {
			t.Interpolation, t.FirstTangent = soa.Cubic, uint32(len(c.In))
		}
		for i := range keys {
			v := value()
			c.Time = append(c.Time, float32(i))
			c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
			if t.Interpolation == soa.Cubic {
				c.In, c.Out = append(c.In, soa.Tangent{r.Float32()}), append(c.Out, soa.Tangent{-r.Float32()})
			}
		}
		c.Tracks = append(c.Tracks, t)
	}
	within := func(center, by float32) func() [4]float32 {
		return func() (v [4]float32) {
			for c := range 3 {
				v[c] = center + by*(2*r.Float32()-1)
			}
			return v
		}
	}
	for j := range joints {
		if k.moves && r.IntN(2) == 0 {
			add(soa.Translation, j, within(0, 0.4))
		}
	}
	for j := range joints {
		add(soa.Rotation, j, func() [4]float32 {
			if k.skinning == soa.LinearBlend {
				return rotation(r)
			}
			return near(r, [4]float32{s.Rest.RX[j], s.Rest.RY[j], s.Rest.RZ[j], s.Rest.RW[j]})
		})
	}
	for j := range joints {
		if k.scales && r.IntN(3) == 0 {
			add(soa.Scale, j, within(1, 0.5))
		}
	}
	if k.morphs {
		add(soa.Weight, 0, func() [4]float32 { return [4]float32{3*r.Float32() - 1} })
	}
	return c
}

// bind adds a mesh whose skin is bound in the rest pose.
func bind(m *soa.Model, r *rand.Rand, k kind) {
	rest := oracle.Evaluate(&soa.Model{Skeleton: m.Skeleton}, nil, 0)
	skin := m.Skins[0]
	for j, at := range rest.Model {
		if k.missing && j%2 == 1 {
			continue
		}
		var a soa.Affine
		for i := range a {
			a[i] = float32(at[i])
		}
		inverse, _ := a.Inverse()
		skin.Joint, skin.InverseBind = append(skin.Joint, uint16(j)), append(skin.InverseBind, inverse)
	}
	mesh := &soa.Mesh{Name: "mesh", Joint: soa.NoJoint, Material: soa.None, Influences: k.influences, Skinning: k.skinning}
	for range 40 {
		from := rest.Model[r.IntN(len(rest.Model))].Translation()
		for c := range 3 {
			mesh.Position = append(mesh.Position, float32(from[c])+0.3*float32(r.NormFloat64()))
		}
		mesh.Normal = append(mesh.Normal, 0, 1, 0)
		w := weights(r, k.influences)
		mesh.BoneWeight = append(mesh.BoneWeight, w...)
		for range w {
			mesh.BoneIndex = append(mesh.BoneIndex, uint16(r.IntN(skin.Len())))
		}
		if k.skinning == soa.Blended {
			mesh.Blend = append(mesh.Blend, r.Float32())
		}
	}
	if k.morphs {
		mesh.Morphs = []soa.MorphTarget{{Vertex: []uint32{0, 1, 2}, Position: []float32{0.3, 0, 0, 0, 0.3, 0, 0.2, 0.2, 0.2}}}
	}
	m.Meshes = []*soa.Mesh{mesh}
}

// weights are random, descending, and sum to 1.
func weights(r *rand.Rand, n int) []float32 {
	w := make([]float32, n)
	sum := float32(0)
	for i := range 1 + r.IntN(n) {
		w[i] = r.Float32() / float32(i+1)
		sum += w[i]
	}
	if sum == 0 {
		w[0], sum = 1, 1
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}

// unpacked is a mesh with its weights after packing as a type.
func unpacked(m *soa.Mesh, t Type) *soa.Mesh {
	out := *m
	out.BoneWeight = nil
	for v := range m.Vertices() {
		parts := quantize(m.BoneWeight[v*m.Influences:(v+1)*m.Influences], most(t))
		for _, p := range parts[:m.Influences] {
			out.BoneWeight = append(out.BoneWeight, float32(float64(p)/float64(most(t))))
		}
	}
	return &out
}

// TestErrorIsABound deforms random characters in extreme poses by their weights and by the
// packed ones: no vertex moves farther than the layout states, and some come near.
func TestErrorIsABound(t *testing.T) {
	nearest := map[soa.Skinning]float64{}
	for s := range seed.Cases(t, 60) {
		r := rand.New(rand.NewPCG(s, 21))
		k := kind{
			scales: r.IntN(2) == 0, moves: r.IntN(2) == 0, morphs: r.IntN(2) == 0, missing: r.IntN(3) == 0,
			skinning: []soa.Skinning{soa.LinearBlend, soa.DualQuaternion, soa.Blended}[r.IntN(3)], influences: 4 + 4*r.IntN(2),
		}
		m := character(r, k)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		p := NewPacker(m, Options{})
		for _, kind := range []Type{Unorm8, Unorm16} {
			bound := p.weightError(m.Meshes[0], kind)
			if math.IsInf(bound, 1) {
				if k.skinning == soa.LinearBlend || !k.scales {
					t.Errorf("seed %d: %+v has no bound", s, k)
				}
				continue
			}
			other := unpacked(m.Meshes[0], kind)
			for i := range 40 {
				pose := oracle.Evaluate(m, m.Clips, 5*float64(i)/40)
				a, b := oracle.Deform(m, m.Meshes[0], pose), oracle.Deform(m, other, pose)
				for v := range a.Position {
					d := a.Position[v].Sub(b.Position[v]).Length()
					if d > bound*(1+1e-6)+1e-9 {
						t.Fatalf("seed %d, %+v, %v: vertex %d moves by %g, bound %g", s, k, kind, v, d, bound)
					}
					nearest[k.skinning] = max(nearest[k.skinning], d/bound)
				}
			}
		}
	}
	t.Log("largest displacement by bound: ", nearest)
	// Of 60 cases of any seed: at least 0.45 of the bound of linear blends, and 0.025 of that of
	// dual quaternions, which allows for rotations that lie far apart.
	least := map[soa.Skinning]float64{soa.LinearBlend: 0.2, soa.DualQuaternion: 0.005, soa.Blended: 0.005}
	for mode, share := range nearest {
		if share < least[mode] {
			t.Errorf("%v: no vertex moves by more than %.3f of its bound", mode, share)
		}
	}
}

// TestBoundIsTight: of two joints that fold at the pivot, the bound is what the outermost vertex
// moves by.
func TestBoundIsTight(t *testing.T) {
	s := &soa.Skeleton{Name: []string{"a", "b"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	s.ComputeDepth()
	s.Rest.TY[1] = 100 // far: lengths along the bones bound it no better
	b := soa.IdentityAffine()
	b[7] = -100
	mesh := &soa.Mesh{
		Joint: soa.NoJoint, Material: soa.None, Influences: 4, Position: []float32{0, 101, 0}, Normal: []float32{0, 1, 0},
		BoneIndex: []uint16{0, 1, 0, 0}, BoneWeight: []float32{0.501, 0.499, 0, 0},
	}
	m := &soa.Model{Skeleton: s, Meshes: []*soa.Mesh{mesh}, Skins: []*soa.Skin{{Joint: []uint16{0, 1}, InverseBind: []soa.Affine{soa.IdentityAffine(), b}}}}
	got := NewPacker(m, Options{}).weightError(mesh, Unorm8)
	parts := quantize(mesh.BoneWeight, unorm8)
	want := 2 * math.Abs(float64(parts[1])/unorm8-float64(mesh.BoneWeight[1])) // b folds by half a turn
	if parts[0]+parts[1] != unorm8 || math.Abs(got-want) > 1e-5*want+1e-5 {
		t.Errorf("the bound is %g, want %g", got, want)
	}
}
