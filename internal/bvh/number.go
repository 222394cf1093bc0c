package bvh

import (
	"bytes"
	"math"
	"strconv"
)

// The powers of ten that float64 has without rounding.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// longestNumber is the number of bytes at which a word is no number.
const longestNumber = 1 << 12

// number reads the number that text begins with, up to a separator or a brace, and returns its length, or 0
// for another word. point is the decimal point, or a decimal comma.
func number(text []byte, point byte) (v float64, length int) {
	text = text[:min(len(text), longestNumber)]
	i := 0
	negative := text[0] == '-'
	if negative || text[0] == '+' {
		i++
	}
	const exact = 1 << 53
	var digits uint64
	n, fraction := 0, 0
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		digits, n = digits*10+uint64(text[i]-'0'), n+1
	}
	if i < len(text) && text[i] == point {
		for i++; i < len(text) && text[i]-'0' <= 9; i++ {
			digits, n, fraction = digits*10+uint64(text[i]-'0'), n+1, fraction+1
		}
	}
	ended := i == len(text) || separates(text[i])
	if n == 0 || n > 19 || digits > exact || fraction >= len(tens) || !ended {
		return slowNumber(text, point)
	}
	v = float64(digits)
	if fraction > 0 {
		v /= tens[fraction]
	}
	if negative {
		v = -v
	}
	return v, i
}

// slowNumber is number for exponents, many digits, and what is not finite.
func slowNumber(text []byte, point byte) (v float64, length int) {
	for length < len(text) && text[length] != '{' && text[length] != '}' && (!separates(text[length]) || text[length] == point) {
		length++
	}
	if length == longestNumber {
		return 0, 0
	}
	if point == ',' { // which also separates
		text = bytes.TrimRight(text[:length], ",")
		length = len(text)
		text = bytes.Replace(text, []byte{','}, []byte{'.'}, 1)
	}
	word := text[:length]
	if !bytes.ContainsFunc(word, func(r rune) bool {
		return (r < '0' || r > '9') && r != '+' && r != '-' && r != '.' && r != 'e' && r != 'E'
	}) {
		v, err := strconv.ParseFloat(string(word), 64)
		if err == nil || math.IsInf(v, 0) {
			return v, length
		}
		return 0, 0
	}
	if notFinite(word) {
		return math.NaN(), length
	}
	return 0, 0
}

// notFinite reports whether a word is what programs write for a number that is not finite: nan, -nan(ind),
// inf, Infinity, 1.#QNAN, -1.#IND00.
func notFinite(word []byte) bool {
	const longest = 20
	if len(word) > longest {
		return false
	}
	word = bytes.ToLower(bytes.TrimLeft(word, "+-"))
	return bytes.HasPrefix(word, []byte("nan")) || bytes.HasPrefix(word, []byte("inf")) || bytes.HasPrefix(word, []byte("1.#"))
}

// begun reports whether a word may be the beginning of a number.
func begun(word []byte) bool {
	word = bytes.TrimLeft(word, "+-0123456789.")
	return len(word) == 0 || (word[0] == 'e' || word[0] == 'E') && len(bytes.TrimLeft(word[1:], "+-")) == 0
}
