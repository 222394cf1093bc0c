//go:build purego || !(amd64 || arm64)

package simd

func springAdvance16(a *Lanewise)   { springAdvance16Go(a) }
func springHit16(a *Lanewise)       { springHit16Go(a) }
func springHitPlane16(a *Lanewise)  { springHitPlane16Go(a) }
func springPush16(a *Lanewise)      { springPush16Go(a) }
func springPushPlane16(a *Lanewise) { springPushPlane16Go(a) }
func springWorld16(a *Lanewise)     { springWorld16Go(a) }
