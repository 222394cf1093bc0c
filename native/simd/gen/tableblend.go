package main

import (
	"github.com/sinew-anim/sinew/native/simd/gen/avx"
	"github.com/sinew-anim/sinew/native/simd/gen/dispatch"
	"github.com/sinew-anim/sinew/native/simd/gen/lanes"
)

// blending is kernels that combine poses.
var blending = []row{
	{File: "blend", Function: "accumulatePose16(" + ofSum + ")", Go: lanes.AccumulatePose.Go, Forms: []form{
		{Kernels: lanes.AccumulatePose.Kernels(), Before: "masks, step := maskOf(mask, 1)", Parameters: sumParameters},
	}},
	// Columns with a mask of 0 are left.
	{File: "blend", Function: "beginPose16(" + ofSum + ")", Go: lanes.BeginPose.Go, Forms: []form{
		{Kernels: lanes.BeginPose.Kernels(), Before: "masks, step := maskOf(mask, 1)", Parameters: sumParameters},
	}},
	{File: "blend", Function: "finishPose16(sum []float32, c Columns, rest []float32, threshold float32)", Go: lanes.FinishPose.Go, Forms: []form{
		{Kernels: lanes.FinishPose.Kernels(), Parameters: `
			sum *float32 = &sum[lane]
			rotations, others int = c.Rotations, c.Others
			rest *float32 = &rest[0]
			threshold float32`},
	}},
	{File: "blend", Function: "accumulateRow(" + ofRowSum + ")", Go: lanes.AccumulateRow.Go, Forms: []form{
		{Kernels: lanes.AccumulateRow.Kernels(), Before: "masks, step := maskOf(mask, 4)", Parameters: rowSumParameters},
	}},
	{File: "blend", Function: "beginRow(" + ofRowSum + ")", Go: lanes.BeginRow.Go, Forms: []form{
		{Kernels: lanes.BeginRow.Kernels(), Before: "masks, step := maskOf(mask, 4)", Parameters: rowSumParameters},
	}},
	{File: "blend", Function: "finishRow(sum []float32, c Columns, rest []float32, threshold float32)", Go: lanes.FinishRow.Go, Forms: []form{
		// As a formula, whose quads are transposed, it takes 62 ns in place of 37 for 72 columns (AVX2).
		{Kernels: []kernel{{Set: dispatch.AVX2, AVX: avx.FinishRow}, lanes.FinishRow.Kernel(dispatch.NEON, 0)}, Parameters: `
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
	{File: "over", Function: "overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32)", Go: lanes.OverPose.Go, Forms: []form{
		{Kernels: lanes.OverPose.Kernels(), Parameters: `
			sum, lower *float32 = &sum[lane], &lower[lane]
			rotations, others int = c.Rotations, c.Others
			reference *float32 = unsafe.SliceData(reference)
			threshold float32`},
	}},
	{File: "over", Function: "overRow(sum, lower []float32, c Columns, reference []float32, threshold float32)", Go: lanes.OverRow.Go, Forms: []form{
		{Kernels: lanes.OverRow.Kernels(), Parameters: `
			sum, lower *float32 = &sum[0], &lower[0]
			rotations, others int = c.Rotations, c.Others
			weights, reference *float32 = unsafe.SliceData(sum[c.RowValues():]), unsafe.SliceData(reference)
			threshold float32`},
	}},
	{File: "over", Function: "coverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32)", Go: lanes.CoverPose.Go, Forms: []form{
		{Kernels: lanes.CoverPose.Kernels(), Before: "masks, step := maskOf(mask, 1)", Parameters: `
			lower, upper *float32 = &lower[lane], &upper[lane]
			rotations, others int = c.Rotations, c.Others
			weight, mask *float32 = &weight[lane], masks
			maskStep int = step
			reference *float32 = unsafe.SliceData(reference)
			threshold float32`},
	}},
	{File: "add", Function: "addPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32)", Go: lanes.AddPose.Go, Forms: []form{
		{Kernels: lanes.AddPose.Kernels(), Before: "masks, step := maskOf(mask, 1)", Parameters: `
			pose, delta *float32 = &pose[lane], &delta[lane]
			rotations, others int = c.Rotations, c.Others
			weight, mask *float32 = &weight[lane], masks
			maskStep int = step
			origin *float32 = &origin[0]`},
	}},
	{File: "add", Function: "addRow(row, delta []float32, c Columns, weight float32, mask, origin []float32)", Go: lanes.AddRow.Go, Forms: []form{
		{Kernels: lanes.AddRow.Kernels(), Before: "masks, step := maskOf(mask, 4)", Parameters: `
			row, delta *float32 = &row[0], &delta[0]
			rotations, others int = c.Rotations, c.Others
			weight float32
			mask *float32 = masks
			maskStep int = step
			origin *float32 = &origin[0]`},
	}},
	{File: "offset", Function: "offsetPose16(pose, from []float32, c Columns, at *Offsets)", Go: lanes.OffsetPose.Go, Forms: []form{
		// As a formula, which reads one column of a lane at a time, it takes 1.10 in place of 1.06 µs for 72.
		{Kernels: []kernel{{Set: dispatch.AVX512, Lanes: 16, AVX: avx.OffsetPose}}, Parameters: `
			pose, from, offsets *float32 = &pose[lane], &from[lane], &at.Values[0]
			row *int64 = &at.Row[lane]
			basis *float32 = &at.F[lane]
			rotationGroups, otherGroups int = c.Rotations/groupJoints, c.Others/groupJoints`},
		{Kernels: []kernel{lanes.OffsetPose.Kernel(dispatch.AVX2, 8), lanes.OffsetPose.Kernel(dispatch.NEON, 4)}, Parameters: `
			pose, from, offsets *float32 = &pose[lane], &from[lane], &at.Values[0]
			row *int64 = &at.Row[lane]
			basis *float32 = &at.F[lane]
			rotations, others int = c.Rotations, c.Others`},
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
	{File: "offset", Function: "offsetRow(row, offset []float32, c Columns, value, speed, curve float32)", Go: lanes.OffsetRow.Go, Forms: []form{
		{Kernels: lanes.OffsetRow.Kernels(), Parameters: `
			row, offset *float32 = &row[0], &offset[0]
			rotations, others int = c.Rotations, c.Others
			value, speed, curve float32`},
	}},
}

const (
	ofRowSum         = "sum, row []float32, c Columns, weight float32, mask, reference []float32"
	rowSumParameters = `
		sum, row *float32 = &sum[0], &row[0]
		rotations, others int = c.Rotations, c.Others
		weights *float32 = unsafe.SliceData(sum[c.RowValues():])
		weight float32
		mask *float32 = masks
		maskStep int = step
		reference *float32 = unsafe.SliceData(reference)`
	ofSum         = "sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32"
	sumParameters = `
		sum, pose *float32 = &sum[lane], &pose[lane]
		rotations, others int = c.Rotations, c.Others
		weight, mask *float32 = &weight[lane], masks
		maskStep int = step
		reference *float32 = unsafe.SliceData(reference)`
)
