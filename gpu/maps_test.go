package gpu

import (
	"image/color"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// texels is a texture of w×h texels.
func texels(w int, list ...color.NRGBA) soa.Texture {
	t := soa.Texture{Name: "texels", Width: w, Height: len(list) / w}
	for _, c := range list {
		t.Data = append(t.Data, c.R, c.G, c.B, c.A)
	}
	return t
}

// uniform is a texture of one texel.
func uniform(r, g, b uint8) soa.Texture { return texels(1, color.NRGBA{r, g, b, 255}) }

// mapped is a plain white material with one map of the first texture.
func mapped(role soa.MapRole) soa.Material {
	m := plain(Color{1, 1, 1})
	m.Maps = []soa.TextureMap{{Role: role, Strength: 1}}
	return m
}

// shows draws one model over black in a light and checks the pixel at a place.
func shows(t *testing.T, r *Renderer, m *soa.Model, l Light, x, y float64, want color.RGBA, what string) {
	t.Helper()
	up := upload(t, r, m)
	defer up.Close()
	s := ahead(one(up, at(0, 0, 0)))
	s.Light = l
	expect(t, picture(t, r, s), x, y, want, what)
}

// grey is a linear level as displayed.
func grey(level float64) color.RGBA {
	v := uint8(math.Round(255 * float64(display(float32(level)))))
	return color.RGBA{v, v, v, 255}
}

// TestSamplers: textures repeat, mirror or end at their edges, and texels blend or not.
func TestSamplers(t *testing.T) {
	r := newRenderer(t, 100, 100, 1)
	pair := texels(2, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255})
	sharp := soa.Sampler{Mag: soa.FilterNearest, Min: soa.FilterNearest, Mipmap: soa.NoMipmap}
	for wrap, want := range map[soa.Wrap][2]color.RGBA{ // at u = 1.2 and 1.8
		soa.WrapRepeat: {red, green}, soa.WrapMirror: {green, red}, soa.WrapClamp: {green, green},
	} {
		m := quad(mapped(soa.BaseColorMap), pair)
		by := &m.Materials[0].Maps[0]
		by.Sampler, by.Transform = sharp, &soa.TextureTransform{Scale: [2]float32{2, 1}}
		by.Sampler.WrapU = wrap
		shows(t, r, m, flat(), 0.2, 0, want[0], wrap.String())
		shows(t, r, m, flat(), 0.8, 0, want[1], wrap.String())
	}
	m := quad(mapped(soa.BaseColorMap), pair)
	shows(t, r, m, flat(), 0.01, 0, color.RGBA{grey(0.49).R, grey(0.51).G, 0, 255}, "linear between the texels") // the pixel's centre is at u = 0.505
	m.Materials[0].Maps[0].Sampler = sharp
	shows(t, r, m, flat(), -0.1, 0, red, "nearest beside the middle")
}

// TestTextureTransform: coordinates are scaled, rotated and moved as KHR_texture_transform
// states it, by either set.
func TestTextureTransform(t *testing.T) {
	r := newRenderer(t, 100, 100, 1)
	quarters := texels(2, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}, color.NRGBA{0, 0, 255, 255}, color.NRGBA{255, 255, 0, 255})
	corner := [2][2]color.RGBA{{red, green}, {{0, 0, 255, 255}, {255, 255, 0, 255}}} // by v and u
	move := soa.TextureTransform{Offset: [2]float32{0.25, -0.375}, Rotation: 0.7, Scale: [2]float32{1.5, -0.75}}
	for _, second := range []bool{false, true} {
		m := quad(mapped(soa.BaseColorMap), quarters)
		by := &m.Materials[0].Maps[0]
		by.Sampler = soa.Sampler{Mag: soa.FilterNearest, Min: soa.FilterNearest, Mipmap: soa.NoMipmap}
		by.Transform = &move
		if second {
			mesh := m.Meshes[0]
			mesh.UV, mesh.UV2, by.UVSet = []float32{9, 9, 8, 8, 7, 7, 6, 6}, mesh.UV, 1
		}
		for _, place := range [][2]float64{{-0.7, 0.7}, {0.6, 0.5}, {0.1, -0.8}, {-0.5, -0.3}, {0.75, -0.65}} {
			u, v := (place[0]+1)/2*float64(move.Scale[0]), (1-place[1])/2*float64(move.Scale[1])
			sin, cos := math.Sincos(float64(move.Rotation))
			u, v = cos*u+sin*v+float64(move.Offset[0]), cos*v-sin*u+float64(move.Offset[1])
			want := corner[int(math.Floor(2*v))&1][int(math.Floor(2*u))&1]
			shows(t, r, m, flat(), place[0], place[1], want, "moved coordinates")
		}
	}
}

// TestEmissiveOcclusionUnlit: each changes what it should, and nothing else.
func TestEmissiveOcclusionUnlit(t *testing.T) {
	r := newRenderer(t, 60, 60, 1)
	night := Light{Sky: Color{1e-9}, Key: Color{0.5, 0.5, 0.5}, Toward: [3]float32{0, 0, 1}}
	m := quad(mapped(soa.OcclusionMap), uniform(128, 0, 0))
	shows(t, r, m, flat(), 0, 0, grey(128./255), "occluded")
	shows(t, r, m, night, 0, 0, grey(0.5), "the key light is not occluded")
	m.Materials[0].Maps[0].Strength = 0.5
	shows(t, r, m, flat(), 0, 0, grey(1-0.5*127./255), "occluded by half")

	m = quad(mapped(soa.EmissiveMap), uniform(128, 255, 0))
	m.Materials[0].BaseColor = [4]float32{0, 0, 0, 1}
	shows(t, r, m, flat(), 0, 0, black, "an emissive map without a factor")
	m.Materials[0].Emissive = [3]float32{2, 0.5, 1}
	shows(t, r, m, flat(), 0, 0, color.RGBA{grey(2 * float64(linear(128))).R, grey(0.5).G, 0, 255}, "emissive")

	m = quad(plain(Color{0.5, 0.5, 0.5}))
	shows(t, r, m, night, 0, 0, grey(0.25), "lit")
	m.Materials[0].Unlit, m.Materials[0].Emissive, m.Materials[0].Roughness = true, [3]float32{1, 1, 1}, 0.1
	shows(t, r, m, night, 0, 0, grey(0.5), "unlit")
}

// keyLit is what the key light leaves of white where the cosine of its angle is c.
func keyLit(c float64) float64 {
	w := math.Min(math.Max((c+0.2)/1.2, 0), 1)
	return w * w * (3 - 2*w)
}

// TestNormalMap: red turns the normal along u and green to the picture's top, by tangents of
// vertices and without, on surfaces that are mirrored, rotated, skinned and morphed, and seen
// from behind.
func TestNormalMap(t *testing.T) {
	r := newRenderer(t, 60, 60, 1)
	const s = 0.5773503 // the map bends the normal to (s, −2s, s) of length √6·s
	texel := uniform(uint8(math.Round(128+127*s*0.8)), uint8(math.Round(128-127*s)), uint8(math.Round(128+127*s)))
	n := [3]float64{math.Round(127*s*0.8) / 127, math.Round(-127*s) / 127, math.Round(127*s) / 127}
	length := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])
	key := func(x, y, z float32) Light {
		return Light{Toward: [3]float32{x, y, z}, Key: Color{0.9, 0.9, 0.9}, Sky: Color{1e-9}}
	}
	identity := soa.IdentityAffine()
	rotated := soa.Affine{0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0} // x becomes y
	mirrored := soa.Affine{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}
	behind := soa.Affine{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}
	for name, c := range map[string]struct {
		change func(m *soa.Model, it *Item)
		want   func(n [3]float64) [3]float64 // of the map's normal
	}{
		"plain":    {func(*soa.Model, *Item) {}, func(n [3]float64) [3]float64 { return n }},
		"rotated":  {func(_ *soa.Model, it *Item) { it.World[0] = rotated }, func(n [3]float64) [3]float64 { return [3]float64{-n[1], n[0], n[2]} }},
		"mirrored": {func(_ *soa.Model, it *Item) { it.World[0] = mirrored }, func(n [3]float64) [3]float64 { return [3]float64{-n[0], n[1], n[2]} }},
		"behind":   {func(_ *soa.Model, it *Item) { it.World[0] = behind }, func(n [3]float64) [3]float64 { return [3]float64{n[0], -n[1], n[2]} }},
		"mirrored coordinates": {func(m *soa.Model, _ *Item) {
			mesh := m.Meshes[0]
			mesh.UV = []float32{1, 0, 0, 0, 0, 1, 1, 1}
			for v := 0; v < len(mesh.Tangent); v += 4 {
				mesh.Tangent[v], mesh.Tangent[v+3] = -1, -1
			}
		}, func(n [3]float64) [3]float64 { return [3]float64{-n[0], n[1], n[2]} }},
		"skinned": {func(m *soa.Model, it *Item) {
			mesh := m.Meshes[0]
			m.Skins = []*soa.Skin{{Joint: []uint16{0}, InverseBind: []soa.Affine{identity}}}
			mesh.Skin, mesh.Joint, mesh.Influences = 0, soa.NoJoint, 4
			mesh.BoneIndex, mesh.BoneWeight = make([]uint16, 16), []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}
			it.Palettes = []Palette{{Data: rotated[:]}}
		}, func(n [3]float64) [3]float64 { return [3]float64{-n[1], n[0], n[2]} }},
		"scaled strength": {func(m *soa.Model, _ *Item) { m.Materials[0].Maps[0].Strength = -0.5 },
			func(n [3]float64) [3]float64 { return [3]float64{-0.5 * n[0], -0.5 * n[1], n[2]} }},
	} {
		for _, tangents := range []bool{true, false} {
			for _, light := range []Light{key(1, 0, 0.5), key(0, 1, 0.5), key(-0.5, -0.5, 1)} {
				mat := mapped(soa.NormalMap)
				mat.DoubleSided = true
				m := quad(mat, texel)
				if tangents {
					m.Meshes[0].Tangent = []float32{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}
				}
				it := Item{World: []soa.Affine{identity}, Joints: []soa.Affine{identity}}
				c.change(m, &it)
				if !tangents {
					m.Meshes[0].Tangent = nil
				}
				it.Model = upload(t, r, m)
				s := ahead(it)
				s.Light = light
				w := c.want(n)
				size := math.Sqrt(w[0]*w[0] + w[1]*w[1] + w[2]*w[2])
				toward := light.direction()
				level := 0.9 * keyLit((w[0]*toward[0]+w[1]*toward[1]+w[2]*toward[2])/size)
				expect(t, picture(t, r, s), 0, 0, grey(level), name+map[bool]string{true: ", tangents of vertices"}[tangents])
				it.Model.Close()
			}
		}
	}
	m := quad(mapped(soa.NormalMap), texel)
	m.Meshes[0].Tangent = []float32{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}
	m.Weights = []soa.MorphWeight{{Target: "turn"}}
	m.Meshes[0].Morphs = []soa.MorphTarget{{Vertex: []uint32{0, 1, 2, 3}, Position: make([]float32, 12), Tangent: []float32{-1, 1, 0, -1, 1, 0, -1, 1, 0, -1, 1, 0}}}
	up := upload(t, r, m)
	for weight, toward := range map[float32][3]float32{0: {1, 0, 0.5}, 1: {0, 1, 0.5}} {
		it := one(up, at(0, 0, 0))
		it.Weights = []float32{weight}
		s := ahead(it)
		s.Light = key(toward[0], toward[1], toward[2])
		k := s.Light.direction()
		expect(t, picture(t, r, s), 0, 0, grey(0.9*keyLit((n[0]*(k[0]+k[1])+n[2]*k[2])/length)), "morphed tangents")
	}
}

// shaded is surface() of light.glsl, slowly: white light from one side, of a surface that faces
// the eye, which looks along −Z.
func shaded(base, metallic, roughness, key, sky, ground float64, toward [3]float64) float64 {
	alpha := math.Max(roughness*roughness, 0.005)
	share := 1 - alpha
	around := (sky + ground) / 2
	diffuse := base * (1 - metallic*share) * (around + keyLit(toward[2])*key)
	reflectance := 0.04*(1-metallic) + base*metallic
	half := [3]float64{toward[0], toward[1], toward[2] + 1}
	size := math.Sqrt(half[0]*half[0] + half[1]*half[1] + half[2]*half[2])
	nm := half[2] / size
	d := nm*nm*(alpha*alpha-1) + 1
	nl := math.Max(toward[2], 0)
	visible := 0.5 / (2*nl*(1-alpha) + (nl+1)*alpha)
	fresnel := reflectance + (1-reflectance)*math.Pow(1-nm, 5) // the eye is as far from the half vector
	return diffuse + share*(fresnel*alpha*alpha/(d*d)*visible*nl*key+reflectance*around)
}

// TestMetallicRoughness: factors and their map shade as a slow computation does, and what is
// rough looks as what has none of them.
func TestMetallicRoughness(t *testing.T) {
	r := newRenderer(t, 60, 60, 1)
	light := Light{Toward: [3]float32{0.3, 0.2, 1}, Key: Color{0.4, 0.4, 0.4}, Sky: Color{0.3, 0.3, 0.3}, Ground: Color{0.1, 0.1, 0.1}}
	k := light.direction()
	for _, metallic := range []float32{0, 0.5, 1} {
		for _, roughness := range []float32{0, 0.3, 0.5, 0.8, 1} {
			want := grey(shaded(0.5, float64(metallic), float64(roughness), 0.4, 0.3, 0.1, k))
			m := quad(plain(Color{0.5, 0.5, 0.5}))
			m.Materials[0].Metallic, m.Materials[0].Roughness = metallic, roughness
			shows(t, r, m, light, 0, 0, want, "factors")
			m = quad(mapped(soa.MetallicRoughnessMap), uniform(7, uint8(math.Round(255*float64(roughness))), uint8(math.Round(255*float64(metallic)))))
			m.Materials[0].BaseColor, m.Materials[0].Metallic = [4]float32{0.5, 0.5, 0.5, 1}, 1
			shows(t, r, m, light, 0, 0, want, "a map")
		}
	}
	rough := func(metallic float32, role soa.MapRole) []uint8 {
		m := quad(plain(Color{0.5, 0.3, 0.1}))
		m.Materials[0].Metallic = metallic
		if role != soa.MapRoles {
			m.Materials[0].Maps, m.Textures = []soa.TextureMap{{Role: role, Strength: 1}}, []soa.Texture{uniform(255, 255, 255)}
		}
		up := upload(t, r, m)
		defer up.Close()
		s := ahead(one(up, soa.Affine{0.8, 0, 0.6, 0, 0, 1, 0, 0, -0.6, 0, 0.8, 0}))
		s.Light = Light{}
		return picture(t, r, s).Pix
	}
	want := rough(0, soa.MapRoles)
	for what, got := range map[string][]uint8{
		"a rough metal": rough(1, soa.MapRoles), "a map of roughness 1": rough(1, soa.MetallicRoughnessMap),
		"a white occlusion map": rough(0, soa.OcclusionMap), "an emissive map that emits nothing": rough(0, soa.EmissiveMap),
	} {
		for i := range got {
			if d := int(got[i]) - int(want[i]); d < -1 || d > 1 {
				t.Errorf("%s differs by %d from none", what, d)
				break
			}
		}
	}
}

// TestMapsOnEveryCarrier: all maps at once, many instances, and every carrier show one picture.
func TestMapsOnEveryCarrier(t *testing.T) {
	m := quad(plain(Color{0.8, 0.6, 0.4}), texels(2, color.NRGBA{200, 90, 20, 255}, color.NRGBA{60, 180, 220, 255}),
		uniform(128, 100, 200), uniform(160, 100, 240), uniform(90, 0, 0))
	mat := &m.Materials[0]
	mat.Metallic, mat.Emissive = 0.7, [3]float32{0.1, 0, 0.2}
	for role, texture := range []int{0, 1, 2, 3, 0} {
		mat.Maps = append(mat.Maps, soa.TextureMap{Role: soa.MapRole(role), Texture: texture, Strength: 1, UVSet: uint8(role % 2)})
	}
	mat.Maps[4].Transform = &soa.TextureTransform{Scale: [2]float32{3, 3}}
	mesh := m.Meshes[0]
	mesh.UV2, mesh.Tangent = mesh.UV, []float32{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}
	var want []uint8
	for _, c := range Carriers() {
		r, err := NewRenderer(newContext(t, 120, 60), Options{Samples: 1, Carrier: c})
		if err != nil {
			t.Logf("%v: %v", c, err)
			continue
		}
		s := ahead(one(upload(t, r, m), at(-1.2, 0, 0), at(1.2, 0.2, 0), soa.Affine{-0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0.5}))
		s.Light, s.Shadow = Light{}, Shadow{Radius: 4}
		got := picture(t, r, s).Pix
		if want == nil {
			want = got
		} else if string(got) != string(want) {
			t.Errorf("%v draws another picture", c)
		}
		r.Close()
	}
}
