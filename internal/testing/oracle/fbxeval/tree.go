package fbxeval

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// node is a record of the file.
type node struct {
	name     string
	values   []any // int64, float64, string, []float64
	children []*node
}

// child returns the first record of a name, or an empty one.
func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return &node{}
}

// number returns a value as a number, 0 for none.
func (n *node) number(i int) float64 {
	if i >= len(n.values) {
		return 0
	}
	switch v := n.values[i].(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	case string:
		if v != "" {
			return float64(v[0])
		}
	}
	return 0
}

// word returns a value as text.
func (n *node) word(i int) string {
	if i < len(n.values) {
		s, _ := n.values[i].(string)
		return s
	}
	return ""
}

// list returns the numbers of an array record.
func (n *node) list() []float64 {
	if len(n.values) == 1 {
		if l, ok := n.values[0].([]float64); ok {
			return l
		}
	}
	return n.child("a").plain()
}

func (n *node) plain() (list []float64) {
	for i := range n.values {
		list = append(list, n.number(i))
	}
	return list
}

// parse reads a file. bits reports whether the numbers of KeyAttrDataFloat are stored as bit
// patterns.
func parse(data []byte) (root *node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed: %v", r)
		}
	}()
	root = &node{}
	if bytes.HasPrefix(data, []byte("Kaydara FBX Binary")) {
		wide := binary.LittleEndian.Uint32(data[23:]) >= 7500
		for at := 27; ; {
			n, end := parseBinary(data, at, wide)
			if n == nil {
				return root, nil
			}
			root.children = append(root.children, n)
			at = end
		}
	}
	p := text{s: string(data)}
	root.children = p.block()
	return root, nil
}

func parseBinary(data []byte, at int, wide bool) (*node, int) {
	word := func(i int) int {
		if wide {
			return int(binary.LittleEndian.Uint64(data[at+8*i:]))
		}
		return int(binary.LittleEndian.Uint32(data[at+4*i:]))
	}
	end, count := word(0), word(1)
	if end == 0 {
		return nil, 0
	}
	head := 13
	if wide {
		head = 25
	}
	name := int(data[at+head-1])
	n := &node{name: string(data[at+head : at+head+name])}
	at += head + name
	for range count {
		v, size := value(data[at:])
		n.values = append(n.values, v)
		at += size
	}
	for at < end {
		c, next := parseBinary(data, at, wide)
		if c == nil {
			break
		}
		n.children = append(n.children, c)
		at = next
	}
	return n, end
}

// value reads one value and returns its size.
func value(b []byte) (any, int) {
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	switch b[0] {
	case 'Y':
		return int64(int16(binary.LittleEndian.Uint16(b[1:]))), 3
	case 'C', 'B':
		return int64(b[1]), 2
	case 'I':
		return int64(int32(u32(1))), 5
	case 'F':
		return float64(math.Float32frombits(uint32(u32(1)))), 5
	case 'D':
		return math.Float64frombits(binary.LittleEndian.Uint64(b[1:])), 9
	case 'L':
		return int64(binary.LittleEndian.Uint64(b[1:])), 9
	case 'S', 'R':
		return string(b[5 : 5+u32(1)]), 5 + u32(1)
	}
	size := map[byte]int{'f': 4, 'd': 8, 'l': 8, 'i': 4, 'b': 1, 'c': 1}[b[0]]
	count, packed, stored := u32(1), u32(5) != 0, u32(9)
	if !packed {
		stored = count * size
	}
	raw := b[13 : 13+stored]
	if packed {
		z, err := zlib.NewReader(bytes.NewReader(raw))
		if err != nil {
			panic(err)
		}
		if raw, err = io.ReadAll(z); err != nil {
			panic(err)
		}
	}
	list := make([]float64, count)
	for i := range list {
		e := raw[i*size:]
		switch b[0] {
		case 'f':
			list[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(e)))
		case 'd':
			list[i] = math.Float64frombits(binary.LittleEndian.Uint64(e))
		case 'l':
			list[i] = float64(int64(binary.LittleEndian.Uint64(e)))
		case 'i':
			list[i] = float64(int32(binary.LittleEndian.Uint32(e)))
		default:
			list[i] = float64(e[0])
		}
	}
	return list, 13 + stored
}

// text is an ASCII file.
type text struct {
	s  string
	at int
}

// block reads records up to the brace that ends them.
func (p *text) block() (list []*node) {
	for {
		p.blank(true)
		if p.at >= len(p.s) {
			return list
		}
		if p.s[p.at] == '}' {
			p.at++
			return list
		}
		colon := strings.IndexByte(p.s[p.at:], ':')
		n := &node{name: strings.TrimSpace(p.s[p.at : p.at+colon])}
		p.at += colon + 1
		p.values(n)
		list = append(list, n)
	}
}

// values reads what follows a record's name.
func (p *text) values(n *node) {
	for {
		p.blank(false)
		switch {
		case p.at >= len(p.s) || p.s[p.at] == '\n':
			return
		case p.s[p.at] == ',':
			p.at++
			p.blank(true)
		case p.s[p.at] == '{':
			p.at++
			n.children = p.block()
			return
		case p.s[p.at] == '"':
			end := strings.IndexByte(p.s[p.at+1:], '"')
			n.values = append(n.values, p.s[p.at+1:p.at+1+end])
			p.at += end + 2
		default:
			end := strings.IndexAny(p.s[p.at:], ", \t\r\n{}")
			word := p.s[p.at : p.at+end]
			p.at += end
			if i, err := strconv.ParseInt(word, 10, 64); err == nil {
				n.values = append(n.values, i)
			} else if f, err := strconv.ParseFloat(word, 64); err == nil {
				n.values = append(n.values, f)
			} else {
				n.values = append(n.values, word)
			}
		}
	}
}

// blank passes over spaces and comments, and over ends of lines where these count as
// such.
func (p *text) blank(lines bool) {
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case c == ';' && lines:
			for p.at < len(p.s) && p.s[p.at] != '\n' {
				p.at++
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' && lines:
			p.at++
		default:
			return
		}
	}
}
