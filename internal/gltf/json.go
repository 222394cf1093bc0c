package gltf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// text is JSON parsed into flat arrays: nodes in the order of the text, and the children of
// each object and array side by side in kids.
//
//	{"scene": 0, "nodes": [{"name": "hips"}]}
//	nodes   0 object   1 number "scene"   2 array "nodes"   3 object   4 string "name"
//	kids    [1 2] [3] [4]
type text struct {
	data  []byte
	nodes []jsonNode
	kids  []uint32
	err   error // the first of reading values
	meter *meter.Meter
	// mended are numbers that are not finite, for which defaults stand: the first maxMended.
	mended []value
	more   int // beyond these
}

// maxMended is the number of values that a text lists as mended.
const maxMended = 100

// mend lists a number for which a default stands.
func (t *text) mend(v value) {
	if len(t.mended) < maxMended {
		t.mended = append(t.mended, v)
	} else {
		t.more++
	}
}

// jsonNode is a value. A scalar is data[from:to], without the quotes of a string; a container
// has the children kids[from:to].
type jsonNode struct {
	from, to       uint32
	key, keyEnd    uint32 // in data, without quotes; equal in arrays
	parent         int32  // −1 of the root
	kind           jsonKind
	escaped, keyed bool // the string, or the key, has escapes
}

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonFalse
	jsonTrue
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

var kindNames = [...]string{"null", "false", "true", "a number", "a string", "an array", "an object"}

// Limits of a text. A value takes 28 bytes of memory, and 2 or more of the text.
const (
	maxDepth  = 1000
	maxValues = 1 << 24
)

// stepsOfValue is the time that parsing a value takes, in steps of a meter.
const stepsOfValue = 50

// parser is the state of parseText.
type parser struct {
	text
	at int
}

// parseText parses a whole text, which may begin with a byte-order mark.
func parseText(data []byte, m *meter.Meter) (*text, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if uint64(len(data)) > math.MaxUint32 {
		return nil, fmt.Errorf("%w: %d bytes of JSON", soa.ErrTooLarge, len(data))
	}
	p := &parser{text: text{data: data, meter: m}}
	room := min(mostValues(data), maxValues)
	if err := m.Take("values of JSON", room, unsafe.Sizeof(jsonNode{})); err != nil {
		return nil, err
	}
	p.nodes = make([]jsonNode, 0, room)
	p.space()
	if err := p.value(-1, jsonNode{}, 0); err != nil {
		return nil, err
	}
	if err := p.adopt(); err != nil {
		return nil, err
	}
	if p.space(); p.at < len(data) && len(bytes.Trim(data[p.at:], "\x00 \t\r\n")) > 0 {
		return nil, p.wrong("more follows the JSON value")
	}
	return &p.text, nil
}

// mostValues returns a number of values that a text does not exceed: each follows a comma or begins its
// array or object, but for the first. Commas and brackets in strings count too.
func mostValues(data []byte) int {
	n := 1
	for _, mark := range []string{",", "{", "["} {
		n += bytes.Count(data, []byte(mark))
	}
	return n - bytes.Count(data, []byte("{}")) - bytes.Count(data, []byte("[]"))
}

// adopt lists the children of all arrays and objects.
func (p *parser) adopt() error {
	if err := p.meter.Take("values of JSON", len(p.nodes), 4); err != nil {
		return err
	}
	p.kids = make([]uint32, len(p.nodes)-1)
	for i := 1; i < len(p.nodes); i++ {
		p.nodes[p.nodes[i].parent].to++
	}
	sum := uint32(0)
	for i := range p.nodes {
		if n := &p.nodes[i]; n.kind >= jsonArray {
			n.from, n.to, sum = sum, sum, sum+n.to
		}
	}
	for i := 1; i < len(p.nodes); i++ {
		up := &p.nodes[p.nodes[i].parent]
		p.kids[up.to] = uint32(i)
		up.to++
	}
	return p.meter.Step(8 * len(p.nodes))
}

func (p *parser) wrong(format string, args ...any) error {
	return fmt.Errorf("%w: JSON, byte %d: %s", soa.ErrFormat, p.at, fmt.Sprintf(format, args...))
}

func (p *parser) space() {
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// value parses a value and adds it to the children of its parent. n has its key.
func (p *parser) value(parent int32, n jsonNode, depth int) error {
	if p.at >= len(p.data) {
		return p.wrong("it ends too early")
	}
	if len(p.nodes) >= maxValues {
		return fmt.Errorf("%w: more than %d values of JSON", soa.ErrTooLarge, maxValues)
	}
	if err := p.meter.Step(stepsOfValue); err != nil {
		return err
	}
	i := len(p.nodes)
	n.parent = parent
	p.nodes = append(p.nodes, n)
	switch c := p.data[p.at]; {
	case c == '{' || c == '[':
		if depth >= maxDepth {
			return p.wrong("more than %d arrays and objects within each other", maxDepth)
		}
		return p.container(i, c == '{', depth+1)
	case c == '"':
		from, to, escaped, err := p.quoted()
		m := &p.nodes[i]
		m.kind, m.from, m.to, m.escaped = jsonString, from, to, escaped
		return err
	case c == '-' || c >= '0' && c <= '9' || c == 'N' || c == 'I':
		end := max(number(p.data, p.at), notFinite(p.data, p.at))
		if end < 0 {
			return p.wrong("no number")
		}
		m := &p.nodes[i]
		m.kind, m.from, m.to = jsonNumber, uint32(p.at), uint32(end)
		p.at = end
		return nil
	}
	for kind, word := range []string{"null", "false", "true"} {
		if bytes.HasPrefix(p.data[p.at:], []byte(word)) {
			p.nodes[i].kind = jsonKind(kind)
			p.at += len(word)
			return nil
		}
	}
	return p.wrong("no value begins with %q", p.data[p.at])
}

// container parses an array or object, whose node is i.
func (p *parser) container(i int, object bool, depth int) error {
	end, kind := byte(']'), jsonArray
	if object {
		end, kind = '}', jsonObject
	}
	p.at++
	p.space()
	for more := p.at >= len(p.data) || p.data[p.at] != end; more; {
		var n jsonNode
		if object {
			var err error
			if n.key, n.keyEnd, n.keyed, err = p.name(); err != nil {
				return err
			}
		}
		if err := p.value(int32(i), n, depth); err != nil {
			return err
		}
		p.space()
		if p.at >= len(p.data) || p.data[p.at] != ',' && p.data[p.at] != end {
			return p.wrong("a comma or %q has to follow", end)
		}
		if more = p.data[p.at] == ','; more {
			p.at++
			p.space()
		}
	}
	p.at++
	p.nodes[i].kind = kind
	return nil
}

// name parses the key of a member and the colon.
func (p *parser) name() (from, to uint32, escaped bool, err error) {
	if p.at >= len(p.data) || p.data[p.at] != '"' {
		return 0, 0, false, p.wrong("the name of a member has to follow")
	}
	if from, to, escaped, err = p.quoted(); err != nil {
		return 0, 0, false, err
	}
	if p.space(); p.at >= len(p.data) || p.data[p.at] != ':' {
		return 0, 0, false, p.wrong("a colon has to follow the name of a member")
	}
	p.at++
	p.space()
	return from, to, escaped, nil
}

// quoted parses a string.
func (p *parser) quoted() (from, to uint32, escaped bool, err error) {
	p.at++
	from = uint32(p.at)
	for p.at < len(p.data) {
		if rest := p.data[p.at:]; len(rest) >= 8 {
			n := plain(binary.LittleEndian.Uint64(rest))
			if p.at += n; n == 8 {
				continue
			}
		}
		switch c := p.data[p.at]; {
		case c == '"':
			to = uint32(p.at)
			p.at++
			return from, to, escaped, nil
		case c == '\\':
			escaped = true
			p.at += 2
		case c < ' ':
			return 0, 0, false, p.wrong("byte %#x in a string", c)
		default:
			p.at++
		}
	}
	p.at = len(p.data)
	return 0, 0, false, p.wrong("a string does not end")
}

// plain returns how many of eight bytes of a string come before its end, an escape or what is
// invalid.
func plain(word uint64) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	quote, escape := word^(ones*'"'), word^(ones*'\\')
	// The first byte that is below ' ', or zero, borrows from its top bit, and none before it.
	found := ((word-ones*' ')&^word | (quote-ones)&^quote | (escape-ones)&^escape) & tops
	return bits.TrailingZeros64(found) / 8
}

// notFinite returns the end of a number that JSON does not have, as Python writes and reads them,
// or −1 where none begins.
func notFinite(data []byte, at int) int {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(data[at:], []byte(word)) {
			return at + len(word)
		}
	}
	return -1
}

// number returns the end of the number that begins at a place, or −1 where none does.
func number(data []byte, at int) int {
	next := func(a, b byte) bool {
		if at < len(data) && (data[at] == a || data[at] == b) {
			at++
			return true
		}
		return false
	}
	next('-', '-')
	from := at
	if at = digits(data, at); at == from {
		return -1
	}
	if next('.', '.') {
		from = at
		if at = digits(data, at); at == from {
			return -1
		}
	}
	if next('e', 'E') {
		next('+', '-')
		from = at
		if at = digits(data, at); at == from {
			return -1
		}
	}
	return at
}

// digits returns the end of the digits at a place.
func digits(data []byte, at int) int {
	for at < len(data) && data[at]-'0' <= 9 {
		at++
	}
	return at
}
