package gpu

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// tube is a skinned cylinder along +Y, 1.6 m high, with a chain of joints.
func tube(joints, influences, around, rings int) *soa.Model {
	m := &soa.Model{Name: "tube", Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(joints)}}
	skin := &soa.Skin{}
	step := float32(1.6) / float32(joints)
	for j := range joints {
		m.Skeleton.Name = append(m.Skeleton.Name, fmt.Sprint("joint", j))
		m.Skeleton.Parent = append(m.Skeleton.Parent, int16(j-1))
		m.Skeleton.Unit = append(m.Skeleton.Unit, 1)
		if j > 0 {
			m.Skeleton.Rest.TY[j] = step
		}
		skin.Joint = append(skin.Joint, uint16(j))
		inverse := soa.IdentityAffine()
		inverse[7] = -step * float32(j)
		skin.InverseBind = append(skin.InverseBind, inverse)
	}
	m.Skeleton.ComputeDepth()
	m.Skins = []*soa.Skin{skin}
	mesh := &soa.Mesh{Name: "tube", Influences: influences, Offset: soa.IdentityAffine(), Joint: soa.NoJoint, Material: 0}
	for r := range rings + 1 {
		for a := range around + 1 {
			s, c := math.Sincos(2 * math.Pi * float64(a) / float64(around))
			y := 1.6 * float32(r) / float32(rings)
			mesh.Position = append(mesh.Position, float32(0.18*s), y, float32(0.18*c))
			mesh.Normal = append(mesh.Normal, float32(s), 0, float32(c))
			mesh.UV = append(mesh.UV, 2*float32(a)/float32(around), 1-float32(r)/float32(rings))
			along := max(0, min(y/step-0.5, float32(joints-1)))
			low := min(int(along), joints-1)
			f := along - float32(low)
			bones, weights := make([]uint16, influences), make([]float32, influences)
			bones[0], weights[0] = uint16(low), 1-f
			bones[1], weights[1] = uint16(min(low+1, joints-1)), f
			mesh.BoneIndex = append(mesh.BoneIndex, bones...)
			mesh.BoneWeight = append(mesh.BoneWeight, weights...)
		}
	}
	for r := range uint32(rings) {
		for a := range uint32(around) {
			i := r*uint32(around+1) + a
			up := i + uint32(around+1)
			mesh.Index = append(mesh.Index, i, i+1, up+1, i, up+1, up)
		}
	}
	m.Meshes = []*soa.Mesh{mesh}
	m.Materials = []soa.Material{{Name: "checker", BaseColor: [4]float32{1, 1, 1, 1}, Roughness: 1, DoubleSided: true, Maps: []soa.TextureMap{{Role: soa.BaseColorMap, Strength: 1}}}}
	m.Textures = []soa.Texture{{Name: "checker.png", Data: checker(64)}}
	return m
}

// checker is an encoded picture of blue and cream squares.
func checker(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			c := color.NRGBA{0x2d, 0x5b, 0xa8, 255}
			if (x*8/size+y*8/size)%2 == 0 {
				c = color.NRGBA{0xf0, 0xe6, 0xd2, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return pngFile(img)
}

func pngFile(img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// bend returns joints and palettes of a tube whose joints turn by an angle
// about z each.
func bend(m *soa.Model, angle float64) (joints []soa.Affine, palette []float32) {
	sin, cos := math.Sincos(angle)
	s, c := float32(sin), float32(cos)
	turn := soa.Affine{c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0}
	model := soa.IdentityAffine()
	for j := range m.Skeleton.Len() {
		local := turn
		local[3], local[7], local[11] = m.Skeleton.Rest.TX[j], m.Skeleton.Rest.TY[j], m.Skeleton.Rest.TZ[j]
		parent := model
		model = parent.Mul(&local)
		joints = append(joints, model)
		p := model.Mul(&m.Skins[0].InverseBind[j])
		palette = append(palette, p[:]...)
	}
	return joints, palette
}

func upload(t testing.TB, r *Renderer, m *soa.Model) *Model {
	t.Helper()
	up, warnings, err := r.Upload(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		t.Error(w)
	}
	return up
}

// at returns a world matrix at a place.
func at(x, y, z float32) soa.Affine {
	a := soa.IdentityAffine()
	a[3], a[7], a[11] = x, y, z
	return a
}

// TestTubePicture draws bent tubes with grid and skeletons, one of them
// mirrored, and checks that the figures are where the bend puts them.
func TestTubePicture(t *testing.T) {
	r := newRenderer(t, 960, 540, 4)
	data := tube(8, 4, 24, 32)
	m := upload(t, r, data)
	item := Item{Model: m, Palettes: make([]Palette, 1), Skeleton: true}
	for i := range 5 {
		joints, palette := bend(data, 0.12*float64(i-2))
		item.Joints = append(item.Joints, joints...)
		item.Palettes[0].Data = append(item.Palettes[0].Data, palette...)
		item.World = append(item.World, at(1.1*float32(i-2), 0, 0))
	}
	item.World[4][0] = -1
	bounds, err := item.Bounds()
	if err != nil {
		t.Fatal(err)
	}
	view := Orbit{Yaw: 0.5, Pitch: 0.3}
	view.Fit(bounds, 960.0/540)
	s := &Scene{Camera: view.Camera(), Grid: GridFor(bounds), Items: []Item{item}}
	picture(t, r, s)
}
