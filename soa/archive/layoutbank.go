package archive

import "github.com/sinew-anim/sinew/soa"

func layoutFields(f *fields, b *soa.Layout) {
	f.walk((*uint8)(&b.Form), &b.K, &b.Joint, &b.Parent, &b.Pivot, &b.Scale, &b.TranslationColumn, &b.ScaleColumn,
		&b.InverseBind, &b.Bind)
	staticFields(f, &b.Static)
	f.walk(&b.Slot, &b.WeightColumn, &b.WeightRest, &b.Others, &b.Rest, &b.Reference)
	list(f, &b.Skins, 52, func(f *fields, s *soa.LayoutSkin) { f.walk(&s.Slot, &s.Offset) })
	list(f, &b.Meshes, 50, func(f *fields, m *soa.LayoutMesh) { f.walk(&m.Slot, &m.Offset) })
	list(f, &b.Levels, 8, func(f *fields, l *soa.LayoutLevel) { f.walk(&l.Slots, &l.StandIn) })
	f.walk(&b.FloatRest)
}

func columnsFields(f *fields, c *soa.ClipColumns) {
	f.walk(&c.Clips, (*uint8)(&c.Form), &c.K, &c.Moves, &c.Pivot, &c.Scale, &c.WeightMoves, &c.WeightRest, &c.Reference, &c.Scaled, &c.Moved, &c.Spare)
}

func bankFields(f *fields, b *soa.Bank) {
	layoutFields(f, &b.Layout)
	f.walk(&b.Rows, &b.Cells)
	list(f, &b.Clips, 99, bankClipFields)
	for i := range b.Clips {
		c := &b.Clips[i]
		if optional(f, &c.Floats) {
			f.reserved(8)
			if !f.writing {
				c.Floats.Name = c.Name
			}
			clipFields(f, c.Floats)
		}
	}
}

func bankClipFields(f *fields, c *soa.BankClip) {
	f.walk(&c.Name, &c.Start, &c.Seconds, &c.Loop, &c.Additive, &c.TicksPerSecond)
	eventFields(f, &c.Events)
	motionFields(f, &c.Motion)
	f.walk(&c.Rate, &c.Frames, &c.Row, &c.Rows, &c.FirstCell, &c.OnFrames, &c.Bound, &c.Error, &c.ErrorDistance,
		&c.WeightError, &c.Gaps, &c.LevelError)
}
