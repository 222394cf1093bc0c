package neon

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// affine is a matrix that is the same in all lanes: three rows of four.
type affine [3]*vec

func (k *kernel) affine(joint gp, offset int) affine {
	return affine{k.row(joint, offset), k.row(joint, offset+16), k.row(joint, offset+32)}
}

// GeneralPalette writes the kernel behind GeneralPalette16.
func GeneralPalette(k *kernel) {
	k.remark("The root's matrix is in place. The offsets of lanes are in bytes.")
	p, s := newPalettes(k), newPose(k)
	flags, column := k.gp(), k.gp()
	one := k.constant(math.Float32bits(1), flags)
	p.each(s, layout.Size("generalJoint"), func() {
		var m [12]*vec
		for i := range m {
			m[i] = new(vec)
		}
		local := k.affine(p.joint, generalField("local"))
		k.text("MOVW %d(%s), %s", generalField("flags"), p.joint, flags)
		k.text("TBNZ $%d, %s, local", bit("generalLocal"), flags)
		l := p.composed(s, local, one, flags, column)
		for r := 0; r < len(m); r += 4 {
			p.modelRow(m[r:r+4], r, func(a *vec, row, c int) *vec { return k.mul(a, l[4*row+c]) })
		}
		k.text("JMP model")
		k.label("local")
		for r := 0; r < len(m); r += 4 {
			p.modelRow(m[r:r+4], r, func(a *vec, row, c int) *vec { return k.scale(a, local[row], c) })
		}
		k.label("model")
		for i := 0; i < len(m); i += 2 {
			k.storeRows(m[i], m[i+1], p.own, i*groupBytes)
		}
		k.text("TBZ $%d, %s, write", bit("generalPalette"), flags)
		p.inverseBind(&m)
		k.label("write")
		p.writeOut(&m)
	})
	k.keep(one)
}

// composed is the local matrix T·R·S.
func (p *palettes) composed(s *pose, local affine, one *vec, flags, column gp) [12]*vec {
	t := p.constantOrColumn(s, [3]*vec{p.spread(local[0], 0), p.spread(local[0], 1), p.spread(local[0], 2)},
		generalField("translation"), column, "placed")
	q := s.rotation()
	r := p.matrixOf(q, p.add(q[4], q[4]), one)
	p.text("TBZ $%d, %s, rigid", bit("generalScaled"), flags)
	scale := p.constantOrColumn(s, [3]*vec{p.spread(local[0], 3), p.spread(local[1], 0), p.spread(local[1], 1)},
		generalField("scale"), column, "sized")
	for i := range r {
		p.mulTo(r[i], r[i], scale[i%3])
	}
	p.label("rigid")
	return [12]*vec{r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1], r[6], r[7], r[8], t[2]}
}

// constantOrColumn is v, or the other column that the joint names at offset.
func (p *palettes) constantOrColumn(s *pose, v [3]*vec, offset int, column gp, label string) [3]*vec {
	p.text("MOVW %d(%s), %s", offset, p.joint, column)
	p.text("TBNZ $63, %s, %s", column, label)
	p.text("ADD %s, %s, %s", s.others, column, column)
	for i := range v {
		p.rowTo(v[i], column, i*laneBytes)
	}
	p.label(label)
	return v
}

// modelRow writes the row of the parent's matrix that starts at entry r, times
// a matrix whose product with a the function makes, into m.
func (p *palettes) modelRow(m []*vec, r int, product func(a *vec, row, c int) *vec) {
	var a [4]*vec
	a[0], a[1] = p.rows(p.parent, r*groupBytes)
	a[2], a[3] = p.rows(p.parent, (r+2)*groupBytes)
	for c := range m {
		sum := p.add(product(a[0], 0, c), product(a[1], 1, c))
		p.addTo(m[c], sum, product(a[2], 2, c))
		if c == 3 {
			p.addTo(m[c], m[c], a[3])
		}
	}
}

// inverseBind multiplies m by the joint's inverse bind matrix.
func (p *palettes) inverseBind(m *[12]*vec) {
	b := p.affine(p.joint, generalField("inverseBind"))
	for r := 0; r < len(m); r += 4 {
		var xy, z [4]*vec
		for c := range 4 {
			xy[c] = p.add(p.scale(m[r], b[0], c), p.scale(m[r+1], b[1], c))
			z[c] = p.scale(m[r+2], b[2], c)
		}
		for c := range 3 {
			p.addTo(m[r+c], xy[c], z[c])
		}
		p.addTo(m[r+3], p.add(xy[3], z[3]), m[r+3])
	}
}
