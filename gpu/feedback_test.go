package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/view"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// randomModel is a cloud of vertices with random influences of a skin of that
// many bones (no skin for 0), and random sparse morph targets.
func randomModel(rng *rand.Rand, bones, influences, vertices, targets int) *soa.Model {
	joints := max(bones, 1)
	m := &soa.Model{Name: "random", Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(joints)}}
	for j := range joints {
		m.Skeleton.Name = append(m.Skeleton.Name, fmt.Sprint("joint", j))
		m.Skeleton.Parent = append(m.Skeleton.Parent, soa.NoJoint)
		m.Skeleton.Unit = append(m.Skeleton.Unit, 1)
	}
	m.Skeleton.ComputeDepth()
	mesh := &soa.Mesh{Name: "cloud", Skin: soa.None, Joint: 0, Offset: randomAffine(rng, rng.IntN(2) == 0), Material: soa.None}
	if bones > 0 {
		skin := &soa.Skin{}
		for j := range bones {
			skin.Joint = append(skin.Joint, uint16(j))
			skin.InverseBind = append(skin.InverseBind, soa.IdentityAffine())
		}
		m.Skins = []*soa.Skin{skin}
		mesh.Skin, mesh.Influences, mesh.Joint = 0, influences, soa.NoJoint
	}
	for v := range vertices {
		n := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		n, _ = view.Unit(n)
		for k := range 3 {
			mesh.Position = append(mesh.Position, float32(2*rng.Float64()-1))
			mesh.Normal = append(mesh.Normal, float32(n[k]))
		}
		sum := float32(0)
		for range mesh.Influences {
			mesh.BoneIndex = append(mesh.BoneIndex, uint16(rng.IntN(bones)))
			w := rng.Float32() * float32(rng.IntN(3)) // some are 0
			mesh.BoneWeight = append(mesh.BoneWeight, w)
			sum += w
		}
		for i := range mesh.Influences {
			if sum == 0 {
				mesh.BoneWeight[v*mesh.Influences] = 1
				break
			}
			mesh.BoneWeight[v*mesh.Influences+i] /= sum
		}
		mesh.Index = append(mesh.Index, uint32(v), uint32(rng.IntN(vertices)), uint32(rng.IntN(vertices)))
	}
	for t := range targets {
		m.Weights = append(m.Weights, soa.MorphWeight{Target: fmt.Sprint("target", t), Rest: 0.25 * float32(t)})
		target := soa.MorphTarget{Weight: targets - 1 - t}
		for v := range vertices {
			if rng.IntN(3) > 0 {
				continue
			}
			target.Vertex = append(target.Vertex, uint32(v))
			for range 3 {
				target.Position = append(target.Position, float32(0.2*rng.NormFloat64()))
				if t%2 == 0 {
					target.Normal = append(target.Normal, float32(0.2*rng.NormFloat64()))
				}
			}
		}
		mesh.Morphs = append(mesh.Morphs, target)
	}
	m.Meshes = []*soa.Mesh{mesh}
	return m
}

// randomAffine is a well-conditioned matrix with shear, mirrored where asked:
// a blend of both kinds may be singular, and its normals anything.
func randomAffine(rng *rand.Rand, mirrored bool) soa.Affine {
	var a soa.Affine
	for i := range a {
		a[i] = float32(0.25 * (2*rng.Float64() - 1))
	}
	for k := range 3 {
		a[5*k] += 1
	}
	if mirrored {
		for k := range 4 {
			a[k] = -a[k]
		}
	}
	return a
}

// TestSkinning compares the GPU's vertices with the oracle: by every carrier, rigid and
// of 4 and 8 influences, by matrices, dual quaternions and both, from palettes of every
// format, over random skins, morph targets, strides and numbers of instances, with pages
// of the driver's size and tiny ones that split the instances.
func TestSkinning(t *testing.T) {
	overEveryCarrier(t, 16, 16, Options{Samples: 1}, func(t *testing.T, r *Renderer) {
		first, whole := int(seed.First(t)%6), os.Getenv(seed.Variable) == "" && !testing.Short()
		rng := rand.New(rand.NewPCG(1, 2))
		s := skinningTest{rng: rng, r: r}
		for _, mode := range []soa.Skinning{soa.Rigid, soa.LinearBlend, soa.DualQuaternion, soa.Blended} {
			for _, influences := range []int{0, 4, 8} {
				if influences == 0 && mode != soa.LinearBlend {
					continue // such a mesh has no skin
				}
				for _, format := range []PaletteFormat{Matrices, DualQuaternions, ScaledDualQuaternions, Similarities} {
					for k, targets := range []int{0, 1, 6} {
						// Where the seed is given, each carrier draws another third, in short form a sixth: programs
						// take long to link.
						turn := int(r.Carrier()) + int(format) + influences/4 + first
						if !whole && (k != turn%3 || testing.Short() && (turn/3+int(mode))%2 == 1) {
							continue
						}
						for range 2 {
							s.compare(t, mode, influences, format, targets)
						}
					}
				}
			}
		}
		t.Logf("worst difference %.2g over %d vertices on %s", s.worst, s.vertices, r.Driver())
		if s.worst > 1e-5 {
			t.Errorf("the GPU differs from the definition by %.3g", s.worst)
		}
		if s.split < 7 && !testing.Short() || s.split < 5 {
			t.Errorf("tiny pages split the instances %d times only", s.split)
		}
	})
}

// limited is a carrier whose pages are smaller than the driver's.
type limited struct {
	carrier.Carrier
	rows int
}

func (l limited) Limit() int { return min(l.rows, l.Carrier.Limit()) }

// skinningTest counts what is compared.
type skinningTest struct {
	r               *Renderer
	rng             *rand.Rand
	worst           float64
	vertices, split int
}

// compare holds one model against the oracle.
func (s *skinningTest) compare(t *testing.T, mode soa.Skinning, influences int, format PaletteFormat, targets int) {
	t.Helper()
	rng, bones := s.rng, 0
	if influences > 0 {
		bones = 1 + rng.IntN([]int{3, 40, 150}[rng.IntN(3)])
	}
	data := randomModel(rng, bones, influences, 1+rng.IntN(90), targets)
	if influences > 0 {
		skinBy(rng, data, mode, format)
	}
	instances := 1 + rng.IntN(33)
	s.r.dev.VertexError = vertexErrors[rng.IntN(len(vertexErrors))]
	m := upload(t, s.r, data)
	defer m.Close()
	item := Item{Model: m, World: make([]soa.Affine, instances)} // singular: must not matter
	if influences > 0 {
		item.Palettes = []Palette{randomPalette(rng, data.Skins[0], instances, format)}
	}
	for range instances * data.Skeleton.Len() {
		item.Joints = append(item.Joints, randomAffine(rng, rng.IntN(2) == 0))
	}
	if rng.IntN(4) > 0 { // or the rest weights
		for range instances * len(data.Weights) {
			item.Weights = append(item.Weights, float32(rng.IntN(3))*rng.Float32())
		}
	}
	full := s.r.dev.Carrier
	defer func() { s.r.dev.Carrier = full }()
	if rng.IntN(2) == 0 {
		each := item.rows()
		s.r.dev.Carrier = limited{full, each + rng.IntN(3*each+1)}
	}
	got, err := s.r.Skin(nil, &item, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.split += len(s.r.batch.pages) - 1
	s.hold(t, &item, got, fmt.Sprintf("%v, %d influences, %v, %d bones, %d targets", mode, influences, format, bones, targets))
}

// hold compares vertices with the oracle's.
func (s *skinningTest) hold(t *testing.T, item *Item, got []float32, what string) {
	t.Helper()
	data := item.Model.Data()
	mesh := unpack(data.Meshes[0], &item.Model.on.Meshes[0].Layout)
	n := mesh.Vertices()
	if len(got) != len(item.World)*n*skinnedValues {
		t.Fatalf("%s: %d values for %d instances of %d vertices", what, len(got), len(item.World), n)
	}
	s.vertices += len(item.World) * n
	for i := range item.World {
		want := oracle.Deform(data, mesh, instancePose(item, i))
		for v := range n {
			for k := range 3 {
				g := got[(i*n+v)*skinnedValues+k:]
				d := max(math.Abs(float64(g[0])-want.Position[v][k]), math.Abs(float64(g[3])-want.Normal[v][k]))
				if s.worst = max(s.worst, d); !(d < 1e-4) {
					t.Fatalf("%s: instance %d, vertex %d is %v, want %v, %v", what, i, v, got[(i*n+v)*skinnedValues:][:skinnedValues], want.Position[v], want.Normal[v])
				}
			}
		}
	}
}

// instancePose is one instance of an item.
func instancePose(item *Item, i int) *oracle.Pose {
	data, pose := item.Model.Data(), &oracle.Pose{}
	for k := range data.Weights {
		pose.Weights = append(pose.Weights, float64(item.weight(i, k)))
	}
	for j := range data.Skeleton.Len() {
		pose.Model = append(pose.Model, oracle.FromAffine(*item.joint(i, j)))
	}
	for s, skin := range data.Skins {
		var palette []oracle.Mat4
		for k := range skin.Len() {
			palette = append(palette, oracle.FromAffine(item.Palettes[s].matrix(i, k, skin.Len())))
		}
		pose.Palette = append(pose.Palette, palette)
	}
	return pose
}

// skinBy makes the first mesh skinned in a way, with a random skin at rest: one that does
// not scale where palettes cannot.
func skinBy(rng *rand.Rand, m *soa.Model, mode soa.Skinning, format PaletteFormat) {
	mesh := m.Meshes[0]
	mesh.Skinning = mode
	for v := range mesh.Vertices() {
		switch mode {
		case soa.Rigid:
			clear(mesh.BoneWeight[v*mesh.Influences:][:mesh.Influences])
			mesh.BoneWeight[v*mesh.Influences] = 1
		case soa.Blended:
			mesh.Blend = append(mesh.Blend, float32(rng.IntN(5))/4)
		}
	}
	for b := range m.Skins[0].InverseBind {
		if m.Skins[0].InverseBind[b] = randomAffine(rng, false); format == DualQuaternions {
			m.Skins[0].InverseBind[b] = randomRotation(rng)
		}
	}
}

// randomPalette has random gaps. Dual quaternions have either sign.
func randomPalette(rng *rand.Rand, skin *soa.Skin, instances int, format PaletteFormat) Palette {
	n := skin.Len()
	p := Palette{Format: format, Stride: format.Values()*n + 4*rng.IntN(4)}
	frames := model.RestFrames(skin)
	for i := range instances {
		mirrored := rng.IntN(2) == 0
		var matrices []float32
		for range n {
			m := randomAffine(rng, mirrored)
			switch format {
			case DualQuaternions:
				m = randomRotation(rng)
			case Similarities:
				m = randomSimilarity(rng, mirrored)
			}
			matrices = append(matrices, m[:]...)
		}
		out := make([]float32, p.Stride)
		switch to := out[:format.Values()*n]; format {
		case Matrices:
			copy(to, matrices)
		case DualQuaternions:
			_ = kernel.DualQuaternions(to, matrices)
		case ScaledDualQuaternions:
			_ = kernel.ScaledDualQuaternions(to, matrices, frames)
		case Similarities:
			if _, err := kernel.Similarities(to, matrices); err != nil {
				panic(err)
			}
		}
		if i == instances-1 {
			out = out[:format.Values()*n] // no need for the last gap
		}
		p.Data = append(p.Data, out...)
	}
	if !format.dual() {
		return p
	}
	for i := range instances {
		for k := range n {
			if q := p.entry(i, k, n); rng.IntN(2) == 0 {
				for c := range kernel.DualValues {
					q[c] = -q[c]
				}
			}
		}
	}
	return p
}

// randomRotation is a rigid matrix that rotates by up to about a right angle: the sum of
// any of them has an inverse.
func randomRotation(rng *rand.Rand) (m soa.Affine) {
	entry := [kernel.DualValues]float32{3: 1}
	for c := range entry {
		entry[c] += 0.4 * (2*rng.Float32() - 1)
	}
	kernel.DualMatrix((*[12]float32)(&m), entry[:])
	return m
}

// randomSimilarity rotates, moves and scales uniformly.
func randomSimilarity(rng *rand.Rand, mirrored bool) soa.Affine {
	m, s := randomRotation(rng), 0.5+rng.Float32()
	if mirrored {
		s = -s
	}
	for c := range m {
		if c%4 < 3 {
			m[c] *= s
		}
	}
	return m
}
