package simd

// Palette computes the matrices that take vertices from the space they are
// stored in to model space,
//
//	dst[i] = model[joint[i]] · inverse[i]
//
// for i below len(joint). dst and inverse hold 12 values for each i, model 12
// for each joint of the skeleton. dst must not overlap model.
func Palette(dst, model []float32, joint []uint16, inverse []float32) error {
	if len(dst) != affineFloats*len(joint) {
		return lengthError("Palette", "dst", len(dst), affineFloats*len(joint))
	}
	if len(inverse) != affineFloats*len(joint) {
		return lengthError("Palette", "inverse", len(inverse), affineFloats*len(joint))
	}
	palette(dst, model, joint, inverse)
	return nil
}

func palette(dst, model []float32, joint []uint16, inverse []float32) {
	for i, j := range joint {
		p := (*[affineFloats]float32)(model[int(j)*affineFloats:])
		b := (*[affineFloats]float32)(inverse[i*affineFloats:])
		m := (*[affineFloats]float32)(dst[i*affineFloats:])
		b00, b01, b02, b03 := b[0], b[1], b[2], b[3]
		b10, b11, b12, b13 := b[4], b[5], b[6], b[7]
		b20, b21, b22, b23 := b[8], b[9], b[10], b[11]
		for r := 0; r < affineFloats; r += 4 {
			x, y, z := p[r], p[r+1], p[r+2]
			m[r] = float32(x*b00) + float32(y*b10) + float32(z*b20)
			m[r+1] = float32(x*b01) + float32(y*b11) + float32(z*b21)
			m[r+2] = float32(x*b02) + float32(y*b12) + float32(z*b22)
			m[r+3] = (float32(x*b03) + float32(y*b13) + float32(z*b23)) + p[r+3]
		}
	}
}
