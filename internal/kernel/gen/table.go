package main

import (
	"slices"

	"github.com/mmcloughlin/avo/build"

	"github.com/sinew-anim/sinew/internal/kernel/gen/avx"
	"github.com/sinew-anim/sinew/internal/kernel/gen/dispatch"
	"github.com/sinew-anim/sinew/internal/kernel/gen/neon"
)

type (
	row    = dispatch.Row
	form   = dispatch.Form
	kernel = dispatch.Kernel
)

// table is all kernels but those that combine poses (blending), and those of formulas that
// package lanes lists.
var table = slices.Concat(sampling, palettes, packed)

// sampling is kernels that make poses of banks and of keys.
var sampling = []row{
	{File: "rows", Function: "sampleRows16(pose []float32, rows *simd.Rows, at *simd.Frames)", Forms: []form{
		{Kernels: block(avx.SampleRows, nil), Parameters: `
			pose, rows *float32 = &pose[lane], &rows.Values[0]
			rowStride int = 4*rows.Stride
			row *int64 = &at.Row[lane]
			alpha *float32 = &at.Alpha[lane]
			rotations, others int = rows.Rotations, rows.Others`},
		{Kernels: block(nil, neon.SampleRows), Parameters: `
			pose, rows *float32 = &pose[0], &rows.Values[0]
			rowStride int = 4*rows.Stride
			at *simd.Frames
			rotations, others int = rows.Rotations, rows.Others`},
	}},
	{File: "rows1", Function: "sampleRows1(pose, a, b []float32, alpha float32)", Forms: []form{
		{Kernels: one(avx.SampleRows1, neon.SampleRows1), Parameters: `
			pose, a, b *float32 = &pose[0], &a[0], &b[0]
			lines int = len(pose)/16
			alpha float32`},
	}},
	{File: "keysample", Function: "sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16)", Forms: []form{
		{Declared: true, Parameters: keyParameters + "mask *int32", Kernels: []kernel{
			{Set: dispatch.AVX2, Lanes: 8, AVX: half(avx.SampleKeys)},
			{Set: dispatch.AVX2, Lanes: 8, AVX: half(avx.SampleKeysMasked), Name: "sampleKeysMasked"}, // those whose mask is -1
			{Set: dispatch.NEON, Lanes: 4, NEON: neon.SampleKeys},
			{Set: dispatch.NEON, Lanes: 4, NEON: neon.SampleKeysMasked, Name: "sampleKeysMasked"},
		}},
		{Declared: true, Parameters: keyParameters + "lanes uint64", Kernels: []kernel{
			{Set: dispatch.AVX512, Lanes: 16, AVX: wide(avx.SampleKeys)},
			{Set: dispatch.AVX512, Lanes: 16, AVX: wide(avx.SampleKeysMasked), Name: "sampleKeysMasked"}, // writes the lanes whose bit is set
		}},
	}},
	{File: "keysample", Function: "sampleKeys1(row []float32, clip *KeyClip, tick, rest float32)", Forms: []form{
		{Kernels: one(avx.SampleKeys1, neon.SampleKeys1), Parameters: `
			pose, values *float32 = &row[0], &clip.values[0]
			cells *int32 = &clip.cells[0]
			lines *keyLine = &clip.lines[0]
			count int = len(clip.lines)
			quads *int32 = &clip.quad[0]
			tick, rest float32`},
	}},
	{File: "advance", Function: "advance16(at []simd.Frames, c *Clocks, first int, dt float64)", Forms: []form{
		{Declared: true, Kernels: []kernel{
			{Set: dispatch.AVX2, Lanes: 16, AVX: half(avx.Advance)},
			{Set: dispatch.AVX512, Lanes: 16, AVX: wide(avx.Advance)},
		}, Parameters: `
			phase, speed, period *float64
			clip *int32
			frames *clockFrames
			mode *uint8
			cycle *int64
			at *simd.Frames
			left *uint16
			blocks int
			dt float64
			stride int
			cells *Cell`},
	}},
}

const keyParameters = `
	pose, values *float32
	cells *int32
	lines *keyLine
	count int
	out *int32
	at *float32
	`

// palettes is kernels that make matrices.
var palettes = []row{
	{File: "rigpalette", Function: "rigPalette16(out *simd.Palettes, pose []float32, rotations int, rig *Rig, scratch []float32)", Forms: []form{
		{Kernels: block(avx.RigPalette, nil), Before: "lanes, how := leavingPalettes(out)", Parameters: wherePalettes + ofRig,
			After: "if how == palettesStreamed {\nstoreFence()\n}"},
		{Declared: true, Kernels: []kernel{{Set: dispatch.AMD64, Name: "storeFence", AVX: avx.StoreFence}}},
		anywhereNEON(neon.RigPalette, "rigJoint", "rig.start(scratch)"),
	}},
	{File: "generalpalette", Function: "generalPalette16(out *simd.Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32)",
		Plain: "generalPalette16Go(out, pose, rotations, rig)", Forms: []form{
			{Kernels: block(avx.GeneralPalette, nil), Before: "lanes, how := leavingPalettes(out)", Parameters: wherePalettes + ofGeneralRig},
			anywhereNEON(neon.GeneralPalette, "generalJoint", "repeat4(scratch[paletteRing*matrixBytes/16:], identity[:])"),
		}},
	{File: "rigpalette1", Function: "rigPalette1(dst, pose []float32, rotations int, rig *Rig, scratch []float32)",
		Plain: "rigPalette1Go(dst, pose, rotations, rig)", Forms: []form{
			{Kernels: one(avx.RigPalette1, nil), Parameters: oneInstance + ofGroups + "\nk float32 = rig.scale"},
			{Kernels: one(nil, neon.RigPalette1), Before: "rig.start1(scratch)", Parameters: oneInstance + jointByJoint("rigJoint")},
		}},
	{File: "rigframes1", Function: "rigFrames1(frames, block []float32, joints []rigFrame, with *Lanewise)", Forms: []form{
		{Kernels: one(avx.RigFrames1, nil), Parameters: `
			frames, block *float32 = &frames[0], &block[0]
			joints *rigFrame = &joints[0]
			count int = len(joints)`},
	}},
	{File: "picks", Function: "setPicks(block, row []float32, list []pick, rotations int)", Forms: []form{
		{Kernels: one(avx.SetPicks, nil), Parameters: `
			block, row *float32 = &block[0], &row[0]
			list *pick = &list[0]
			rotations, others int = rotations, len(list)-rotations`},
	}},
	{File: "picks", Function: "getPicks(row, block []float32, list []pick)", Forms: []form{
		{Kernels: one(avx.GetPicks, nil), Parameters: `
			block, row *float32 = &block[0], &row[0]
			list *pick = &list[0]
			count int = len(list)`},
	}},
	{File: "lanelists", Function: "gatherLanes(to []float32, sources [][]float32, list []laneRows, lanes int)", Forms: []form{
		{Kernels: one(avx.GatherLanes, nil), Parameters: `
			to *float32 = &to[0]
			sources *[]float32 = &sources[0]
			list *laneRows = &list[0]
			count, lanes int = len(list), lanes`},
	}},
	{File: "lanelists", Function: "scatterLanes(to, from []float32, list []laneColumn)", Forms: []form{
		{Kernels: one(avx.ScatterLanes, nil), Parameters: `
			to, from *float32 = &to[0], &from[0]
			list *laneColumn = &list[0]
			count int = len(list)`},
	}},
	{File: "springs1", Function: "springs1(chain *SpringChain, first int, head, rows []float32)", Forms: []form{
		{Kernels: one(avx.Springs1, nil), Parameters: `
			chain *SpringChain
			joints *springJoint = &chain.joints[first]
			state, steps *float32 = &chain.State[first*springState], &chain.Steps[first*springStep]
			head, rows *float32 = &head[0], &rows[0]`},
	}},
	{File: "looks1", Function: "lookShares1(memory, head, from, block []float32, joints []lookJoint, left *int)", Forms: []form{
		{Kernels: one(avx.Looks1, nil), Parameters: `
			memory *float32 = &memory[0]
			head *float32 = &head[0]
			from *float32 = &from[0]
			block *float32 = &block[0]
			joints *lookJoint = &joints[0]
			count int = len(joints)
			left *int`},
	}},
	{File: "joints", Function: "placeJoints(dst []affine, palettes []float32, stride int, instances, joints []int, slots []int16, bind []affine, places []Place)", Forms: []form{
		{Kernels: []kernel{{Set: dispatch.AVX512, AVX: wide(avx.PlaceJoints)}, {Set: dispatch.AVX2, AVX: half(avx.PlaceJoints)}}, Parameters: `
			dst *affine = &dst[0]
			palettes *float32 = &palettes[0]
			stride int = 4*stride
			instances *int = &instances[0]
			n int = len(instances)
			joints *int = &joints[0]
			count int = len(joints)
			slots *int16 = &slots[0]
			bind *affine = &bind[0]
			places *Place = unsafe.SliceData(places)`},
	}},
	{File: "generalpalette1", Function: "generalPalette1(dst, pose []float32, rotations int, rig *GeneralRig, scratch []float32)",
		Plain: "generalPalette1Go(dst, pose, rotations, rig)", Forms: []form{
			{Kernels: one(avx.GeneralPalette1, nil), Parameters: oneInstance + ofGroups},
			{Kernels: one(nil, neon.GeneralPalette1), Before: "copy(scratch[paletteRing*affineFloats:], identity[:])", Parameters: oneInstance + jointByJoint("generalJoint")},
		}},
}

// anywhereNEON is a kernel of NEON for palettes that lie anywhere.
func anywhereNEON(write neon.Write, joint, start string) form {
	return form{Kernels: block(nil, write), Before: "lanes := paletteOffsets(out)\n" + start, Parameters: `
		dst *float32 = &out.Values[0]
		lanes *int64 = &lanes[lane]
		pose, others *float32 = &pose[0], othersOf(pose, rotations)` + jointByJoint(joint)}
}

// jointByJoint is the parameters of kernels that take a joint after the other.
func jointByJoint(joint string) string {
	return `
		joints *` + joint + ` = &rig.joints[0]
		count int = len(rig.joints)
		scratch *float32 = &scratch[0]`
}

// Where the palettes of lanes are, and what else palettes are made of.
const (
	wherePalettes = `
		dst *float32 = firstMatrix(out, lane)
		stride, how int = 4*out.Stride, how
		lanes *int64 = &lanes[lane]`
	ofRig = `
		pose, others *float32 = &pose[lane], othersOf(pose, rotations, lane)
		joints *rigJoint = &rig.joints[0]
		groups int = len(rig.joints)/groupJoints
		states *float32 = &scratch[0]
		root float32 = rig.scale`
	// Behind one local matrix in scratch follow the joints' matrices.
	ofGeneralRig = `
		pose, others *float32 = &pose[lane], othersOf(pose, rotations, lane)
		joints *generalJoint = &rig.joints[0]
		groups int = len(rig.joints)/groupJoints
		states *float32 = &scratch[affineFloats*simd.Lanes]`
	oneInstance = `
		dst, pose, others *float32 = &dst[0], &pose[0], othersOfRow(pose, rotations)`
	ofGroups = `
		groups *uint32 = &rig.groups.words[0]
		count int = rig.groups.groups
		states *float32 = &scratch[0]`
)

// packed is kernels that unpack rows of keys.
var packed = []row{
	{File: "spans", Function: "unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte)", Forms: []form{
		{Kernels: one(avx.UnpackSpan, nil), Parameters: ofSpan},
	}},
	// Spans of fewer than SpanKeys keys.
	{File: "spans", Function: "unpackShortSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte)",
		Plain: "unpackSpanGo(rows, l, s, residuals)", Forms: []form{{Kernels: one(avx.UnpackShortSpan, nil), Parameters: ofSpan}}},
	// Some of the keys.
	{File: "spans", Function: "unpackSome(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte)",
		Plain: "unpackSpanGo(rows, l, s, residuals)", Forms: []form{{Kernels: one(avx.UnpackSome, nil), Parameters: ofSpan}}},
	{File: "spans", Function: "reconstructQuaternions(rows []float32, stride, n int, masks []DroppedComponents)", Forms: []form{
		{Kernels: one(avx.ReconstructQuaternions, nil), Parameters: `
			rows *float32 = &rows[0]
			stride, n int = 4*stride, n
			masks *DroppedComponents = &masks[0]
			groups int = len(masks)`},
	}},
	{File: "spans", Function: "renormalizeQuaternions(rows []float32, stride, n int)", Forms: []form{
		{Kernels: one(avx.RenormalizeQuaternions, nil), Parameters: `
			rows *float32 = &rows[0]
			stride, n int = 4*stride, n`},
	}},
}

const ofSpan = `
	rows *float32 = &rows[0]
	stride int = 4*l.stride
	vectors *SpanVector = &l.vectors[0]
	count int = len(l.vectors)
	size *float32 = &l.size[0]
	base *int32 = &l.base[0]
	knots, next, codes, residuals *byte = &s.Knots[0], &s.Next[0], &s.Codes[0], &residuals[0]
	keys int = s.Keys
	fractions *float32 = &splatFractions[s.Keys][0][0]
	table *spanTableEntry = &spanTable[0]
	first, last int = s.First, s.Last`

// block is kernels of a block: AVX-512 takes one at once, AVX2 in two passes, and NEON
// makes the passes itself.
func block(x86 func(c *build.Context, wide bool), arm neon.Write) (list []kernel) {
	if x86 != nil {
		list = append(list, kernel{Set: dispatch.AVX512, Lanes: 16, AVX: wide(x86)}, kernel{Set: dispatch.AVX2, Lanes: 8, AVX: half(x86)})
	}
	if arm != nil {
		list = append(list, kernel{Set: dispatch.NEON, Lanes: 16, NEON: arm})
	}
	return list
}

// one is kernels of one instance.
func one(x86 func(*build.Context), arm neon.Write) (list []kernel) {
	if x86 != nil {
		list = append(list, kernel{Set: dispatch.AVX2, AVX: x86})
	}
	if arm != nil {
		list = append(list, kernel{Set: dispatch.NEON, NEON: arm})
	}
	return list
}

func wide(write func(c *build.Context, wide bool)) func(*build.Context) {
	return func(c *build.Context) { write(c, true) }
}

func half(write func(c *build.Context, wide bool)) func(*build.Context) {
	return func(c *build.Context) { write(c, false) }
}
