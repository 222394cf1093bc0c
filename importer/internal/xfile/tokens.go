package xfile

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"
)

// errFile is the error of bytes that are no DirectX file.
var errFile = errors.New("not a DirectX file")

// headerSize is the size of a file's header: "xof ", version, form, bits of a number.
const headerSize = 16

// token is a word, a number, or a mark: a brace, or ';' for what separates statements.
type token struct {
	mark   byte // 'w', 'n', '{', '}', ';', or 0 at the end
	word   string
	number float64
}

// tokens reads the tokens of a file.
type tokens struct {
	data   []byte
	binary bool
	wide   bool   // numbers have 64 bits
	left   uint32 // numbers left of a binary list
	floats bool   // of that list
}

// open reads a file's header and unpacks a compressed one, to at most limit bytes.
func open(data []byte, limit int) (*tokens, error) {
	if len(data) < headerSize || string(data[:4]) != "xof " {
		return nil, errFile
	}
	form := string(data[8:12])
	t := &tokens{data: data[headerSize:], wide: string(data[12:16]) == "0064"}
	switch form {
	case "txt ", "bin ":
	case "tzip", "bzip":
		var err error
		if t.data, err = unpack(t.data, limit); err != nil {
			return nil, err
		}
	default:
		return nil, errFile
	}
	t.binary = form[0] == 'b'
	return t, nil
}

// unpack unpacks MSZIP: blocks of at most 32 kB, each with the one before it as its dictionary.
func unpack(data []byte, limit int) ([]byte, error) {
	const sizes, window = 4, 1 << 15
	if len(data) < sizes {
		return nil, errFile
	}
	data = data[sizes:] // the size of the unpacked file
	var out []byte
	for len(data) >= 6 {
		size, packed := int(binary.LittleEndian.Uint16(data)), int(binary.LittleEndian.Uint16(data[2:]))
		if packed < 2 || packed > len(data)-4 || string(data[4:6]) != "CK" || len(out)+size > limit {
			return out, errFile
		}
		dictionary := out[max(0, len(out)-window):]
		block := flate.NewReaderDict(bytes.NewReader(data[6:4+packed]), dictionary)
		text, err := io.ReadAll(io.LimitReader(block, int64(min(max(size, window), limit-len(out)))))
		if err != nil && len(text) == 0 {
			return out, err
		}
		out, data = append(out, text...), data[4+packed:]
	}
	return out, nil
}

func (t *tokens) next() token {
	if t.binary {
		return t.nextBinary()
	}
	for len(t.data) > 0 {
		switch c := t.data[0]; {
		case c <= ' ' || c == ',':
			t.data = t.data[1:]
		case c == '#' || bytes.HasPrefix(t.data, []byte("//")):
			t.skip('\n')
		case c == '<':
			t.skip('>')
		case c == '"':
			t.data = t.data[1:]
			t.skip('"')
		case c == '{' || c == '}' || c == ';':
			t.data = t.data[1:]
			return token{mark: c}
		default:
			n := 1
			for n < len(t.data) && t.data[n] > ' ' && bytes.IndexByte([]byte(",;{}\"<"), t.data[n]) < 0 {
				n++
			}
			word := string(t.data[:n])
			t.data = t.data[n:]
			if v, err := strconv.ParseFloat(word, 64); err == nil && c < 'A' {
				return token{mark: 'n', number: v}
			}
			return token{mark: 'w', word: word}
		}
	}
	return token{}
}

// skip skips up to a byte.
func (t *tokens) skip(end byte) {
	if n := bytes.IndexByte(t.data, end); n >= 0 {
		t.data = t.data[n+1:]
	} else {
		t.data = nil
	}
}

// take takes n bytes, or all if there are fewer.
func (t *tokens) take(n uint32) []byte {
	if uint64(n) > uint64(len(t.data)) {
		t.data = nil
		return make([]byte, min(n, 16))
	}
	b := t.data[:n]
	t.data = t.data[n:]
	return b
}

func (t *tokens) count() uint32 { return binary.LittleEndian.Uint32(t.take(4)) }

// The tokens of binary files that have a value.
const (
	tokenName     = 1
	tokenString   = 2
	tokenInteger  = 3
	tokenGUID     = 5
	tokenIntegers = 6
	tokenFloats   = 7
	tokenOpen     = 10
	tokenClose    = 11
	tokenEnd      = 20 // a semicolon
)

func (t *tokens) nextBinary() token {
	for t.left > 0 || len(t.data) >= 2 {
		if t.left > 0 {
			t.left--
			return t.listed()
		}
		switch binary.LittleEndian.Uint16(t.take(2)) {
		case tokenName:
			return token{mark: 'w', word: string(t.take(t.count()))}
		case tokenString:
			t.take(t.count())
		case tokenInteger:
			return token{mark: 'n', number: float64(t.count())}
		case tokenGUID:
			t.take(16)
		case tokenIntegers:
			t.left, t.floats = t.count(), false
		case tokenFloats:
			t.left, t.floats = t.count(), true
		case tokenOpen:
			return token{mark: '{'}
		case tokenClose:
			return token{mark: '}'}
		case tokenEnd:
			return token{mark: ';'}
		}
	}
	return token{}
}

// listed returns the next number of a list.
func (t *tokens) listed() token {
	if len(t.data) == 0 {
		t.left = 0
		return token{mark: ';'}
	}
	switch {
	case !t.floats:
		return token{mark: 'n', number: float64(t.count())}
	case t.wide:
		return token{mark: 'n', number: math.Float64frombits(binary.LittleEndian.Uint64(t.take(8)))}
	}
	return token{mark: 'n', number: float64(math.Float32frombits(t.count()))}
}
