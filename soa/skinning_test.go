package soa_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// skinned is a model of one mesh of two vertices, each with the same weights.
func skinned(way soa.Skinning, blend []float32, weights ...float32) *soa.Model {
	mesh := &soa.Mesh{
		Position: make([]float32, 6), Normal: make([]float32, 6), Joint: soa.NoJoint, Material: soa.None,
		Influences: 4, BoneIndex: make([]uint16, 8), BoneWeight: append(weights, weights...), Skinning: way, Blend: blend,
	}
	s := &soa.Skeleton{Name: []string{"root"}, Parent: []int16{soa.NoJoint}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	s.ComputeDepth()
	skin := &soa.Skin{Joint: []uint16{0}, InverseBind: []soa.Affine{soa.IdentityAffine()}}
	return &soa.Model{Skeleton: s, Skins: []*soa.Skin{skin}, Meshes: []*soa.Mesh{mesh}}
}

func TestValidateSkinning(t *testing.T) {
	one, two := []float32{1, 0, 0, 0}, []float32{0.75, 0.25, 0, 0}
	for _, c := range []struct {
		name  string
		model *soa.Model
		valid bool
	}{
		{"linear", skinned(soa.LinearBlend, nil, two...), true},
		{"linear with blend weights", skinned(soa.LinearBlend, []float32{0, 1}, two...), false},
		{"rigid", skinned(soa.Rigid, nil, one...), true},
		{"rigid of two influences", skinned(soa.Rigid, nil, two...), false},
		{"rigid with blend weights", skinned(soa.Rigid, []float32{0, 1}, one...), false},
		{"dual quaternion", skinned(soa.DualQuaternion, nil, two...), true},
		{"dual quaternion with blend weights", skinned(soa.DualQuaternion, []float32{0, 1}, two...), false},
		{"blended", skinned(soa.Blended, []float32{0, 1}, two...), true},
		{"blended without weights", skinned(soa.Blended, nil, two...), false},
		{"blended with too few", skinned(soa.Blended, []float32{0}, two...), false},
		{"blended by more than one", skinned(soa.Blended, []float32{0, 1.25}, two...), false},
		{"blended by less than zero", skinned(soa.Blended, []float32{-0.25, 1}, two...), false},
		{"blended by no number", skinned(soa.Blended, []float32{0, float32(math.NaN())}, two...), false},
		{"unknown", skinned(soa.Blended+1, nil, two...), false},
	} {
		if err := c.model.Validate(); (err == nil) != c.valid || err != nil && !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	m := skinned(soa.DualQuaternion, nil, one...)
	mesh := m.Meshes[0]
	mesh.Skin, mesh.Influences, mesh.BoneIndex, mesh.BoneWeight = soa.None, 0, nil, nil
	if err := m.Validate(); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("dual quaternions without a skin: %v", err)
	}
	m = skinned(soa.Rigid, nil, one...)
	m.Meshes[0].Exact = &soa.Influences{Start: make([]uint32, 3)}
	if err := m.Validate(); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("rigid with more influences: %v", err)
	}
}

func TestSkinningNames(t *testing.T) {
	for way, want := range map[soa.Skinning]string{
		soa.LinearBlend: "linear blend", soa.Rigid: "rigid", soa.DualQuaternion: "dual quaternion", soa.Blended: "blended", 9: "skinning(9)",
	} {
		if got := way.String(); got != want {
			t.Errorf("%d is %q, want %q", way, got, want)
		}
	}
}
