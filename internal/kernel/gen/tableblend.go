package main

import (
	"github.com/sinew-anim/sinew/internal/kernel/gen/avx"
	"github.com/sinew-anim/sinew/internal/kernel/gen/dispatch"
	"github.com/sinew-anim/sinew/internal/kernel/gen/lanes"
)

// blending is kernels that combine poses: those of formulas, and such as do several steps at once.
var blending = append(lanes.PoseRows(map[string]kernel{
	// As formulas, for 72 columns: quads are transposed, 62 in place of 37 ns (AVX2); columns of a lane are read one
	// at a time, 1.10 in place of 1.06 µs (AVX-512).
	"finishRow":    {Set: dispatch.AVX2, AVX: avx.FinishRow},
	"offsetPose16": {Set: dispatch.AVX512, Lanes: 16, AVX: avx.OffsetPose},
}), staged...)

var staged = []row{
	{File: "blendrows", Function: "blendRows16(sum []float32, rows *simd.Rows, parts []simd.WeightedRows, rest, reference []float32, threshold float32, pose []float32)",
		Plain: "blendRowsStaged(sum, rows, parts, rest, reference, threshold, pose)", Forms: []form{
			{Declared: true, Kernels: block(avx.BlendRows, nil), Parameters: "sum, rows *float32" + ofParts("rowsPart")},
		}},
	{File: "blendrows", Function: "blendRows1(sum []float32, rows *simd.Rows, parts []simd.WeightedRow, rest, reference []float32, threshold float32, pose []float32)",
		Plain: "blendRows1Staged(sum, rows, parts, rest, reference, threshold, pose)", Forms: []form{
			{Declared: true, Kernels: []kernel{{Set: dispatch.AVX512, AVX: avx.BlendRows1}}, Parameters: "sum, rows *float32" + ofParts("simd.WeightedRow")},
		}},
	{File: "offset", Function: "offsetRows16(pose []float32, rows *simd.Rows, at *simd.Frames, by *simd.Offsets)",
		Plain: "offsetRowsStaged(pose, rows, at, by)", Forms: []form{
			{Kernels: []kernel{{Set: dispatch.AVX512, Lanes: 16, AVX: avx.OffsetRows}}, Parameters: `
				pose, rows *float32 = &pose[0], &rows.Values[0]
				rowStride int = 4*rows.Stride
				row *int64 = &at.Row[0]
				alpha, offsets *float32 = &at.Alpha[0], &by.Values[0]
				offset *int64 = &by.Row[0]
				basis *float32 = &by.F[0]
				rotations, others int = rows.Rotations, rows.Others`},
		}},
}

// ofParts is what the kernels take that blend rows.
func ofParts(part string) string {
	return `
	rowStride int
	parts *` + part + `
	count, rotationGroups, otherGroups int
	rest, reference *float32
	threshold float32`
}
