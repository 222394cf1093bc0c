package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

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
		n, _ = unit(n)
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

// skinned is the definition of linear-blend skinning with morph targets in
// float64, for one vertex: the normal by the inverse transpose of the blended
// matrix.
func skinned(model *soa.Model, weights, palette []float32, node *soa.Affine, v int) (p, n [3]float64) {
	mesh := model.Meshes[0]
	for k := range 3 {
		p[k], n[k] = float64(mesh.Position[3*v+k]), float64(mesh.Normal[3*v+k])
	}
	for i := range mesh.Morphs {
		t := &mesh.Morphs[i]
		for e, moved := range t.Vertex {
			if int(moved) != v {
				continue
			}
			for k := range 3 {
				p[k] += float64(weights[t.Weight]) * float64(t.Position[3*e+k])
				if len(t.Normal) > 0 {
					n[k] += float64(weights[t.Weight]) * float64(t.Normal[3*e+k])
				}
			}
		}
	}
	var m [12]float64
	if mesh.Skin == soa.None {
		for c := range m {
			m[c] = float64(node[c])
		}
	}
	for i := range mesh.Influences {
		bone, w := int(mesh.BoneIndex[v*mesh.Influences+i]), float64(mesh.BoneWeight[v*mesh.Influences+i])
		for c := range m {
			m[c] += w * float64(palette[12*bone+c])
		}
	}
	return transformed(&m, p, n)
}

// transformed applies an affine matrix to a point and, by Cramer's rule, its
// inverse transpose to a normal.
func transformed(m *[12]float64, p, n [3]float64) (q, u [3]float64) {
	row := func(r int) [3]float64 { return [3]float64{m[4*r], m[4*r+1], m[4*r+2]} }
	for r := range 3 {
		q[r] = dot(row(r), p) + m[4*r+3]
	}
	det := dot(row(0), cross(row(1), row(2)))
	for r := range 3 {
		u[r] = dot(cross(row((r+1)%3), row((r+2)%3)), n) / det
	}
	u, _ = unit(u)
	return q, u
}

// TestSkinning compares the GPU's vertices with the definition, over random
// skins, morph targets, strides and numbers of instances, with pages of the
// driver's size and tiny ones that split the instances.
func TestSkinning(t *testing.T) {
	r := newRenderer(t, 16, 16, 1)
	rng := rand.New(rand.NewPCG(1, 2))
	worst, vertices, split := 0.0, 0, 0
	for _, bones := range []int{0, 1, 2, 3, 31, 67, 256} {
		for _, influences := range []int{4, 8} {
			for _, targets := range []int{0, 1, 6} {
				for _, instances := range []int{1, 2, 7, 33} {
					for _, chunked := range []bool{false, true} {
						data := randomModel(rng, bones, influences, 1+rng.IntN(90), targets)
						each := 3*bones + (targets+3)/4 + 3
						limit := math.MaxInt
						if chunked {
							limit = each + rng.IntN(5*each)
						}
						d := checkSkinning(t, r, rng, data, instances, limit)
						worst = max(worst, d)
						split += len(r.batch.pages) - 1
						vertices += instances * data.Meshes[0].Vertices()
					}
				}
			}
		}
	}
	t.Logf("worst difference %.2g over %d vertices on %s", worst, vertices, r.Driver())
	if worst > 1e-5 {
		t.Errorf("the GPU differs from the definition by %.3g", worst)
	}
	if split < 100 {
		t.Errorf("tiny pages split the instances %d times only", split)
	}
}

// limited is a carrier whose pages are smaller than the driver's.
type limited struct {
	carrier
	rows int
}

func (l limited) limit() int { return min(l.rows, l.carrier.limit()) }

// checkSkinning returns the greatest difference of positions, in units of the
// model's size, and of normals.
func checkSkinning(t *testing.T, r *Renderer, rng *rand.Rand, data *soa.Model, instances, limit int) float64 {
	t.Helper()
	m := upload(t, r, data)
	defer m.Close()
	full := r.carrier
	r.carrier = limited{full, limit}
	defer func() { r.carrier = full }()

	item := Item{Model: m, World: make([]soa.Affine, instances)} // singular: must not matter
	if len(data.Skins) > 0 {
		bones := data.Skins[0].Len()
		stride := 12*bones + 4*rng.IntN(4)
		p := Palette{Stride: stride, Data: make([]float32, instances*stride)}
		for i := range instances {
			mirrored := rng.IntN(2) == 0
			for b := range bones {
				a := randomAffine(rng, mirrored)
				copy(p.Data[i*stride+12*b:], a[:])
			}
		}
		p.Data = p.Data[:(instances-1)*stride+12*bones] // no need for the last gap
		item.Palettes = []Palette{p}
	}
	for range instances * data.Skeleton.Len() {
		item.Joints = append(item.Joints, randomAffine(rng, rng.IntN(2) == 0))
	}
	if rng.IntN(4) > 0 { // or the rest weights
		for range instances * len(data.Weights) {
			item.Weights = append(item.Weights, float32(rng.IntN(3))*rng.Float32())
		}
	}
	got, err := r.Skin(nil, &item, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := data.Meshes[0].Vertices()
	if len(got) != instances*n*skinnedValues {
		t.Fatalf("%d values for %d instances of %d vertices", len(got), instances, n)
	}
	worst := 0.0
	for i := range instances {
		weights, palette, node := instanceData(&item, data, i)
		for v := range n {
			p, u := skinned(data, weights, palette, &node, v)
			for k := range 3 {
				g := got[(i*n+v)*skinnedValues+k:]
				worst = max(worst, math.Abs(float64(g[0])-p[k]), math.Abs(float64(g[3])-u[k]))
			}
		}
	}
	return worst
}

// instanceData picks one instance's values out of an item.
func instanceData(item *Item, data *soa.Model, i int) (weights, palette []float32, node soa.Affine) {
	for k := range data.Weights {
		w := data.Weights[k].Rest
		if len(item.Weights) > 0 {
			w = item.Weights[i*len(data.Weights)+k]
		}
		weights = append(weights, w)
	}
	if len(data.Skins) > 0 {
		p := &item.Palettes[0]
		palette = p.Data[i*p.Stride:]
	}
	node = item.joint(i, 0).Mul(&data.Meshes[0].Offset)
	return weights, palette, node
}
