package collada

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/sinew-anim/sinew/soa"
)

const (
	// maxNodes bounds the nodes, and maxChannels the channels that are kept of one file.
	maxNodes    = 1 << 20
	maxChannels = 1 << 20
	// maxElements bounds the elements of one node's transform.
	maxElements = 1 << 10
	// maxDepth bounds how deep elements may nest.
	maxDepth = 2000
)

// reader walks through the elements of a file.
type reader struct {
	d     *xml.Decoder
	depth int
}

func newReader(data []byte) *reader {
	r := &reader{d: xml.NewDecoder(bytes.NewReader(data))}
	// Files in other character sets nearly always have ASCII ids; others match nothing.
	r.d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return r
}

// utf8Text converts a file in UTF-8 or UTF-16 to UTF-8.
func utf8Text(data []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	units := make([]uint16, len(data)/2-1)
	for i := range units {
		units[i] = order.Uint16(data[2+2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// removeElements removes the elements of the given names from a file.
func removeElements(data []byte, names ...string) []byte {
	for _, name := range names {
		begin, end := []byte("<"+name), []byte("</"+name+">")
		var kept []byte
		for rest := data; ; {
			a := bytes.Index(rest, begin)
			b := -1
			if a >= 0 {
				b = bytes.Index(rest[a:], end)
			}
			if b < 0 {
				if len(rest) < len(data) {
					data = append(kept, rest...)
				}
				break
			}
			kept = append(kept, rest[:a]...)
			rest = rest[a+b+len(end):]
		}
	}
	return data
}

// forEachChild calls f for every child of the current element and reads to its end. f reads to the end of
// the child.
func (r *reader) forEachChild(f func(e xml.StartElement) error) error {
	if r.depth++; r.depth > maxDepth {
		return fmt.Errorf("%w: elements nest deeper than %d", soa.ErrTooLarge, maxDepth)
	}
	defer func() { r.depth-- }()
	for {
		token, err := r.token()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if err := f(e); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// token returns the next token.
func (r *reader) token() (xml.Token, error) {
	token, err := r.d.RawToken()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, malformed("%w", err)
	}
	return token, nil
}

// skip reads to the end of the element.
func (r *reader) skip() error {
	for depth := 1; depth > 0; {
		token, err := r.token()
		if err != nil {
			return err
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// text returns the element's own text and reads to its end.
func (r *reader) text() (string, error) {
	var parts []string
	for depth := 1; depth > 0; {
		token, err := r.token()
		if err != nil {
			return "", err
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 1 {
				parts = append(parts, string(e))
			}
		}
	}
	return strings.Join(parts, ""), nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// fragment returns the id of a reference: the part after #.
func fragment(url string) string {
	_, id, ok := strings.Cut(url, "#")
	if !ok {
		return url
	}
	return id
}

func malformed(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if errors.Is(err, soa.ErrTooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", soa.ErrFormat, err)
}
