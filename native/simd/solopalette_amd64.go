//go:build !purego

package simd

import "unsafe"

//go:noescape
func soloBindLocalsAVX512(locals, a, b *float32, alpha float32, groups *soloGroup, count int)

//go:noescape
func soloGeneralLocalsAVX512(locals, a, b *float32, alpha float32, groups *soloGroup, count int)

//go:noescape
func soloBindProductsAVX512(dst, locals, matrices *float32, steps *soloStep, joints int, inverse *float32, copied *uint32)

//go:noescape
func soloGeneralProductsAVX512(dst, locals, matrices *float32, steps *soloStep, joints int, inverse *float32, copied *uint32)

func soloPalette(dst, a, b []float32, alpha float32, solo *Solo, scratch []float32) {
	if Current() != AVX512 {
		soloPaletteGo(dst, a, b, alpha, solo, scratch)
		return
	}
	matrices := scratch[soloLocals*len(solo.groups):]
	last := (*[soloMatrix]float32)(matrices[soloMatrix*solo.joints:])
	*last = [soloMatrix]float32{}
	copy(last[:], solo.root[:])
	local, first := unsafe.SliceData(scratch), unsafe.SliceData(solo.groups)
	if solo.bind {
		soloBindLocalsAVX512(local, unsafe.SliceData(a), unsafe.SliceData(b), alpha, first, len(solo.groups))
		soloBindProductsAVX512(unsafe.SliceData(dst), local, unsafe.SliceData(matrices), &solo.steps[0], solo.joints, nil, nil)
		return
	}
	soloGeneralLocalsAVX512(local, unsafe.SliceData(a), unsafe.SliceData(b), alpha, first, len(solo.groups))
	for i := range solo.static {
		st := &solo.static[i]
		rows := scratch[st.joint/Lanes*soloLocals+st.joint%Lanes*4:]
		for r := range 3 {
			copy(rows[64*r:64*r+4], st.local[4*r:])
		}
	}
	soloGeneralProductsAVX512(unsafe.SliceData(dst), local, unsafe.SliceData(matrices), &solo.steps[0], solo.joints,
		unsafe.SliceData(solo.inverse), unsafe.SliceData(solo.copied))
}
