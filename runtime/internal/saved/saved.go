// Package saved stores the state of instances as bytes, little endian. One walk through the
// values of a state writes them, and changes nothing, or reads them back.
package saved

import (
	"encoding/binary"
	"math"
)

// Memory is the bytes of a state.
type Memory struct {
	Data   []byte // grows where values are written, shrinks where they are read
	Reads  bool
	Failed bool // Data is too short, or a value is none that the state can have
}

// Bits takes the lowest bytes of a number.
func (m *Memory) Bits(v uint64, bytes int) uint64 {
	var b [8]byte
	if !m.Reads {
		binary.LittleEndian.PutUint64(b[:], v)
		m.Data = append(m.Data, b[:bytes]...)
		return v
	}
	if m.Failed = m.Failed || len(m.Data) < bytes; m.Failed {
		return 0
	}
	m.Data = m.Data[copy(b[:bytes], m.Data):]
	return binary.LittleEndian.Uint64(b[:])
}

// Int takes an integer, which reads back from that many bytes.
func Int[T ~uint8 | ~uint16 | ~int32 | ~int64](m *Memory, v *T, bytes int) {
	if x := m.Bits(uint64(*v), bytes); m.Reads {
		*v = T(x)
	}
}

// Bool takes a truth, 0 or 1.
func (m *Memory) Bool(v *bool, bytes int) {
	x := uint64(0)
	if *v {
		x = 1
	}
	if x = m.Bits(x, bytes); m.Reads {
		*v, m.Failed = x == 1, m.Failed || x > 1
	}
}

// Float takes a finite number.
func (m *Memory) Float(v *float32) {
	if x := m.Bits(uint64(math.Float32bits(*v)), 4); m.Reads {
		*v = math.Float32frombits(uint32(x))
		m.Failed = m.Failed || *v-*v != 0
	}
}

// Float64 takes a finite number.
func (m *Memory) Float64(v *float64) {
	if x := m.Bits(math.Float64bits(*v), 8); m.Reads {
		*v = math.Float64frombits(x)
		m.Failed = m.Failed || *v-*v != 0
	}
}
