package main

import (
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
