//go:build purego || !(amd64 || arm64)

package simd

func frameRig16(a *Lanewise)     { frameRig16Go(a) }
func frameGeneral16(a *Lanewise) { frameGeneral16Go(a) }
func frameStatic16(a *Lanewise)  { frameStatic16Go(a) }
func turnBeside16(a *Lanewise)   { turnBeside16Go(a) }
