package kernel

// AddDeltas moves the listed vertices by weight times their delta,
//
//	dst[3·vertex[i]+c] += weight · delta[3i+c]      c = 0, 1, 2
//
// where dst holds three values per vertex.
func AddDeltas(dst []float32, vertex []uint32, delta []float32, weight float32) error {
	if len(delta) != 3*len(vertex) {
		return lengthError("AddDeltas", "delta", len(delta), 3*len(vertex))
	}
	addDeltas(dst, vertex, delta, weight)
	return nil
}

func addDeltas(dst []float32, vertex []uint32, delta []float32, weight float32) {
	for i, v := range vertex {
		d := (*[3]float32)(delta[3*i:])
		out := (*[3]float32)(dst[3*int(v):])
		out[0] += float32(weight * d[0])
		out[1] += float32(weight * d[1])
		out[2] += float32(weight * d[2])
	}
}
