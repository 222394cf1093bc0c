package fbx

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// binder makes the clips of an FBX file.
type binder struct {
	*scene.Binder
	fbx *Format
}

func (b *binder) bind() error {
	if b.fbx.err != nil {
		b.Report.Add(report.Loss, report.InvalidCurve, "", "animations, if it has any, are left out: %v", b.fbx.err)
		return nil
	}
	driven, err := b.readFBXFloats()
	if err != nil {
		return err
	}
	b.reportBroken()
	left := b.Settings.Bounds.Keys
	still := 0
	for k := range b.fbx.file.Stacks {
		s := &b.fbx.file.Stacks[k]
		if !s.Plays {
			still++
			continue
		}
		name := s.Name
		if name == "" {
			name = b.ClipName("", k)
		}
		src := track.Clip{Name: name, Rate: b.fbxRate(name), ByNode: make(map[int]*track.Channel)}
		src.Begin = s.First / fbx.Second
		src.Length = (s.Last - s.First) / fbx.Second * src.Rate
		src.Ranged = true
		f := follower{binder: b, src: &src, stack: s, number: k, left: &left, seen: make(map[*fbx.Driven]bool)}
		if err := f.models(k); err != nil {
			return err
		}
		if err := f.floats(driven[k]); err != nil {
			return err
		}
		if err := f.weights(k); err != nil {
			return err
		}
		f.report(k)
		if len(src.ByNode) == 0 && len(src.Floats) == 0 && len(src.Weights) == 0 {
			still++
			continue
		}
		b.Clips = append(b.Clips, src)
	}
	if still > 0 {
		b.Report.Add(report.Info, report.EmptyClip, "", "%d animation stacks without keys left out", still)
	}
	return nil
}

// reportBroken reports the curves that could not be read.
func (b *binder) reportBroken() {
	for _, c := range b.fbx.scene.Broken {
		b.Report.Add(report.Loss, report.InvalidCurve, c.Of, "a curve of its %q left out of %q: %v", c.Name, b.fbx.file.Stacks[c.Stack].Name, c.Err)
	}
}

// follower makes tracks that follow the curves of one stack.
type follower struct {
	*binder
	src    *track.Clip
	stack  *fbx.Stack
	number int  // of the stack
	left   *int // keys that the file may still have
	seen   map[*fbx.Driven]bool

	own, added int     // keys at times of the file's, and between them
	off        float64 // the largest distance beyond a bound, as a multiple of it
	where      string
	size       report.Size
	plain      bool // what is followed places nothing
}

// models makes the channels of all models that the stack drives.
func (f *follower) models(k int) error {
	scene := f.fbx.scene
	var lost []string
	for m, mo := range scene.Motions[k] {
		if mo == nil {
			continue
		}
		if scene.node[m] < 0 {
			lost = append(lost, scene.Models[m].Name)
			continue
		}
		var ch track.Channel
		for part, to := range []**track.Track{fbx.TranslationPart: &ch.T, fbx.RotationPart: &ch.R, fbx.ScalePart: &ch.S} {
			t, err := f.part(mo, fbx.Part(part), m)
			if err != nil {
				return err
			}
			*to = t
		}
		if ch != (track.Channel{}) {
			f.src.ByNode[scene.node[m]] = &ch
		}
	}
	if len(lost) > 0 {
		f.Binder.Report.Add(report.Info, report.LeftOut, f.src.Name, "it drives %d models, of which libassimp makes no nodes (%s); left out", len(lost), report.FirstNames(lost))
	}
	return nil
}

// part makes the track of one part of a model's transform, nil where nothing drives it.
func (f *follower) part(mo *fbx.Motion, part fbx.Part, m int) (*track.Track, error) {
	bound := f.fbx.scene.bound[m]
	if p := f.fbx.ahead.tracks[partOf{f.number, m, part}]; p != nil && p.Error == bound[part] && p.Extra <= *f.left {
		return f.take(f.fbx.scene.Models[m].Name, p), nil
	}
	p := motionCourse(mo, part, bound)
	if p == nil {
		return nil, nil
	}
	return f.follow(f.fbx.scene.Models[m].Name, p)
}

// follow makes a track through a function that properties drive.
func (f *follower) follow(name string, p *course) (*track.Track, error) {
	p.between(f.stack, *f.left)
	if len(p.knots) > *f.left {
		return nil, f.tooManyKeys()
	}
	p.Extra = min(p.Extra, *f.left)
	p.track = fit.Through(p.at, p.knots, p.Options)
	return f.take(name, p), nil
}

// take counts what a track has, and converts it.
func (f *follower) take(name string, p *course) *track.Track {
	for _, d := range p.drivers {
		if !f.seen[d] {
			f.seen[d] = true
			f.src.Mend(name, track.Repairs{NotFinite: d.NotFinite()})
		}
	}
	made := &p.track
	*f.left -= len(made.Time)
	f.own += len(p.knots)
	f.added += max(0, len(made.Time)-len(p.knots))
	if by := made.Error / p.Error; by > 1 && by > f.off {
		f.off, f.where, f.size = by, name, f.SizeOf(by, made.Error, p.Rotation, f.plain)
	}
	return f.track(made)
}

func (f *follower) tooManyKeys() error {
	return fmt.Errorf("%w: more keys than the %d that are allowed", soa.ErrTooLarge, f.Settings.Bounds.Keys)
}

// track converts a track to the clip's ticks. What is just before or after a moment is a
// float32 away from it.
func (f *follower) track(from *fit.Track) *track.Track {
	rate := f.src.Rate / fbx.Second
	t := &track.Track{Mode: from.Mode, Keys: make([]track.Key, len(from.Time))}
	for i := range t.Keys {
		tick := (from.Time[i] - f.stack.First) * rate
		switch from.Side[i] {
		case fit.Before:
			tick = float64(track.JustBefore(float32(tick)))
		case fit.After:
			tick = float64(track.JustAfter(float32(tick)))
		}
		t.Keys[i] = track.Key{Time: tick, Value: from.Value[i]}
	}
	if t.Mode != soa.Cubic {
		return t
	}
	t.In, t.Out = make([][4]float64, len(t.Keys)), make([][4]float64, len(t.Keys))
	for i := range t.Keys {
		for c := range 4 {
			t.In[i][c], t.Out[i][c] = from.In[i][c]/rate, from.Out[i][c]/rate
		}
	}
	return t
}

// FloatError is the bound of custom properties, as a part of their range.
const FloatError = 1e-6

// floats makes the tracks of custom properties.
func (f *follower) floats(list []drivenFloat) error {
	f.plain = true
	for _, d := range list {
		low, high := d.driven.Range(d.component, f.stack.First, f.stack.Last)
		at := func(time float64, side fit.Side) exact.Quat {
			return exact.Quat{d.driven.At(time, side)[d.component]}
		}
		p := &course{Options: fit.Options{Error: math.Max(FloatError*(high-low), 1e-12)}, at: at, drivers: []*fbx.Driven{d.driven}}
		t, err := f.follow(f.Binder.Floats.List[d.float].Name, p)
		if err != nil {
			return err
		}
		f.Drive(f.src, d.float, t)
	}
	return nil
}

// report tells of layers, of added keys, and of curves that tracks do not follow within
// the bound.
func (f *follower) report(k int) {
	scene, r := f.fbx.scene, f.Binder.Report
	if n := scene.Combined[k]; n > 0 {
		r.Add(report.Info, report.Layers, f.src.Name, "%d layers are blended with its first one", n)
	}
	if n := scene.Silent[k]; n > 0 {
		r.Add(report.Info, report.Layers, f.src.Name, "%d layers are mute, or not those that play solo", n)
	}
	if f.added > 0 {
		r.Add(report.Info, report.AddedKeys, f.src.Name, "%d keys were added to the %d at times of the file's own, to follow its curves within %.4g mm and %.4g°",
			f.added, f.own, 1000*f.Settings.CurveDistance, f.Settings.CurveAngle*180/math.Pi)
	}
	if f.off > 1 {
		r.AddSized(report.Loss, report.LostCurve, f.src.Name, f.size, "a curve of %q is too steep to follow: its track is %.3g %s off, %.3g times the bound", f.where, f.size.Value, f.size.Unit, f.off)
	}
}
