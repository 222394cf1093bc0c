//go:build !purego

package simd

import (
	"math"
	"unsafe"
)

// soloHead is what kernels read of a rig, 48 bytes.
type soloHead struct {
	blocks         *soloBlock
	sources        *soloSource
	steps          *soloTurn
	count, columns int32 // blocks of joints and of columns
	joints         int32
	k, unit        float32
	_              int32
}

func (r *Rig) soloHead() soloHead {
	o := &r.solo
	return soloHead{
		blocks: unsafe.SliceData(o.blocks), sources: unsafe.SliceData(o.sources), steps: unsafe.SliceData(o.steps),
		count: int32(len(o.blocks) - o.columns), columns: int32(o.columns),
		joints: int32(len(r.joints)), k: r.root, unit: shortUnit,
	}
}

func soloRows(dst []float32, rows *Rows, row int64, alpha float32, rig *Rig, scratch []float32) {
	if Current() != AVX512 || rig.solo.shared {
		soloRowsGo(dst, rows, row, alpha, rig)
		return
	}
	head := rig.soloHead()
	a, b := &rows.Values[row], &rows.Values[row+int64(rows.Stride)]
	soloRowsAVX512(&dst[0], bytesOf(a), bytesOf(b), math.Float32bits(alpha), bytesOf(&head), bytesOf(&scratch[0]), 16*rows.Rotations, nil)
}

func soloShortRows(dst []float32, rows *ShortRows, row int64, alpha float32, rig *Rig, scratch []float32) {
	if Current() != AVX512 || rig.solo.shared {
		soloShortRowsGo(dst, rows, row, alpha, rig)
		return
	}
	head := rig.soloHead()
	a, b := &rows.Values[row], &rows.Values[row+int64(rows.Stride)]
	n := shortWeight(alpha)
	soloShortRowsAVX512(&dst[0], bytesOf(a), bytesOf(b), uint32(shortOne-n)|uint32(n)<<16, bytesOf(&head), bytesOf(&scratch[0]), 8*rows.Rotations,
		unsafe.SliceData(rows.Scale))
}
