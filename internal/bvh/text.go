package bvh

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// utf8Of returns text without a byte-order mark, and UTF-16 as UTF-8.
func utf8Of(ctx context.Context, data []byte) ([]byte, error) {
	if text, ok := bytes.CutPrefix(data, []byte("\xef\xbb\xbf")); ok || len(data) < 2 {
		return text, nil
	}
	var order binary.ByteOrder
	switch {
	case data[0] == 0xff && data[1] == 0xfe:
		order, data = binary.LittleEndian, data[2:]
	case data[0] == 0xfe && data[1] == 0xff:
		order, data = binary.BigEndian, data[2:]
	case data[0] != 0 && data[1] == 0 && data[0] < 0x80:
		order = binary.LittleEndian
	case data[0] == 0 && data[1] != 0 && data[1] < 0x80:
		order = binary.BigEndian
	default:
		return data, nil
	}
	out := make([]byte, 0, len(data)/2)
	var high rune
	for i := 0; i+1 < len(data); i += 2 {
		if i%askEach == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		r := rune(order.Uint16(data[i:]))
		switch both := utf16.DecodeRune(high, r); {
		case high != 0 && both != utf8.RuneError:
			out, high = utf8.AppendRune(out, both), 0
		case r >= 0xd800 && r < 0xdc00:
			high = r
		default:
			out, high = utf8.AppendRune(out, r), 0
		}
	}
	return out, nil
}

// named makes a name of the bytes of one: cut to the bound, and UTF-8.
func (p *parser) named(name []byte, prefix string, line int) string {
	most := p.limits.Name - len(prefix)
	if len(name) > most {
		for most = max(most, 0); most > 0 && !utf8.RuneStart(name[most]); {
			most--
		}
		name = name[:most]
		p.note(LongName, 1, line, "")
	}
	if utf8.Valid(name) {
		return prefix + string(name)
	}
	var b strings.Builder
	b.WriteString(prefix)
	for _, c := range name {
		if n := utf8.RuneLen(rune(c)); b.Len()+n > p.limits.Name {
			break
		}
		b.WriteRune(rune(c))
	}
	p.note(NotUTF8, 1, line, b.String())
	return b.String()
}
