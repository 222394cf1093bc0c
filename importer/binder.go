package importer

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// drive sets the track of a custom property in a clip.
func (b *binder) drive(src *clipSource, i int, t *track) {
	if src.floats == nil {
		src.floats = make(map[int]*track)
	}
	if src.floats[i] != nil {
		b.report.Add(report.Loss, report.DoubledChannel, src.name, "it drives %q twice; the first channel counts", b.floats.list[i].name)
		return
	}
	src.floats[i] = t
}

// binder is the clips of a file while their channels are bound to nodes.
type binder struct {
	*input
	clips  []clipSource
	floats *floatSet
	// dropEmpty leaves out clips that drive nothing, once custom properties are chosen.
	dropEmpty bool
}

// bindClips reads the animations and finds the node of each channel.
func bindClips(in *input, f format) ([]clipSource, *floatSet, error) {
	b := &binder{input: in, floats: &floatSet{at: make(map[floatKey]int)}}
	if err := f.BindClips(b); err != nil {
		return nil, nil, err
	}
	b.floats.choose(b.clips)
	if b.dropEmpty {
		b.clips = slices.DeleteFunc(b.clips, func(s clipSource) bool { return len(s.byNode)+len(s.weights)+len(s.floats) == 0 })
	}
	return b.clips, b.floats, nil
}

// newClip is clip c, which the file names, with the ticks per second that rate makes of those
// that the file states.
func (b *binder) newClip(name string, c int, rate func(string, float64) float64, stated float64) clipSource {
	name = b.clipName(name, c)
	return clipSource{name: name, byNode: make(map[int]*channel), rate: rate(name, stated)}
}

// clipName returns an animation's name. Formats without names (MD5, BVH) have
// clips named after the file.
func (b *binder) clipName(name string, c int) string {
	switch file := source.Stem(b.Base); {
	case name != "":
		return name
	case len(b.clips) == 1:
		return file
	default:
		return fmt.Sprintf("%s %d", file, c)
	}
}

// rate returns the ticks per second: of the option, else of the file, else 25. libassimp has
// 0 where a file states none.
func (b *binder) rate(clip string, rate float64) float64 {
	switch {
	case b.opt.TicksPerSec > 0:
		return b.opt.TicksPerSec
	case rate > 1.0/soa.MaxMagnitude && rate < soa.MaxMagnitude:
		return rate
	}
	states := "no"
	if rate != 0 {
		states = fmt.Sprint(rate)
	}
	b.report.Add(report.Repair, report.AssumedRate, clip, "the file states %s ticks per second; %v is assumed", states, soa.DefaultTicksPerSecond)
	return soa.DefaultTicksPerSecond
}
