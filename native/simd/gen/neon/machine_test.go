package neon

import (
	"strings"
	"testing"
)

// The words that another assembler (llvm-mc) makes of the same instructions.
func TestWords(t *testing.T) {
	v := func(n int) *vec { return &vec{number: n, known: true} }
	for text, add := range map[string]func(k *kernel){
		"WORD $0x4e37d6d5 // FADD V21.4S, V22.4S, V23.4S": func(k *kernel) { k.addTo(v(21), v(22), v(23)) },
		"WORD $0x4ebfd41e // FSUB V30.4S, V0.4S, V31.4S":  func(k *kernel) { k.three(fsub, "FSUB", v(30), v(0), v(31)) },
		"WORD $0x6e29dd07 // FMUL V7.4S, V8.4S, V9.4S":    func(k *kernel) { k.mulTo(v(7), v(8), v(9)) },
		"WORD $0x6e24fc04 // FDIV V4.4S, V0.4S, V4.4S":    func(k *kernel) { k.three(fdiv, "FDIV", v(4), v(0), v(4)) },
		"WORD $0x6e37d6d5 // FADDP V21.4S, V22.4S, V23.4S": func(k *kernel) {
			k.three(faddp, "FADDP", v(21), v(22), v(23))
		},
		"WORD $0x4e23c441 // FMAXNM V1.4S, V2.4S, V3.4S":  func(k *kernel) { k.max0(v(2), v(3)).number = 1 },
		"WORD $0x4ea0d841 // FCMEQ V1.4S, V2.4S, #0.0":    func(k *kernel) { k.compare0(fcmeq, "FCMEQ", v(2)).number = 1 },
		"WORD $0x4ea0e841 // FCMLT V1.4S, V2.4S, #0.0":    func(k *kernel) { k.compare0(fcmlt, "FCMLT", v(2)).number = 1 },
		"WORD $0x4f9f9021 // FMUL V1.4S, V1.4S, V31.S[0]": lane(0),
		"WORD $0x4fbf9021 // FMUL V1.4S, V1.4S, V31.S[1]": lane(1),
		"WORD $0x4f9f9821 // FMUL V1.4S, V1.4S, V31.S[2]": lane(2),
		"WORD $0x4fbf9821 // FMUL V1.4S, V1.4S, V31.S[3]": lane(3),
		"WORD $0x3cf96aa0 // LDR Q0, [X21, X25]":          func(k *kernel) { k.at("R21", "R25") },
	} {
		k := &kernel{name: "test"}
		add(k)
		for _, l := range k.lines {
			for _, d := range l.def {
				d.known = true
			}
		}
		var got strings.Builder
		for _, l := range k.lines {
			got.WriteString(l.text() + "\n")
		}
		if !strings.Contains(got.String(), strings.TrimSpace(text)) {
			t.Errorf("got %s, want %s", got.String(), text)
		}
	}
}

func lane(i int) func(k *kernel) {
	return func(k *kernel) {
		k.scale(&vec{number: 1, known: true}, &vec{number: 31, known: true}, i)
		k.lines[0].def[0].number = 1
	}
}

// Two values may share a register only if one is done before the other starts.
func TestAssign(t *testing.T) {
	k := &kernel{name: "test"}
	a, b := k.row("R0", 0), k.row("R0", 16)
	sum := k.add(a, b)
	product := k.mul(sum, b)
	k.storeRow(product, "R0", 0)
	k.keep(a)
	k.assign()
	if a.number == b.number || sum.number == a.number || sum.number == b.number || product.number == a.number {
		t.Errorf("a V%d, b V%d, their sum V%d, product V%d", a.number, b.number, sum.number, product.number)
	}
	if product.number != sum.number && product.number != b.number {
		t.Errorf("the product takes V%d though two registers fall free", product.number)
	}
}

func TestAssignRefuses(t *testing.T) {
	for what, build := range map[string]func(k *kernel){
		"a value that none wrote": func(k *kernel) { k.add(new(vec), new(vec)) },
		"too many values": func(k *kernel) {
			var v []*vec
			for range vectors + 1 {
				v = append(v, k.row("R0", 0))
			}
			k.keep(v...)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			k := &kernel{name: "test"}
			build(k)
			k.assign()
		}()
	}
}
