package main

import (
	"fmt"
	"math"
	"strings"
)

// table writes the figures as Markdown: a row per series, a column per n.
func table(o *output, list []*series, basePath string) string {
	var b strings.Builder
	ns := sizes(list)
	if len(o.config) > 0 {
		fmt.Fprintf(&b, "%s.\n", strings.Join(o.config, ", "))
	}
	per := "joint"
	if len(list) > 0 && list[0].modifier != "" {
		per = "instance, of a modifier alone"
	}
	b.WriteString("Nanoseconds per " + per)
	if basePath != "" {
		fmt.Fprintf(&b, " (× as fast as %s)", basePath)
	}
	b.WriteString(", by number of instances:\n\n| path |")
	for _, n := range ns {
		fmt.Fprintf(&b, " %d |", n)
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(ns)) + "\n")
	for _, s := range list {
		fmt.Fprintf(&b, "| %s |", s.label())
		against := base(list, basePath, s)
		for _, n := range ns {
			b.WriteString(" " + cell(s, against, n) + " |")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func cell(s, against *series, n int) string {
	v, ok := s.at[n]
	if !ok {
		return ""
	}
	if r := ratio(s, against, n); !math.IsNaN(r) {
		return fmt.Sprintf("%s (%s×)", digits(v), digits(r))
	}
	return digits(v)
}

// digits formats three significant digits.
func digits(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}
