package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// offset writes kernels of AVX-512 that displace poses. basis is F of the first lane; G and H
// follow, 16 lanes each. Lanes whose F is 0 keep what they have.
type offset struct {
	gather
	line, rows, basis avo.GPVirtual
	fade              fade
	moved             avo.OpmaskVirtual // the other lanes
}

// OffsetPose writes the kernel behind OffsetPose16.
func OffsetPose(c *build.Context) {
	k := &offset{gather: gather{blend: blend{block: block{Context: c, wide: true}}}}
	k.pose = k.pointer("pose")
	from := k.pointer("from")
	k.offsets("offsets", "row")
	k.put = func(o [4]avo.VecVirtual, column, size int) {
		v := k.displacement(o, &k.fade)
		was := func(i int) operand.Mem { return at(from, column*size+i*row) }
		to := func(i int) operand.Mem { return at(k.pose, column*size+i*row) }
		if size == otherColumn {
			k.store(k.load(was(3)), to(3))
			for i := range v {
				old := k.load(was(i))
				k.VADDPS(k.zero, k.sum(v[i], was(i)), k.moved, old)
				k.store(old, to(i))
			}
			return
		}
		q := [4]avo.VecVirtual{k.load(was(0)), k.load(was(1)), k.load(was(2)), k.load(was(3))}
		k.rotate(q, v)
		for i := range q {
			k.store(q[i], to(i))
		}
		n, old := k.square(q), k.load(was(4))
		k.VDIVPS(n, k.one, k.moved, old)
		k.store(old, to(4))
	}
	for _, columns := range blockColumns {
		k.lines(columns.count, columns.size, func() {
			k.gather.line(columns.size)
			k.ADDQ(operand.U32(uint64(4*columns.size)), from)
			k.ADDQ(operand.Imm(64), k.line)
		})
	}
	k.VZEROUPPER()
	k.RET()
}

// OffsetRows writes the kernel behind OffsetRows16: the remainders of four columns' offsets go to
// the pose before the columns themselves.
func OffsetRows(c *build.Context) {
	k := &offset{gather: gather{blend: blend{block: block{Context: c, wide: true}}}}
	k.pose = k.pointer("pose")
	part := k.between("rows", "row")
	k.offsets("offsets", "offset")
	ofOffset := k.part
	for _, columns := range blockColumns {
		k.lines(columns.count, columns.size, func() {
			k.part = ofOffset
			k.put = func(o [4]avo.VecVirtual, column, size int) {
				for i, v := range k.displacement(o, &k.fade) {
					k.store(v, at(k.pose, column*size+i*row))
				}
			}
			k.gather.line(columns.size)
			k.ADDQ(operand.Imm(64), k.line)
			k.part = part.quad
			k.put = func(q [4]avo.VecVirtual, column, size int) {
				to := func(i int) operand.Mem { return at(k.pose, column*size+i*row) }
				if size == otherColumn {
					for i := range 3 {
						k.VADDPS(k.zero, k.sum(q[i], to(i)), k.moved, q[i])
					}
					for i := range q {
						k.store(q[i], to(i))
					}
					return
				}
				k.rotate(q, [3]avo.VecVirtual{k.load(to(0)), k.load(to(1)), k.load(to(2))})
				k.putRotation(q, k.pose, column*size)
			}
			k.gather.line(columns.size)
			part.next()
		})
	}
	k.VZEROUPPER()
	k.RET()
}

// blockColumns are the loops over a block's columns.
var blockColumns = []struct {
	count string
	size  int
}{{"rotations", poseColumn}, {"others", otherColumn}}

// offsets reads where the offsets of the lanes are.
func (k *offset) offsets(values, rows string) {
	k.line, k.rows, k.basis = k.pointer(values), k.pointer(rows), k.pointer("basis")
	k.one, k.zero = k.constant(floatOne), k.vector()
	k.VXORPS(k.zero, k.zero, k.zero)
	k.fade = fade{at(k.basis, 0), at(k.basis, row), at(k.basis, 2*row), k.constant(minusEight), k.constant(floatTwenty)}
	k.moved = k.K()
	k.VCMPPS(compareUnequal, at(k.basis, 0), k.zero, k.moved)
	k.part = func(lane, disp int) avo.VecVirtual {
		m := k.indexed(lane, disp, k.rows, k.line)[0]
		k.PREFETCHNTA(m.Offset(2 * 64)) // it is read once, in pieces too short for the processor's own prefetching
		return k.load(m)
	}
}

// rotate displaces a rotation by v.
func (k *offset) rotate(q [4]avo.VecVirtual, v [3]avo.VecVirtual) {
	for i, p := range k.rotated(v, func(i int) operand.Op { return q[i] }) {
		k.VADDPS(k.zero, p, k.moved, q[i])
	}
}

// fade is F, G and H, and −8 and 20.
type fade struct {
	f, g, h       operand.Op
	eight, twenty avo.VecVirtual
}

// displacement is the remainder of an offset.
func (k *blend) displacement(o [4]avo.VecVirtual, by *fade) [3]avo.VecVirtual {
	left := k.left(o[3], by)
	return [3]avo.VecVirtual{k.mul(o[0], left), k.mul(o[1], left), k.mul(o[2], left)}
}

// left is the fraction of an offset that remains; it starts at a speed.
func (k *blend) left(speed avo.VecVirtual, by *fade) avo.VecVirtual {
	curve := k.do(k.VMAXPS, k.sub(k.mul(speed, by.eight), by.twenty), k.zero)
	return k.sum(k.sum(k.mul(speed, by.g), by.f), k.mul(curve, by.h))
}

// rotated is a rotation, displaced by v.
func (k *blend) rotated(v [3]avo.VecVirtual, q func(i int) operand.Op) [4]avo.VecVirtual {
	square := k.sum(k.sum(k.mul(v[0], v[0]), k.mul(v[1], v[1])), k.mul(v[2], v[2]))
	delta := [4]avo.VecVirtual{k.sum(v[0], v[0]), k.sum(v[1], v[1]), k.sum(v[2], v[2]), k.sub(k.one, square)}
	return k.product(func(i, j int) avo.VecVirtual { return k.mul(delta[i], q(j)) })
}

// product is the quaternion a·b, where times is a component of a times one of b.
func (k *block) product(times func(i, j int) avo.VecVirtual) (v [4]avo.VecVirtual) {
	for i := range 3 {
		next, last := (i+1)%3, (i+2)%3
		v[i] = k.sum(k.sum(times(3, i), times(i, 3)), k.sub(times(next, last), times(last, next)))
	}
	v[3] = k.sub(k.sub(times(3, 3), times(0, 0)), k.sum(times(1, 1), times(2, 2)))
	return v
}

const (
	minusEight  = 0xc1000000
	floatTwenty = 0x41a00000
)
