package bvh

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"github.com/sinew-anim/sinew/soa"
)

// Limits bound what is made of a file.
type Limits struct {
	Joints int // end sites too
	Keys   int // of all frames; see Document.Keys
	Name   int // bytes of a name; longer ones are cut
}

// parser is the state of Parse.
type parser struct {
	scanner
	doc    Document
	limits Limits
	open   int   // the innermost joint that is not closed, or −1
	stated int64 // frames, or −1 where all count
}

// Parse parses a file. Joints, frames or names beyond a limit are noticed before memory is taken for them:
// the error wraps soa.ErrTooLarge. Malformed text is an error that wraps soa.ErrFormat. The context is asked
// every fraction of a millisecond.
func Parse(ctx context.Context, data []byte, limits Limits) (*Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data, err := utf8Of(ctx, data)
	if err != nil {
		return nil, err
	}
	p := &parser{scanner: scanner{ctx: ctx, data: data, line: 1, ask: askEach}, limits: limits, open: -1, stated: -1}
	if err = p.hierarchy(); err == nil && p.doc.Motion {
		err = p.motion()
	}
	if p.err != nil {
		return nil, p.err
	}
	return &p.doc, err
}

// fail returns an error about a place.
func (p *parser) fail(at place, format string, args ...any) error {
	return fmt.Errorf("%w: line %d, column %d: %s", soa.ErrFormat, at.line, at.at-at.start+1, fmt.Sprintf(format, args...))
}

// shown quotes a word of the file for an error.
func shown(word []byte) string {
	const most = 40
	if len(word) > most {
		return strconv.Quote(string(word[:most])) + "…"
	}
	return strconv.Quote(string(word))
}

// hierarchy reads the joints, up to MOTION or the end.
func (p *parser) hierarchy() error {
	for {
		p.skip()
		at := p.place()
		word := p.word()
		if len(word) == 0 {
			if p.err == nil && p.open >= 0 {
				return p.fail(at, "the file ends within the joint %s of line %d", shown([]byte(p.doc.Joints[p.open].Name)), p.doc.Joints[p.open].line)
			}
			return nil
		}
		key := keywordOf(word)
		var err error
		switch {
		case key == hierarchy && len(p.doc.Joints) == 0:
		case key == motion:
			p.doc.Motion = true
			p.closeAll()
			return nil
		case key == root || key == joint:
			if key == joint && p.open < 0 {
				p.note(LooseJoint, 1, at.line, "")
			}
			err = p.joint(at, p.name(), false)
		case (key == end || key == endSite) && p.open >= 0:
			err = p.joint(at, p.siteName(key), true)
		case p.open < 0 && word[0] != '}':
			err = p.fail(at, "%s, where a BVH file has HIERARCHY, ROOT or MOTION", shown(word))
		case word[0] == '{' && !p.doc.Joints[p.open].opened:
			p.doc.Joints[p.open].opened = true
		case word[0] == '}':
			p.closeOne(at)
		case key == offset:
			err = p.offset()
		case key == channels:
			err = p.channels(at)
		default:
			err = p.fail(at, "%s in the joint %s, where OFFSET, CHANNELS, JOINT, End Site or a brace stands", shown(word), shown([]byte(p.doc.Joints[p.open].Name)))
		}
		if err != nil {
			return err
		}
	}
}

// joint adds a joint below the innermost open one.
func (p *parser) joint(at place, name []byte, end bool) error {
	d := &p.doc
	n := len(d.Joints)
	if n >= p.limits.Joints {
		return fmt.Errorf("%w: more than %d joints", soa.ErrTooLarge, p.limits.Joints)
	}
	j := Joint{Parent: p.open, Column: d.Columns, End: end, line: at.line}
	switch {
	case len(name) > 0:
		j.Name = p.named(name, "", at.line)
	case end:
		j.Name = p.named([]byte(d.Joints[p.open].Name), "EndSite_", at.line)
	default:
		j.Name = "joint" + strconv.Itoa(n)
		p.note(Unnamed, 1, at.line, j.Name)
	}
	if p.open >= 0 && !d.Joints[p.open].opened {
		d.Joints[p.open].opened = true
		p.note(Unopened, 1, d.Joints[p.open].line, d.Joints[p.open].Name)
	}
	d.Joints = append(d.Joints, j)
	p.open = n
	return nil
}

// siteName reads the name behind "End Site", which few files have.
func (p *parser) siteName(key keyword) []byte {
	name := p.nameOfLine()
	if key == endSite {
		return name
	}
	const site = "site"
	if len(name) >= len(site) && bytes.EqualFold(name[:len(site)], []byte(site)) {
		if rest := name[len(site):]; len(rest) == 0 || separates(rest[0]) || rest[0] == ':' {
			return bytes.TrimFunc(rest, func(r rune) bool { return r <= ' ' || r == ':' })
		}
	}
	return name
}

// closeOne closes the innermost joint.
func (p *parser) closeOne(at place) {
	if p.open < 0 {
		p.note(ClosesNothing, 1, at.line, "")
		return
	}
	p.settle(p.open)
	p.open = p.doc.Joints[p.open].Parent
}

// closeAll closes the joints that are open where the motion begins.
func (p *parser) closeAll() {
	for ; p.open >= 0; p.open = p.doc.Joints[p.open].Parent {
		p.note(Unclosed, 1, p.doc.Joints[p.open].line, p.doc.Joints[p.open].Name)
		p.settle(p.open)
	}
}

// settle notes what a joint lacks.
func (p *parser) settle(k int) {
	if j := &p.doc.Joints[k]; !j.placed {
		p.note(NoOffset, 1, j.line, j.Name)
	}
}

// offset reads the three numbers of an offset.
func (p *parser) offset() error {
	j := &p.doc.Joints[p.open]
	if j.placed {
		p.note(TwoOffsets, 1, p.line, j.Name)
	}
	j.placed = true
	if p.decimal = p.decimalCommas(len(j.Offset)); p.decimal {
		p.note(DecimalComma, 1, p.line, "")
	}
	defer func() { p.decimal = false }()
	for axis := range j.Offset {
		p.skip()
		at := p.place()
		if p.atEnd() {
			return p.fail(at, "the file ends within the offset of the joint %s", shown([]byte(j.Name)))
		}
		v, n := number(p.data[p.at:], p.point())
		if n == 0 {
			return p.fail(at, "%s is not a number: the offset of the joint %s on the %c axis", shown(p.word()), shown([]byte(j.Name)), "XYZ"[axis])
		}
		p.at += n
		j.Offset[axis] = v
	}
	return nil
}

// decimalCommas reports whether commas are decimal points in the numbers of the rest of the line: n words
// between blanks, some with a comma inside.
func (p *parser) decimalCommas(n int) bool {
	const longest = 256 // bytes of the numbers: the rest of the line may be the rest of the file
	from := p.place()
	defer p.rewind(from)
	words, commas := p.countLine(longest)
	return commas && words == n
}

// countLine passes the rest of the line, up to a brace, a comment or a number of bytes, and returns the
// number of its words between blanks, and whether a comma is between digits, or a sign and a digit.
func (p *parser) countLine(longest int) (words int, commas bool) {
	within := false
	for stop := min(len(p.data), p.at+longest); p.at < stop && !ends(p.data[p.at]) && !p.ended(); p.at++ {
		c := p.data[p.at]
		switch {
		case c <= ' ':
			within = false
		case c == '{' || c == '}' || !within && p.comment():
			return words, commas
		default:
			if !within {
				words++
			}
			commas = commas || c == ',' && within && p.at+1 < len(p.data) && p.data[p.at+1]-'0' <= 9 && digitOrSign(p.data[p.at-1])
			within = true
		}
	}
	return words, commas
}

func digitOrSign(c byte) bool { return c-'0' <= 9 || c == '+' || c == '-' }

// channels reads the channels of the innermost joint, which may have some already.
func (p *parser) channels(at place) error {
	j := &p.doc.Joints[p.open]
	if len(j.Channels) == 0 {
		j.Column = p.doc.Columns
	} else if j.Column+len(j.Channels) != p.doc.Columns {
		return p.fail(at, "the joint %s has CHANNELS before and behind those of joints below it", shown([]byte(j.Name)))
	}
	p.skip()
	number := p.place()
	count := p.peek()
	stated, err := strconv.ParseInt(string(count[:min(len(count), longestNumber)]), 10, 32)
	if err == nil {
		p.word()
	} else if channelOf(count) == Unknown {
		return p.fail(number, "%s is not a number of channels: those of the joint %s", shown(count), shown([]byte(j.Name)))
	}
	listed := int64(0)
	for {
		from := p.place()
		word := p.word()
		c := channelOf(word)
		if len(word) == 0 || word[0] == '{' || word[0] == '}' || keywordOf(word) != none || c == Unknown && listed >= stated {
			p.rewind(from)
			break
		}
		if c == Unknown {
			p.note(UnknownKind, 1, p.line, string(word[:min(len(word), 40)]))
		} else if c <= Zposition {
			if j.moved[c] {
				p.note(TwoPositions, 1, p.line, j.Name)
			}
			j.moved[c] = true
		} else {
			j.turned = true
		}
		j.Channels = append(j.Channels, c)
		p.doc.Columns++
		listed++
	}
	if listed != stated {
		p.note(ChannelCount, 1, at.line, j.Name)
	}
	return nil
}

// channelOf returns the channel of a name in any case, or Unknown.
func channelOf(word []byte) Channel {
	if len(word) == len("Xposition") {
		for c := range Unknown {
			if bytes.EqualFold(word, []byte(channelNames[c])) {
				return c
			}
		}
	}
	return Unknown
}
