//go:build purego || !amd64

package simd

func betweenRows(out, a, b []float32, turns int, alpha float32) {
	betweenRowsGo(out, a, b, turns, alpha)
}

func placeVectors(dx, dy, dz, row []float32, places []RowPlace) {
	placeVectorsGo(dx, dy, dz, row, places)
}

func placeTurns(dx, dy, dz, dw, row []float32, places []RowPlace) {
	placeTurnsGo(dx, dy, dz, dw, row, places)
}
