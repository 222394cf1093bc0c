package neon

import "testing"

// Registers are known when the text is asked for.
func TestVector(t *testing.T) {
	v := func(n int) *vec { return &vec{number: n, known: true} }
	for want, add := range map[string]func(k *kernel) *vec{
		"\tWORD $0x4e37d6c1 // FADD V1.4S, V22.4S, V23.4S":  func(k *kernel) *vec { return k.add(v(22), v(23)) },
		"\tWORD $0x4fbf9021 // FMUL V1.4S, V1.4S, V31.S[1]": func(k *kernel) *vec { return k.scale(v(1), v(31), 1) },
		"\tWORD $0x3cf96aa1 // LDR Q1, [X21, X25]":          func(k *kernel) *vec { return k.at("R21", "R25") },
	} {
		k := &kernel{name: "test"}
		add(k).number = 1
		if have := k.lines[0].text(); have != want {
			t.Errorf("%s, want %s", have, want)
		}
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
