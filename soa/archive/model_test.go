package archive_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// everything is content in which every field of every kind of chunk is set.
func everything(t testing.TB) *archive.Content {
	t.Helper()
	m := &soa.Model{
		Name: "everything", Skeleton: skeleton(),
		Weights: []soa.MorphWeight{{Mesh: "body", Target: "smile", Rest: 0.25}, {Mesh: "body", Target: "blink"}},
		Clips:   []*soa.Clip{linearClip(), cubicClip(), turnClip()},
		Skins: []*soa.Skin{
			{Joint: []uint16{0, 2}, InverseBind: []soa.Affine{soa.IdentityAffine(), {0: 2, 3: -1, 5: 2, 7: 0.5, 10: 2, 11: 8}}},
			{Joint: []uint16{1}, InverseBind: []soa.Affine{soa.IdentityAffine()}},
		},
		Meshes: []*soa.Mesh{skinnedMesh(), heldMesh()},
		Materials: []soa.Material{
			{
				Name: "skin", BaseColor: [4]float32{1, 0.5, 0.25, 1}, Metallic: 0.25, Roughness: 0.75, Emissive: [3]float32{1, 2, 3}, DoubleSided: true,
				Maps: []soa.TextureMap{
					{Role: soa.BaseColorMap, Texture: 1, Strength: 1},
					{
						Role: soa.NormalMap, Texture: 0, UVSet: 1, Strength: -0.5,
						Sampler:   soa.Sampler{WrapU: soa.WrapClamp, WrapV: soa.WrapMirror, Mag: soa.FilterNearest, Min: soa.FilterNearest, Mipmap: soa.NoMipmap},
						Transform: &soa.TextureTransform{Offset: [2]float32{0.25, -0.5}, Rotation: 1.5, Scale: [2]float32{2, -3}},
					},
					{Role: soa.OcclusionMap, Texture: 0, Strength: 0.5, Sampler: soa.Sampler{Mipmap: soa.MipmapNearest}},
				},
			},
			{Name: "glass", BaseColor: [4]float32{0, 0, 1, 0.5}, Unlit: true, Alpha: soa.Mask, AlphaCutoff: 0.5},
		},
		Textures: []soa.Texture{
			{Name: "skin.png", Path: "textures/skin.png", Data: []byte("\x89PNG and so on")},
			{Name: "*0", Data: []byte{1, 2, 3, 4, 5, 6, 7, 8}, Width: 1, Height: 2},
		},
	}
	c := &archive.Content{
		Model: m, Packed: []*soa.Packed{nil, nil, packedClip()}, Banks: []*soa.Bank{rigBank(), generalBank()},
		Graph:   []byte("{\"version\": 1, \"root\": \"walk\"}\n"),
		Control: []byte("{\"control\": {\"version\": 1}}\n"),
		Meta: archive.Meta{
			Tool: "sinew test", Options: "bound = 0.0001\n",
			Sources: []archive.Source{{File: "walk.fbx", Bytes: 7, SHA256: sha256.Sum256([]byte("content"))}, {File: "ünnamed", Bytes: 1 << 40}},
		},
	}
	if err := errors.Join(m.Validate(), packedClip().Validate(4, 2, 2)); err != nil {
		t.Fatal(err)
	}
	return c
}

func skeleton() *soa.Skeleton {
	s := &soa.Skeleton{
		Name: []string{"root", "arm", "hand", "arm"}, Parent: []int16{soa.NoJoint, 0, 1, soa.NoJoint},
		Unit: []float32{1, 0.01, 2, 1}, Rest: soa.MakeTransforms(4),
		Static: []soa.StaticLocal{{Joint: 3, Local: soa.Affine{0: 1, 1: 0.5, 5: 1, 10: 1, 11: -3}}},
	}
	for j := range 4 {
		s.Rest.TX[j], s.Rest.TY[j], s.Rest.TZ[j] = float32(j), 0.5, -float32(j)
		s.Rest.SX[j] = 1 + float32(j)
	}
	s.Rest.RX[2], s.Rest.RW[2] = 0.6, 0.8
	s.ComputeDepth()
	return s
}

func linearClip() *soa.Clip {
	return &soa.Clip{
		Name: "walk", TicksPerSecond: 30, Start: -0.5, Duration: 30, Loop: true,
		Tracks: []soa.Track{
			{Target: 0, Property: soa.Translation},
			{Target: 1, Property: soa.Rotation, Interpolation: soa.Step, First: 2},
			{Target: 1, Property: soa.Weight, First: 4},
		},
		Time: []float32{0, 30, 0, 15, 0}, X: []float32{1, 2, 0, 1, 0.5}, Y: []float32{3, 4, 0, 0, 0},
		Z: []float32{5, 6, 0, 0, 0}, W: []float32{0, 0, 1, 0, 0},
		Events: []soa.Event{{Time: 3, Length: 12, Name: "left foot"}, {Time: 18, Name: "right foot"}},
		Motion: motion(30),
	}
}

func cubicClip() *soa.Clip {
	return &soa.Clip{
		Name: "wave", TicksPerSecond: 25, Duration: 10,
		Tracks: []soa.Track{{Target: 2, Property: soa.Scale, Interpolation: soa.Cubic}},
		Time:   []float32{0, 10}, X: []float32{1, 2}, Y: []float32{1, 2}, Z: []float32{1, 2}, W: []float32{0, 0},
		In: make([]soa.Tangent, 2), Out: []soa.Tangent{{1, 2, 3, 4}, {5, 6, 7, 8}}, Additive: true,
	}
}

// motion moves for a number of ticks.
func motion(end float32) *soa.Motion {
	return &soa.Motion{Joint: 1, Time: []float32{0, 5, end}, X: []float32{0, 1, 2}, Y: []float32{0, 3, 4}, Z: []float32{0, -5, 6}, Yaw: []float32{0, 7, 8}}
}

// turnClip is what packedClip might stand for.
func turnClip() *soa.Clip {
	c := linearClip()
	c.Name = "turn"
	return c
}

// packedClip has a track of each kind; its data are any.
func packedClip() *soa.Packed {
	return &soa.Packed{
		Exact: soa.Clip{
			Name: "turn", TicksPerSecond: 30, Duration: 40, Tracks: []soa.Track{{Target: 2, Property: soa.Scale, Interpolation: soa.Step}},
			Time: []float32{0}, X: []float32{1}, Y: []float32{1}, Z: []float32{1}, W: []float32{0}, Events: []soa.Event{{Time: 20, Length: 0.5, Name: "half"}},
			Additive: true, Motion: motion(40),
		},
		Joints: 4, Weights: 2, Kind: []uint8{1, 2, 3, 3 << 2}, Step: []uint8{100, 90, 80},
		Grids: []soa.PackedGrid{{Intervals: 40, PerSegment: 32}, {Intervals: 10, PerSegment: 32}}, Grid: []uint8{0, 1}, Segment: []uint32{2, 9, 20},
		Data:  append([]byte("whatever the bits are, they stand for values"), make([]byte, packing.RicePadding)...),
		Bound: 1e-4, Error: 9e-5, ErrorDistance: 0.03, WeightBound: 1e-3, WeightError: 5e-4,
	}
}

func skinnedMesh() *soa.Mesh {
	return &soa.Mesh{
		Name: "body", Node: "Body", Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Normal: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1},
		Tangent: make([]float32, 12), UV: []float32{0, 0, 1, 0, 0, 1}, UV2: []float32{0, 1, 1, 0, 2, 1}, Color: make([]float32, 12), Index: []uint32{0, 1, 2},
		Skin: 0, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Influences: 4,
		BoneIndex: []uint16{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, BoneWeight: []float32{0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
		Exact:    &soa.Influences{Start: []uint32{0, 2, 3, 4}, Bone: []uint16{0, 1, 1, 0}, Weight: []float32{0.5, 0.5, 1, 1}},
		Skinning: soa.Blended, Blend: []float32{0, 0.25, 1},
		Material: 0,
		Morphs: []soa.MorphTarget{
			{Name: "smile", Weight: 0, Vertex: []uint32{1, 2}, Position: []float32{0, 1, 0, 0, 2, 0}, Normal: make([]float32, 6), Tangent: []float32{0, 0, 1, 0, 0, 2}},
			{Name: "nothing", Weight: 1},
		},
	}
}

func heldMesh() *soa.Mesh {
	return &soa.Mesh{
		Name: "sword", Node: "Sword", Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Normal: make([]float32, 9),
		Index: []uint32{2, 1, 0}, Skin: soa.None, Joint: 2, Offset: soa.Affine{0: 1, 5: 1, 10: 1, 11: 4}, Material: soa.None,
	}
}

// rigBank has two slots and two that fill, a column, a plain clip and one with
// cells and a gap.
func rigBank() *soa.Bank {
	b := &soa.Bank{
		Name: "rig",
		Layout: soa.Layout{
			Form: soa.Rig, K: 2, Others: 4,
			Joint: []int16{0, 1, soa.NoJoint, soa.NoJoint}, Parent: []int16{soa.NoJoint, 0, soa.NoJoint, soa.NoJoint},
			Pivot: [][3]float32{{1, 2, 3}, {}, {}, {}}, TranslationColumn: []int16{0, soa.None, soa.None, soa.None},
			InverseBind: make([]soa.Affine, 4), Bind: make([]soa.Affine, 4),
			Slot: []int16{0, 1, soa.NoJoint, soa.NoJoint}, WeightColumn: []int16{3, soa.None}, WeightRest: []float32{0, 1},
			Rest: make([]float32, 32), Reference: make([]float32, 16),
			Skins:  []soa.LayoutSkin{{Slot: []uint16{1, 0}, Offset: soa.IdentityAffine()}},
			Meshes: []soa.LayoutMesh{{Slot: soa.NoJoint, Offset: soa.IdentityAffine()}},
			Levels: []soa.LayoutLevel{{Slots: 4, StandIn: []uint16{0, 1, 2, 3}}, {Slots: 4, StandIn: []uint16{0, 1, 2, 3}}},
		},
		Clips: []soa.BankClip{
			{Name: "walk", Start: -1, Seconds: 1, TicksPerSecond: 30, Rate: 2, Frames: 2, Row: 2, Rows: 3, FirstCell: soa.None, Bound: 1e-4, Error: 5e-5, ErrorDistance: 0.03, LevelError: []float64{0.25}},
			{Name: "wave", Seconds: 1, Loop: true, TicksPerSecond: 24, Rate: 1, Frames: 1, Row: 5, Rows: 4, WeightError: 0.5, LevelError: []float64{1e-5}, Gaps: []soa.BankGap{{From: 0.25, To: 0.5}},
				Additive: true, Events: []soa.Event{{Time: 3, Length: 20, Name: "up"}, {Time: 24, Name: "down"}}, Motion: motion(24)},
		},
		Cells: []soa.BankCell{{Row: 5, Split: 0.5}},
	}
	b.Rows = make([]float32, 9*b.Stride())
	for i := range b.Rows {
		b.Rows[i] = float32(i)
	}
	for i := range b.Rest {
		b.Rest[i], b.Reference[i/2] = float32(-i), float32(i)/2
	}
	return b
}

// generalBank is rigBank in the other form.
func generalBank() *soa.Bank {
	b := rigBank()
	b.Name, b.Form = "general", soa.General
	b.Scale = [][3]float32{{1, 2, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}
	b.ScaleColumn = []int16{soa.None, 1, soa.None, soa.None}
	b.Static = []soa.StaticLocal{{Joint: 1, Local: soa.IdentityAffine()}}
	return b
}

// The body is what palettes follow from: it passes Validate, and reads no texture.
func TestBody(t *testing.T) {
	c := everything(t)
	m, data := c.Model, encode(t, c)
	data[bytes.Index(data, m.Textures[0].Data)+5] ^= 1
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := a.Still(); !errors.Is(err, archive.ErrChecksum) {
			t.Errorf("a broken texture: %v", err)
		}
	}
	body, err := a.Body()
	if err != nil {
		t.Fatal(err)
	}
	if err := body.Validate(); err != nil {
		t.Error(err)
	}
	if !reflect.DeepEqual(body.Skins, m.Skins) || !reflect.DeepEqual(body.Skeleton, m.Skeleton) || len(body.Meshes) != len(m.Meshes) || len(body.Textures) != 0 {
		t.Errorf("skins %v and %d meshes, want %v and %d", body.Skins, len(body.Meshes), m.Skins, len(m.Meshes))
	}
	for i, mesh := range body.Meshes {
		if want := m.Meshes[i]; mesh.Skin != want.Skin || mesh.Joint != want.Joint || !slices.Equal(mesh.Position, want.Position) || !slices.Equal(mesh.BoneWeight, want.BoneWeight) {
			t.Errorf("mesh %d is %+v, want %+v", i, mesh, want)
		}
	}
}
