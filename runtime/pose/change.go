package pose

import "github.com/sinew-anim/sinew/native/simd"

// Controller changes poses after their clips are blended, on one goroutine.
type Controller interface {
	// Change changes the first poses of a block. The lanes after them are spare: their values
	// are not used.
	Change(block []float32, at *Changing)
}

// Changing names the instances of a block's poses.
type Changing struct {
	Len      int // number of poses, 1 to 16
	Instance [simd.Lanes]int32
	Whole    bool                // instances 16·n to 16·n + 15, in their order
	Seconds  [simd.Lanes]float64 // since the instance's pose was changed last
}

// Reservation gives a joint columns in a layout though no clip moves it. A scale makes the
// form soa.General.
type Reservation struct {
	Joint              int
	Translation, Scale bool
}
