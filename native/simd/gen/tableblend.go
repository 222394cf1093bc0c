package main

import (
	"github.com/sinew-anim/sinew/native/simd/gen/avx"
	"github.com/sinew-anim/sinew/native/simd/gen/dispatch"
	"github.com/sinew-anim/sinew/native/simd/gen/neon"
)

// blending is kernels that combine poses.
var blending = []row{
	{File: "blend", Function: "accumulatePose16(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool)", Forms: []form{
		{Kernels: block(avx.AccumulatePose, neon.AccumulatePose), Before: "masks, step := maskOf(mask, 1)", Parameters: `
			sum, pose *float32 = &sum[lane], &pose[lane]
			rotations, others int = c.Rotations, c.Others
			weight, mask *float32 = &weight[lane], masks
			maskStep int = step
			reference *float32 = unsafe.SliceData(reference)
			first int = flag(first)`},
	}},
	{File: "blend", Function: "finishPose16(sum []float32, c Columns, rest []float32, threshold float32)", Forms: []form{
		{Kernels: block(avx.FinishPose, neon.FinishPose), Parameters: `
			sum *float32 = &sum[lane]
			rotations, others int = c.Rotations, c.Others
			rest *float32 = &rest[0]
			threshold float32`},
	}},
	{File: "blend", Function: "accumulateRow(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool)", Forms: []form{
		{Kernels: one(avx.AccumulateRow, neon.AccumulateRow), Before: "masks, step := maskOf(mask, 4)", Parameters: `
			sum, row *float32 = &sum[0], &row[0]
			rotations, others int = c.Rotations, c.Others
			weights *float32 = unsafe.SliceData(sum[c.RowValues():])
			weight float32
			mask *float32 = masks
			maskStep int = step
			reference *float32 = unsafe.SliceData(reference)
			first int = flag(first)`},
	}},
	{File: "blend", Function: "finishRow(sum []float32, c Columns, rest []float32, threshold float32)", Forms: []form{
		{Kernels: one(avx.FinishRow, neon.FinishRow), Parameters: `
			sum *float32 = &sum[0]
			rotations, others int = c.Rotations, c.Others
			weights, rest *float32 = unsafe.SliceData(sum[c.RowValues():]), &rest[0]
			threshold float32`},
	}},
	{File: "blendrows", Function: "blendRows16(sum []float32, rows *Rows, parts []WeightedRows, rest, reference []float32, threshold float32, pose []float32)",
		Plain: "blendRowsStaged(sum, rows, parts, rest, reference, threshold, pose)", Forms: []form{
			{Declared: true, Kernels: block(avx.BlendRows, nil), Parameters: `
				sum, rows *float32
				rowStride int
				parts *rowsPart
				count, rotationGroups, otherGroups int
				rest, reference *float32
				threshold float32`},
		}},
	{File: "blendrows", Function: "blendRows1(sum []float32, rows *Rows, parts []WeightedRow, rest, reference []float32, threshold float32, pose []float32)",
		Plain: "blendRows1Staged(sum, rows, parts, rest, reference, threshold, pose)", Forms: []form{
			{Declared: true, Kernels: []kernel{{Set: dispatch.AVX512, AVX: avx.BlendRows1}}, Parameters: `
				sum *float32
				rowStride int
				parts *rowPart
				count, rotationGroups, otherGroups int
				rest, reference *float32
				threshold float32`},
		}},
	{File: "over", Function: "overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32)", Forms: []form{
		{Kernels: block(avx.OverPose, neon.OverPose), Parameters: `
			sum, lower *float32 = &sum[lane], &lower[lane]
			rotations, others int = c.Rotations, c.Others
			reference *float32 = unsafe.SliceData(reference)
			threshold float32`},
	}},
	{File: "over", Function: "overRow(sum, lower []float32, c Columns, reference []float32, threshold float32)", Forms: []form{
		{Kernels: one(avx.OverRow, neon.OverRow), Parameters: `
			sum, lower *float32 = &sum[0], &lower[0]
			rotations, others int = c.Rotations, c.Others
			weights, reference *float32 = unsafe.SliceData(sum[c.RowValues():]), unsafe.SliceData(reference)
			threshold float32`},
	}},
	{File: "over", Function: "coverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32)", Forms: []form{
		{Kernels: block(avx.CoverPose, neon.CoverPose), Before: "masks, step := maskOf(mask, 1)", Parameters: `
			sum, pose *float32 = &lower[lane], &upper[lane]
			rotations, others int = c.Rotations, c.Others
			weight, mask *float32 = &weight[lane], masks
			maskStep int = step
			reference *float32 = unsafe.SliceData(reference)
			threshold float32`},
	}},
	{File: "add", Function: "addPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32)", Forms: []form{
		{Kernels: block(avx.AddPose, neon.AddPose), Before: "masks, step := maskOf(mask, 1)", Parameters: `
			pose, delta *float32 = &pose[lane], &delta[lane]
			rotations, others int = c.Rotations, c.Others
			weight, mask *float32 = &weight[lane], masks
			maskStep int = step
			origin *float32 = &origin[0]`},
	}},
	{File: "add", Function: "addRow(row, delta []float32, c Columns, weight float32, mask, origin []float32)", Forms: []form{
		{Kernels: one(avx.AddRow, neon.AddRow), Before: "masks, step := maskOf(mask, 4)", Parameters: `
			row, delta *float32 = &row[0], &delta[0]
			rotations, others int = c.Rotations, c.Others
			weight float32
			mask *float32 = masks
			maskStep int = step
			origin *float32 = &origin[0]`},
	}},
	{File: "offset", Function: "offsetPose16(pose, from []float32, c Columns, at *Offsets)", Forms: []form{
		{Kernels: block(avx.OffsetPose, nil), Parameters: offsetParameters +
			"rotationGroups, otherGroups int = c.Rotations/groupJoints, c.Others/groupJoints"},
		{Kernels: []kernel{{Set: dispatch.NEON, Lanes: 4, NEON: neon.OffsetPose}}, Parameters: offsetParameters +
			"rotations, others int = c.Rotations, c.Others"},
	}},
	{File: "offset", Function: "offsetRows16(pose []float32, rows *Rows, at *Frames, by *Offsets)",
		Plain: "offsetRowsStaged(pose, rows, at, by)", Forms: []form{
			{Kernels: []kernel{{Set: dispatch.AVX512, Lanes: 16, AVX: avx.OffsetRows}}, Parameters: `
				pose, rows *float32 = &pose[0], &rows.Values[0]
				rowStride int = 4*rows.Stride
				row *int64 = &at.Row[0]
				alpha, offsets *float32 = &at.Alpha[0], &by.Values[0]
				offset *int64 = &by.Row[0]
				basis *float32 = &by.F[0]
				rotationGroups, otherGroups int = rows.Rotations/groupJoints, rows.Others/groupJoints`},
		}},
	{File: "offset", Function: "offsetRow(row, offset []float32, c Columns, f, g, h float32)", Forms: []form{
		{Kernels: one(avx.OffsetRow, neon.OffsetRow), Parameters: `
			row, offset *float32 = &row[0], &offset[0]
			rotations, others int = c.Rotations, c.Others
			value, speed, curve float32 = f, g, h`},
	}},
}

const offsetParameters = `
	pose, from, offsets *float32 = &pose[lane], &from[lane], &at.Values[0]
	row *int64 = &at.Row[lane]
	basis *float32 = &at.F[lane]
	`
