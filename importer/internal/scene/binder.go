package scene

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// Drive sets the track of a custom property in a clip.
func (b *Binder) Drive(src *track.Clip, i int, t *track.Track) {
	if src.Floats == nil {
		src.Floats = make(map[int]*track.Track)
	}
	if src.Floats[i] != nil {
		b.Report.Add(report.Loss, report.DoubledChannel, src.Name, "it drives %q twice; the first channel counts", b.Floats.List[i].Name)
		return
	}
	src.Floats[i] = t
}

// Binder is the clips of a file while their channels are bound to nodes.
type Binder struct {
	*Input
	Clips  []track.Clip
	Floats *track.Floats
	// dropEmpty leaves out clips that drive nothing, once custom properties are chosen.
	DropEmpty bool
}

// BindClips reads the animations and finds the node of each channel.
func BindClips(in *Input, f Format) ([]track.Clip, *track.Floats, error) {
	b := &Binder{Input: in, Floats: &track.Floats{At: make(map[track.FloatKey]int)}}
	if err := f.BindClips(b); err != nil {
		return nil, nil, err
	}
	b.Floats.Choose(b.Clips)
	if b.DropEmpty {
		b.Clips = slices.DeleteFunc(b.Clips, func(s track.Clip) bool { return len(s.ByNode)+len(s.Weights)+len(s.Floats) == 0 })
	}
	return b.Clips, b.Floats, nil
}

// NewClip is clip c, which the file names, with the ticks per second that rate makes of those
// that the file states.
func (b *Binder) NewClip(name string, c int, rate func(string, float64) float64, stated float64) track.Clip {
	name = b.ClipName(name, c)
	return track.Clip{Name: name, ByNode: make(map[int]*track.Channel), Rate: rate(name, stated)}
}

// ClipName returns an animation's name. Formats without names (MD5, BVH) have
// clips named after the file.
func (b *Binder) ClipName(name string, c int) string {
	switch file := source.Stem(b.Base); {
	case name != "":
		return name
	case len(b.Clips) == 1:
		return file
	default:
		return fmt.Sprintf("%s %d", file, c)
	}
}

// Rate returns the ticks per second: of the option, else of the file, else 25. libassimp has
// 0 where a file states none.
func (b *Binder) Rate(clip string, rate float64) float64 {
	switch {
	case b.Settings.TicksPerSec > 0:
		return b.Settings.TicksPerSec
	case rate > 1.0/soa.MaxMagnitude && rate < soa.MaxMagnitude:
		return rate
	}
	states := "no"
	if rate != 0 {
		states = fmt.Sprint(rate)
	}
	b.Report.Add(report.Repair, report.AssumedRate, clip, "the file states %s ticks per second; %v is assumed", states, soa.DefaultTicksPerSecond)
	return soa.DefaultTicksPerSecond
}
