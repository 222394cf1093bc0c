package assimp

import (
	"math"
	"regexp"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// Ticks of DirectX files that do not state how many are a second are 4,800ths of one, as
// Direct3D has it; but many programs write the numbers of frames. Keys of the former are as
// far apart as frames at most 120 times a second, and last some frames.
const (
	directRate   = 4800
	directGap    = directRate / 120 // ticks between keys, half of which are so far apart or more
	directLength = directRate / 4   // ticks of the longest animation
)

// rateOfDirectX returns rate for the animations of a DirectX file.
func rateOfDirectX(b *scene.Binder, library *assimp.Scene) func(clip string, rate float64) float64 {
	gap, length := keySpacing(library)
	ticks, other, meant := float64(soa.DefaultTicksPerSecond), float64(directRate), "frames of which 25 are a second, and not Direct3D's 4,800ths of one"
	if gap >= directGap && length >= directLength {
		ticks, other, meant = other, ticks, "Direct3D's 4,800ths of a second, and not frames of which 25 are one"
	}
	states := "no"
	if data, err := b.Read(); err == nil && statesNoTicks.Match(data) {
		states = "0"
	}
	return func(clip string, rate float64) float64 {
		if b.Settings.TicksPerSec > 0 || rate != 0 {
			return b.Rate(clip, rate)
		}
		b.Report.Add(report.Repair, report.AssumedRate, clip, "the file states %s ticks per second; as keys are %.4g ticks apart of %.6g, ticks are taken for %s: the longest animation lasts %.4g s, and not %.4g", states, gap, length, meant, length/ticks, length/other)
		return ticks
	}
}

// statesNoTicks finds a rate of 0 in a DirectX file of text.
var statesNoTicks = regexp.MustCompile(`\bAnimTicksPerSecond\s*(?:\w+\s*)?\{\s*(?:<[^>]*>\s*)?0+\s*;`)

// keySpacing returns the median distance between neighbouring keys of animations, and the
// length of the longest, in ticks.
func keySpacing(scene *assimp.Scene) (gap, length float64) {
	var gaps []float64
	for c := range scene.Animations() {
		first, last := math.Inf(1), math.Inf(-1)
		anim := scene.Animation(c)
		for k := range anim.Channels() {
			ch := anim.Channel(k)
			p, r, s := ch.Positions(), ch.Rotations(), ch.Scalings()
			before := math.NaN()
			see := func(time float64) {
				if time-before > 0 {
					gaps = append(gaps, time-before)
				}
				before = time
				first, last = math.Min(first, time), math.Max(last, time)
			}
			switch { // keys of matrices are in all three
			case len(p) >= max(r.Len(), len(s)):
				for i := range p {
					see(p[i].Time)
				}
			case r.Len() >= len(s):
				for i := range r.Len() {
					see(r.Time(i))
				}
			default:
				for i := range s {
					see(s[i].Time)
				}
			}
		}
		length = math.Max(length, last-first)
	}
	if len(gaps) > 0 {
		slices.Sort(gaps)
		gap = gaps[len(gaps)/2]
	}
	return gap, length
}
