package neon

import "math"

const (
	lanes        = 4             // of a vector
	passes       = 4             // that a block takes
	laneBytes    = 16 * 4        // a row of a pose
	rotationSize = 5 * laneBytes // a rotation column of a pose
	otherSize    = 4 * laneBytes // another one
	alphaOffset  = 16 * 8        // of Frames.Alpha
	groupBytes   = 16            // four lanes of a row
)

// bank reads columns between two rows for four lanes.
type bank struct {
	*kernel
	at     gp // *Frames, advanced by the rows of four lanes each pass
	alpha  gp // the lanes' Alpha
	values gp
	row    [lanes]gp // addresses of the rows
	a, b   gp        // offsets of a quad in the two rows
	one    *vec
	weight *vec // of the second row
}

func newBank(k *kernel) *bank {
	s := &bank{kernel: k}
	s.values = k.load("rows")
	s.at = k.load("at")
	s.alpha = k.gp()
	k.text("ADD $%d, %s, %s", alphaOffset, s.at, s.alpha)
	s.row = k.gp4()
	s.a, s.b = k.gp(), k.gp()
	s.one = k.constant(math.Float32bits(1), s.a)
	return s
}

// pass prepares the next four lanes.
func (s *bank) pass() {
	s.text("LDP.P 16(%s), (%s, %s)", s.at, s.row[0], s.row[1])
	s.text("LDP.P 16(%s), (%s, %s)", s.at, s.row[2], s.row[3])
	for _, r := range s.row {
		s.text("ADD %s<<2, %s, %s", r, s.values, r)
	}
	s.weight = s.kernel.row(s.alpha, 0)
	s.text("ADD $%d, %s, %s", groupBytes, s.alpha, s.alpha)
	s.text("MOVD ZR, %s", s.a)
	s.arg("rowStride", s.b)
}

// next advances to the rows' next quad.
func (s *bank) next() {
	s.text("ADD $16, %s, %s", s.a, s.a)
	s.text("ADD $16, %s, %s", s.b, s.b)
}

// endPass ends the lives of what pass has made.
func (s *bank) endPass() { s.keep(s.weight) }

func (s *bank) end() { s.keep(s.one) }

// other is the quads of four lanes at the offsets a and b, components first.
func (s *bank) other(a, b gp) [4]*vec {
	var v [4]*vec
	for l, row := range s.row {
		first, second := s.kernel.at(row, a), s.kernel.at(row, b)
		v[l] = s.add(s.scale(s.sub(second, first), s.weight, l), first)
	}
	return s.transpose(v)
}

// rotation is the next rotation column: x, y, z, w and 1/|q|².
func (s *bank) rotation() [5]*vec {
	q := s.other(s.a, s.b)
	return [5]*vec{q[0], q[1], q[2], q[3], s.div(s.one, s.square(q))}
}

// square is |q|².
func (k *kernel) square(q [4]*vec) *vec {
	return k.add(k.add(k.mul(q[0], q[0]), k.mul(q[1], q[1])), k.add(k.mul(q[2], q[2]), k.mul(q[3], q[3])))
}

// SampleRows writes the kernel behind SampleRows16.
func SampleRows(k *kernel) {
	k.remark("rowStride is in bytes.")
	pose, count, out, pass := k.load("pose"), k.gp(), k.gp(), k.gp()
	s := newBank(k)
	k.text("MOVD $%d, %s", passes, pass)

	k.label("pass")
	s.pass()
	k.text("MOVD %s, %s", pose, out)
	k.arg("rotations", count)
	k.text("CBZ %s, others", count)
	k.label("rotation")
	k.column(s.rotation(), out, rotationSize)
	s.next()
	k.text("SUBS $1, %s, %s", count, count)
	k.text("BNE rotation")

	k.label("others")
	k.arg("others", count)
	k.text("CBZ %s, next", count)
	k.label("other")
	v := s.other(s.a, s.b)
	k.column([5]*vec{v[0], v[1], v[2], v[3]}, out, otherSize)
	s.next()
	k.text("SUBS $1, %s, %s", count, count)
	k.text("BNE other")

	k.label("next")
	s.endPass()
	k.text("ADD $%d, %s, %s", groupBytes, pose, pose)
	k.text("SUBS $1, %s, %s", pass, pass)
	k.text("BNE pass")
	s.end()
	k.text("RET")
}

// column stores the rows of a pose's column and advances to the next column.
func (k *kernel) column(v [5]*vec, out gp, size int) {
	for i, r := range v {
		if r != nil {
			k.storeRow(r, out, i*laneBytes)
		}
	}
	k.text("ADD $%d, %s, %s", size, out, out)
}
