package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// finiteNumber reads a number of the command line.
func finiteNumber(flag, s string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, usagef("%s: %q is not a number", flag, s)
	}
	return v, nil
}

// numberList reads flags that are repeated or hold several numbers with commas
// between them.
func numberList(flag string, values []string) ([]float64, error) {
	var list []float64
	for _, value := range values {
		for s := range strings.SplitSeq(value, ",") {
			v, err := finiteNumber(flag, s)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// maxCount bounds how many frames or instances may be asked for.
const maxCount = 100_000

func checkCount(flag string, n int) error {
	if n < 1 || n > maxCount {
		return usagef("%s: %d is outside 1 to %d", flag, n, maxCount)
	}
	return nil
}

// kilobytes is a file's size for people.
func kilobytes(n int64) string {
	if n >= 1e6 {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0f kB", math.Ceil(float64(n)/1e3))
}
