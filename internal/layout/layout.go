package layout

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Layout returns the layout of columns.
func (p *Plan) Layout(l *Columns) *soa.Layout { return p.layout(l, p.referenceRow(l)) }

// layout is Layout with a reference of rotations.
func (p *Plan) layout(l *Columns, reference []float32) *soa.Layout {
	b := &soa.Layout{
		Form: l.form, K: float32(l.k), Others: l.others,
		Slot: make([]int16, p.Model.Skeleton.Len()), Skins: p.skins,
	}
	reserveSlots(b, l)
	for s := range l.Rotations {
		if s >= l.slots {
			p.fillSlot(b)
			continue
		}
		slot := &p.Slots[s]
		b.Joint = append(b.Joint, int16(p.Skeleton.Joint[slot.Joint]))
		b.Parent = append(b.Parent, int16(slot.Parent))
		b.Pivot = append(b.Pivot, l.pivotFloat32(s))
		b.TranslationColumn = append(b.TranslationColumn, int16(l.translation[s]))
		b.InverseBind = append(b.InverseBind, slot.Inverse.Float32())
		b.Bind = append(b.Bind, slot.Bind.Float32())
		if l.form != soa.General {
			continue
		}
		b.Scale = append(b.Scale, [3]float32{float32(l.constant[s][0]), float32(l.constant[s][1]), float32(l.constant[s][2])})
		b.ScaleColumn = append(b.ScaleColumn, int16(l.scale[s]))
		if m := p.Skeleton.Static[slot.Joint]; m != nil && !p.further(s) {
			b.Static = append(b.Static, soa.StaticLocal{Joint: int16(s), Local: m.Float32()})
		}
	}
	for j := range b.Slot {
		b.Slot[j] = soa.NoJoint
		if i := p.Skeleton.Index[j]; i >= 0 {
			b.Slot[j] = int16(p.first[i])
		}
	}
	for w, at := range l.Weight {
		b.WeightColumn = append(b.WeightColumn, int16(at))
		b.WeightRest = append(b.WeightRest, float32(l.WeightRest[w]))
	}
	for i := range p.Model.Floats {
		b.FloatRest = append(b.FloatRest, p.Model.Floats[i].Rest)
	}
	b.Expressions = p.Model.Expressions
	b.Rest, b.Reference = p.restRow(l), reference
	p.bindMeshes(b)
	p.addLevels(b)
	return b
}

// reserveSlots makes room for all slots.
func reserveSlots(b *soa.Layout, l *Columns) {
	n := l.Rotations
	numbers := make([]int16, 3*n)
	b.Joint, b.Parent, b.TranslationColumn = numbers[:0:n], numbers[n:n:2*n], numbers[2*n:2*n:3*n]
	matrices := make([]soa.Affine, 2*n)
	b.InverseBind, b.Bind = matrices[:0:n], matrices[n:n:2*n]
	b.Pivot = make([][3]float32, 0, n)
	if l.form == soa.General {
		b.Scale, b.ScaleColumn = make([][3]float32, 0, n), make([]int16, 0, n)
	}
}

// fillSlot appends a slot that only fills the last line of a row.
func (p *Plan) fillSlot(b *soa.Layout) {
	b.Joint = append(b.Joint, soa.NoJoint)
	b.Parent = append(b.Parent, soa.NoJoint)
	b.Pivot = append(b.Pivot, [3]float32{})
	b.TranslationColumn = append(b.TranslationColumn, soa.None)
	b.InverseBind = append(b.InverseBind, soa.IdentityAffine())
	b.Bind = append(b.Bind, soa.IdentityAffine())
	if b.Form == soa.General {
		b.Scale = append(b.Scale, [3]float32{1, 1, 1})
		b.ScaleColumn = append(b.ScaleColumn, soa.None)
	}
}

func (l *Columns) pivotFloat32(s int) [3]float32 {
	return [3]float32{float32(l.pivot[s][0]), float32(l.pivot[s][1]), float32(l.pivot[s][2])}
}

// bindMeshes finds the slots of meshes without a skin.
func (p *Plan) bindMeshes(b *soa.Layout) {
	for _, mesh := range p.Model.Meshes {
		m := soa.LayoutMesh{Slot: soa.NoJoint, Offset: soa.IdentityAffine()}
		if mesh.Skin == soa.None {
			offset := exact.FromFloat32(mesh.Offset)
			if mesh.Joint != soa.NoJoint {
				m.Slot = b.Slot[mesh.Joint]
				offset = p.Slots[m.Slot].Bind.Mul(offset)
			}
			m.Offset = offset.Float32()
		}
		b.Meshes = append(b.Meshes, m)
	}
}

// addLevels describes the levels of detail: prefixes of the slots, in whole groups of four.
func (p *Plan) addLevels(bank *soa.Layout) {
	n := bank.Rotations()
	last := 0
	for _, count := range p.levels {
		slots := min(max(roundUp(count, 4), 4), n)
		if len(bank.Levels) == 0 {
			slots = n
		}
		if slots == last {
			continue
		}
		standIn, ok := p.standIns(bank, slots)
		if !ok {
			continue
		}
		last = slots
		bank.Levels = append(bank.Levels, soa.LayoutLevel{Slots: slots, StandIn: standIn})
	}
}

// standIns finds, for the slots from an index on, the nearest slot above whose matrix can take
// their place: one that applies to the same space. It returns false where a slot has none.
func (p *Plan) standIns(bank *soa.Layout, slots int) ([]uint16, bool) {
	standIn := make([]uint16, bank.Rotations())
	for s := range standIn {
		switch {
		case s < slots:
			standIn[s] = uint16(s)
		case s < len(p.Slots):
			up := p.Slots[s].Parent
			if bank.Form == soa.General {
				for up >= 0 && !(up < slots && p.Slots[up].Given) {
					up = p.Slots[up].Parent
				}
			}
			if up < 0 {
				return nil, false
			}
			standIn[s] = standIn[up]
		}
	}
	return standIn, true
}
