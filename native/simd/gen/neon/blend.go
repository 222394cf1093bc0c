package neon

import "math"

// blend combines poses, all lanes of a column before the next column.
type blend struct {
	*kernel
	to, columns gp
	zero, one   *vec
}

// newBlend is a kernel that changes a sum or a pose, which is an argument.
func newBlend(k *kernel, to string) *blend {
	b := &blend{kernel: k, to: k.load(to), columns: k.gp()}
	b.zero, b.one = k.constant(0, b.columns), k.constant(math.Float32bits(1), b.columns)
	return b
}

func (b *blend) end() {
	b.keep(b.zero, b.one)
	b.text("RET")
}

// each writes a loop over the columns of a kind, a number of them at a time.
func (b *blend) each(kind string, at, size int, body func()) {
	b.arg(kind, b.columns)
	b.text("CBZ %s, %sDone", b.columns, kind)
	b.label(kind)
	body()
	b.text("ADD $%d, %s, %s", size, b.to, b.to)
	b.text("SUBS $%d, %s, %s", at, b.columns, b.columns)
	b.text("BNE %s", kind)
	b.label(kind + "Done")
}

// filled is s + p, +0 where it is 0.
func (b *blend) filled(s, p *vec) *vec { return b.add(b.add(s, p), b.zero) }
