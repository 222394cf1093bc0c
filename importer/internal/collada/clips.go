package collada

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/fbx"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// ticksPerSecond is the ticks per second of Collada clips: milliseconds, as libassimp has them.
const ticksPerSecond = 1000

// BindClips makes a clip of each take of a Collada file, from the file's own curves.
func (c *Format) BindClips(b *scene.Binder) error {
	if !c.usable() {
		return c.Format.BindClips(b)
	}
	return (&binder{b, c}).bind()
}

// binder makes the clips of a Collada file.
type binder struct {
	*scene.Binder
	dae *Format
}

func (b *binder) bind() error {
	takes := b.dae.doc.Takes
	bound := make([]*collada.Bound, len(takes))
	driven := make([][]int, len(takes))
	for k := range takes {
		bound[k] = b.dae.doc.Bind(&takes[k])
		for _, m := range bound[k].Motions {
			driven[k] = append(driven[k], b.dae.shown[m.Node]...)
		}
	}
	b.dae.groups = groupsOf(b.dae, bound)
	names := b.takeNames(driven)
	bounds := scene.NewCurveBounds(b.Input, b.Tree)
	left := b.Settings.Bounds.Keys
	for k := range takes {
		take := &takes[k]
		name := take.Name
		if names[k] != "" && !take.Stated {
			name = names[k]
		}
		if name == "" {
			name = b.ClipName("", k)
		}
		f := follower{binder: b, bound: bound[k], limits: bounds, left: &left}
		f.src = track.Clip{Name: name, Rate: b.Rate(name, ticksPerSecond), ByNode: make(map[int]*track.Channel)}
		f.reportBound()
		f.first, f.last = collada.Window(bound[k].Samplers)
		if take.Stated {
			f.first, f.last = take.Start, take.End
		}
		if !(f.last >= f.first) {
			continue
		}
		f.src.Begin, f.src.Length, f.src.Ranged = f.first, (f.last-f.first)*f.src.Rate, true
		if err := f.follows(); err != nil {
			return err
		}
		f.report()
		if len(f.src.ByNode)+len(f.src.Weights)+len(f.src.Floats) > 0 {
			b.Clips = append(b.Clips, f.src)
		}
	}
	return nil
}

// follower makes tracks that follow the curves of one take.
type follower struct {
	*binder
	src         track.Clip
	bound       *collada.Bound
	limits      *scene.CurveBounds
	first, last float64 // seconds
	left        *int    // keys that the file may still have

	own, added int      // keys at times of the file's, and between them
	off        float64  // the largest distance beyond a bound, as a multiple of it
	steep      []string // the nodes of these
	steepSize  report.Size
	plain      bool     // what is followed places nothing
	sheared    []string // nodes whose matrix T·R·S does not hold
	shear      float64  // the largest part of it
}

// follows makes the channels, the weights and the custom properties.
func (f *follower) follows() error {
	for _, m := range f.bound.Motions {
		for _, i := range f.dae.shown[m.Node] {
			if err := f.motion(m, i); err != nil {
				return err
			}
		}
	}
	f.plain = true
	if err := f.weights(); err != nil {
		return err
	}
	return f.numbers()
}

// motion makes the channels of node i, one for each group of elements.
func (f *follower) motion(m *collada.Motion, i int) error {
	var head track.Channel
	at := &head
	for k, g := range f.dae.groups[i].groups {
		if k > 0 {
			at.Next = &track.Channel{}
			at = at.Next
		}
		if err := f.group(m, i, g, at); err != nil {
			return err
		}
	}
	f.src.ByNode[i] = &head
	return nil
}

// group makes the tracks of one group of node i.
func (f *follower) group(m *collada.Motion, i int, g collada.Group, to *track.Channel) error {
	parts := m.Parts(g)
	samplers := m.Samplers(g)
	name := f.Tree.Nodes[i].Name
	bounds := f.limits.Of(i)
	for part, out := range []**track.Track{&to.T, &to.R, &to.S} {
		if !parts[part] {
			continue
		}
		at := func(time float64, side fit.Side) exact.Quat {
			t, r, s, residual := m.At(g, time, side)
			if residual > f.shear {
				f.shear = residual
			}
			switch part {
			case 0:
				return exact.Quat(track.Vec4(t))
			case 1:
				return r
			}
			return exact.Quat(track.Vec4(s))
		}
		before := f.shear
		f.shear = 0
		made, err := f.keyed(m.Keyed(g), at)
		if err == nil && made == nil {
			made, err = f.follow(name, at, samplers, fit.Options{Rotation: part == 1, Error: bounds[part] / float64(len(f.dae.groups[i].groups))})
		}
		if err != nil {
			return err
		}
		if f.shear > track.ShearTolerance && !slices.Contains(f.sheared, name) {
			f.sheared = append(f.sheared, name)
		}
		f.shear = math.Max(f.shear, before)
		*out = made
	}
	return nil
}

// keyed makes a track of keys between which it is straight: nil where the take begins after
// the first or ends before the last.
func (f *follower) keyed(times []float64, at fit.Func) (*track.Track, error) {
	n := len(times)
	const rounding = 1e-5 // of the times that a clip states
	if n == 0 || times[0] < f.first-rounding || times[n-1] > f.last+rounding {
		return nil, nil
	}
	if n > *f.left {
		return nil, f.tooManyKeys()
	}
	*f.left -= n
	f.own += n
	t := &track.Track{Keys: make([]track.Key, n)}
	for i, time := range times {
		t.Keys[i] = track.Key{Time: math.Min(math.Max(time-f.first, 0), f.last-f.first) * f.src.Rate, Value: at(time, fit.At)}
	}
	return t, nil
}

func (f *follower) tooManyKeys() error {
	return fmt.Errorf("%w: more keys than the %d that are allowed", soa.ErrTooLarge, f.Settings.Bounds.Keys)
}

// follow makes a track through a function that samplers drive.
func (f *follower) follow(name string, at fit.Func, samplers []*collada.Sampler, o fit.Options) (*track.Track, error) {
	still, smooth := true, true
	for _, s := range samplers {
		still, smooth = still && s.Still(), smooth && !s.Jumps()
	}
	knots := []float64{f.first}
	if !still && f.last > f.first {
		for _, s := range samplers {
			knots = s.Knots(knots, f.first, f.last, *f.left)
		}
		knots = append(knots, f.last)
		slices.Sort(knots)
		knots = slices.Compact(knots)
	}
	if len(knots) > *f.left {
		return nil, f.tooManyKeys()
	}
	o.Smooth = smooth
	o.Extra = min(fbx.MaxExtra+fbx.ExtraPerKey*len(knots), *f.left)
	// float32 tells moments no nearer than this apart.
	o.Span = 8 * math.Max(f.src.Length, 1) / (1 << 24) / f.src.Rate
	made := fit.Through(at, knots, o)
	*f.left -= len(made.Time)
	f.own += len(knots)
	f.added += max(0, len(made.Time)-len(knots))
	if by := made.Error / o.Error; by > 1 {
		if by > f.off {
			f.off = by
			f.steepSize = f.SizeOf(by, made.Error, o.Rotation, f.plain)
		}
		if !slices.Contains(f.steep, name) {
			f.steep = append(f.steep, name)
		}
	}
	return fitted(&made, f.first, f.src.Rate), nil
}

// fitted converts a track to a clip's ticks. What is just before or after a moment is a
// float32 away from it.
func fitted(from *fit.Track, first, rate float64) *track.Track {
	t := &track.Track{Mode: from.Mode, Keys: make([]track.Key, len(from.Time))}
	for i := range t.Keys {
		tick := (from.Time[i] - first) * rate
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

// morphError is how near the tracks of morph weights are to their curves.
const morphError = 1e-5

// weights makes the tracks of morph weights, for each node with a mesh of the morph.
func (f *follower) weights() error {
	if len(f.bound.Weights) == 0 {
		return nil
	}
	type user struct{ node, first, count int }
	users, targets := make(map[string][]user), make(map[int]int)
	for i := range f.Tree.Nodes {
		if n, ok := f.dae.of[i]; ok {
			for _, m := range f.dae.doc.Morphs(n) {
				users[m.ID] = append(users[m.ID], user{i, targets[i], len(m.Targets)})
				targets[i] += len(m.Targets)
			}
		}
	}
	byNode := make(map[int]*track.Weights)
	for _, w := range f.bound.Weights {
		if len(users[w.Morph]) == 0 {
			f.Binder.Report.Add(report.Loss, report.MissingMorph, f.src.Name, "it drives weight %d of the morph %q, which no mesh of the scene has", w.Index, w.Morph)
		}
		for _, u := range users[w.Morph] {
			name := f.Tree.Nodes[u.node].Name
			if w.Index >= u.count {
				f.Binder.Report.Add(report.Loss, report.MissingMorph, name, "%s drives its weight %d of %d", f.src.Name, w.Index, u.count)
				continue
			}
			t, err := f.number(name, w.Curve, morphError)
			if err != nil {
				return err
			}
			ch := byNode[u.node]
			if ch == nil {
				ch = &track.Weights{Name: name, Node: u.node, Bound: true, Tracks: make([]*track.Track, targets[u.node])}
				byNode[u.node] = ch
			}
			ch.Tracks[u.first+w.Index] = t
		}
	}
	for _, i := range track.SortedKeys(byNode) {
		f.src.Weights = append(f.src.Weights, *byNode[i])
	}
	return nil
}

// number makes a track of one number.
func (f *follower) number(name string, c collada.Curve, bound float64) (*track.Track, error) {
	at := func(time float64, side fit.Side) exact.Quat { return exact.Quat{c.At(time, side)} }
	return f.follow(name, at, []*collada.Sampler{c.Sampler}, fit.Options{Error: bound})
}

// numbers makes custom properties of what else is driven of a node.
func (f *follower) numbers() error {
	for _, n := range f.bound.Numbers {
		if len(f.dae.shown[n.Node]) == 0 {
			continue
		}
		low, high := n.Curve.Range()
		t, err := f.number(n.Name, n.Curve, math.Max(fbx.FloatError*(high-low), 1e-12))
		if err != nil {
			return err
		}
		i := f.Floats.Add(track.Float{Node: f.dae.shown[n.Node][0], Name: n.Name, Wanted: true})
		f.Floats.List[i].Keyed = f.Floats.List[i].Keyed || n.Curve.Len() > 1
		f.Drive(&f.src, i, t)
	}
	return nil
}

// reportBound reports what of the take is not played, or is mended.
func (f *follower) reportBound() {
	r, b, name := f.Binder.Report, f.bound, f.src.Name
	if n := len(b.Unknown); n > 0 {
		r.Add(report.Info, report.LeftOut, name, "it drives %d targets that are no transforms, morph weights or numbers of nodes (%s); left out", n, report.FirstNames(b.Unknown))
	}
	if n := len(b.Doubled); n > 0 {
		r.Add(report.Loss, report.DoubledChannel, name, "%d channels drive what others have driven before them (%s); the first counts", n, report.FirstNames(b.Doubled))
	}
	if n := len(b.Broken); n > 0 {
		r.Add(report.Loss, report.InvalidCurve, name, "%d channels left out (%s): %v", n, report.FirstNames(b.Broken), b.Err)
	}
	var lost []string
	for _, m := range b.Motions {
		if len(f.dae.shown[m.Node]) == 0 {
			lost = append(lost, f.dae.doc.Nodes[m.Node].ID)
		}
	}
	if len(lost) > 0 {
		r.Add(report.Info, report.LeftOut, name, "it drives %d nodes that are not in the scene (%s); left out", len(lost), report.FirstNames(lost))
	}
	var shortened, straight, offsets int
	broken := make(map[string]int)
	for _, s := range b.Samplers {
		f.src.Mend(s.Target, track.Repairs{NotFinite: s.Dropped, Unsorted: s.Unsorted})
		shortened, straight = shortened+s.Shortened, straight+s.Straightened
		if s.Offsets {
			offsets++
		}
		if s.Broken != "" {
			broken[s.Broken]++
		}
	}
	for _, text := range slices.Sorted(maps.Keys(broken)) {
		r.Add(report.Loss, report.InvalidCurve, name, "%d curves are read only nearly: %s", broken[text], text)
	}
	if shortened > 0 {
		r.Add(report.Repair, report.InvalidCurve, name, "%d tangents reach beyond the next key, where a curve would have several values at a time; shortened", shortened)
	}
	if straight > 0 {
		r.Add(report.Repair, report.InvalidCurve, name, "%d tangents of curves are missing; straight there", straight)
	}
	if offsets > 0 {
		r.Add(report.Info, report.AssumedTangents, name, "%d Bézier curves have tangents of one dimension; they are read as distances from their keys, a third of the way to the next, as Maya and the FBX SDK do", offsets)
	}
}

// report tells of added keys, and of what tracks do not follow within the bound.
func (f *follower) report() {
	r := f.Binder.Report
	if f.added > 0 {
		r.Add(report.Info, report.AddedKeys, f.src.Name, "%d keys were added to the %d at times of the file's own, to follow its curves within %.4g mm and %.4g°",
			f.added, f.own, 1000*f.Settings.CurveDistance, f.Settings.CurveAngle*180/math.Pi)
	}
	if f.off > 1 {
		r.AddSized(report.Loss, report.LostCurve, f.src.Name, f.steepSize, "curves of %d nodes (%s) are too steep to follow: a track is %.3g %s off, %.3g times the bound",
			len(f.steep), report.FirstNames(f.steep), f.steepSize.Value, f.steepSize.Unit, f.off)
	}
	if len(f.sheared) > 0 {
		r.AddSized(report.Loss, report.LostShear, f.src.Name, report.Size{Value: 1000 * f.shear, Unit: "mm"}, "matrices of %d joints (%s) shear by up to %.2g, which translation, rotation and scale do not hold: a point a metre away is up to %.3g mm off",
			len(f.sheared), report.FirstNames(f.sheared), f.shear, 1000*f.shear)
	}
}
