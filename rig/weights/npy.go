package weights

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// magic begins a .npy file. Two bytes with its version and the length of the header follow.
const magic = "\x93NUMPY"

// header is what the header of a .npy file says.
type header struct {
	descr   string
	fortran bool
	shape   []int
}

// readNPY reads a .npy file.
func readNPY(data []byte) (*Matrix, error) {
	text, values, err := split(data)
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, fmt.Errorf("%w: the header of .npy: %w", soa.ErrFormat, err)
	}
	if len(h.shape) != 2 {
		return nil, fmt.Errorf("%w: an array of %d dimensions, want vertices × joints", ErrUnsupported, len(h.shape))
	}
	size, order, err := h.kind()
	if err != nil {
		return nil, err
	}
	rows, columns := h.shape[0], h.shape[1]
	if columns > 0 && rows > maxMatrixValues/columns {
		return nil, fmt.Errorf("%w: %d × %d values", soa.ErrTooLarge, rows, columns)
	}
	if want := rows * columns * size; len(values) != want {
		return nil, fmt.Errorf("%w: %d × %d values of %d bytes are %d, and the file has %d after its header",
			soa.ErrFormat, rows, columns, size, want, len(values))
	}
	m := &Matrix{Rows: rows, Columns: columns, Value: make([]float32, rows*columns)}
	for i := range m.Value {
		at := i
		if h.fortran {
			at = i%rows*columns + i/rows
		}
		m.Value[at] = decode(values[i*size:(i+1)*size], order)
	}
	return m, nil
}

// split returns the header's text and what follows it.
func split(data []byte) (text string, values []byte, err error) {
	short := func(what string) (string, []byte, error) {
		return "", nil, fmt.Errorf("%w: .npy ends in its %s", soa.ErrFormat, what)
	}
	if len(data) < len(magic)+4 {
		return short("first bytes")
	}
	major, rest, length := data[len(magic)], data[len(magic)+2:], uint64(0)
	switch major {
	case 1:
		length, rest = uint64(binary.LittleEndian.Uint16(rest)), rest[2:]
	case 2, 3:
		if len(rest) < 4 {
			return short("first bytes")
		}
		length, rest = uint64(binary.LittleEndian.Uint32(rest)), rest[4:]
	default:
		return "", nil, fmt.Errorf("%w: .npy of version %d", ErrUnsupported, major)
	}
	if length > uint64(len(rest)) {
		return short("header")
	}
	return string(rest[:length]), rest[length:], nil
}

// kind returns the size of a value and its byte order.
func (h *header) kind() (size int, order binary.ByteOrder, err error) {
	order = binary.LittleEndian
	kind := h.descr
	if strings.HasPrefix(kind, ">") {
		order = binary.BigEndian
	}
	switch strings.TrimLeft(kind, "<>=") {
	case "f2":
		size = 2
	case "f4":
		size = 4
	case "f8":
		size = 8
	default:
		return 0, nil, fmt.Errorf("%w: values of type %q, want f2, f4 or f8", ErrUnsupported, h.descr)
	}
	return size, order, nil
}

// decode reads a float of 2, 4 or 8 bytes.
func decode(data []byte, order binary.ByteOrder) float32 {
	switch len(data) {
	case 2:
		return half(order.Uint16(data))
	case 4:
		return math.Float32frombits(order.Uint32(data))
	}
	return float32(math.Float64frombits(order.Uint64(data)))
}

// half widens a float16: 1 bit of sign, 5 of exponent, 10 of mantissa.
func half(h uint16) float32 {
	sign, exponent, mantissa := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0: // below 2⁻¹⁴ in steps of 2⁻²⁴
		f := float32(mantissa) * 0x1p-24
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | mantissa<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | mantissa<<13)
}

// scanner reads the literal of a Python dictionary, which the header is.
type scanner struct{ text string }

// parseHeader reads {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } in any order of keys.
func parseHeader(text string) (h header, err error) {
	s := &scanner{text}
	if err := s.expect("{"); err != nil {
		return h, err
	}
	seen := map[string]bool{}
	for !s.take("}") {
		key, err := s.quoted()
		if err == nil {
			err = s.expect(":")
		}
		if err != nil {
			return h, err
		}
		if seen[key] {
			return h, fmt.Errorf("%q twice", key)
		}
		seen[key] = true
		switch key {
		case "descr":
			h.descr, err = s.quoted()
		case "fortran_order":
			h.fortran, err = s.truth()
		case "shape":
			h.shape, err = s.numbers()
		default:
			err = fmt.Errorf("%q is not known", key)
		}
		if err != nil {
			return h, err
		}
		if s.take(",") {
			continue
		}
		if err := s.expect("}"); err != nil {
			return h, err
		}
		break
	}
	if s.space(); s.text != "" {
		return h, fmt.Errorf("%.20q after the dictionary", s.text)
	}
	for _, key := range [...]string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return h, fmt.Errorf("no %q", key)
		}
	}
	return h, nil
}

func (s *scanner) space() { s.text = strings.TrimLeft(s.text, " \t\r\n\x00") }

// take skips a token if it comes next.
func (s *scanner) take(token string) bool {
	s.space()
	rest, ok := strings.CutPrefix(s.text, token)
	s.text = rest
	return ok
}

func (s *scanner) expect(token string) error {
	if !s.take(token) {
		return fmt.Errorf("want %s, not %.20q", token, s.text)
	}
	return nil
}

// quoted reads a string without escapes.
func (s *scanner) quoted() (string, error) {
	s.space()
	if s.text == "" || s.text[0] != '\'' && s.text[0] != '"' {
		return "", fmt.Errorf("want a string, not %.20q", s.text)
	}
	end := strings.IndexByte(s.text[1:], s.text[0])
	if end < 0 {
		return "", fmt.Errorf("the string %.20q does not end", s.text)
	}
	text := s.text[1 : 1+end]
	s.text = s.text[end+2:]
	return text, nil
}

func (s *scanner) truth() (bool, error) {
	switch {
	case s.take("True"):
		return true, nil
	case s.take("False"):
		return false, nil
	}
	return false, fmt.Errorf("want True or False, not %.20q", s.text)
}

// numbers reads a tuple of sizes.
func (s *scanner) numbers() (list []int, err error) {
	if err := s.expect("("); err != nil {
		return nil, err
	}
	for !s.take(")") {
		s.space()
		digits := s.text[:len(s.text)-len(strings.TrimLeft(s.text, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil || n > math.MaxInt32 {
			return nil, fmt.Errorf("want a size, not %.20q", s.text)
		}
		s.text = strings.TrimPrefix(s.text[len(digits):], "L")
		if list = append(list, n); len(list) > 32 {
			return nil, fmt.Errorf("more than 32 sizes")
		}
		if s.take(",") {
			continue
		}
		if err := s.expect(")"); err != nil {
			return nil, err
		}
		break
	}
	return list, nil
}
