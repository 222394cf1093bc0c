package inspect

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/texture"
	"github.com/sinew-anim/sinew/soa"
)

// materialPairs pairs the materials of meshes that are compared.
func (c *comparer) materialPairs() (list []pairOf) {
	for i := range c.meshes {
		p := pairOf{c.meshOf(&c.meshes[i], 0).Material, c.meshOf(&c.meshes[i], 1).Material}
		if p[0] != soa.None && p[1] != soa.None && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// findMaterials compares the materials of meshes that are compared.
func (c *comparer) findMaterials() {
	for i := range c.meshes {
		a, b := c.meshOf(&c.meshes[i], 0), c.meshOf(&c.meshes[i], 1)
		if (a.Material == soa.None) != (b.Material == soa.None) {
			which := "first"
			if a.Material == soa.None {
				which = "second"
			}
			c.setting(a.Name, "has a material in the %s alone", which)
		}
	}
	for _, p := range c.materialPairs() {
		c.findMaterial(&c.side[0].model.Materials[p[0]], &c.side[1].model.Materials[p[1]])
	}
}

// setting adds a finding about a material without a measure.
func (c *comparer) setting(part, format string, values ...any) {
	c.result.Findings = append(c.result.Findings, Change{Materials, part, fmt.Sprintf(format, values...), 1, Number})
}

// findMaterial compares two materials.
func (c *comparer) findMaterial(a, b *soa.Material) {
	for _, l := range []struct {
		what string
		x, y []float32
	}{
		{"base colour", a.BaseColor[:], b.BaseColor[:]},
		{"metallic", []float32{a.Metallic}, []float32{b.Metallic}},
		{"roughness", []float32{a.Roughness}, []float32{b.Roughness}},
		{"emissive", a.Emissive[:], b.Emissive[:]},
		{"alpha cutoff", cutoff(a), cutoff(b)},
	} {
		c.findNumbers(a.Name, l.what, l.x, l.y)
	}
	for _, l := range []struct {
		what string
		x, y any
	}{
		{"unlit", a.Unlit, b.Unlit}, {"double-sided", a.DoubleSided, b.DoubleSided}, {"alpha mode", a.Alpha, b.Alpha},
	} {
		if l.x != l.y {
			c.setting(a.Name, "%s is %v, %v in the second", l.what, l.x, l.y)
		}
	}
	for role := range soa.MapRole(soa.MapRoles) {
		c.findMap(a, b, role)
	}
}

// cutoff returns the cutoff of a material that uses it.
func cutoff(m *soa.Material) []float32 {
	if m.Alpha != soa.Mask {
		return nil
	}
	return []float32{m.AlphaCutoff}
}

// findNumbers compares numbers of a material, which are none where they do not apply.
func (c *comparer) findNumbers(part, what string, x, y []float32) {
	f := found{Change: Change{Kind: Materials, Part: part, Unit: Fraction}, least: leastFraction}
	for i := range min(len(x), len(y)) {
		f.add(math.Abs(float64(x[i]) - float64(y[i])))
	}
	f.Message = fmt.Sprintf("%s is %v, %v in the second", what, x, y)
	c.tell(f)
}

// findMap compares the maps of one role.
func (c *comparer) findMap(a, b *soa.Material, role soa.MapRole) {
	x, y := a.Map(role), b.Map(role)
	switch {
	case x == nil && y == nil:
		return
	case x == nil || y == nil:
		which := "first"
		if x == nil {
			which = "second"
		}
		c.setting(a.Name, "has a map of %v in the %s alone", role, which)
		return
	}
	if x.Sampler != y.Sampler || x.UVSet != y.UVSet {
		c.setting(a.Name, "the map of %v is read otherwise: %+v by coordinates %d, %+v by %d", role, x.Sampler, x.UVSet, y.Sampler, y.UVSet)
	}
	c.findNumbers(a.Name, fmt.Sprintf("the strength of the map of %v", role), []float32{x.Strength}, []float32{y.Strength})
	c.findNumbers(a.Name, fmt.Sprintf("the transform of the map of %v", role), transformOf(x), transformOf(y))
	c.findPicture(a.Name, role, &c.side[0].model.Textures[x.Texture], &c.side[1].model.Textures[y.Texture])
}

// transformOf returns the numbers of a map's transform.
func transformOf(m *soa.TextureMap) []float32 {
	t := m.Transform
	if t == nil {
		t = &soa.TextureTransform{Scale: [2]float32{1, 1}}
	}
	return []float32{t.Offset[0], t.Offset[1], t.Rotation, t.Scale[0], t.Scale[1]}
}

// findPicture compares two pictures: their bytes, and where these differ the mean difference of their
// channels.
func (c *comparer) findPicture(part string, role soa.MapRole, a, b *soa.Texture) {
	if a.Width == b.Width && a.Height == b.Height && bytes.Equal(a.Data, b.Data) {
		return
	}
	if len(a.Data) == 0 || len(b.Data) == 0 {
		c.setting(part, "the picture of %v is missing in one of them", role)
		return
	}
	x, errX := texture.Decode(a)
	y, errY := texture.Decode(b)
	switch {
	case errX != nil || errY != nil:
		c.setting(part, "the pictures of %v are of %d and %d bytes that differ", role, len(a.Data), len(b.Data))
	case x.Rect.Size() != y.Rect.Size():
		c.setting(part, "the pictures of %v are of %v and %v pixels", role, x.Rect.Size(), y.Rect.Size())
	default:
		f := found{Change: Change{Kind: Materials, Part: part, Unit: Fraction}}
		f.add(bytesApart(x.Pix, y.Pix))
		f.Message = fmt.Sprintf("the pictures of %v differ by %s of a channel's range in the mean", role, Amount(f.Size, Fraction))
		c.tell(f)
	}
}

// bytesApart returns the mean difference of two lists of one length, in parts of a byte's range.
func bytesApart(a, b []byte) float64 {
	var sum uint64
	for i, v := range a {
		sum += uint64(max(v, b[i]) - min(v, b[i]))
	}
	return float64(sum) / float64(max(1, len(a))) / 0xff
}
