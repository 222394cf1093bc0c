package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/internal/measure"
)

// series is the figures of one configuration for several n.
type series struct {
	path, simd, clips, times, workers, character, part, modifier string
	// odd names the keys that differ from the default configuration.
	odd []string
	at  map[int]float64 // n → ns/joint, or of a modifier ns/instance
}

// seriesKey is all keys of a measurement but n; path is that of package measure.
type seriesKey struct{ path, simd, clips, times, workers, character, part, modifier string }

// pathOf returns the name that package measure gives to a source and a form.
func pathOf(source, form string) string {
	for _, p := range measure.Paths() {
		if p.Source == source && p.Form == form {
			return p.Name
		}
	}
	return source
}

// pick makes one figure of several measurements of the same.
type pick struct {
	unit string // of the figures
	of   func([]float64) float64
}

// least takes the shortest time, since disturbances only add: the fastest interval of each
// run, where it is reported.
var least = pick{"least-ns/joint", slices.Min[[]float64]}

// median takes the median of the runs' averages, as benchstat does.
var median = pick{"ns/joint", func(v []float64) float64 {
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}}

// crowd gathers the measurements of a benchmark, like BenchmarkCrowd, or of BenchmarkModifier
// the time with a modifier less that without, each picked by itself: series in the order they
// come in, the ordinary ones of each path before the others.
func crowd(o *output, bench string, p pick) []*series {
	figures, without := map[seriesKey]map[int][]float64{}, map[seriesKey]map[int][]float64{}
	var order []seriesKey
	for _, m := range o.lines {
		n, err := strconv.Atoi(m.keys["n"])
		v, ok := m.value[p.unit]
		if !ok {
			v, ok = m.value["ns/joint"]
		}
		bare := m.value["without-ns/instance"]
		if added, is := m.value["ns/instance"]; is {
			v, ok = bare+added, true
		}
		if m.name != bench || err != nil || !ok {
			continue
		}
		k := seriesKey{pathOf(m.keys["source"], m.keys["form"]), m.keys["simd"], m.keys["clips"], m.keys["times"], m.keys["workers"], m.keys["character"], m.keys["part"], m.keys["modifier"]}
		if figures[k] == nil {
			figures[k], without[k] = map[int][]float64{}, map[int][]float64{}
			order = append(order, k)
		}
		figures[k][n], without[k][n] = append(figures[k][n], v), append(without[k][n], bare)
	}
	list := make([]*series, len(order))
	for i, k := range order {
		list[i] = &series{path: k.path, simd: k.simd, clips: k.clips, times: k.times, workers: k.workers, character: k.character, part: k.part, modifier: k.modifier, at: map[int]float64{}}
		for n, v := range figures[k] {
			list[i].at[n] = p.of(v)
			if k.modifier != "" {
				list[i].at[n] -= p.of(without[k][n])
			}
		}
	}
	tellApart(list)
	return arrange(list)
}

// levels are the instruction sets, the fastest first.
var levels = []string{measure.Own, "avx512", "avx2", "neon", "generic", ""}

// tellApart names the keys in which each series differs from the default: the fastest
// measured instruction set of its path, and otherwise the values of the first series.
func tellApart(list []*series) {
	fastest := map[string]int{}
	for _, s := range list {
		level := slices.Index(levels, s.simd)
		if best, ok := fastest[s.path]; !ok || level < best {
			fastest[s.path] = level
		}
	}
	for _, s := range list {
		first := list[0]
		if slices.Index(levels, s.simd) != fastest[s.path] {
			s.odd = append(s.odd, s.simd)
		}
		if s.clips != first.clips {
			s.odd = append(s.odd, s.clips+" clips")
		}
		if s.times != first.times {
			s.odd = append(s.odd, s.times+" times")
		}
		if s.workers != first.workers {
			s.odd = append(s.odd, s.workers+" workers")
		}
		if s.character != first.character {
			s.odd = append(s.odd, "character "+s.character)
		}
		if s.modifier != "" {
			s.odd = append(s.odd, s.modifier)
		}
		if s.part == "logic" {
			s.odd = append(s.odd, s.part)
		}
	}
}

func (s *series) label() string {
	return strings.Join(append([]string{s.path}, s.odd...), ", ")
}

// arrange sorts default configurations first and paths together, in the order of package
// measure; others follow in input order.
func arrange(list []*series) []*series {
	rank := map[string]int{}
	for i, p := range measure.Paths() {
		rank[p.Name] = i
	}
	for _, s := range list {
		if _, ok := rank[s.path]; !ok {
			rank[s.path] = len(rank)
		}
	}
	slices.SortStableFunc(list, func(a, b *series) int {
		return cmp.Or(cmp.Compare(min(len(a.odd), 1), min(len(b.odd), 1)),
			cmp.Compare(rank[a.path], rank[b.path]), cmp.Compare(len(a.odd), len(b.odd)))
	})
	return list
}

// sizes returns every n that is measured, ascending.
func sizes(list []*series) (ns []int) {
	for _, s := range list {
		for n := range s.at {
			if !slices.Contains(ns, n) {
				ns = append(ns, n)
			}
		}
	}
	slices.Sort(ns)
	return ns
}

// base returns the series that s is compared with: the base path in the same configuration,
// on one worker. It is nil for the base itself and where there is none.
func base(list []*series, path string, s *series) *series {
	if s.path == path {
		return nil
	}
	for _, b := range list {
		if b.path == path && b.clips == s.clips && b.times == s.times && b.character == s.character && b.part == s.part && b.modifier == s.modifier && (b.workers == "1" || b.workers == "") {
			return b
		}
	}
	return nil
}

// ratio returns the speed of s for n as a multiple of its base, or NaN. Where the base was
// not measured for n, the next smaller n counts: time per joint does not decrease with n.
func ratio(s, base *series, n int) float64 {
	own, ok := s.at[n]
	if base == nil || !ok {
		return math.NaN()
	}
	nearest := 0
	for m := range base.at {
		if m <= n {
			nearest = max(nearest, m)
		}
	}
	other, ok := base.at[nearest]
	if !ok {
		return math.NaN()
	}
	return other / own
}

// chooseBase returns the path that ratios refer to: the requested one, else the first
// measured one of the defaults, or none.
func chooseBase(list []*series, asked string) string {
	for _, path := range []string{asked, "ozz", "ogldev"} {
		if path != "" && slices.ContainsFunc(list, func(s *series) bool { return s.path == path }) {
			return path
		}
	}
	return ""
}
