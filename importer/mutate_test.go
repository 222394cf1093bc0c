package importer_test

import (
	"encoding/binary"
	"math/rand/v2"
)

// mutate damages a copy of a file in one to four ways. donor is another file,
// preferably of the same format, to splice with.
func mutate(r *rand.Rand, data, donor []byte) []byte {
	b := append([]byte(nil), data...)
	for range 1 + r.IntN(4) {
		if len(b) < 16 {
			return b
		}
		b = mutations[r.IntN(len(mutations))](r, b, donor)
	}
	return b
}

// mutations each damage at least 16 bytes, which they may overwrite.
var mutations = []func(r *rand.Rand, b, donor []byte) []byte{
	flipBits, flipBits, cutOut, cutOff, repeat, movePiece, spliceTails, graftPiece, wildSize, wildSize, swapSizes, wildNumber, wildNumber, swapNumbers,
}

// piece picks a short run of bytes.
func piece(r *rand.Rand, b []byte) (at, end int) {
	at = r.IntN(len(b) - 8)
	return at, min(len(b), at+1+r.IntN(64))
}

func flipBits(r *rand.Rand, b, _ []byte) []byte {
	for range 1 + r.IntN(8) {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	}
	return b
}

func cutOut(r *rand.Rand, b, _ []byte) []byte {
	at, end := piece(r, b)
	return append(b[:at:at], b[end:]...)
}

func cutOff(r *rand.Rand, b, _ []byte) []byte { return b[:16+r.IntN(len(b)-15)] }

func repeat(r *rand.Rand, b, _ []byte) []byte {
	at, end := piece(r, b)
	return append(b[:end:end], b[at:]...)
}

func movePiece(r *rand.Rand, b, _ []byte) []byte {
	at, end := piece(r, b)
	copy(b[r.IntN(len(b)-(end-at)+1):], b[at:end])
	return b
}

// spliceTails joins the head of the file with the tail of its donor.
func spliceTails(r *rand.Rand, b, donor []byte) []byte {
	if len(donor) == 0 {
		return b
	}
	return append(b[:16+r.IntN(len(b)-15)], donor[r.IntN(len(donor)):]...)
}

// graftPiece puts up to 4 kB of the donor into the file.
func graftPiece(r *rand.Rand, b, donor []byte) []byte {
	if len(donor) == 0 {
		return b
	}
	from := donor[r.IntN(len(donor)):]
	from = from[:min(len(from), 1+r.IntN(4096))]
	at := r.IntN(len(b))
	return append(append(b[:at:at], from...), b[at:]...)
}

// smallWords finds places of 32-bit numbers that may be counts or offsets: not
// 0, and no more than the file has bytes.
func smallWords(r *rand.Rand, b []byte) (places []int) {
	begin := r.IntN(len(b))
	for at := begin; at+4 <= len(b) && at < begin+4096; at++ {
		if v := binary.LittleEndian.Uint32(b[at:]); v > 0 && v <= uint32(len(b)) {
			places = append(places, at)
		}
	}
	return places
}

// wildSize gives a number that may be a size a value on or beyond an edge.
func wildSize(r *rand.Rand, b, _ []byte) []byte {
	at := r.IntN(len(b) - 8)
	if places := smallWords(r, b); len(places) > 0 && r.IntN(4) > 0 {
		at = places[r.IntN(len(places))]
	}
	old := binary.LittleEndian.Uint32(b[at:])
	edges := []uint32{0, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 30, 1<<32 - 4, old + 1, old - 1, 2 * old, old << 16, uint32(len(b)), uint32(len(b) - at)}
	binary.LittleEndian.PutUint32(b[at:], edges[r.IntN(len(edges))])
	return b
}

// swapSizes exchanges two numbers that may be sizes.
func swapSizes(r *rand.Rand, b, _ []byte) []byte {
	places := smallWords(r, b)
	if len(places) < 2 {
		return flipBits(r, b, nil)
	}
	i, k := places[r.IntN(len(places))], places[r.IntN(len(places))]
	x, y := binary.LittleEndian.Uint32(b[i:]), binary.LittleEndian.Uint32(b[k:])
	binary.LittleEndian.PutUint32(b[i:], y)
	binary.LittleEndian.PutUint32(b[k:], x)
	return b
}

// digits finds the first run of decimal digits after a place.
func digits(b []byte, at int) (begin, end int) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	for at < len(b) && !digit(b[at]) {
		at++
	}
	end = at
	for end < len(b) && digit(b[end]) {
		end++
	}
	return at, end
}

// wildNumber replaces a number of a text.
func wildNumber(r *rand.Rand, b, _ []byte) []byte {
	begin, end := digits(b, r.IntN(len(b)))
	wild := []string{"4294967295", "-1", "2147483647", "1073741824", "99999999999999999999", "1e38", "nan", "inf", "0", "65536", ""}[r.IntN(11)]
	return append(append(b[:begin:begin], wild...), b[end:]...)
}

// swapNumbers exchanges two numbers of a text.
func swapNumbers(r *rand.Rand, b, _ []byte) []byte {
	i, iEnd := digits(b, r.IntN(len(b)))
	k, kEnd := digits(b, iEnd+r.IntN(len(b)-iEnd+1))
	out := append(append(b[:i:i], b[k:kEnd]...), b[iEnd:k]...)
	return append(append(out, b[i:iEnd]...), b[kEnd:]...)
}
