package main

import "math"

const (
	lanes        = 4             // of a vector
	turns        = 4             // that a block takes
	laneBytes    = 16 * 4        // a row of a pose
	rotationSize = 5 * laneBytes // a rotation column of a pose
	otherSize    = 4 * laneBytes // another one
	alphaOffset  = 16 * 8        // of Frames.Alpha
	groupBytes   = 16            // four lanes of a row
)

// bank reads columns between two rows for four lanes.
type bank struct {
	*kernel
	short  bool // 16-bit rows
	at     gp   // *Frames, advanced by the rows of four lanes each turn
	alpha  gp   // the lanes' Alpha
	values gp
	row    [lanes]gp // addresses of the rows
	a, b   gp        // offsets of a quad in the two rows
	one    *vec
	weight *vec    // of the second row
	rest   *vec    // short: of the first row
	full   [3]*vec // short: 32767 and 0.5 as float32, 32767 in 16 bits
}

func newBank(k *kernel, short bool) *bank {
	s := &bank{kernel: k, short: short}
	s.values = k.load("values")
	s.at = k.load("at")
	s.alpha = k.gp()
	k.text("ADD $%d, %s, %s", alphaOffset, s.at, s.alpha)
	s.row = k.gp4()
	s.a, s.b = k.gp(), k.gp()
	s.one = k.constant(math.Float32bits(1), s.a)
	if short {
		s.full = [3]*vec{
			k.constant(math.Float32bits(32767), s.a), k.constant(math.Float32bits(0.5), s.a),
			k.constant(32767|32767<<16, s.a),
		}
	}
	return s
}

// quad is the size of four values.
func (s *bank) quad() int {
	if s.short {
		return 8
	}
	return 16
}

// turn sets out for the next four lanes.
func (s *bank) turn() {
	s.text("LDP.P 16(%s), (%s, %s)", s.at, s.row[0], s.row[1])
	s.text("LDP.P 16(%s), (%s, %s)", s.at, s.row[2], s.row[3])
	shift := 2
	if s.short {
		shift = 1
	}
	for _, r := range s.row {
		s.text("ADD %s<<%d, %s, %s", r, shift, s.values, r)
	}
	s.weight = s.kernel.row(s.alpha, 0)
	s.text("ADD $%d, %s, %s", groupBytes, s.alpha, s.alpha)
	if s.short {
		n := s.truncate(s.add(s.mul(s.weight, s.full[0]), s.full[1]))
		s.weight = s.narrow(n)
		s.rest = s.subWords(s.full[2], s.weight)
	}
	s.text("MOVD ZR, %s", s.a)
	s.arg("stride", s.b)
}

// next goes to the rows' next quad.
func (s *bank) next() {
	s.text("ADD $%d, %s, %s", s.quad(), s.a, s.a)
	s.text("ADD $%d, %s, %s", s.quad(), s.b, s.b)
}

// endTurn ends the lives of what turn has made.
func (s *bank) endTurn() {
	s.keep(s.weight)
	if s.short {
		s.keep(s.rest)
	}
}

func (s *bank) end() {
	s.keep(s.one)
	if s.short {
		s.keep(s.full[:]...)
	}
}

// blended is the quads of four lanes at the offsets a and b, still as integers
// where rows are short.
func (s *bank) blended(a, b gp) [4]*vec {
	var v [4]*vec
	for l, row := range s.row {
		first, second := s.kernel.at(row, a, s.short), s.kernel.at(row, b, s.short)
		if s.short {
			v[l] = s.blend(first, s.rest, second, s.weight, l)
		} else {
			v[l] = s.add(s.scale(s.sub(second, first), s.weight, l), first)
		}
	}
	return v
}

// rotation is the next rotation column: x, y, z, w and 1/|q|².
func (s *bank) rotation() [5]*vec {
	q := s.quaternion()
	return [5]*vec{q[0], q[1], q[2], q[3], s.div(s.one, s.square(q))}
}

// square is |q|².
func (k *kernel) square(q [4]*vec) *vec {
	return k.add(k.add(k.mul(q[0], q[0]), k.mul(q[1], q[1])), k.add(k.mul(q[2], q[2]), k.mul(q[3], q[3])))
}

// quaternion is x, y, z, w of the next rotation column.
func (s *bank) quaternion() [4]*vec {
	v := s.blended(s.a, s.b)
	if s.short {
		for l := range v {
			v[l] = s.toFloat30(v[l])
		}
	}
	return s.transpose(v)
}

// other is the other column at the offsets a and b, with its scales at scale
// where rows are short.
func (s *bank) other(a, b, scale gp) [4]*vec {
	v := s.blended(a, b)
	if s.short {
		factor, offset := s.rows(scale, 0)
		for l := range v {
			v[l] = s.add(s.mul(s.toFloat(v[l]), factor), offset)
		}
	}
	return s.transpose(v)
}

func sampleRows() *kernel {
	return sample("sampleRowsNEON", "sampleRowsNEON is sampleRows16Go. stride is in bytes.", false)
}

func sampleShortRows() *kernel {
	return sample("sampleShortRowsNEON", "sampleShortRowsNEON is sampleShortRows16Go. stride is in bytes.", true)
}

func sample(name, about string, short bool) *kernel {
	k := &kernel{name: name, about: about, args: []argument{
		pointer("pose", "float32"), pointer("values", "float32"), pointer("at", "Frames"),
		integer("stride"), integer("rotations"), integer("others"),
	}}
	if short {
		k.args[1].kind = "*int16"
		k.args = append(k.args, pointer("scales", "float32"))
	}
	pose, count, out, turn := k.load("pose"), k.gp(), k.gp(), k.gp()
	s := newBank(k, short)
	var scale gp
	if short {
		scale = k.gp()
	}
	k.text("MOVD $%d, %s", turns, turn)

	k.label("turn")
	s.turn()
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
	if short {
		k.arg("scales", scale)
	}
	k.label("other")
	v := s.other(s.a, s.b, scale)
	k.column([5]*vec{v[0], v[1], v[2], v[3]}, out, otherSize)
	s.next()
	if short {
		k.text("ADD $32, %s, %s", scale, scale)
	}
	k.text("SUBS $1, %s, %s", count, count)
	k.text("BNE other")

	k.label("next")
	s.endTurn()
	k.text("ADD $%d, %s, %s", groupBytes, pose, pose)
	k.text("SUBS $1, %s, %s", turn, turn)
	k.text("BNE turn")
	s.end()
	k.text("RET")
	return k
}

// column stores the rows of a pose's column, as many as there are, and goes to
// the next one.
func (k *kernel) column(v [5]*vec, out gp, size int) {
	for i, r := range v {
		if r != nil {
			k.storeRow(r, out, i*laneBytes)
		}
	}
	k.text("ADD $%d, %s, %s", size, out, out)
}
