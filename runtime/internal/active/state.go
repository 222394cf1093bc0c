package active

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// StateWriter appends values to bytes.
type StateWriter struct{ Data []byte }

func (w *StateWriter) Int(v uint64)    { w.Data = binary.LittleEndian.AppendUint64(w.Data, v) }
func (w *StateWriter) Float(v float64) { w.Int(math.Float64bits(v)) }

func (w *StateWriter) Bool(v bool) {
	if v {
		w.Data = append(w.Data, 1)
		return
	}
	w.Data = append(w.Data, 0)
}

func (w *StateWriter) Row(row []float32) {
	for _, v := range row {
		w.Data = binary.LittleEndian.AppendUint32(w.Data, math.Float32bits(v))
	}
}

// StateReader takes values off bytes; failed is set where there are none left.
type StateReader struct {
	Data   []byte
	Failed bool
}

func (r *StateReader) take(n int) []byte {
	if r.Failed || len(r.Data) < n {
		r.Failed = true
		return make([]byte, n)
	}
	b := r.Data[:n]
	r.Data = r.Data[n:]
	return b
}

func (r *StateReader) Byte() byte     { return r.take(1)[0] }
func (r *StateReader) Int() uint64    { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *StateReader) Float() float64 { return math.Float64frombits(r.Int()) }

func (r *StateReader) Row(n int) []float32 {
	row := make([]float32, n)
	for k, data := 0, r.take(4*n); k < n; k++ {
		row[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:]))
	}
	return row
}

func (r *StateReader) Bool() bool {
	b := r.Byte()
	r.Failed = r.Failed || b > 1
	return b == 1
}

// Finite takes a number that is one.
func (r *StateReader) Finite() float64 {
	v := r.Float()
	r.Failed = r.Failed || !play.Finite(v)
	return v
}

// IsTransform reports whether a root can be there: not too far to move on, and turned by a unit
// vector.
func IsTransform(p *motion.RootTransform) bool {
	const far = 1 << 60
	length := float64(p.C*p.C) + float64(p.S*p.S)
	return math.Abs(p.X) < far && math.Abs(p.Y) < far && math.Abs(p.Z) < far && math.Abs(length-1) < 1e-3
}
