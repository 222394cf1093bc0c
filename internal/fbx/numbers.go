package fbx

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

// appendNumbers appends the elements of a binary array of a type.
func appendNumbers(list []float64, code byte, b []byte) []float64 {
	for size := elementBytes[code]; len(b) >= size; b = b[size:] {
		switch code {
		case 'f':
			list = append(list, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
		case 'd':
			list = append(list, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		case 'l':
			list = append(list, float64(int64(binary.LittleEndian.Uint64(b))))
		case 'i':
			list = append(list, float64(int32(binary.LittleEndian.Uint32(b))))
		default:
			list = append(list, float64(b[0]))
		}
	}
	return list
}

// textNumbers appends the numbers of a line, up to most in all, until one is malformed.
func textNumbers(line string, list []float64, most int) []float64 {
	for s := range strings.SplitSeq(line, ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || len(list) >= most {
			break
		}
		list = append(list, v)
	}
	return list
}
