package model

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// Part is meshes that move alike: those of one palette, or one mesh without a skin.
type Part struct {
	Skin    int       // soa.None: the mesh is rigid
	Dual    bool      // meshes that read dual quaternions
	Frames  []float32 // of kernel.RestFrame per palette entry of the skin, where Dual
	Meshes  []int     // of Model.Meshes
	Entries []uint16  // entries of the skin that the part's palette has; nil: all
	// Extremes are per palette entry of the skin; one list for a rigid mesh.
	Extremes [][]Extreme
	Bone     int      // the first palette entry of the skin that moves a vertex
	Visible  []int    // soa.Model.VisibilityOf of the meshes
	Shaded   [4]int32 // entries of the part's palette that Influence has found, −1 for none
}

// Len returns the number of entries of the part's palette.
func (p *Part) Len() int {
	if p.Entries != nil {
		return len(p.Entries)
	}
	return len(p.Extremes)
}

// Entry returns the entry of the skin that is entry k of the part's palette.
func (p *Part) Entry(k int) int {
	if p.Entries != nil {
		return int(p.Entries[k])
	}
	return k
}

// piece is a mesh to upload, or a part of one.
type piece struct {
	*vertex.Mesh
	of    int // of the soa.Model's meshes
	group int // of pieces that share a palette of their own, −1: the skin's
}

// The rows of a palette entry in a part: of a matrix, or of the longest dual quaternion.
const (
	matrixRows = len(soa.Affine{}) / carrier.ValuesPerRow
	dualRows   = kernel.ScaledDualValues / carrier.ValuesPerRow
)

// pieces lists the meshes, divided where the palette of their skin does not fit the carrier. If
// the morph weights leave no room at all, pictures refuse the model.
func (m *Model) pieces() (list []*piece, err error) {
	groups := 0
	for i, src := range m.Data.Meshes {
		whole := &piece{Mesh: &vertex.Mesh{Mesh: src}, of: i, group: -1}
		room := m.room(src)
		if src.Skin == soa.None || m.Data.Skins[src.Skin].Len() <= room || room < 1 {
			list = append(list, whole)
			continue
		}
		if m.editable {
			return nil, fmt.Errorf("mesh %d: %w: it is to be edited whole, and a %s holds %d palette entries of %d",
				i, soa.ErrTooLarge, m.Dev.Called, room, m.Data.Skins[src.Skin].Len())
		}
		divided := []*vertex.Mesh{whole.Mesh}
		if used := vertex.Entries(src); len(used) <= room {
			whole.Entries = used
		} else if divided, err = vertex.Split(src, room); err != nil {
			return nil, fmt.Errorf("mesh %d: a %s holds %d palette entries: %w", i, m.Dev.Called, room, err)
		}
		for _, part := range divided {
			p := &piece{part, i, groups}
			if !p.share(list, room) {
				groups++
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// share gives a piece the palette of the first group of its kind that has room for its entries
// too, and reports whether there is one.
func (p *piece) share(list []*piece, room int) bool {
	for _, other := range list {
		if other.group < 0 || other.Skin != p.Skin || byDualQuaternions(other.Mesh.Mesh) != byDualQuaternions(p.Mesh.Mesh) {
			continue
		}
		both := slices.Concat(other.Entries, p.Entries)
		slices.Sort(both)
		if both = slices.Compact(both); len(both) > room {
			continue
		}
		p.group, p.Entries = other.group, both
		for _, o := range list {
			if o.group == p.group {
				o.Entries = both
			}
		}
		return true
	}
	return false
}

// room returns how many palette entries of a mesh fit a page beside the morph weights.
func (m *Model) room(src *soa.Mesh) int {
	rows := m.Dev.Carrier.Limit() - m.WeightRows()
	if byDualQuaternions(src) {
		return rows / dualRows
	}
	return rows / matrixRows
}

// makeParts groups the pieces that share a palette and read it alike.
func (m *Model) makeParts(pieces []*piece) {
	type moved struct {
		skin, group int
		dual        bool
		visible     string
	}
	known := map[moved]int{}
	for i, src := range pieces {
		bones := 0
		if src.Skin != soa.None {
			bones = m.Data.Skins[src.Skin].Len()
		}
		out := extremes(src.Mesh.Mesh, bones)
		visible := m.Data.VisibilityOf(src.of)
		by := moved{src.Skin, src.group, byDualQuaternions(src.Mesh.Mesh), fmt.Sprint(visible)}
		if k, ok := known[by]; ok && src.Skin != soa.None {
			p := &m.Parts[k]
			p.Meshes = append(p.Meshes, i)
			for k := range out {
				p.Extremes[k] = append(p.Extremes[k], out[k]...)
			}
			continue
		}
		known[by] = len(m.Parts)
		p := Part{Skin: src.Skin, Dual: by.dual, Meshes: []int{i}, Entries: src.Entries, Extremes: out, Visible: visible}
		if by.dual {
			p.Frames = RestFrames(m.Data.Skins[src.Skin])
		}
		m.Parts = append(m.Parts, p)
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		for p.Bone < len(p.Extremes) && len(p.Extremes[p.Bone]) == 0 {
			p.Bone++
		}
	}
}

// Influence finds the palette entries of a joint, for shader.Influence.
func (m *Model) Influence(joint int) {
	for p := range m.Parts {
		part := &m.Parts[p]
		part.Shaded = [4]int32{-1, -1, -1, -1}
		if part.Skin == soa.None {
			if int(m.Source(part.Meshes[0]).Joint) == joint {
				part.Shaded[0] = 0 // all of it
			}
			continue
		}
		n := 0
		for k := range part.Len() {
			if int(m.Data.Skins[part.Skin].Joint[part.Entry(k)]) == joint && n < len(part.Shaded) {
				part.Shaded[n] = int32(k)
				n++
			}
		}
	}
}

// Source returns the soa.Mesh that an uploaded mesh is, or is a part of.
func (m *Model) Source(mesh int) *soa.Mesh { return m.Data.Meshes[m.Meshes[mesh].Of] }

// RestFrames returns what kernel.ScaledDualQuaternions decomposes palettes of a skin by.
func RestFrames(skin *soa.Skin) (frames []float32) {
	for i := range skin.InverseBind {
		f := kernel.RestFrame((*[12]float32)(&skin.InverseBind[i]))
		frames = append(frames, f[:]...)
	}
	return frames
}

// byDualQuaternions reports whether a mesh needs its palette as dual quaternions.
func byDualQuaternions(m *soa.Mesh) bool {
	return m.Skin != soa.None && (m.Skinning == soa.DualQuaternion || m.Skinning == soa.Blended)
}
