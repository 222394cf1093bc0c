package runtime

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// compileAs makes the bank of a layout.
func (c *compiler) compileAs(l *layout) (*soa.Bank, error) {
	bank := &soa.Bank{Name: c.model.Name, Layout: *c.constants(l)}
	poses, err := pose.New(&bank.Layout)
	if err != nil {
		return nil, err
	}
	built := make([]*clipRows, len(c.clips))
	builders := make([]*clipBuilder, len(c.clips))
	var rows atomic.Int64
	err = c.eachClip(func(i int) (err error) {
		builders[i] = c.newClipBuilder(l, poses, i)
		if built[i], err = builders[i].build(); err == nil && rows.Add(int64(built[i].rows)) > c.o.MaxBytes/c.rowBytes(l) {
			err = fmt.Errorf("%w: the rows of all clips take more than the %d bytes of CompileOptions.MaxBytes", soa.ErrTooLarge, c.o.MaxBytes)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.finish(l, bank, builders, built)
}

// rowBytes is what a row takes while it is computed, and as a bank holds it.
func (c *compiler) rowBytes(l *layout) int64 { return (8 + 4) * int64(l.values()) }

// finish puts the rows of all clips into the bank.
func (c *compiler) finish(l *layout, bank *soa.Bank, builders []*clipBuilder, built []*clipRows) (*soa.Bank, error) {
	rows := soa.RestRows
	for i, r := range built {
		bank.Clips = append(bank.Clips, builders[i].entry(r, rows))
		bank.Clips[i].Floats, bank.Clips[i].OnFrames = c.floats[i], c.onFrames[i]
		if !r.plain {
			bank.Clips[i].FirstCell = int32(len(bank.Cells))
			bank.Cells = r.appendCells(bank.Cells, rows)
		}
		rows += len(r.values) / l.values()
	}
	if total := rows * l.values(); total > math.MaxInt32 {
		return nil, fmt.Errorf("%w: %d rows of %d values, at most %d values are possible", ErrBound, rows, l.values(), math.MaxInt32)
	}
	bank.Rows = append(append(make([]float32, 0, rows*l.values()), bank.Rest...), bank.Rest...)
	for _, r := range built {
		bank.Rows = appendFloat32(bank.Rows, r.values)
	}
	if err := c.eachClip(func(i int) error {
		c.note(bank, i, builders[i], built[i])
		return nil
	}); err != nil {
		return nil, err
	}
	return bank, bank.Validate()
}

// appendCells appends the clip's table, for rows that start at a row of the
// bank: its cells, then those that divide them.
func (r *clipRows) appendCells(to []soa.BankCell, row int) []soa.BankCell {
	parts := uint32(len(to) + len(r.cells))
	for _, cell := range append(r.cells[:len(r.cells):len(r.cells)], r.parts...) {
		if cell.Parts > 1 {
			cell.Row += parts
		} else {
			cell.Row += uint32(row)
		}
		to = append(to, cell)
	}
	return to
}

// entry describes a sampled clip whose rows start at a row of the bank.
func (b *clipBuilder) entry(r *clipRows, row int) soa.BankClip {
	tps := b.clip.TicksPerSecond
	clip := soa.BankClip{
		Name: b.clip.Name, Start: b.clip.Start, Seconds: b.clip.Seconds(), Loop: b.clip.Loop,
		Additive: b.clip.Additive, TicksPerSecond: tps, Events: b.clip.Events, Motion: b.clip.Motion,
		Rate: float64(r.perTick * tps), Frames: uint32(r.frames),
		Row: uint32(row), Rows: uint32(r.rows), FirstCell: soa.None,
		Bound: b.bound, ErrorDistance: b.c.o.ErrorDistance,
	}
	for _, g := range r.gaps {
		clip.Gaps = append(clip.Gaps, soa.BankGap{From: g.before / tps, To: g.after / tps})
	}
	return clip
}

// note writes down what was measured of a clip, and measures levels of detail.
func (c *compiler) note(bank *soa.Bank, i int, b *clipBuilder, r *clipRows) {
	bank.Clips[i].Error, bank.Clips[i].WeightError = r.err.distance, r.err.weight
	b.probe.rows = appendFloat32(b.probe.rows[:0], r.values)
	c.measureLevels(bank, i, b, r)
}

// constants returns the layout that is planned.
func (c *compiler) constants(l *layout) *soa.Layout {
	b := &soa.Layout{
		Form: l.form, K: float32(l.k), Others: l.others,
		Slot: make([]int16, c.model.Skeleton.Len()), Skins: c.slots.skins,
	}
	for s := range l.rotations {
		if s >= l.slots {
			c.fillSlot(b)
			continue
		}
		slot := &c.slots.slots[s]
		b.Joint = append(b.Joint, int16(c.skel.Joint[slot.joint]))
		b.Parent = append(b.Parent, int16(slot.parent))
		b.Pivot = append(b.Pivot, l.pivotFloat32(s))
		b.TranslationColumn = append(b.TranslationColumn, int16(l.translation[s]))
		b.InverseBind = append(b.InverseBind, slot.inverse.Float32())
		b.Bind = append(b.Bind, slot.bind.Float32())
		if l.form != soa.General {
			continue
		}
		b.Scale = append(b.Scale, [3]float32{float32(l.constant[s][0]), float32(l.constant[s][1]), float32(l.constant[s][2])})
		b.ScaleColumn = append(b.ScaleColumn, int16(l.scale[s]))
		if m := c.skel.Static[slot.joint]; m != nil && !c.further(s) {
			b.Static = append(b.Static, soa.StaticLocal{Joint: int16(s), Local: m.Float32()})
		}
	}
	for j := range b.Slot {
		b.Slot[j] = soa.NoJoint
		if i := c.skel.Index[j]; i >= 0 {
			b.Slot[j] = int16(c.slots.first[i])
		}
	}
	for w, at := range l.weight {
		b.WeightColumn = append(b.WeightColumn, int16(at))
		b.WeightRest = append(b.WeightRest, float32(l.rest[w]))
	}
	for i := range c.model.Floats {
		b.FloatRest = append(b.FloatRest, c.model.Floats[i].Rest)
	}
	b.Rest, b.Reference = c.restRow(l), c.referenceRow(l)
	c.bindMeshes(b)
	c.addLevels(b)
	return b
}

// fillSlot appends a slot that only fills the last line of a row.
func (c *compiler) fillSlot(b *soa.Layout) {
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

func (l *layout) pivotFloat32(s int) [3]float32 {
	return [3]float32{float32(l.pivot[s][0]), float32(l.pivot[s][1]), float32(l.pivot[s][2])}
}

// bindMeshes finds the slots of meshes without a skin.
func (c *compiler) bindMeshes(b *soa.Layout) {
	for _, mesh := range c.model.Meshes {
		m := soa.LayoutMesh{Slot: soa.NoJoint, Offset: soa.IdentityAffine()}
		if mesh.Skin == soa.None {
			offset := exact.FromFloat32(mesh.Offset)
			if mesh.Joint != soa.NoJoint {
				m.Slot = b.Slot[mesh.Joint]
				offset = c.slots.slots[m.Slot].bind.Mul(offset)
			}
			m.Offset = offset.Float32()
		}
		b.Meshes = append(b.Meshes, m)
	}
}
