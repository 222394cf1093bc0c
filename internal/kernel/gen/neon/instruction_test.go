package neon

import "testing"

// The words that another assembler (llvm-mc) makes of the same instructions.
func TestWords(t *testing.T) {
	for want, have := range map[string]string{
		"WORD $0x4e37d6d5 // FADD V21.4S, V22.4S, V23.4S":  FADD.Of(21, 22, 23),
		"WORD $0x4ebfd41e // FSUB V30.4S, V0.4S, V31.4S":   FSUB.Of(30, 0, 31),
		"WORD $0x6e29dd07 // FMUL V7.4S, V8.4S, V9.4S":     FMUL.Of(7, 8, 9),
		"WORD $0x6e24fc04 // FDIV V4.4S, V0.4S, V4.4S":     FDIV.Of(4, 0, 4),
		"WORD $0x6e37d6d5 // FADDP V21.4S, V22.4S, V23.4S": FADDP.Of(21, 22, 23),
		"WORD $0x6ea1f841 // FSQRT V1.4S, V2.4S":           FSQRT.Of(1, 2),
		"WORD $0x6ea0f841 // FNEG V1.4S, V2.4S":            FNEG.Of(1, 2),
		"WORD $0x4ea0f841 // FABS V1.4S, V2.4S":            FABS.Of(1, 2),
		"WORD $0x4e23e441 // FCMEQ V1.4S, V2.4S, V3.4S":    FCMEQ.Of(1, 2, 3),
		"WORD $0x6ea3e441 // FCMGT V1.4S, V2.4S, V3.4S":    FCMGT.Of(1, 2, 3),
		"WORD $0x4ea0d841 // FCMEQ V1.4S, V2.4S, #0.0":     FCMEQ0.Of(1, 2),
		"WORD $0x4ea0c841 // FCMGT V1.4S, V2.4S, #0.0":     FCMGT0.Of(1, 2),
		"WORD $0x4ea0e841 // FCMLT V1.4S, V2.4S, #0.0":     FCMLT0.Of(1, 2),
		"WORD $0x4f9f9021 // FMUL V1.4S, V1.4S, V31.S[0]":  ByLane(0).Of(1, 1, 31),
		"WORD $0x4fbf9021 // FMUL V1.4S, V1.4S, V31.S[1]":  ByLane(1).Of(1, 1, 31),
		"WORD $0x4f9f9821 // FMUL V1.4S, V1.4S, V31.S[2]":  ByLane(2).Of(1, 1, 31),
		"WORD $0x4fbf9821 // FMUL V1.4S, V1.4S, V31.S[3]":  ByLane(3).Of(1, 1, 31),
		"WORD $0x4e631c41 // BIC V1.16B, V2.16B, V3.16B":   BIC.Of(1, 2, 3),
	} {
		if have != want {
			t.Errorf("%s, want %s", have, want)
		}
	}
}
