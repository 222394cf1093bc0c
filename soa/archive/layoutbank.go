package archive

import "github.com/sinew-anim/sinew/soa"

func layoutFields(f *fields, b *soa.Layout) {
	f.u8((*uint8)(&b.Form))
	f.f32(&b.K)
	array(f, &b.Joint)
	array(f, &b.Parent)
	array(f, &b.Pivot)
	array(f, &b.Scale)
	array(f, &b.TranslationColumn)
	array(f, &b.ScaleColumn)
	array(f, &b.InverseBind)
	array(f, &b.Bind)
	staticFields(f, &b.Static)
	array(f, &b.Slot)
	array(f, &b.WeightColumn)
	array(f, &b.WeightRest)
	f.number(&b.Others)
	array(f, &b.Rest)
	array(f, &b.Reference)
	list(f, &b.Skins, 52, func(f *fields, s *soa.LayoutSkin) {
		array(f, &s.Slot)
		f.affine(&s.Offset)
	})
	list(f, &b.Meshes, 50, func(f *fields, m *soa.LayoutMesh) {
		f.i16(&m.Slot)
		f.affine(&m.Offset)
	})
	list(f, &b.Levels, 8, func(f *fields, l *soa.LayoutLevel) {
		f.number(&l.Slots)
		array(f, &l.StandIn)
	})
	array(f, &b.FloatRest)
}

func bankFields(f *fields, b *soa.Bank) {
	layoutFields(f, &b.Layout)
	array(f, &b.Rows)
	array(f, &b.Cells)
	list(f, &b.Clips, 99, bankClipFields)
	for i := range b.Clips {
		c := &b.Clips[i]
		has := c.Floats != nil
		if f.flag(&has); !has || f.err != nil {
			continue
		}
		f.reserved(8)
		if c.Floats == nil {
			c.Floats = &soa.Clip{Name: c.Name}
		}
		clipFields(f, c.Floats)
	}
}

func bankClipFields(f *fields, c *soa.BankClip) {
	f.text(&c.Name)
	f.f64(&c.Start)
	f.f64(&c.Seconds)
	f.flag(&c.Loop)
	f.flag(&c.Additive)
	f.f64(&c.TicksPerSecond)
	eventFields(f, &c.Events)
	motionFields(f, &c.Motion)
	f.f64(&c.Rate)
	f.u32(&c.Frames)
	f.u32(&c.Row)
	f.u32(&c.Rows)
	f.i32(&c.FirstCell)
	f.flag(&c.OnFrames)
	f.f64(&c.Bound)
	f.f64(&c.Error)
	f.f64(&c.ErrorDistance)
	f.f64(&c.WeightError)
	array(f, &c.Gaps)
	array(f, &c.LevelError)
}
