package gpu

import (
	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// joint returns a joint's matrix in an instance.
func (it *Item) joint(instance, j int) *soa.Affine {
	return &it.Joints[instance*it.Model.on.Data.Skeleton.Len()+j]
}

// carried is the form of a part's palette in the shader.
type carried struct {
	format PaletteFormat
	as     bool // unchanged, gaps included
	stride int  // rows from one instance to the next
}

// carried returns the form of a part's palette in the shader.
func (it *Item) carried(p *model.Part) carried {
	from := &it.Palettes[p.Skin]
	c := carried{format: Matrices}
	if p.Dual {
		c.format = ScaledDualQuaternions
	}
	if p.Dual == from.Format.dual() {
		c.format, c.as = from.Format, p.Entries == nil
	}
	c.stride = c.format.Values() * p.Len() / carrier.ValuesPerRow
	if c.as {
		stride := from.stride(p.Len()) / carrier.ValuesPerRow
		if m := it.Model.on; stride+m.WeightRows() <= m.Dev.Carrier.Limit() {
			c.stride = stride
		} else { // without the gaps it may fit
			c.as = false
		}
	}
	return c
}

// writePalettes writes the palettes of count instances of a part, from first on.
func (it *Item) writePalettes(room []float32, p *model.Part, first, count int) {
	from, c, entries := &it.Palettes[p.Skin], it.carried(p), len(p.Extremes)
	if c.as {
		stride := carrier.ValuesPerRow * c.stride
		end := min((first+count)*stride, len(from.Data)&^(carrier.ValuesPerRow-1))
		copy(room, from.Data[first*stride:end])
		return
	}
	n := c.format.Values()
	for i := range count {
		to := room[i*n*p.Len() : (i+1)*n*p.Len()]
		for k := range p.Len() {
			of := p.Entry(k)
			it.writeEntry(to[n*k:n*k+n], from, p, from.entry(first+i, of, entries), of)
		}
	}
}

// writeEntry writes an entry of a part's palette, of the skin's, in the form of carried.
func (it *Item) writeEntry(to []float32, from *Palette, p *model.Part, entry []float32, of int) {
	switch {
	case p.Dual == from.Format.dual():
		copy(to, entry)
	case p.Dual:
		const n = 2 * matrixValues
		var m [matrixValues]float32
		from.Format.matrix(&m, entry)
		// The lengths fit.
		_ = kernel.ScaledDualQuaternions(to, m[:], p.Frames[n*of:n*of+n])
	default:
		from.Format.matrix((*[matrixValues]float32)(to), entry)
	}
}

// rows returns the number of rows of one instance.
func (it *Item) rows() int {
	m := it.Model.on
	n := m.WeightRows()
	for p := range m.Parts {
		n += it.partRows(&m.Parts[p])
	}
	return n
}

// partRows returns the number of rows of a part's palette.
func (it *Item) partRows(p *model.Part) int {
	if p.Skin == soa.None {
		return 0
	}
	return it.carried(p).stride
}

// place stores the matrix that the shader applies after skinning, and reports whether all
// matrices together mirror. The first palette entry that moves a vertex decides for a skin:
// if its bones differ, it has no winding.
func (it *Item) place(dst *soa.Affine, p *model.Part, instance int, inModelSpace bool) bool {
	if inModelSpace {
		*dst = soa.IdentityAffine()
	} else {
		*dst = it.World[instance]
	}
	turned := mirrors(dst)
	if p.Skin == soa.None {
		src := it.Model.on.Source(p.Meshes[0])
		local := src.Offset
		if src.Joint != soa.NoJoint {
			local = it.joint(instance, int(src.Joint)).Mul(&local)
		}
		*dst = dst.Mul(&local)
		return mirrors(dst)
	}
	if n := len(p.Extremes); p.Bone < n {
		if m := it.Palettes[p.Skin].matrix(instance, p.Bone, n); mirrors(&m) {
			return !turned
		}
	}
	return turned
}

// weight returns a morph weight of an instance.
func (it *Item) weight(instance, k int) float32 {
	rest := it.Model.on.Data.Weights
	if len(it.Weights) == 0 {
		return rest[k].Rest
	}
	return it.Weights[instance*len(rest)+k]
}

// hides reports whether a float hides a part of an instance.
func (it *Item) hides(p *model.Part, instance int) bool {
	for _, f := range p.Visible {
		list := it.Model.on.Data.Floats
		v := list[f].Rest
		if len(it.Floats) > 0 {
			v = it.Floats[instance*len(list)+f]
		}
		if !(v >= soa.LeastVisible) {
			return true
		}
	}
	return false
}

// Bounds returns a box around the item's instances in world space, computed from the few
// outermost vertices of each bone: other vertices may lie outside by a few hundredths of the
// size. A visible skeleton contributes its joints. It allocates nothing. The error wraps
// ErrItem.
func (it *Item) Bounds() (Bounds, error) {
	b := EmptyBounds()
	if it.Model == nil {
		return b, nil
	}
	m := it.Model.on
	if err := it.check(m.Dev); err != nil {
		return b, err
	}
	for i := range it.World {
		for p := range m.Parts {
			if !it.hides(&m.Parts[p], i) {
				it.addPart(&b, &m.Parts[p], i)
			}
		}
		if it.Skeleton {
			for j := range m.Data.Skeleton.Len() {
				moved := it.World[i].Mul(it.joint(i, j))
				b.Add([3]float32{moved[3], moved[7], moved[11]})
			}
		}
	}
	return b, nil
}

func (it *Item) addPart(b *Bounds, p *model.Part, instance int) {
	var moved soa.Affine
	if p.Skin == soa.None {
		it.place(&moved, p, instance, false)
		it.addExtremes(b, p.Extremes[0], &moved, instance)
		return
	}
	for k := range p.Extremes {
		if len(p.Extremes[k]) > 0 {
			m := it.Palettes[p.Skin].matrix(instance, k, len(p.Extremes))
			moved = it.World[instance].Mul(&m)
			it.addExtremes(b, p.Extremes[k], &moved, instance)
		}
	}
}

func (it *Item) addExtremes(b *Bounds, list []model.Extreme, a *soa.Affine, instance int) {
	for i := range list {
		weight := float32(0)
		if w := list[i].Weight; w != soa.None {
			weight = it.weight(instance, w)
		}
		b.Add(a.Apply(list[i].Place(weight)))
	}
}

// mirrors reports whether a matrix reverses handedness.
func mirrors(a *soa.Affine) bool {
	return a[0]*(a[5]*a[10]-a[6]*a[9])-a[1]*(a[4]*a[10]-a[6]*a[8])+a[2]*(a[4]*a[9]-a[5]*a[8]) < 0
}
