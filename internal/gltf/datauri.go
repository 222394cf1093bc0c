package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// uriPart is how many digits of base64 are decoded between questions to the meter.
const uriPart = 1 << 16

// dataOf decodes what follows "data:", as browsers do: base64 in any lines, escaped or not, padded or
// not, also of the alphabet for URLs; else the characters themselves.
func dataOf(rest string, m *meter.Meter) ([]byte, error) {
	kind, encoded, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, fmt.Errorf("%w: a data URI without data", soa.ErrFormat)
	}
	mark := strings.LastIndexByte(kind, ';')
	if mark < 0 || !strings.EqualFold(strings.TrimSpace(kind[mark+1:]), "base64") {
		if err := m.Take("bytes of a data URI", len(encoded), 1); err != nil {
			return nil, err
		}
		return unescaped(make([]byte, 0, len(encoded)), encoded), m.Err()
	}
	if err := m.Take("bytes of a data URI", base64.RawStdEncoding.DecodedLen(len(encoded)), 1); err != nil {
		return nil, err
	}
	out := make([]byte, 0, base64.RawStdEncoding.DecodedLen(len(encoded)))
	plain := strings.TrimRight(encoded, "=")
	for from := 0; from < len(plain); from += uriPart {
		if err := m.Step(2 * uriPart); err != nil {
			return nil, err
		}
		part := plain[from:min(from+uriPart, len(plain))]
		next, err := base64.RawStdEncoding.AppendDecode(out, []byte(part))
		if err != nil || strings.IndexByte(part, '\n') >= 0 || strings.IndexByte(part, '\r') >= 0 { // the decoder skips line breaks
			return decodeLines(out[:0], encoded, m)
		}
		out = next
	}
	return out, nil
}

// decodeLines is dataOf for base64 with spaces, escapes or the alphabet for URLs.
func decodeLines(out []byte, encoded string, m *meter.Meter) ([]byte, error) {
	var digits []byte
	for len(encoded) > 0 {
		if err := m.Step(10 * uriPart); err != nil {
			return nil, err
		}
		end := min(uriPart, len(encoded))
		if k := strings.LastIndexByte(encoded[:end], '%'); k > end-3 && end < len(encoded) {
			end = k // an escape belongs to the next part
		}
		digits = appendDigits(digits, unescaped(nil, encoded[:end]))
		encoded = encoded[end:]
		n := len(bytes.TrimRight(digits, "="))
		if len(encoded) > 0 {
			n &^= 3
		}
		var err error
		if out, err = base64.RawStdEncoding.AppendDecode(out, digits[:n]); err != nil {
			return nil, fmt.Errorf("%w: a data URI: %w", soa.ErrFormat, err)
		}
		digits = append(digits[:0], digits[n:]...)
	}
	return out, nil
}

// appendDigits appends the digits of a text in base64, of the alphabet for URLs too, and not the spaces.
func appendDigits(digits, text []byte) []byte {
	for _, c := range text {
		switch c {
		case ' ', '\t', '\n', '\f', '\r':
		case '-':
			digits = append(digits, '+')
		case '_':
			digits = append(digits, '/')
		default:
			digits = append(digits, c)
		}
	}
	return digits
}

// unescaped appends a text with the characters that its escapes stand for. A stray % is itself.
func unescaped(out []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if b, err := hex.DecodeString(text[i+1 : i+3]); err == nil {
				out = append(out, b[0])
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return out
}
