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

// Without a stated rate, a tick of a DirectX file is 1/4800 s, as in Direct3D. But many programs
// write frame numbers instead. Ticks of a file are taken for 1/4800 s if that makes the median
// gap between keys at least 1/120 s and the longest animation at least 1/4 s; otherwise for
// frames, 25 per second.
const (
	directRate   = 4800
	directGap    = directRate / 120 // median gap between keys, in ticks
	directLength = directRate / 4   // longest animation, in ticks
)

// rateOfDirectX returns a function that supplies the rate of a DirectX file's animations.
func rateOfDirectX(b *scene.Binder, library *assimp.Scene) func(clip string, rate float64) float64 {
	gap, length := keySpacing(library)
	ticks, other, meant := float64(soa.DefaultTicksPerSecond), float64(directRate), "frames at 25 per second instead of Direct3D's 1/4800 s"
	if gap >= directGap && length >= directLength {
		ticks, other, meant = other, ticks, "Direct3D's 1/4800 s instead of frames at 25 per second"
	}
	states := "no"
	if data, err := b.Read(); err == nil && statesNoTicks.Match(data) {
		states = "0"
	}
	return func(clip string, rate float64) float64 {
		if b.Settings.TicksPerSec > 0 || rate != 0 {
			return b.Rate(clip, rate)
		}
		b.Report.Add(report.Repair, report.AssumedRate, clip, "the file states %s ticks per second; keys are %.4g ticks apart over %.6g, so ticks are taken for %s: the longest animation lasts %.4g s instead of %.4g", states, gap, length, meant, length/ticks, length/other)
		return ticks
	}
}

// studioRate is the rate of a sequence of Valve's model compiler, studiomdl, without its option
// fps. libassimp takes 25.
const studioRate = 30

// rateOfSMD returns a function that supplies the rate of an SMD file, which has no place for one:
// its compiler gets it from elsewhere. For one frame it does not matter.
func rateOfSMD(b *scene.Binder, library *assimp.Scene) func(clip string, rate float64) float64 {
	_, length := keySpacing(library)
	return func(clip string, rate float64) float64 {
		if b.Settings.TicksPerSec > 0 {
			return b.Rate(clip, rate)
		}
		if length > 0 {
			b.Report.Add(report.Repair, report.AssumedRate, clip, "the format states no rate; %d frames per second are assumed, which is what Valve's compiler assumes", studioRate)
		}
		return studioRate
	}
}

// statesNoTicks matches a rate of 0 in a text DirectX file.
var statesNoTicks = regexp.MustCompile(`\bAnimTicksPerSecond\s*(?:\w+\s*)?\{\s*(?:<[^>]*>\s*)?0+\s*;`)

// keySpacing returns the median distance between neighbouring keys and the length of the longest
// animation, in ticks.
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
			switch { // keys of matrices occur in all three
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
