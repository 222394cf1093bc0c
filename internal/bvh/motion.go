package bvh

import (
	"bytes"
	"math"
)

// motion reads what follows MOTION.
func (p *parser) motion() error {
	if err := p.header(); err != nil {
		return err
	}
	if p.doc.Columns == 0 {
		if p.skip(); !p.atEnd() {
			p.trailing()
		}
		return nil
	}
	r := rows{parser: p, most: p.doc.capacity(p.limits.Keys)}
	r.arrange()
	if err := r.read(); err != nil {
		return err
	}
	r.finish()
	return nil
}

// capacity returns the number of frames whose keys are within a limit.
func (d *Document) capacity(keys int) int { return keys / max(1, d.keysPerFrame()) }

// trailing notes the rest of the text.
func (p *parser) trailing() {
	line := p.line
	word := p.word()
	p.note(Trailing, 1, line, string(word[:min(len(word), 40)]))
	p.at = len(p.data)
}

// header reads the number of frames, which a recorder that was stopped may have left at 0, and the frame time: "Frames: 3", "Frames:3", "FRAMES : 3", "Frame Time:
// .03", "FrameTime .03", in any order.
func (p *parser) header() error {
	for {
		from := p.place()
		p.skip()
		switch {
		case p.accept("frames"):
			word, at := p.value()
			v, n := numberIn(word)
			switch {
			case len(word) > 0 && n == 0:
				return p.fail(at, "%s is not a number of frames", shown(word))
			case n > 0 && v > 0 && v == math.Floor(v):
				p.stated = int64(min(v, 1<<53))
			}
		case p.accept("frame") && p.acceptTime():
			word, at := p.value()
			v, n := numberIn(word)
			if len(word) > 0 && n == 0 {
				return p.fail(at, "%s is not a frame time", shown(word))
			}
			p.doc.Timed, p.doc.FrameTime = n > 0, v
		default:
			p.rewind(from) // before a comma that may be a decimal point
			return nil
		}
	}
}

// accept passes a word, or the beginning of one, in any case.
func (p *parser) accept(word string) bool {
	if len(p.data)-p.at < len(word) || !bytes.EqualFold(p.data[p.at:][:len(word)], []byte(word)) {
		return false
	}
	p.at += len(word)
	return true
}

func (p *parser) acceptTime() bool {
	p.blanks()
	return p.accept("time")
}

// value returns the word behind a colon, between blanks: on the line, or alone on the next one. It is empty
// if there is none.
func (p *parser) value() (word []byte, at place) {
	colon := func() {
		for p.blanks(); !p.atEnd() && p.data[p.at] == ':'; p.blanks() {
			p.at++
		}
	}
	if colon(); p.atEnd() || ends(p.data[p.at]) {
		from := p.place()
		p.skip()
		alone := p.place()
		words, _ := p.countLine(len(p.data) - p.at)
		if p.rewind(alone); words != 1 || p.doc.Columns == 1 || p.atEnd() || p.data[p.at]-'A' < 26 || p.data[p.at]-'a' < 26 {
			p.rewind(from)
			return nil, from
		}
	}
	at = p.place()
	for !p.atEnd() && p.data[p.at] > ' ' && !p.ended() {
		p.at++
	}
	return p.data[at.at:p.at], at
}

// numberIn returns the number that a word is, with a decimal point or comma. It has length 0 if it is none.
func numberIn(word []byte) (v float64, length int) {
	if len(word) == 0 {
		return 0, 0
	}
	point := byte('.')
	if bytes.IndexByte(word, '.') < 0 && bytes.IndexByte(word, ',') >= 0 {
		point = ','
	}
	if v, length = number(word, point); length == len(word) || length > 0 && len(bytes.TrimRight(word[length:], ",;")) == 0 {
		return v, length
	}
	return 0, 0
}
