package left

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/importer/report"
)

// pmxFile reads a model of MikuMikuDance from start to end.
type pmxFile struct {
	rest                                   []byte
	broken                                 bool
	uv                                     int
	vertex, texture, material, bone, morph int // bytes of an index
	body                                   int
}

// skip passes some bytes.
func (p *pmxFile) skip(n int) {
	if n < 0 || n > len(p.rest) {
		p.broken, p.rest = true, nil
		return
	}
	p.rest = p.rest[n:]
}

// byte returns the next byte, 0 beyond the end.
func (p *pmxFile) byte() int {
	if len(p.rest) == 0 {
		p.broken = true
		return 0
	}
	b := p.rest[0]
	p.rest = p.rest[1:]
	return int(b)
}

// count returns the next count. Each of the things takes at least a byte.
func (p *pmxFile) count() int {
	if len(p.rest) < 4 {
		p.broken, p.rest = true, nil
		return 0
	}
	n := word(p.rest, 0)
	p.rest = p.rest[4:]
	if n < 0 || n > len(p.rest) {
		p.broken, p.rest = true, nil
		return 0
	}
	return n
}

// text passes some texts.
func (p *pmxFile) text(n int) {
	for range n {
		p.skip(p.count())
	}
}

// repeat calls f for each of the things that a count says, and returns the count.
func (p *pmxFile) repeat(f func()) int {
	n := p.count()
	for range n {
		if p.broken {
			break
		}
		f()
	}
	return n
}

// pmx counts what a model of MikuMikuDance has besides a skin.
func (l *losses) pmx(data []byte) {
	const header = 9
	if len(data) < header || string(data[:4]) != "PMX " || !(math.Float32frombits(binary.LittleEndian.Uint32(data[4:])) >= 2) {
		return
	}
	p := &pmxFile{rest: data[8:]}
	settings := p.byte()
	if settings < 8 || settings > len(p.rest) {
		return
	}
	s := p.rest
	p.uv, p.vertex, p.texture, p.material, p.bone, p.morph, p.body = int(s[1]), int(s[2]), int(s[3]), int(s[4]), int(s[5]), int(s[6]), int(s[7])
	p.skip(settings)
	p.text(4)
	spherical, chains, grants := 0, 0, 0
	p.repeat(func() { spherical += p.vertexes() })
	p.skip(p.count() * p.vertex)
	p.repeat(func() { p.text(1) })
	p.repeat(p.surface)
	bones := p.repeat(func() {
		flags := p.bones()
		chains += flags >> 5 & 1
		grants += (flags>>8 | flags>>9) & 1
	})
	if p.broken {
		return
	}
	if !l.has.Bones {
		l.add(report.LostSkin, bones, "its %d bones and the weights of its vertices are not read")
	}
	l.add(report.SkinningType, spherical, "%d vertices are skinned spherically (SDEF, QDEF); linear blending is used")
	l.add(report.LostControl, chains, "its %d chains of inverse kinematics are not read")
	l.add(report.LostControl, grants, "%d bones that take over others' motion (append) do not")
	morphs := p.repeat(p.morphs)
	if !l.has.Morphs {
		l.add(report.InvalidMorph, morphs, "its %d morphs are not read")
	}
	p.repeat(p.frame)
	if bodies := p.count(); !p.broken {
		l.add(report.LostControl, bodies, "its %d rigid bodies are not read")
	}
}

// vertexes passes a vertex and returns whether it is skinned spherically: 0 or 1.
func (p *pmxFile) vertexes() (spherical int) {
	p.skip(4*8 + 16*p.uv)
	switch p.byte() {
	case 0:
		p.skip(p.bone)
	case 1:
		p.skip(2*p.bone + 4)
	case 2:
		p.skip(4*p.bone + 16)
	case 3:
		p.skip(2*p.bone + 4 + 36)
		spherical = 1
	case 4:
		p.skip(4*p.bone + 16)
		spherical = 1
	default:
		p.broken = true
	}
	p.skip(4)
	return spherical
}

func (p *pmxFile) surface() {
	p.text(2)
	p.skip(4*11 + 1 + 4*5 + 2*p.texture + 1)
	if p.byte() == 1 {
		p.skip(1)
	} else {
		p.skip(p.texture)
	}
	p.text(1)
	p.skip(4)
}

// bones passes a bone and returns its flags.
func (p *pmxFile) bones() int {
	p.text(2)
	p.skip(12 + p.bone + 4)
	flags := p.byte() | p.byte()<<8
	if flags&1 != 0 {
		p.skip(p.bone)
	} else {
		p.skip(12)
	}
	if flags&0x300 != 0 {
		p.skip(p.bone + 4)
	}
	if flags&0x400 != 0 {
		p.skip(12)
	}
	if flags&0x800 != 0 {
		p.skip(24)
	}
	if flags&0x2000 != 0 {
		p.skip(4)
	}
	if flags&0x20 != 0 {
		p.skip(p.bone + 8)
		p.repeat(func() {
			p.skip(p.bone)
			if p.byte() == 1 {
				p.skip(24)
			}
		})
	}
	return flags
}

func (p *pmxFile) morphs() {
	p.text(2)
	p.skip(1)
	size := 0
	switch kind := p.byte(); kind {
	case 0, 9: // of others
		size = p.morph + 4
	case 1: // vertices
		size = p.vertex + 12
	case 2: // bones
		size = p.bone + 28
	case 3, 4, 5, 6, 7: // coordinates
		size = p.vertex + 16
	case 8: // materials
		size = p.material + 1 + 4*28
	case 10: // impulses
		size = p.body + 1 + 24
	default:
		p.broken = true
	}
	p.skip(p.count() * size)
}

func (p *pmxFile) frame() {
	p.text(2)
	p.skip(1)
	p.repeat(func() {
		if p.byte() == 0 {
			p.skip(p.bone)
		} else {
			p.skip(p.morph)
		}
	})
}
