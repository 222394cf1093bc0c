package archive

import "github.com/sinew-anim/sinew/soa"

// The fields of each kind of chunk, as doc.go lists them. A new field belongs
// at the end, read and written where the version has it.

// Meta is the origin of an archive.
type Meta struct {
	Tool    string // program and version that wrote it
	Options string // its settings, as a TOML file
	Sources []Source
}

// Source is a file that the archive was made from.
type Source struct {
	File   string // its name, without its folder
	Bytes  uint64
	SHA256 [32]byte
}

func (m *Meta) fields(f *fields) {
	f.text(&m.Tool)
	f.text(&m.Options)
	list(f, &m.Sources, 44, func(f *fields, s *Source) {
		f.text(&s.File)
		f.u64(&s.Bytes)
		for i := range s.SHA256 {
			f.u8(&s.SHA256[i])
		}
	})
}

func textFields(f *fields, data *[]byte) { array(f, data) }

func skeletonFields(f *fields, s *soa.Skeleton, weights *[]soa.MorphWeight) {
	array(f, &s.Parent)
	array(f, &s.Depth)
	array(f, &s.Unit)
	rest := slab(&s.Rest)
	array(f, &rest)
	if !f.writing {
		if n := s.Len(); len(rest) != soa.TransformFloats(n) {
			f.fail(f.at, "%d values of rest transforms for %d joints", len(rest), n)
		} else {
			s.Rest = soa.SliceTransforms(rest, n)
		}
	}
	f.texts(&s.Name, s.Len())
	staticFields(f, &s.Static)
	list(f, weights, 12, func(f *fields, w *soa.MorphWeight) {
		f.text(&w.Mesh)
		f.text(&w.Target)
		f.f32(&w.Rest)
	})
}

func floatFields(f *fields, floats *[]soa.NamedFloat) {
	list(f, floats, 10, func(f *fields, v *soa.NamedFloat) {
		f.text(&v.Name)
		f.i16(&v.Joint)
		f.f32(&v.Rest)
	})
}

// slab is transforms in one piece, as soa.SliceTransforms lays them out.
func slab(t *soa.Transforms) []float32 {
	var all []float32
	for _, c := range [][]float32{t.TX, t.TY, t.TZ, t.RX, t.RY, t.RZ, t.RW, t.SX, t.SY, t.SZ} {
		all = append(all, c...)
	}
	return all
}

// staticFields stores joints and matrices apart: together they have padding.
func staticFields(f *fields, s *[]soa.StaticLocal) {
	joint, local := make([]int16, len(*s)), make([]soa.Affine, len(*s))
	for i, static := range *s {
		joint[i], local[i] = static.Joint, static.Local
	}
	array(f, &joint)
	array(f, &local)
	if f.writing || f.err != nil {
		return
	}
	if len(joint) != len(local) {
		f.fail(f.at, "%d static matrices for %d joints", len(local), len(joint))
		return
	}
	if len(joint) > 0 {
		*s = make([]soa.StaticLocal, len(joint))
	}
	for i := range joint {
		(*s)[i] = soa.StaticLocal{Joint: joint[i], Local: local[i]}
	}
}

func clipFields(f *fields, c *soa.Clip) {
	f.f64(&c.TicksPerSecond)
	f.f64(&c.Start)
	f.f64(&c.Duration)
	f.flag(&c.Loop)
	array(f, &c.Tracks)
	for _, a := range []*[]float32{&c.Time, &c.X, &c.Y, &c.Z, &c.W} {
		array(f, a)
	}
	array(f, &c.In)
	array(f, &c.Out)
	eventFields(f, &c.Events)
	f.flag(&c.Additive)
	motionFields(f, &c.Motion)
}

// packedFields stores its bytes in one array: clips are often so small that
// what fills four would be felt.
func packedFields(f *fields, p *soa.Packed) {
	clipFields(f, &p.Exact)
	f.number(&p.Joints)
	f.number(&p.Weights)
	for _, v := range []*float64{&p.Bound, &p.Error, &p.ErrorDistance, &p.WeightBound, &p.WeightError} {
		f.f64(v)
	}
	f.flag(&p.OnFrames)
	list(f, &p.Grids, 8, func(f *fields, g *soa.PackedGrid) {
		f.u32(&g.Intervals)
		const curved = 1 << 31
		n := g.PerSegment | g.Curve*curved
		f.u32(&n)
		g.PerSegment, g.Curve = n&^curved, n/curved
	})
	array(f, &p.Segment)
	f.number(&p.Floats)
	f.f64(&p.FloatBound)
	f.f64(&p.FloatError)
	f.u8(&p.Coding)
	f.bytes(&p.Kind, &p.Step, &p.Grid, &p.Left, &p.First, &p.Knot, &p.Parts, &p.Data)
}

// bytes is arrays of bytes that follow each other as one: the lengths of all but
// the last, and the array.
func (f *fields) bytes(parts ...*[]uint8) {
	var all []uint8
	ends := make([]int64, len(parts))
	for i, part := range parts {
		n := uint32(len(*part))
		all = append(all, *part...)
		if i < len(parts)-1 {
			f.u32(&n)
			ends[i] = int64(n)
		}
		if i > 0 {
			ends[i] += ends[i-1]
		}
	}
	at := f.at
	array(f, &all)
	if f.writing || f.err != nil {
		return
	}
	ends[len(ends)-1] = int64(len(all))
	if before := ends[len(ends)-2]; before > int64(len(all)) {
		f.fail(at, "%d bytes of %d", before, len(all))
		return
	}
	start := int64(0)
	for i, part := range parts {
		if start < ends[i] {
			*part = all[start:ends[i]:ends[i]]
		}
		start = ends[i]
	}
}

func eventFields(f *fields, events *[]soa.Event) {
	list(f, events, 12, func(f *fields, e *soa.Event) {
		f.f32(&e.Time)
		f.f32(&e.Length)
		f.text(&e.Name)
	})
}

func motionFields(f *fields, motion **soa.Motion) {
	has := *motion != nil
	if f.flag(&has); !has || f.err != nil {
		return
	}
	if *motion == nil {
		*motion = new(soa.Motion)
	}
	m := *motion
	f.i16(&m.Joint)
	for _, a := range []*[]float32{&m.Time, &m.X, &m.Y, &m.Z, &m.Yaw} {
		array(f, a)
	}
}

func skinFields(f *fields, s *soa.Skin) {
	array(f, &s.Joint)
	array(f, &s.InverseBind)
}

func textureFields(f *fields, t *soa.Texture) {
	f.text(&t.Path)
	f.number(&t.Width)
	f.number(&t.Height)
	array(f, &t.Data)
}

func materialFields(f *fields, m *[]soa.Material) {
	list(f, m, 30, func(f *fields, m *soa.Material) {
		f.text(&m.Name)
		for i := range m.BaseColor {
			f.f32(&m.BaseColor[i])
		}
		f.number(&m.Texture)
		f.flag(&m.DoubleSided)
		f.u8((*uint8)(&m.Alpha))
		f.f32(&m.AlphaCutoff)
	})
}

func meshFields(f *fields, m *soa.Mesh) {
	f.text(&m.Node)
	for _, a := range []*[]float32{&m.Position, &m.Normal, &m.Tangent, &m.UV, &m.Color} {
		array(f, a)
	}
	array(f, &m.Index)
	f.number(&m.Skin)
	f.i16(&m.Joint)
	f.affine(&m.Offset)
	influences := uint8(m.Influences)
	f.u8(&influences)
	m.Influences = int(influences)
	array(f, &m.BoneIndex)
	array(f, &m.BoneWeight)
	exact := m.Exact != nil
	f.flag(&exact)
	if exact {
		if m.Exact == nil {
			m.Exact = new(soa.Influences)
		}
		array(f, &m.Exact.Start)
		array(f, &m.Exact.Bone)
		array(f, &m.Exact.Weight)
	}
	f.number(&m.Material)
	list(f, &m.Morphs, 28, func(f *fields, t *soa.MorphTarget) {
		f.text(&t.Name)
		f.number(&t.Weight)
		f.reserved(8)
		array(f, &t.Vertex)
		array(f, &t.Position)
		array(f, &t.Normal)
	})
	f.u8((*uint8)(&m.Skinning))
	array(f, &m.Blend)
}
