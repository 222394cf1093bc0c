package gpu

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// quad is a 2×2 m square around the origin that faces +Z, in node "quad",
// which the one joint carries.
func quad(mat soa.Material, textures ...soa.Texture) *soa.Model {
	m := &soa.Model{Name: "quad", Skeleton: &soa.Skeleton{
		Name: []string{"quad"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1},
		Rest: soa.MakeTransforms(1),
	}}
	m.Materials = []soa.Material{mat}
	m.Textures = textures
	m.Meshes = []*soa.Mesh{{
		Name: "quad", Node: "quad", Skin: soa.None, Offset: soa.IdentityAffine(),
		Position: []float32{-1, 1, 0, 1, 1, 0, 1, -1, 0, -1, -1, 0},
		Normal:   []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
		UV:       []float32{0, 0, 1, 0, 1, 1, 0, 1},
		Index:    []uint32{0, 3, 2, 0, 2, 1},
	}}
	return m
}

// plain is a rough material of one colour, opaque and single-sided.
func plain(c Color) soa.Material {
	return soa.Material{Name: "plain", BaseColor: [4]float32{c[0], c[1], c[2], 1}, Roughness: 1}
}

// picturing is a white plain material with the first texture.
func picturing() soa.Material {
	m := plain(Color{1, 1, 1})
	m.Maps = []soa.TextureMap{{Role: soa.BaseColorMap, Strength: 1}}
	return m
}

// flat lights everything with white from all sides: colours stay as they are.
func flat() Light {
	return Light{Sky: Color{1, 1, 1}, Ground: Color{1, 1, 1}}
}

// ahead is a scene over black seen from +Z, whose picture is 4 m high at z = 0:
// the quad covers its middle half.
func ahead(items ...Item) *Scene {
	return &Scene{
		Camera:     Camera{Eye: [3]float64{0, 0, 10}, FovY: 2 * math.Atan(0.2)},
		Light:      flat(),
		Background: Background{Top: Color{1e-9}, Bottom: Color{1e-9}},
		Items:      items,
	}
}

// one is an item of instances at the places, each with an identity joint.
func one(m *Model, world ...soa.Affine) Item {
	it := Item{Model: m, World: world}
	for range world {
		it.Joints = append(it.Joints, soa.IdentityAffine())
	}
	return it
}

// expect checks a pixel, given in metres of the ahead scene, within a few levels.
func expect(t *testing.T, img *image.RGBA, x, y float64, want color.RGBA, what string) {
	t.Helper()
	h := float64(img.Rect.Dy())
	px, py := int(float64(img.Rect.Dx())/2+x*h/4), int(h/2-y*h/4)
	got := img.RGBAAt(px, py)
	for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B), int(got.A) - int(want.A)} {
		if d < -3 || d > 3 {
			t.Errorf("%s: pixel (%d, %d) is %v, want %v", what, px, py, got, want)
			return
		}
	}
}

var (
	black = color.RGBA{0, 0, 0, 255}
	red   = color.RGBA{255, 0, 0, 255}
	green = color.RGBA{0, 255, 0, 255}
)

// TestTextureOrientation: the picture's top left corner is at v = 0, u = 0, and
// colours pass unchanged through texture, light and framebuffer.
func TestTextureOrientation(t *testing.T) {
	r := newRenderer(t, 200, 200, 4)
	corners := [4]color.NRGBA{{220, 30, 10, 255}, {20, 180, 40, 255}, {10, 40, 200, 255}, {128, 128, 128, 255}}
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		img.SetNRGBA(i%64, i/64, corners[i/64/32*2+i%64/32])
	}
	raw := soa.Texture{Name: "*0", Data: img.Pix, Width: 64, Height: 64}
	for name, tex := range map[string]soa.Texture{"png": {Name: "a.png", Data: pngFile(img)}, "texels": raw} {
		mat := picturing()
		shot := picture(t, r, ahead(one(upload(t, r, quad(mat, tex)), at(0, 0, 0))))
		for i, c := range corners {
			expect(t, shot, float64(i%2)-0.5, 0.5-float64(i/2), color.RGBA(c), name)
		}
		expect(t, shot, 1.5, 0, black, name+" beside")
	}
}

// TestWinding: single-sided surfaces show from the front only, also where the
// world, the joint or the palette mirrors; double-sided ones from both sides.
func TestWinding(t *testing.T) {
	r := newRenderer(t, 320, 80, 4)
	turned := soa.Affine{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}
	mirrored := soa.Affine{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}
	place := func(a soa.Affine, x float32) soa.Affine { a[3] = x; return a }

	single := upload(t, r, quad(plain(Color{1, 0, 0})))
	it := one(single, at(-6, 0, 0), place(turned, -3), place(mirrored, 0), at(3, 0, 0), place(mirrored, 6))
	it.Joints[3] = mirrored // by its joint
	it.Joints[4] = mirrored // by both: not mirrored
	shot := picture(t, r, ahead(it))
	for i, want := range []color.RGBA{red, black, red, red, red} {
		expect(t, shot, float64(3*i-6), 0, want, "single-sided")
	}

	mat := plain(Color{1, 0, 0})
	mat.DoubleSided = true
	shot = picture(t, r, ahead(one(upload(t, r, quad(mat)), at(-3, 0, 0), place(turned, 0), place(mirrored, 3))))
	for i := range 3 {
		expect(t, shot, float64(3*i-3), 0, red, "double-sided")
	}

	skinned := quad(plain(Color{1, 0, 0}))
	id := soa.IdentityAffine()
	skinned.Skins = []*soa.Skin{{Joint: []uint16{0, 0}, InverseBind: []soa.Affine{id, id}}} // the first moves nothing
	mesh := skinned.Meshes[0]
	mesh.Skin, mesh.Joint, mesh.Influences = 0, soa.NoJoint, 4
	mesh.BoneIndex = []uint16{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}
	mesh.BoneWeight = []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}
	it = one(upload(t, r, skinned), at(-3, 0, 0), at(0, 0, 0), at(3, 0, 0))
	it.Palettes = []Palette{{}}
	for _, moved := range []soa.Affine{turned, mirrored, id} {
		it.Palettes[0].Data = append(append(it.Palettes[0].Data, id[:]...), moved[:]...)
	}
	shot = picture(t, r, ahead(it))
	for i, want := range []color.RGBA{black, red, red} {
		expect(t, shot, float64(3*i-3), 0, want, "skinned")
	}
}

// TestDepth: what is nearer hides what is farther, in whichever order they come.
func TestDepth(t *testing.T) {
	r := newRenderer(t, 80, 80, 4)
	a, b := upload(t, r, quad(plain(Color{1, 0, 0}))), upload(t, r, quad(plain(Color{0, 1, 0})))
	near, far := at(0, 0, 0.5), at(0.5, 0, -0.5)
	for _, items := range [][]Item{{one(a, near), one(b, far)}, {one(b, far), one(a, near)}} {
		shot := picture(t, r, ahead(items...))
		expect(t, shot, 0, 0, red, "near")
		expect(t, shot, 1.3, 0, green, "far")
	}
}

// TestMultisampling: a slanted edge has in-between colours with four samples
// and none with one.
func TestMultisampling(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := newRenderer(t, 160, 160, samples)
		slanted := soa.Affine{0.96, -0.28, 0, 0, 0.28, 0.96, 0, 0, 0, 0, 1, 0}
		shot := picture(t, r, ahead(one(upload(t, r, quad(plain(Color{1, 1, 1}))), slanted)))
		levels := map[uint8]int{}
		for i := 0; i < len(shot.Pix); i += 4 {
			levels[shot.Pix[i]]++
		}
		between := 0
		for v, n := range levels {
			if v > 5 && v < 250 {
				between += n
			}
		}
		if samples == 1 && between != 0 || samples == 4 && between < 100 {
			t.Errorf("%d samples: %d pixels between (%v)", samples, between, levels)
		}
	}
}

// TestAlpha: masks cut, blending mixes display colours and leaves the picture opaque, and
// transparent instances are drawn from far to near whatever their order.
func TestAlpha(t *testing.T) {
	r := newRenderer(t, 200, 100, 4)
	half := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	half.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 100})
	half.SetNRGBA(1, 0, color.NRGBA{255, 0, 0, 200})
	mask := picturing()
	mask.Alpha, mask.AlphaCutoff = soa.Mask, 0.5
	m := upload(t, r, quad(mask, soa.Texture{Name: "half.png", Data: pngFile(half)}))
	shot := picture(t, r, ahead(one(m, at(0, 0, 0))))
	expect(t, shot, -0.5, 0, black, "below the cutoff")
	expect(t, shot, 0.5, 0, red, "above the cutoff")

	glass := plain(Color{1, 1, 1})
	glass.Alpha, glass.BaseColor[3] = soa.Blend, 0.5
	m = upload(t, r, quad(glass))
	shot = picture(t, r, ahead(one(m, at(0, 0, 0))))
	expect(t, shot, 0, 0, color.RGBA{128, 128, 128, 255}, "half of white over black")

	solid := upload(t, r, quad(plain(Color{0, 1, 0})))
	first := picture(t, r, ahead(one(m, at(0, 0, 1), at(0, 0, -1)), one(solid, at(0, 0, -3))))
	last := picture(t, r, ahead(one(solid, at(0, 0, -3)), one(m, at(0, 0, -1), at(0, 0, 1))))
	expect(t, first, 0, 0, color.RGBA{191, 255, 191, 255}, "two panes over green")
	if first.RGBAAt(100, 50) != last.RGBAAt(100, 50) {
		t.Errorf("the order of instances shows: %v, %v", first.RGBAAt(100, 50), last.RGBAAt(100, 50))
	}
}

// TestVertexColors: they multiply the base colour; a model without materials
// is drawn all the same.
func TestVertexColors(t *testing.T) {
	r := newRenderer(t, 80, 80, 1)
	data := quad(plain(Color{1, 1, 0}))
	data.Meshes[0].Color = []float32{0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1}
	expect(t, picture(t, r, ahead(one(upload(t, r, data), at(0, 0, 0)))), 0, 0, green, "yellow times cyan")

	data = quad(plain(Color{}))
	data.Materials, data.Meshes[0].Material, data.Meshes[0].UV = nil, soa.None, nil
	shot := picture(t, r, ahead(one(upload(t, r, data), at(0, 0, 0))))
	if c := shot.RGBAAt(40, 40); c.R < 100 || c.R != c.G || c.G != c.B {
		t.Errorf("without a material the quad is %v", c)
	}
}

// TestMorphPicture: a morph target moves the quad aside, per instance.
func TestMorphPicture(t *testing.T) {
	r := newRenderer(t, 240, 80, 4)
	data := quad(plain(Color{1, 0, 0}))
	data.Weights = []soa.MorphWeight{{Target: "aside"}}
	data.Meshes[0].Morphs = []soa.MorphTarget{{Vertex: []uint32{0, 1, 2, 3}, Position: []float32{2, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0}}}
	it := one(upload(t, r, data), at(-4, 0, 0), at(0, 0, 0))
	it.Weights = []float32{0, 1}
	shot := picture(t, r, ahead(it))
	for x, want := range map[float64]color.RGBA{-4: red, -2: black, 0.5: black, 2: red} {
		expect(t, shot, x, 0, want, "morphed")
	}
}

// TestSkeletonOverlay: bones are drawn over a mesh that hides them, and with
// HideMeshes alone.
func TestSkeletonOverlay(t *testing.T) {
	r := newRenderer(t, 120, 120, 4)
	data := quad(plain(Color{0, 1, 0}))
	data.Skeleton = &soa.Skeleton{
		Name: []string{"a", "b"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2),
	}
	data.Skeleton.ComputeDepth()
	it := Item{Model: upload(t, r, data), World: []soa.Affine{at(0, 0, 0)}, SkeletonColor: Color{1, 0, 0}}
	it.Joints = []soa.Affine{at(0, -0.8, -1), at(0, 0.8, -1)} // behind the quad
	data.Meshes[0].Joint = soa.NoJoint
	shot := picture(t, r, ahead(it))
	expect(t, shot, 0, -0.5, green, "without the skeleton")
	it.Skeleton = true
	bone := func(shot *image.RGBA, what string) {
		if c := shot.RGBAAt(60, 75); c.R < 150 || c.G > c.R/2 {
			t.Errorf("%s the bone is %v", what, c)
		}
	}
	shot = picture(t, r, ahead(it))
	bone(shot, "over the mesh")
	expect(t, shot, 0.7, 0, green, "beside the bone")
	it.HideMeshes = true
	shot = picture(t, r, ahead(it))
	bone(shot, "alone")
	expect(t, shot, 0.7, 0, black, "without the mesh")
}

// TestGrid: lines are where they belong, fade out, and hide behind things.
func TestGrid(t *testing.T) {
	r := newRenderer(t, 200, 200, 4)
	s := ahead()
	s.Background = Background{Top: Color{1, 1, 1}, Bottom: Color{1, 1, 1}}
	s.Camera = Camera{Eye: [3]float64{0, 10, 0}, Up: [3]float64{0, 0, -1}, FovY: 2 * math.Atan(0.2)} // from above, 4 m high
	s.Grid = Grid{Spacing: 1, Radius: 1.9}
	shot := picture(t, r, s)
	dark := func(x, z float64) bool { c := shot.RGBAAt(int(100+50*x), int(100+50*z)); return c.G < 248 }
	for _, p := range []struct {
		x, z float64
		want bool
	}{{0.5, 1, true}, {-1, 0.5, true}, {0.5, 0.5, false}, {0, 0.5, true}, {0.5, 0, true}, {1, 1.9, false}, {0, 1.95, false}} {
		if dark(p.x, p.z) != p.want {
			t.Errorf("the ground at (%v, %v): a line %v, want %v", p.x, p.z, !p.want, p.want)
		}
	}
	if x, z := shot.RGBAAt(150, 100), shot.RGBAAt(100, 150); x.R <= x.B || z.B <= z.R {
		t.Errorf("the axes are %v and %v", x, z)
	}
	s.Grid.Center[1] = -1
	lying := soa.Affine{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0}
	s.Items = []Item{one(upload(t, r, quad(plain(Color{1, 1, 1}))), lying)}
	shot = picture(t, r, s)
	if c := shot.RGBAAt(125, 145); c.G < 250 {
		t.Errorf("the grid shows through: %v", c)
	}
}
