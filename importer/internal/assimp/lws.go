package assimp

import (
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/lws"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/meter"
)

// isLightWave reports whether files with an extension are scenes or motions of LightWave.
func isLightWave(ext string) bool { return ext == "lws" || ext == "mot" }

// lightFiles is a file system in which the envelopes of LightWave files have their first keys
// alone: libassimp crashes on those of one item whose keys have different times, and on those that
// repeat.
type lightFiles struct{ fs.FS }

// Stat implements fs.StatFS.
func (f lightFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadFile implements fs.ReadFileFS.
func (f lightFiles) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(f.FS, name)
	if err != nil || !isLightWave(source.Extension(name)) {
		return data, err
	}
	return lws.Still(data), nil
}

// stillFiles is Files for a LightWave file: see lightFiles.
func (a *Format) stillFiles() Opener {
	return a.filtered(func(files fs.FS) fs.FS { return lightFiles{files} })
}

// readLightWave reads the items of a LightWave scene and the transforms that they start with.
// libassimp takes envelopes of lights and bones for those of the item before them, and the values
// of the first version for others.
func (a *Format) readLightWave() {
	text, err := a.Read()
	if err != nil {
		return
	}
	if a.light = lws.Parse(text); a.light == nil {
		return
	}
	a.items = make([]int, len(a.light.Items))
	bones := 0
	for k := range a.light.Items {
		it := &a.light.Items[k]
		a.items[k] = a.itemNode(it.Number)
		if it.Kind == lws.Bone {
			bones++
		}
		if i := a.items[k]; i >= 0 {
			a.placeItem(it, i)
		}
	}
	if first, last := a.lightSpan(); last >= first {
		a.Scene.Animations = 1
	}
	if bones > 0 {
		a.Report.Add(report.Loss, report.LostSkin, "", "its %d bones and their motion are not read", bones)
	}
}

// itemNode returns the node of an item, or −1. libassimp ends names with the items' numbers; the
// first such node is the one that moves.
func (a *Format) itemNode(number uint32) int {
	suffix := fmt.Sprintf("_(%08X)", number)
	for i := range a.Tree.Nodes {
		if strings.HasSuffix(a.Tree.Nodes[i].Key, suffix) {
			return i
		}
	}
	return -1
}

// placeItem sets a node to its item's first keys, where libassimp has others.
func (a *Format) placeItem(it *lws.Item, node int) {
	var values [9]float64
	stated := false
	for c := range it.Channels {
		if values[c] = 0; c >= 6 {
			values[c] = 1
		}
		if keys := it.Channels[c].Keys; len(keys) > 0 {
			values[c], stated = keys[0].Value, true
		}
	}
	if !stated {
		return
	}
	m := exact.Compose(
		exact.Vec{values[0], values[1], -values[2]}, turn(values[3], values[4], values[5]), exact.Vec{values[6], values[7], values[8]})
	for k, v := range a.Tree.Nodes[node].Local {
		if math.Abs(v-m[k]) > 1e-5*math.Max(1, math.Abs(m[k])) {
			a.Tree.Nodes[node].Local = m
			return
		}
	}
}

// turn returns a rotation by heading, pitch and bank. LightWave's axes are left-handed.
func turn(heading, pitch, bank float64) exact.Quat {
	return exact.AxisRotation(1, -heading).Mul(exact.AxisRotation(0, -pitch)).Mul(exact.AxisRotation(2, bank))
}

// lightFollower makes tracks of a scene's envelopes.
type lightFollower struct {
	scene.Follower
	limits [][3]float64
}

// followLightWave replaces the channels of a LightWave scene by tracks of its envelopes, which
// libassimp reads as linear.
func (a *Format) followLightWave(b *scene.Binder) error {
	if a.light == nil || a.Scene.Animations == 0 {
		return nil
	}
	b.Clips = make([]track.Clip, 1)
	b.Clips[0] = b.NewClip("LWSMasterAnim", 0, b.Rate, a.light.Rate)
	src := &b.Clips[0]
	left := b.Settings.Bounds.Keys
	f := lightFollower{Follower: scene.Follower{Binder: b, Clip: src, Ticks: src.Rate, Left: &left}, limits: scene.CurveBounds(b.Input)}
	f.First, f.Last = a.lightSpan()
	src.Begin, src.Length, src.Ranged = f.First, (f.Last-f.First)*src.Rate, true
	for k := range a.light.Items {
		it := &a.light.Items[k]
		i := a.items[k]
		if i < 0 {
			continue
		}
		name := b.Tree.Nodes[i].Name
		src.Mend(name, track.Repairs{NotFinite: it.Invalid, Unsorted: it.Unsorted})
		if it.Unknown > 0 {
			b.Report.Add(report.Loss, report.LostInterpolation, name, "the spans before %d of its keys have an unknown shape; they are read as linear", it.Unknown)
		}
		if err := f.item(it, i); err != nil {
			return err
		}
	}
	f.ReportAdded()
	if f.Off > 1 {
		b.Report.AddSized(report.Loss, report.LostCurve, src.Name, f.Size, "envelopes of %d items (%s) are too steep to follow: a track is off by %.3g %s, %.3g times the bound",
			len(f.Steep), report.FirstNames(f.Steep), f.Size.Value, f.Size.Unit, f.Off)
	}
	return nil
}

// lightSpan returns the time from the first key of a scene to the last, and all of the scene's
// time where an envelope moves beyond its keys.
func (a *Format) lightSpan() (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	before, after := false, false
	for k := range a.light.Items {
		for c := range a.light.Items[k].Channels {
			e := &a.light.Items[k].Channels[c]
			if n := len(e.Keys); n > 1 && a.items[k] >= 0 {
				first, last = math.Min(first, e.Keys[0].Time), math.Max(last, e.Keys[n-1].Time)
				pre, post := e.Moves()
				before, after = before || pre, after || post
			}
		}
	}
	if before && a.light.First < first {
		first = a.light.First
	}
	if after && a.light.Last > last {
		last = a.light.Last
	}
	return first, last
}

// item makes the tracks of an item's node.
func (f *lightFollower) item(it *lws.Item, node int) error {
	var ch track.Channel
	moves := false
	for part, out := range []**track.Track{&ch.T, &ch.R, &ch.S} {
		e := it.Channels[3*part : 3*part+3]
		keyed, driven := 0, false
		for c := range e {
			keyed = max(keyed, len(e[c].Keys))
			driven = driven || len(e[c].Keys) > 1
		}
		moves = moves || driven
		if keyed == 0 {
			continue
		}
		made, err := f.part(e, part, node)
		if err != nil {
			return err
		}
		made.Implied = !driven
		*out = made
	}
	if moves {
		f.Clip.ByNode[node] = &ch
	}
	return nil
}

// part makes the track of three envelopes: the translation, the rotation or the scale of a node.
func (f *lightFollower) part(e []lws.Envelope, part, node int) (*track.Track, error) {
	value := func(c int, time float64, side fit.Side) float64 {
		if part == 2 && len(e[c].Keys) == 0 {
			return 1
		}
		return e[c].At(time, side)
	}
	course := &scene.Course{
		Options: fit.Options{
			Rotation: part == 1, Error: f.limits[node][part],
			Span: 8 * math.Max(f.Clip.Length, 1) / (1 << 24) / f.Clip.Rate, // float32 distinguishes no closer times
		},
		At: func(time float64, side fit.Side) exact.Quat {
			x, y, z := value(0, time, side), value(1, time, side), value(2, time, side)
			switch part {
			case 0:
				return exact.Quat{x, y, -z}
			case 1:
				return turn(x, y, z)
			}
			return exact.Quat{x, y, z}
		},
	}
	for c := range e {
		if part == 1 {
			course.Drivers = append(course.Drivers, turning{&e[c], f.Meter})
		} else {
			course.Drivers = append(course.Drivers, &e[c])
		}
	}
	return f.Follow(f.Tree.Nodes[node].Name, course)
}

// turning is an envelope of an angle, with knots so close that no span turns far.
type turning struct {
	*lws.Envelope
	work *meter.Meter
}

// Knots implements scene.Driver.
func (t turning) Knots(list []float64, first, last float64, most int) []float64 {
	from := len(list)
	list = t.Envelope.Knots(list, first, last, most)
	times := append([]float64{first}, list[from:]...)
	times = append(times, last)
	const step, pieces, probes = 0.5, 1 << 12, 8 // radians; spans are divided at most so often
	const steps = probes * 100
	for i := range times[1:] {
		if t.work.Step(steps) != nil {
			break
		}
		a, length := times[i], times[i+1]-times[i]
		if !(length > 0) {
			continue
		}
		way, before := 0., t.At(a, fit.After)
		for k := 1; k <= probes; k++ {
			at, side := a+float64(length*float64(k)/probes), fit.At
			if k == probes {
				at, side = times[i+1], fit.Before
			}
			v := t.At(at, side)
			way, before = way+math.Abs(v-before), v
		}
		n := int(math.Min(pieces, math.Ceil(way/step)))
		for k := 1; k < n && len(list) <= most; k++ {
			list = append(list, a+length*float64(k)/float64(n))
		}
	}
	return list
}
