package pose

import "github.com/sinew-anim/sinew/native/simd"

// Controller is what one goroutine changes poses with, after their clips are blended.
type Controller interface {
	// Change changes the first poses of a block. The lanes after them are spare: what it leaves
	// there is not used.
	Change(block []float32, at *Changing)
}

// Changing says which instances the poses of a block belong to.
type Changing struct {
	Len      int // number of poses, 1 to 16
	Instance [simd.Lanes]int32
	Whole    bool                // instances 16·n to 16·n + 15, in their order
	Seconds  [simd.Lanes]float64 // since the instance's pose was changed last
}

// Reservation is columns that a layout has for a joint though no clip moves it. A scale makes
// the layout one of soa.General.
type Reservation struct {
	Joint              int
	Translation, Scale bool
}
