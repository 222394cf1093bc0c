package soa

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

// limited is a model with something of each kind that has limits: a quad of two triangles, skinned.
func limited() *Model {
	m := moving()
	m.Floats = []NamedFloat{{Name: "glow", Joint: 0}}
	m.Skins = []*Skin{{Joint: []uint16{0, 2}, InverseBind: []Affine{IdentityAffine(), IdentityAffine()}}}
	ones := []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}
	m.Meshes = []*Mesh{{
		Name: "m", Position: make([]float32, 12), Normal: make([]float32, 12), Tangent: make([]float32, 16), UV: make([]float32, 8), UV2: make([]float32, 8),
		Color: make([]float32, 16), Index: []uint32{0, 1, 2, 0, 2, 3}, Joint: NoJoint, Influences: 4, BoneIndex: make([]uint16, 16), BoneWeight: ones,
		Skinning: Blended, Blend: make([]float32, 4), Material: 1,
		Exact:  &Influences{Start: []uint32{0, 1, 3, 3, 4}, Bone: []uint16{0, 1, 0, 1}, Weight: make([]float32, 4)},
		Morphs: []MorphTarget{{Weight: 1, Vertex: []uint32{1, 3}, Position: make([]float32, 6), Normal: make([]float32, 6), Tangent: make([]float32, 6)}},
	}}
	m.Textures = []Texture{{Width: 2, Height: 3, Data: make([]byte, 24)}, {}}
	painted := DefaultMaterial()
	painted.Maps = []TextureMap{{Role: BaseColorMap, Strength: 1, Transform: &TextureTransform{}}, {Role: OcclusionMap, Strength: 1}}
	m.Materials = []Material{DefaultMaterial(), painted}
	m.Visibility = []Visibility{{}}
	m.Expressions = []Expression{{Name: "smile", Binds: []ExpressionBind{{Weight: 1}}}}
	return m
}

func TestModelLimits(t *testing.T) {
	x := limits.NewTable(t, limited, (*Model).Validate, ErrInvalid)
	limits.Range(x, "rests at", -below, below, func(m *Model, v float32) { m.Weights[1].Rest = v })
	limits.Range(x, "rests at", -below, below, func(m *Model, v float32) { m.Floats[0].Rest = v })
	limits.Range(x, "is on joint", NoJoint, 2, func(m *Model, j int16) { m.Floats[0].Joint = j })
	limits.Range(x, "of mesh", 0, 0, func(m *Model, k int) { m.Visibility[0].Mesh = k })
	limits.Range(x, "by float", 0, 0, func(m *Model, k int) { m.Visibility[0].Float = k })
	limits.Range(x, "is float", 0, 0, func(m *Model, k int) { m.Expressions[0].Float = k })
	limits.Range(x, "moves weight", 0, 1, func(m *Model, k int) { m.Expressions[0].Binds[0].Weight = k })
	limits.Range(x, "moves weight", -below, below, func(m *Model, v float32) { m.Expressions[0].Binds[0].Value = v })
	limits.Range(x, "override", NoOverride, BlendOverride, func(m *Model, o Override) { m.Expressions[0].Overrides[2] = o })
	binds := func(n int) func(m *Model) {
		return func(m *Model) {
			m.Expressions = []Expression{{Binds: make([]ExpressionBind, n)}, {Binds: make([]ExpressionBind, 1)}}
		}
	}
	x.Takes("the most binds", binds(MaxBinds-1))
	x.Refuses("more binds", "binds", binds(MaxBinds))
	name := func(n int) func(m *Model) { return func(m *Model) { m.Floats[0].Name = strings.Repeat("n", n) } }
	x.Takes("the longest name", name(MaxName))
	x.Refuses("a longer name", "4097 bytes", name(MaxName+1))
	x.Takes("the most floats", func(m *Model) { m.Floats = make([]NamedFloat, MaxJoints) })
	x.Refuses("more floats", "floats", func(m *Model) { m.Floats = make([]NamedFloat, MaxJoints+1) })
}

func TestMeshLimits(t *testing.T) {
	x := limits.NewTable(t, limited, (*Model).Validate, ErrInvalid)
	mesh := func(m *Model) *Mesh { return m.Meshes[0] }
	for name, of := range map[string]func(m *Model) *[]float32{
		"Position": func(m *Model) *[]float32 { return &mesh(m).Position }, "Normal": func(m *Model) *[]float32 { return &mesh(m).Normal },
		"Tangent": func(m *Model) *[]float32 { return &mesh(m).Tangent }, "UV": func(m *Model) *[]float32 { return &mesh(m).UV },
		"UV2": func(m *Model) *[]float32 { return &mesh(m).UV2 }, "Color": func(m *Model) *[]float32 { return &mesh(m).Color },
		"BoneWeight": func(m *Model) *[]float32 { return &mesh(m).BoneWeight },
	} {
		last := len(*of(limited())) - 1
		if name != "Position" { // one number more is no vertex
			limits.Length(x, name+" has", of)
		}
		limits.Range(x, fmt.Sprintf("%s[%d]", name, last), -below, below, func(m *Model, v float32) { (*of(m))[last] = v })
	}
	limits.Length(x, "BoneIndex", func(m *Model) *[]uint16 { return &mesh(m).BoneIndex })
	limits.Length(x, "indices", func(m *Model) *[]uint32 { return &mesh(m).Index })
	limits.Length(x, "Blend has", func(m *Model) *[]float32 { return &mesh(m).Blend })
	limits.Length(x, "Exact.Start", func(m *Model) *[]uint32 { return &mesh(m).Exact.Start })
	limits.Length(x, "Exact.Weight", func(m *Model) *[]float32 { return &mesh(m).Exact.Weight })
	limits.Length(x, "Position has", func(m *Model) *[]float32 { return &mesh(m).Morphs[0].Position })
	limits.Length(x, "Normal has", func(m *Model) *[]float32 { return &mesh(m).Morphs[0].Normal })
	limits.Length(x, "Tangent has", func(m *Model) *[]float32 { return &mesh(m).Morphs[0].Tangent })
	limits.Range(x, "Index[5]", 0, 3, func(m *Model, v uint32) { mesh(m).Index[5] = v })
	limits.Range(x, "skin ", 0, 0, func(m *Model, k int) {
		if mesh(m).Skin = k; k == None {
			mesh(m).Skin = -2
		}
	})
	limits.Range(x, "joint ", NoJoint, 2, func(m *Model, j int16) { mesh(m).Joint = j })
	limits.Range(x, "material ", None, 1, func(m *Model, k int) { mesh(m).Material = k })
	limits.Range(x, "Offset[11]", -below, below, func(m *Model, v float32) { mesh(m).Offset[11] = v })
	limits.Range(x, "BoneIndex[15]", 0, 1, func(m *Model, b uint16) { mesh(m).BoneIndex[15] = b })
	limits.Range(x, "Exact.Bone[3]", 0, 1, func(m *Model, b uint16) { mesh(m).Exact.Bone[3] = b })
	limits.Range(x, "Exact.Start falls", 1, 3, func(m *Model, n uint32) { mesh(m).Exact.Start[2] = n })
	limits.Range(x, "does not span", 4, 4, func(m *Model, n uint32) { mesh(m).Exact.Start[4] = n })
	x.Refuses("a late start", "does not span", func(m *Model) { mesh(m).Exact.Start[0] = 1 })
	limits.Range(x, "Vertex[0]", 0, 2, func(m *Model, v uint32) {
		if mesh(m).Morphs[0].Vertex[0] = v; v > 2 {
			mesh(m).Morphs[0].Vertex[0] = 4
		}
	})
	limits.Range(x, "Vertex[1]", 2, 3, func(m *Model, v uint32) { mesh(m).Morphs[0].Vertex[1] = v })
	limits.Range(x, "weight ", 0, 1, func(m *Model, w int) { mesh(m).Morphs[0].Weight = w })
	limits.Range(x, "Blend[3]", 0, 1, func(m *Model, v float32) { mesh(m).Blend[3] = v })
	limits.Range(x, "skinning", Blended, Blended, func(m *Model, s Skinning) {
		if mesh(m).Skinning = s; s < Blended { // blend weights without use
			mesh(m).Skinning = Blended + 1
		}
	})
	limits.Length(x, "Skin.InverseBind", func(m *Model) *[]Affine { return &m.Skins[0].InverseBind })
	limits.Range(x, "Skin.Joint[1]", 0, 2, func(m *Model, j uint16) { m.Skins[0].Joint[1] = j })
	for n := range 10 {
		set := func(m *Model) {
			mesh(m).Influences, mesh(m).BoneIndex, mesh(m).BoneWeight = n, make([]uint16, 4*n), make([]float32, 4*n)
		}
		if n == 4 || n == 8 {
			x.Takes(fmt.Sprint(n, " influences"), set)
		} else {
			x.Refuses(fmt.Sprint(n, " influences"), fmt.Sprint(n, " influences"), set)
		}
	}
}

// What a mesh without a skin, and one with a rigid skin, must not have.
func TestSkinningLimits(t *testing.T) {
	bare := limits.NewTable(t, func() *Model {
		m := limited()
		k := m.Meshes[0]
		k.Skin, k.Influences, k.BoneIndex, k.BoneWeight, k.Exact, k.Skinning, k.Blend = None, 0, nil, nil, nil, LinearBlend, nil
		return m
	}, (*Model).Validate, ErrInvalid)
	bare.Refuses("influences", "without a skin", func(m *Model) {
		m.Meshes[0].Influences, m.Meshes[0].BoneIndex, m.Meshes[0].BoneWeight = 4, make([]uint16, 16), make([]float32, 16)
	})
	bare.Refuses("exact ones", "without a skin", func(m *Model) { m.Meshes[0].Exact = &Influences{Start: make([]uint32, 5)} })
	limits.Range(bare, "without a skin", LinearBlend, LinearBlend, func(m *Model, s Skinning) { m.Meshes[0].Skinning = s })
	rigid := limits.NewTable(t, func() *Model {
		m := limited()
		m.Meshes[0].Skinning, m.Meshes[0].Blend, m.Meshes[0].Exact = Rigid, nil, nil
		return m
	}, (*Model).Validate, ErrInvalid)
	rigid.Refuses("exact influences", "a rigid skin", func(m *Model) { m.Meshes[0].Exact = limited().Meshes[0].Exact })
	rigid.Refuses("blend weights", "a rigid skin", func(m *Model) { m.Meshes[0].Blend = make([]float32, 4) })
	for i := range 16 {
		want := float32(0)
		if i%4 == 0 {
			want = 1
		}
		limits.Range(rigid, fmt.Sprintf("BoneWeight[%d]", i), want, want, func(m *Model, w float32) { m.Meshes[0].BoneWeight[i] = w })
	}
}

func TestSurfaceLimits(t *testing.T) {
	x := limits.NewTable(t, limited, (*Model).Validate, ErrInvalid)
	paint := func(m *Model) *Material { return &m.Materials[1] }
	for k := range 4 {
		limits.Range(x, "base colour", 0, below, func(m *Model, v float32) { paint(m).BaseColor[k] = v })
		limits.Range(x, "emissive", 0, below, func(m *Model, v float32) { paint(m).Emissive[k%3] = v })
	}
	limits.Range(x, "metallic", 0, 1, func(m *Model, v float32) { paint(m).Metallic = v })
	limits.Range(x, "roughness", 0, 1, func(m *Model, v float32) { paint(m).Roughness = v })
	limits.Range(x, "alpha mode", Opaque, Blend, func(m *Model, a AlphaMode) { paint(m).Alpha = a })
	limits.Range(x, "alpha cutoff", 0, below, func(m *Model, v float32) { paint(m).AlphaCutoff = v })
	limits.Range(x, "strength", 0, 1, func(m *Model, v float32) { paint(m).Maps[1].Strength = v })
	limits.Range(x, "strength", 1, 1, func(m *Model, v float32) { paint(m).Maps[0].Strength = v })
	limits.Range(x, "strength", -below, below, func(m *Model, v float32) { paint(m).Maps[1].Role, paint(m).Maps[1].Strength = NormalMap, v })
	limits.Range(x, "map", MetallicRoughnessMap, EmissiveMap, func(m *Model, r MapRole) { paint(m).Maps[1].Role = r })
	limits.Range(x, "texture ", 0, 1, func(m *Model, k int) { paint(m).Maps[0].Texture = k })
	limits.Range(x, "texture coordinates", 0, 1, func(m *Model, k uint8) { paint(m).Maps[0].UVSet = k })
	limits.Range(x, "sampler", WrapRepeat, WrapClamp, func(m *Model, w Wrap) { paint(m).Maps[0].Sampler.WrapU = w })
	limits.Range(x, "sampler", WrapRepeat, WrapClamp, func(m *Model, w Wrap) { paint(m).Maps[0].Sampler.WrapV = w })
	limits.Range(x, "sampler", FilterLinear, FilterNearest, func(m *Model, f Filter) { paint(m).Maps[0].Sampler.Mag = f })
	limits.Range(x, "sampler", FilterLinear, FilterNearest, func(m *Model, f Filter) { paint(m).Maps[0].Sampler.Min = f })
	limits.Range(x, "sampler", MipmapLinear, NoMipmap, func(m *Model, f Mipmap) { paint(m).Maps[0].Sampler.Mipmap = f })
	for k := range 2 {
		limits.Range(x, "transform", -below, below, func(m *Model, v float32) { paint(m).Maps[0].Transform.Offset[k] = v })
		limits.Range(x, "transform", -below, below, func(m *Model, v float32) { paint(m).Maps[0].Transform.Scale[k] = v })
	}
	limits.Range(x, "transform", -below, below, func(m *Model, v float32) { paint(m).Maps[0].Transform.Rotation = v })
	limits.Length(x, "2×3 has", func(m *Model) *[]byte { return &m.Textures[0].Data })
	limits.Range(x, "×3", 2, 2, func(m *Model, n int) { m.Textures[0].Width = n })
	x.Refuses("negative sides", "-2×-3", func(m *Model) { m.Textures[0].Width, m.Textures[0].Height = -2, -3 })
	x.Refuses("no width", "0×3", func(m *Model) { m.Textures[0].Width = 0 })
	x.Refuses("no height", "2×0", func(m *Model) { m.Textures[0].Height, m.Textures[0].Data = 0, nil })
	for _, n := range []int{1 << 20, 1<<20 + 1} {
		wide := func(m *Model) { m.Textures[0] = Texture{Width: n, Height: 1, Data: make([]byte, 4*n)} }
		high := func(m *Model) { m.Textures[0] = Texture{Width: 1, Height: n, Data: make([]byte, 4*n)} }
		if n == 1<<20 {
			x.Takes("the widest picture", wide)
			x.Takes("the highest picture", high)
		} else {
			x.Refuses("a wider picture", "1048577×1", wide)
			x.Refuses("a higher picture", "1×1048577", high)
		}
	}
}

func TestSkeletonLimits(t *testing.T) {
	x := limits.NewTable(t, limited, (*Model).Validate, ErrInvalid)
	limits.Length(x, "Skeleton.Name", func(m *Model) *[]string { return &m.Skeleton.Name })
	limits.Length(x, "Skeleton.Unit", func(m *Model) *[]float32 { return &m.Skeleton.Unit })
	limits.Length(x, "Skeleton.Depth", func(m *Model) *[]uint16 { return &m.Skeleton.Depth })
	limits.Range(x, "has the unit", math.SmallestNonzeroFloat32, below, func(m *Model, v float32) { m.Skeleton.Unit[2] = v })
	for j := range int16(3) {
		limits.Range(x, "has the parent", NoJoint, j-1, func(m *Model, p int16) {
			if m.Skeleton.Parent[j] = p; p < j && p >= NoJoint {
				m.Skeleton.ComputeDepth()
			}
		})
	}
	limits.Range(x, "has the depth", 1, 1, func(m *Model, d uint16) { m.Skeleton.Depth[2] = d })
	for _, c := range limited().Skeleton.Rest.components() {
		if len(c) != 3 {
			t.Fatal(len(c))
		}
	}
	for k := range transformFloats {
		part := fmt.Sprintf("component %d", k)
		x.Refuses("fewer in "+part, "2 values", func(m *Model) {
			r := &m.Skeleton.Rest
			*[]*[]float32{&r.TX, &r.TY, &r.TZ, &r.RX, &r.RY, &r.RZ, &r.RW, &r.SX, &r.SY, &r.SZ}[k] = make([]float32, 2)
		})
		if k < 3 {
			limits.Range(x, "transform component", -below, below, func(m *Model, v float32) { m.Skeleton.Rest.components()[k][2] = v })
		} else if k > 6 {
			x.Refuses("a scale beyond "+part, "transform component", func(m *Model) { m.Skeleton.Rest.components()[k][2] = MaxMagnitude })
		}
	}
	for n := MaxJoints; n <= MaxJoints+1; n++ {
		many := func(m *Model) {
			*m = Model{Skeleton: &Skeleton{Name: make([]string, n), Parent: make([]int16, n), Unit: make([]float32, n), Depth: make([]uint16, n), Rest: MakeTransforms(n)}}
			for j := range n {
				m.Skeleton.Parent[j], m.Skeleton.Unit[j] = NoJoint, 1
			}
		}
		if n == MaxJoints {
			x.Takes("the most joints", many)
		} else {
			x.Refuses("more joints", "joints, at most", many)
		}
	}
	static := limits.NewTable(t, func() *Model {
		m := limited()
		m.Clips = nil
		m.Skeleton.Static = []StaticLocal{{Joint: 0, Local: IdentityAffine()}, {Joint: 1, Local: IdentityAffine()}}
		return m
	}, (*Model).Validate, ErrInvalid)
	limits.Range(static, "ascending joints", 1, 2, func(m *Model, j int16) { m.Skeleton.Static[1].Joint = j })
	limits.Range(static, "ascending joints", 0, 0, func(m *Model, j int16) { m.Skeleton.Static[0].Joint = j })
	limits.Range(static, "the static matrix", -below, below, func(m *Model, v float32) { m.Skeleton.Static[1].Local[11] = v })
}
