package archive

import "github.com/sinew-anim/sinew/soa"

// The fields of each kind of chunk, as doc.go lists them. A new field belongs at the end, for the
// versions that have it.

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
	f.walk(&m.Tool, &m.Options)
	list(f, &m.Sources, 44, func(f *fields, s *Source) {
		f.walk(&s.File, &s.Bytes)
		for i := range s.SHA256 {
			f.u8(&s.SHA256[i])
		}
	})
}

func skeletonFields(f *fields, s *soa.Skeleton, weights *[]soa.MorphWeight) {
	rest := slab(&s.Rest)
	f.walk(&s.Parent, &s.Depth, &s.Unit, &rest)
	if !f.writing {
		if n := s.Len(); len(rest) != soa.TransformFloats(n) {
			f.fail(f.at, "%d values of rest transforms for %d joints", len(rest), n)
		} else {
			s.Rest = soa.SliceTransforms(rest, n)
		}
	}
	f.texts(&s.Name, s.Len())
	staticFields(f, &s.Static)
	list(f, weights, 12, func(f *fields, w *soa.MorphWeight) { f.walk(&w.Mesh, &w.Target, &w.Rest) })
}

func floatFields(f *fields, floats *[]soa.NamedFloat) {
	list(f, floats, 10, func(f *fields, v *soa.NamedFloat) { f.walk(&v.Name, &v.Joint, &v.Rest) })
}

func expressionFields(f *fields, expressions *[]soa.Expression) {
	list(f, expressions, 17, func(f *fields, e *soa.Expression) {
		f.walk(&e.Name, &e.Preset, &e.Binary, &e.Float)
		for part := range e.Overrides {
			f.u8((*uint8)(&e.Overrides[part]))
		}
		list(f, &e.Binds, 8, func(f *fields, b *soa.ExpressionBind) { f.walk(&b.Weight, &b.Value) })
	})
}

func visibilityFields(f *fields, shown *[]soa.Visibility) {
	list(f, shown, 8, func(f *fields, v *soa.Visibility) { f.walk(&v.Mesh, &v.Float) })
}

// slab copies transforms into one array, as soa.SliceTransforms lays them out.
func slab(t *soa.Transforms) []float32 {
	var all []float32
	for _, c := range [][]float32{t.TX, t.TY, t.TZ, t.RX, t.RY, t.RZ, t.RW, t.SX, t.SY, t.SZ} {
		all = append(all, c...)
	}
	return all
}

// staticFields stores joints and matrices in two arrays: soa.StaticLocal has padding.
func staticFields(f *fields, s *[]soa.StaticLocal) {
	joint, local := make([]int16, len(*s)), make([]soa.Affine, len(*s))
	for i, static := range *s {
		joint[i], local[i] = static.Joint, static.Local
	}
	f.walk(&joint, &local)
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
	f.walk(&c.TicksPerSecond, &c.Start, &c.Duration, &c.Loop, &c.Tracks, &c.Time, &c.X, &c.Y, &c.Z, &c.W, &c.In, &c.Out)
	eventFields(f, &c.Events)
	f.flag(&c.Additive)
	motionFields(f, &c.Motion)
}

// packedFields stores all bytes in one array: for small clips the padding of several would count.
func packedFields(f *fields, p *soa.Packed) {
	clipFields(f, &p.Exact)
	f.walk(&p.Joints, &p.Weights, &p.Bound, &p.Error, &p.ErrorDistance, &p.WeightBound, &p.WeightError, &p.OnFrames)
	list(f, &p.Grids, 8, func(f *fields, g *soa.PackedGrid) {
		f.u32(&g.Intervals)
		const curved = 1 << 31
		n := g.PerSegment | g.Curve*curved
		f.u32(&n)
		g.PerSegment, g.Curve = n&^curved, n/curved
	})
	f.walk(&p.Segment, &p.Floats, &p.FloatBound, &p.FloatError, &p.Coding)
	f.bytes(&p.Kind, &p.Step, &p.Grid, &p.Left, &p.First, &p.Knot, &p.Parts, &p.Data)
}

// bytes walks arrays of bytes that are stored as one: the lengths of all but the last, and the
// array.
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
	list(f, events, 12, func(f *fields, e *soa.Event) { f.walk(&e.Time, &e.Length, &e.Name) })
}

// optional walks whether a part exists, and reports it. Reading, it makes the part.
func optional[T any](f *fields, v **T) bool {
	has := *v != nil
	if f.flag(&has); !has || f.err != nil {
		return false
	}
	if *v == nil {
		*v = new(T)
	}
	return true
}

func motionFields(f *fields, motion **soa.Motion) {
	if optional(f, motion) {
		m := *motion
		f.walk(&m.Joint, &m.Time, &m.X, &m.Y, &m.Z, &m.Yaw)
	}
}

func skinFields(f *fields, s *soa.Skin) {
	f.walk(&s.Joint, &s.InverseBind)
}

func textureFields(f *fields, t *soa.Texture) {
	f.walk(&t.Path, &t.Width, &t.Height, &t.Data)
}

func materialFields(f *fields, m *[]soa.Material) {
	list(f, m, 51, func(f *fields, m *soa.Material) {
		f.text(&m.Name)
		f.floats(m.BaseColor[:])
		f.walk(&m.Metallic, &m.Roughness)
		f.floats(m.Emissive[:])
		f.walk(&m.Unlit, &m.DoubleSided, (*uint8)(&m.Alpha), &m.AlphaCutoff)
		list(f, &m.Maps, 16, mapFields)
	})
}

func mapFields(f *fields, m *soa.TextureMap) {
	s := &m.Sampler
	f.walk((*uint8)(&m.Role), &m.Texture, &m.UVSet, &m.Strength,
		(*uint8)(&s.WrapU), (*uint8)(&s.WrapV), (*uint8)(&s.Mag), (*uint8)(&s.Min), (*uint8)(&s.Mipmap))
	if optional(f, &m.Transform) {
		t := m.Transform
		f.floats(t.Offset[:])
		f.walk(&t.Rotation)
		f.floats(t.Scale[:])
	}
}

func meshFields(f *fields, m *soa.Mesh) {
	influences := uint8(m.Influences)
	f.walk(&m.Node, &m.Position, &m.Normal, &m.Tangent, &m.UV, &m.UV2, &m.Color, &m.Index, &m.Skin, &m.Joint, &m.Offset,
		&influences, &m.BoneIndex, &m.BoneWeight)
	m.Influences = int(influences)
	if optional(f, &m.Exact) {
		f.walk(&m.Exact.Start, &m.Exact.Bone, &m.Exact.Weight)
	}
	f.walk(&m.Material)
	list(f, &m.Morphs, 32, func(f *fields, t *soa.MorphTarget) {
		f.walk(&t.Name, &t.Weight)
		f.reserved(8)
		f.walk(&t.Vertex, &t.Position, &t.Normal, &t.Tangent)
	})
	f.walk((*uint8)(&m.Skinning), &m.Blend)
}
