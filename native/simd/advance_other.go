//go:build purego || !amd64

package simd

func advance16(at []Frames, c *Clocks, first int, dt float64) { advance16Go(at, c, first, dt) }
