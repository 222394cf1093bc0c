package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
)

// binder makes the clips of an FBX file.
type binder struct {
	*scene.Binder
	fbx *Format
}

func (b *binder) bind() error {
	if b.fbx.err != nil {
		b.Report.Add(report.Loss, report.InvalidCurve, "", "any animations are left out: %v", b.fbx.err)
		return nil
	}
	driven, err := b.readFloats()
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
		src := track.Clip{Name: name, Rate: b.frameRate(name), ByNode: make(map[int]*track.Channel)}
		src.Begin = s.First / fbx.Second
		src.Length = (s.Last - s.First) / fbx.Second * src.Rate
		src.Ranged = true
		f := follower{fbx: b.fbx, stack: s, number: k, seen: make(map[scene.Driver]bool), Follower: scene.Follower{
			Binder: b.Binder, Clip: &src, First: s.First, Last: s.Last, Ticks: src.Rate / fbx.Second, Left: &left,
		}}
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

// reportBroken reports curves that could not be read.
func (b *binder) reportBroken() {
	for _, c := range b.fbx.scene.Broken {
		b.Report.Add(report.Loss, report.InvalidCurve, c.Of, "a curve of its %q left out of %q: %v", c.Name, b.fbx.file.Stacks[c.Stack].Name, c.Err)
	}
}

// follower makes tracks that approximate the curves of one stack.
type follower struct {
	scene.Follower
	fbx    *Format
	stack  *fbx.Stack
	number int // index of the stack
	seen   map[scene.Driver]bool
}

// models makes the channels of all models that the stack drives.
func (f *follower) models(k int) error {
	models := f.fbx.scene
	var lost []string
	for m, mo := range models.Motions[k] {
		if mo == nil {
			continue
		}
		if models.node[m] < 0 {
			lost = append(lost, models.Models[m].Name)
			continue
		}
		var ch track.Channel
		for part, to := range []**track.Track{fbx.TranslationPart: &ch.T, fbx.RotationPart: &ch.R, fbx.ScalePart: &ch.S} {
			t, err := f.part(mo, fbx.Part(part), m)
			if err != nil {
				return err
			}
			if t != nil {
				t.Implied = !mo.Keyed(fbx.Part(part))
			}
			*to = t
		}
		if ch != (track.Channel{}) {
			f.Clip.ByNode[models.node[m]] = &ch
		}
	}
	if len(lost) > 0 {
		f.Binder.Report.Add(report.Info, report.LeftOut, f.Clip.Name, "it drives %d models for which libassimp makes no nodes (%s); left out", len(lost), report.FirstNames(lost))
	}
	return nil
}

// part makes the track of one part of a model's transform, or nil if nothing drives it.
func (f *follower) part(mo *fbx.Motion, part fbx.Part, m int) (*track.Track, error) {
	bound := f.fbx.scene.bound[m]
	if p := f.fbx.ahead.tracks[partOf{f.number, m, part}]; p != nil && p.Error == bound[part] && p.Extra <= *f.Left {
		f.mend(f.fbx.scene.Models[m].Name, p)
		return f.Take(f.fbx.scene.Models[m].Name, p), nil
	}
	p := motionCourse(mo, part, bound)
	if p == nil {
		return nil, nil
	}
	return f.follow(f.fbx.scene.Models[m].Name, p)
}

// follow makes a track that approximates a function of properties.
func (f *follower) follow(name string, p *scene.Course) (*track.Track, error) {
	p.Span = spanOf(f.stack)
	t, err := f.Follow(name, p)
	if err == nil {
		f.mend(name, p)
	}
	return t, err
}

// mend counts keys of curves that are left out.
func (f *follower) mend(name string, p *scene.Course) {
	for _, d := range p.Drivers {
		if !f.seen[d] {
			f.seen[d] = true
			f.Clip.Mend(name, track.Repairs{NotFinite: d.(*fbx.Driven).NotFinite()})
		}
	}
}

// floats makes the tracks of custom properties.
func (f *follower) floats(list []drivenFloat) error {
	f.Plain = true
	for _, d := range list {
		low, high := d.driven.Range(d.component, f.stack.First, f.stack.Last)
		at := func(time float64, side fit.Side) exact.Quat {
			return exact.Quat{d.driven.At(time, side)[d.component]}
		}
		p := &scene.Course{Options: fit.Options{Error: math.Max(scene.FloatError*(high-low), 1e-12)}, At: at, Drivers: []scene.Driver{d.driven}}
		t, err := f.follow(f.Binder.Floats.List[d.float].Name, p)
		if err != nil {
			return err
		}
		f.Drive(f.Clip, d.float, t)
	}
	return nil
}

// report reports layers, added keys, and tracks that exceed the error bound.
func (f *follower) report(k int) {
	models, r := f.fbx.scene, f.Binder.Report
	if n := models.Combined[k]; n > 0 {
		r.Add(report.Info, report.Layers, f.Clip.Name, "%d layers are blended with its first one", n)
	}
	if n := models.Silent[k]; n > 0 {
		r.Add(report.Info, report.Layers, f.Clip.Name, "%d layers are muted, or silenced by solo layers", n)
	}
	f.ReportAdded()
	if f.Off > 1 {
		r.AddSized(report.Loss, report.LostCurve, f.Clip.Name, f.Size, "a curve of %q is too steep to follow: its track is off by %.3g %s, %.3g times the bound", f.Worst, f.Size.Value, f.Size.Unit, f.Off)
	}
}
