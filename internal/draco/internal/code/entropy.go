package code

import "sort"

// Numbers and bits are coded by range variants of asymmetric numeral systems (rANS): a state from
// which symbols are taken by division, refilled from the end of the coded bytes.

const rangeByte = 256

// startState reads the state that an encoder has left at the end of its bytes, of up to sizes bytes.
func startState(r *Reader, coded []byte, base uint32, sizes int) (state uint32, rest []byte) {
	if len(coded) == 0 {
		r.Fail(ErrFormat, "a coded part is empty")
		return 0, nil
	}
	n := int(coded[len(coded)-1]>>6) + 1
	if n > sizes || n > len(coded) {
		r.Fail(ErrFormat, "a coded part ends in a state of %d bytes", n)
		return 0, nil
	}
	rest = coded[:len(coded)-n]
	for k := n - 1; k >= 0; k-- {
		state = state<<8 | uint32(coded[len(rest)+k])
	}
	state = state&(1<<(8*n-2)-1) + base
	if state >= base*rangeByte {
		r.Fail(ErrFormat, "a coded part ends in a state out of range")
	}
	return state, rest
}

// BitDecoder decodes bits that are 0 with one probability.
type BitDecoder struct {
	state uint32
	ones  uint32 // of 256
	data  []byte
}

const bitBase = 4096

// BitDecoder reads what is needed to decode a sequence of bits.
func (r *Reader) BitDecoder() (b BitDecoder) {
	b.ones = uint32(uint8(-r.U8()))
	coded := r.Bytes(int(r.Varint()))
	if r.Err == nil {
		b.state, b.data = startState(r, coded, bitBase, 3)
	}
	return b
}

// Next decodes one bit with the probability that the stream states.
func (b *BitDecoder) Next() bool {
	if b.state < bitBase && len(b.data) > 0 {
		b.state = b.state*rangeByte + uint32(b.data[len(b.data)-1])
		b.data = b.data[:len(b.data)-1]
	}
	quotient, rest := b.state/256, b.state%256
	if rest < b.ones {
		b.state = quotient*b.ones + rest
		return true
	}
	b.state -= quotient*b.ones + b.ones
	return false
}

// symbolDecoder decodes numbers of an alphabet, each of a probability of its own.
type symbolDecoder struct {
	precision uint     // bits of a probability
	symbols   []uint32 // of each remainder of a state; nil: they are searched in before
	share     []uint32 // of a symbol
	before    []uint32 // of all symbols before
	state     uint32
	data      []byte
}

// fewNumbers is the part of a table's entries below which numbers are searched: a table of a million
// entries for each of a thousand attributes of three points would take gigabytes, and seconds.
const fewNumbers = 16

// symbolDecoder reads the probabilities and the coded bytes of some numbers that have up to bits bits.
func (r *Reader) symbolDecoder(bits, numbers int) *symbolDecoder {
	s := &symbolDecoder{precision: uint(min(max(3*bits/2, 12), 20))}
	n := int(r.Varint())
	if n == 0 || n/64 > len(r.Data) {
		r.Fail(ErrFormat, "an alphabet of %d symbols", n)
		return nil
	}
	if !r.Take(n, 8) {
		return nil
	}
	s.share = make([]uint32, n)
	for i := 0; i < n && r.Err == nil; i++ {
		b := uint32(r.U8())
		if b&3 == 3 { // a run of symbols that do not occur
			i += int(b >> 2)
			if i >= n {
				r.Fail(ErrFormat, "probabilities of more than %d symbols", n)
			}
			continue
		}
		share := b >> 2
		for k := range b & 3 {
			share |= uint32(r.U8()) << (8*k + 6)
		}
		s.share[i] = share
	}
	if !s.addUp() {
		r.Fail(ErrFormat, "probabilities that do not add up to 1")
	}
	if r.Err == nil && numbers >= 1<<s.precision/fewNumbers && r.Take(1<<s.precision, 4) {
		s.index()
	}
	coded := r.Bytes(int(r.Varint64()))
	if r.Err != nil {
		return nil
	}
	s.state, s.data = startState(r, coded, s.base(), 4)
	return s
}

// addUp sums the shares of the symbols before each, and reports whether all are 1 together.
func (s *symbolDecoder) addUp() bool {
	s.before = make([]uint32, len(s.share))
	sum, whole := uint32(0), uint32(1)<<s.precision
	for i, share := range s.share {
		s.before[i] = sum
		if share > whole-sum {
			return false
		}
		sum += share
	}
	return sum == whole
}

// index lists the symbol of every remainder of a state.
func (s *symbolDecoder) index() {
	s.symbols = make([]uint32, 1<<s.precision)
	for i, share := range s.share {
		for k := range share {
			s.symbols[s.before[i]+k] = uint32(i)
		}
	}
}

// symbol returns the symbol of a remainder.
func (s *symbolDecoder) symbol(rest uint32) uint32 {
	if s.symbols != nil {
		return s.symbols[rest]
	}
	// The last one that begins up to there: those without a share begin where the next one does.
	return uint32(sort.Search(len(s.before), func(i int) bool { return s.before[i] > rest }) - 1)
}

func (s *symbolDecoder) base() uint32 { return 4 << s.precision }

func (s *symbolDecoder) next() uint32 {
	for s.state < s.base() && len(s.data) > 0 {
		s.state = s.state*rangeByte + uint32(s.data[len(s.data)-1])
		s.data = s.data[:len(s.data)-1]
	}
	quotient, rest := s.state>>s.precision, s.state&(1<<s.precision-1)
	symbol := s.symbol(rest)
	s.state = quotient*s.share[symbol] + rest - s.before[symbol]
	return symbol
}

const (
	codedTagged = 0 // a symbol says how many bits the numbers of an element have
	codedRaw    = 1 // the numbers are symbols
)

// Numbers decodes the unsigned numbers of elements of the given number of components.
func (r *Reader) Numbers(dst []uint32, components int) {
	if len(dst) == 0 {
		return
	}
	switch scheme := r.U8(); scheme {
	case codedTagged:
		tags := r.symbolDecoder(5, len(dst)/components)
		if r.Err != nil {
			return
		}
		bits := Bits{Data: r.Data}
		for i := 0; i < len(dst); i += components {
			if !r.Step(10 * components) {
				return
			}
			n := int(tags.next())
			if n > 32 {
				r.Fail(ErrFormat, "a number of %d bits", n)
				return
			}
			for k := range components {
				dst[i+k] = bits.Next(n)
			}
		}
		r.Bytes(bits.Used())
	case codedRaw:
		bits := int(r.U8())
		if bits < 1 || bits > 18 {
			r.Fail(ErrFormat, "symbols of %d bits", bits)
			return
		}
		symbols := r.symbolDecoder(bits, len(dst))
		if r.Err != nil {
			return
		}
		for i := range dst {
			if i%4096 == 0 && !r.Step(4096*8) {
				return
			}
			dst[i] = symbols.next()
		}
	default:
		r.Fail(ErrFormat, "coding %d of numbers", scheme)
	}
}
