package meshopt

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// apply replaces the elements in data, of stride bytes each, by what the filter makes of them.
// Numbers are rounded to the nearest, halves away from zero.
func (f Filter) apply(data []byte, stride int) {
	e := elements{data, stride == 8}
	switch f {
	case Octahedral:
		e.octahedral()
	case Quaternion:
		e.quaternions()
	case Color:
		e.colors()
	case Exponential:
		exponentials(data)
	}
}

// elements are four integers each, of 8 or 16 bits.
type elements struct {
	data  []byte
	short bool
}

// count is how many elements there are.
func (e elements) count() int {
	if e.short {
		return len(e.data) / 8
	}
	return len(e.data) / 4
}

// signed returns the numbers of element i.
func (e elements) signed(i int) (v [4]int32) {
	if e.short {
		b := e.data[8*i : 8*i+8]
		for k := range v {
			v[k] = int32(int16(binary.LittleEndian.Uint16(b[2*k:])))
		}
		return v
	}
	b := e.data[4*i : 4*i+4]
	for k := range v {
		v[k] = int32(int8(b[k]))
	}
	return v
}

// set stores the numbers of element i, signed or not.
func (e elements) set(i int, v [4]int32) {
	if e.short {
		b := e.data[8*i : 8*i+8]
		for k := range v {
			binary.LittleEndian.PutUint16(b[2*k:], uint16(v[k]))
		}
		return
	}
	b := e.data[4*i : 4*i+4]
	for k := range v {
		b[k] = byte(v[k])
	}
}

// octahedral turns x and y of a unit octahedron, in units of the third number, into unit vectors
// of signed integers. The fourth number stays.
func (e elements) octahedral() {
	most := float32(127)
	if e.short {
		most = 32767
	}
	for i := range e.count() {
		v := e.signed(i)
		x, y, one := float32(v[0]), float32(v[1]), float32(v[2])
		z := one - abs(x) - abs(y)
		if z < 0 { // the lower half is folded over the edges of the upper
			x, y = x-copysign(z, x), y-copysign(z, y)
		}
		length := sqrt(float32(x*x) + float32(y*y) + float32(z*z))
		if length == 0 {
			length = 1
		}
		s := most / length
		e.set(i, [4]int32{round(float32(x * s)), round(float32(y * s)), round(float32(z * s)), v[3]})
	}
}

// quaternions restores the greatest component of unit quaternions. The lowest two bits of the last
// number say which it is, the others what 1/√2 is among the rest. In float32 one of 500 would be
// rounded to the integer beside the nearest one.
func (e elements) quaternions() {
	for i := range e.count() {
		v := e.signed(i)
		s := math.Sqrt2 / 2 / float64(v[3]|3)
		x, y, z := float64(v[0])*s, float64(v[1])*s, float64(v[2])*s
		w := math.Sqrt(max(0, 1-float64(x*x)-float64(y*y)-float64(z*z)))
		greatest := v[3] & 3
		var out [4]int32
		for k, c := range [4]float64{w, x, y, z} {
			out[(int(greatest)+k)&3] = int32(float64(c*32767) + math.Copysign(0.5, c))
		}
		e.set(i, out)
	}
}

// colors turns luma and two signed chroma into red, green and blue, and spreads all four numbers over
// the whole range. The highest bit of the fourth is where alpha begins, and how fine all four are.
func (e elements) colors() {
	most := int32(math.MaxUint8)
	if e.short {
		most = math.MaxUint16
	}
	for i := range e.count() {
		v := e.signed(i)
		y, co, cg, alpha := v[0]&most, v[1], v[2], v[3]&most
		fine := int32(1)<<bits.Len32(uint32(alpha)) - 1
		if fine == 0 {
			e.set(i, [4]int32{})
			continue
		}
		alpha &= fine >> 1
		alpha = alpha<<1 | alpha&1
		s := float32(most) / float32(fine)
		out := [4]int32{y + co - cg, y + cg, y - co - cg, alpha}
		for k := range out {
			out[k] = min(max(round(float32(float32(out[k])*s)), 0), most)
		}
		e.set(i, out)
	}
}

// exponentials turns a signed exponent of 8 bits over a signed number of 24 into a float32.
func exponentials(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		v := int32(binary.LittleEndian.Uint32(data))
		power := math.Float64frombits(uint64(v>>24+1023) << 52)
		f := float32(float64(v<<8>>8) * power)
		binary.LittleEndian.PutUint32(data, math.Float32bits(f))
	}
}

func round(x float32) int32 { return int32(x + copysign(0.5, x)) }

func abs(x float32) float32  { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
func copysign(x, to float32) float32 {
	return math.Float32frombits(math.Float32bits(x)&^(1<<31) | math.Float32bits(to)&(1<<31))
}
