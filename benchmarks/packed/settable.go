//go:build cgo

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/benchmarks/clips"
)

// setTables writes the tables of all clips together, then of each clip.
func setTables(name string, s *set) string {
	var b strings.Builder
	if name != "" {
		fmt.Fprintf(&b, "%s: ", name)
	}
	seconds, raw, exact := 0.0, 0, 0
	for _, c := range s.Clips {
		seconds, raw, exact = seconds+c.Seconds, raw+c.Raw, exact+c.Exact
	}
	fmt.Fprintf(&b, "%d clips of %d files, %.1f minutes; %s bytes raw, %s as their tracks are. ", len(s.Clips), s.Files, seconds/60, thousands(raw), thousands(exact))
	fmt.Fprintf(&b, "Left out: %d files that do not import, %d clips without a duration.\n", s.Failed, s.Still)
	for i, bound := range bounds {
		fmt.Fprintf(&b, "\n## Within %g mm\n\n", 1000*bound)
		totals(&b, s, i)
		spreads(&b, s, i)
		kept(&b, s, i)
	}
	for i, bound := range bounds {
		fmt.Fprintf(&b, "\n## Clip by clip within %g mm\n\n", 1000*bound)
		writeClipRows(&b, s, i)
	}
	return b.String()
}

// totals writes the sizes of all clips together beside the raw sizes, and the number of
// clips beyond the bound.
func totals(b *strings.Builder, s *set, bound int) {
	row := func(name string, of func(*boundResult) (size int, off float64)) {
		sum, raw, over, n := 0, 0, 0, 0
		for _, c := range s.Clips {
			r := c.Bounds[bound]
			size, off := of(r)
			if size == 0 {
				continue
			}
			sum, raw, n = sum+size, raw+c.Raw, n+1
			if off > r.Bound {
				over++
			}
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s | %.1f× | %d |\n", name, n, thousands(raw), thousands(sum), float64(raw)/float64(max(1, sum)), over)
	}
	b.WriteString("| | clips | raw | bytes | smaller | beyond the bound |\n|---|---:|---:|---:|---:|---:|\n")
	row("packed", func(r *boundResult) (int, float64) { return r.Packed, r.Error })
	row("small", func(r *boundResult) (int, float64) { return r.Small, r.SmallError })
	for _, l := range peers(s) {
		row(l, func(r *boundResult) (int, float64) { return r.peer(l).size() })
	}
	packs := func(r *boundResult) bool { return r.Kept == "" }
	row("packed, without clips kept exact", func(r *boundResult) (int, float64) {
		if !packs(r) {
			return 0, 0
		}
		return r.Packed, r.Error
	})
	for _, l := range peers(s) {
		row(l+", without clips kept exact", func(r *boundResult) (int, float64) {
			if !packs(r) {
				return 0, 0
			}
			return r.peer(l).size()
		})
	}
}

// size returns bytes and the error, 0 for a clip that the library refused.
func (p *peerResult) size() (int, float64) {
	if p == nil {
		return 0, 0
	}
	return p.Bytes, p.Error
}

// peers lists the other libraries of the build.
func peers(s *set) (list []string) {
	for _, c := range s.Clips {
		for _, p := range c.Bounds[0].Peers {
			if !slices.Contains(list, p.Library) {
				list = append(list, p.Library)
			}
		}
	}
	return list
}

func (r *boundResult) peer(library string) *peerResult {
	for _, p := range r.Peers {
		if p.Library == library {
			return p
		}
	}
	return nil
}

// measure is a figure of each clip, or of each that has it.
type measure struct {
	name string
	of   func(c *clipResult, r *boundResult) (float64, bool)
}

func measures(s *set) []measure {
	list := []measure{
		{"error, in parts of the bound", func(_ *clipResult, r *boundResult) (float64, bool) { return r.Error / r.Bound, true }},
		{"ns a joint, played on", func(_ *clipResult, r *boundResult) (float64, bool) { return r.On.Least, true }},
		{"ns a joint, anywhere", func(_ *clipResult, r *boundResult) (float64, bool) { return r.Seek.Least, true }},
		{"ns a pose, played on", func(c *clipResult, r *boundResult) (float64, bool) { return r.On.Least * float64(c.Joints), true }},
		{"ns a pose, anywhere", func(c *clipResult, r *boundResult) (float64, bool) { return r.Seek.Least * float64(c.Joints), true }},
		{"times smaller than raw", func(c *clipResult, r *boundResult) (float64, bool) { return float64(c.Raw) / float64(r.Packed), true }},
	}
	for _, l := range peers(s) {
		add := func(name string, of func(c *clipResult, p *peerResult) float64) {
			list = append(list, measure{l + ": " + name, func(c *clipResult, r *boundResult) (float64, bool) {
				p := r.peer(l)
				if p == nil {
					return 0, false
				}
				return of(c, p), true
			}})
		}
		add("ns a joint, played on", func(_ *clipResult, p *peerResult) float64 { return p.On.Least })
		add("ns a joint, anywhere", func(_ *clipResult, p *peerResult) float64 { return p.Seek.Least })
		add("ns a pose, anywhere", func(c *clipResult, p *peerResult) float64 { return p.Seek.Least * float64(c.Joints) })
		add("error in mm", func(_ *clipResult, p *peerResult) float64 { return p.Error })
		add("times smaller than raw", func(c *clipResult, p *peerResult) float64 { return float64(c.Raw) / float64(p.Bytes) })
	}
	return list
}

// spreads are percentiles over the clips, with the worst by name.
func spreads(b *strings.Builder, s *set, bound int) {
	b.WriteString("\n| over the clips | least | p50 | p90 | p99 | most | that is |\n|---|---:|---:|---:|---:|---:|---|\n")
	for _, m := range measures(s) {
		var values []float64
		worst, at := math.Inf(-1), ""
		for _, c := range s.Clips {
			if v, ok := m.of(c, c.Bounds[bound]); ok {
				values = append(values, v)
				if v > worst {
					worst, at = v, c.label()
				}
			}
		}
		slices.Sort(values)
		fmt.Fprintf(b, "| %s |", m.name)
		for _, percent := range []int{0, 50, 90, 99, 100} {
			fmt.Fprintf(b, " %s |", digits(clips.Percentile(values, percent)))
		}
		fmt.Fprintf(b, " %s |\n", at)
	}
}

// kept lists the clips that stay exact.
func kept(b *strings.Builder, s *set, bound int) {
	var lines []string
	for _, c := range s.Clips {
		if r := c.Bounds[bound]; r.Kept != "" {
			lines = append(lines, fmt.Sprintf("- %s: %s", c.label(), r.Kept))
		}
	}
	fmt.Fprintf(b, "\nKept exact: %d clips.\n", len(lines))
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(lines, "\n"))
	}
}

// writeClipRows writes a row per clip.
func writeClipRows(b *strings.Builder, s *set, bound int) {
	b.WriteString("| clip | joints | s | keys | raw B | exact B | packed B | small B | error mm | part of the bound | ns a joint, on | anywhere |\n")
	b.WriteString("|---|" + strings.Repeat("---:|", 11) + "\n")
	for _, c := range s.Clips {
		r := c.Bounds[bound]
		fmt.Fprintf(b, "| %s | %d | %.2f | %s | %s | %s | %s | %s | %s | %.2f | %s | %s |\n", c.label(), c.Joints, c.Seconds, thousands(c.Keys),
			thousands(c.Raw), thousands(c.Exact), thousands(r.Packed), thousands(r.Small), digits(r.Error), r.Error/r.Bound,
			digits(r.On.Least), digits(r.Seek.Least))
	}
}

// label names a clip and its file.
func (c *clipResult) label() string {
	name := strings.ReplaceAll(c.Clip, "|", `\|`)
	if name == "" {
		return c.File
	}
	return c.File + " " + name
}

// thousands groups digits by three.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// digits formats three significant digits.
func digits(v float64) string {
	switch {
	case v >= 100:
		return thousands(int(math.Round(v)))
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1 || v == 0:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
