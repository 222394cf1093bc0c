package console

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// FiniteNumber parses a finite number.
func FiniteNumber(flag, s string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, Usagef("%s: %q is not a number", flag, s)
	}
	return v, nil
}

// Distance parses a length with its unit, such as 1mm, 0.5cm or 0.001m, and returns metres.
func Distance(flag, s string) (float64, error) {
	for _, unit := range []struct {
		name   string
		metres float64
	}{{"mm", 1e-3}, {"cm", 1e-2}, {"um", 1e-6}, {"µm", 1e-6}, {"m", 1}} {
		if number, ok := strings.CutSuffix(strings.TrimSpace(s), unit.name); ok {
			v, err := FiniteNumber(flag, number)
			return v * unit.metres, err
		}
	}
	return 0, Usagef("%s: %q is no distance such as 1mm", flag, s)
}

// NumberList parses the numbers of a repeated flag, each of which may be a list with commas.
func NumberList(flag string, values []string) ([]float64, error) {
	var list []float64
	for _, value := range values {
		for s := range strings.SplitSeq(value, ",") {
			v, err := FiniteNumber(flag, s)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// MaxCount is the largest number of frames or instances.
const MaxCount = 100_000

// CheckCount returns an error for a count outside 1 to MaxCount.
func CheckCount(flag string, n int) error {
	if n < 1 || n > MaxCount {
		return Usagef("%s: %d is outside 1 to %d", flag, n, MaxCount)
	}
	return nil
}

// Kilobytes formats a size in bytes.
func Kilobytes(n int64) string {
	if n >= 1e6 {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0f kB", math.Ceil(float64(n)/1e3))
}

// Milliseconds formats a time in seconds.
func Milliseconds(s float64) string { return fmt.Sprintf("%.3g ms", 1000*s) }
