package runtime

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// stateWriter appends values to bytes.
type stateWriter struct{ data []byte }

func (w *stateWriter) int(v uint64) { w.data = binary.LittleEndian.AppendUint64(w.data, v) }

func (w *stateWriter) float(v float64) { w.int(math.Float64bits(v)) }

func (w *stateWriter) bool(v bool) {
	if v {
		w.data = append(w.data, 1)
		return
	}
	w.data = append(w.data, 0)
}

func (w *stateWriter) row(row []float32) {
	for _, v := range row {
		w.data = binary.LittleEndian.AppendUint32(w.data, math.Float32bits(v))
	}
}

// stateReader takes values off bytes; failed is set where there are none left.
type stateReader struct {
	data   []byte
	failed bool
}

func (r *stateReader) take(n int) []byte {
	if r.failed || len(r.data) < n {
		r.failed = true
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *stateReader) byte() byte { return r.take(1)[0] }

func (r *stateReader) int() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

func (r *stateReader) float() float64 { return math.Float64frombits(r.int()) }

func (r *stateReader) row(n int) []float32 {
	row := make([]float32, n)
	for k, data := 0, r.take(4*n); k < n; k++ {
		row[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:]))
	}
	return row
}

func (r *stateReader) bool() bool {
	b := r.byte()
	r.failed = r.failed || b > 1
	return b == 1
}

// finite takes a number that is one.
func (r *stateReader) finite() float64 {
	v := r.float()
	r.failed = r.failed || !play.Finite(v)
	return v
}

// isPlace reports whether a root can be there: not too far to move on, and turned by a unit
// vector.
func isPlace(p *motion.RootTransform) bool {
	const far = 1 << 60
	length := float64(p.C*p.C) + float64(p.S*p.S)
	return math.Abs(p.X) < far && math.Abs(p.Y) < far && math.Abs(p.Z) < far && math.Abs(length-1) < 1e-3
}
