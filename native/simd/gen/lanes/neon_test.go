package lanes

import "testing"

// The words that another assembler (llvm-mc) makes of the same instructions.
func TestWords(t *testing.T) {
	for want, have := range map[string]string{
		"WORD $0x4e37d6d5 // FADD V21.4S, V22.4S, V23.4S": fadd.of(21, 22, 23),
		"WORD $0x4ebfd41e // FSUB V30.4S, V0.4S, V31.4S":  fsub.of(30, 0, 31),
		"WORD $0x6e29dd07 // FMUL V7.4S, V8.4S, V9.4S":    fmul.of(7, 8, 9),
		"WORD $0x6e24fc04 // FDIV V4.4S, V0.4S, V4.4S":    fdiv.of(4, 0, 4),
		"WORD $0x6ea1f841 // FSQRT V1.4S, V2.4S":          fsqrt.of(1, 2),
		"WORD $0x6ea0f841 // FNEG V1.4S, V2.4S":           fneg.of(1, 2),
		"WORD $0x4ea0f841 // FABS V1.4S, V2.4S":           fabs.of(1, 2),
		"WORD $0x4e23e441 // FCMEQ V1.4S, V2.4S, V3.4S":   fcmeq.of(1, 2, 3),
		"WORD $0x6ea3e441 // FCMGT V1.4S, V2.4S, V3.4S":   fcmgt.of(1, 2, 3),
		"WORD $0x4ea0d841 // FCMEQ V1.4S, V2.4S, #0.0":    fcmeq0.of(1, 2),
		"WORD $0x4ea0c841 // FCMGT V1.4S, V2.4S, #0.0":    fcmgt0.of(1, 2),
		"WORD $0x4ea0e841 // FCMLT V1.4S, V2.4S, #0.0":    fcmlt0.of(1, 2),
		"WORD $0x4f9f9021 // FMUL V1.4S, V1.4S, V31.S[0]": byLane(0).of(1, 1, 31),
		"WORD $0x4fbf9021 // FMUL V1.4S, V1.4S, V31.S[1]": byLane(1).of(1, 1, 31),
		"WORD $0x4f9f9821 // FMUL V1.4S, V1.4S, V31.S[2]": byLane(2).of(1, 1, 31),
		"WORD $0x4fbf9821 // FMUL V1.4S, V1.4S, V31.S[3]": byLane(3).of(1, 1, 31),
		"WORD $0x4e631c41 // BIC V1.16B, V2.16B, V3.16B":  bic.of(1, 2, 3),
	} {
		if have != want {
			t.Errorf("%s, want %s", have, want)
		}
	}
}
