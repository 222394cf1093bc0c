package scene

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// Drive sets a clip's track of custom property i.
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

// Binder binds a file's animation channels to nodes and collects its clips.
type Binder struct {
	*Input
	Clips  []track.Clip
	Floats *track.Floats
	// DropEmpty drops clips without tracks, once the custom properties are chosen.
	DropEmpty bool
}

// BindClips reads the animations and resolves the node of each channel.
func BindClips(in *Input, f Format) ([]track.Clip, *track.Floats, error) {
	b := &Binder{Input: in, Floats: &track.Floats{At: make(map[track.FloatKey]int)}}
	if err := f.BindClips(b); err != nil {
		return nil, nil, err
	}
	b.Floats.Choose(b.Clips, in.Meter)
	if b.DropEmpty {
		b.Clips = slices.DeleteFunc(b.Clips, func(s track.Clip) bool { return len(s.ByNode)+len(s.Weights)+len(s.Floats) == 0 })
	}
	return b.Clips, b.Floats, nil
}

// NewClip returns clip c with the name from the file. rate converts the stated ticks per second
// to those of the clip.
func (b *Binder) NewClip(name string, c int, rate func(string, float64) float64, stated float64) track.Clip {
	name = b.ClipName(name, c)
	return track.Clip{Name: name, Number: c, ByNode: make(map[int]*track.Channel), Rate: rate(name, stated)}
}

// ClipName returns an animation's name. In formats without names (MD5, BVH) clips are named after
// the file.
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

// Rate returns the ticks per second: from the option, else from the file, else 25. libassimp
// reports 0 for files that state none.
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
