//go:build purego || !amd64

package simd

func interpolateRows(out, a, b []float32, rotations int, alpha float32) {
	interpolateRowsGo(out, a, b, rotations, alpha)
}

func placeVectors(dx, dy, dz, row []float32, places []RowPlace) {
	placeVectorsGo(dx, dy, dz, row, places)
}

func placeQuaternions(dx, dy, dz, dw, row []float32, places []RowPlace) {
	placeQuaternionsGo(dx, dy, dz, dw, row, places)
}
