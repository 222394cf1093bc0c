package collada

import (
	"maps"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
)

// ticksPerSecond is the rate of Collada clips. As in libassimp, a tick is a millisecond.
const ticksPerSecond = 1000

// BindClips makes a clip of each take of a Collada file, from the file's curves.
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
	bounds := scene.CurveBounds(b.Input)
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
		src := track.Clip{Name: name, Rate: b.Rate(name, ticksPerSecond), ByNode: make(map[int]*track.Channel)}
		f := follower{dae: b.dae, bound: bound[k], limits: bounds, Follower: scene.Follower{Binder: b.Binder, Clip: &src, Ticks: src.Rate, Left: &left}}
		f.reportBound()
		f.First, f.Last = collada.Window(bound[k].Samplers)
		if take.Stated {
			f.First, f.Last = take.Start, take.End
		}
		if !(f.Last >= f.First) {
			continue
		}
		src.Begin, src.Length, src.Ranged = f.First, (f.Last-f.First)*src.Rate, true
		if err := f.follows(); err != nil {
			return err
		}
		f.report()
		if len(src.ByNode)+len(src.Weights)+len(src.Floats) > 0 {
			b.Clips = append(b.Clips, src)
		}
	}
	return nil
}

// follower makes tracks that approximate the curves of one take.
type follower struct {
	scene.Follower
	dae     *Format
	bound   *collada.Bound
	limits  [][3]float64 // per node: see scene.CurveBounds
	sheared []string     // nodes whose matrix shears
	shear   float64      // the largest shear
}

// follows makes the channels, morph weights and custom properties.
func (f *follower) follows() error {
	for _, m := range f.bound.Motions {
		for _, i := range f.dae.shown[m.Node] {
			if err := f.motion(m, i); err != nil {
				return err
			}
		}
	}
	f.Plain = true
	if err := f.weights(); err != nil {
		return err
	}
	return f.numbers()
}

// motion makes the channels of node i, one per group of elements.
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
	f.Clip.ByNode[i] = &head
	return nil
}

// group makes the tracks of one group of node i.
func (f *follower) group(m *collada.Motion, i int, g collada.Group, to *track.Channel) error {
	parts, stated := m.Parts(g), m.Stated(g)
	samplers := m.Samplers(g)
	name := f.Tree.Nodes[i].Name
	bounds := f.limits[i]
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
		if made != nil {
			made.Implied = !stated[part]
		}
		*out = made
	}
	return nil
}

// keyed makes a linear track of keys. It returns nil if the take does not span all of them.
func (f *follower) keyed(times []float64, at fit.Func) (*track.Track, error) {
	n := len(times)
	const rounding = 1e-5 // of the times stated by a clip
	if n == 0 || times[0] < f.First-rounding || times[n-1] > f.Last+rounding {
		return nil, nil
	}
	if n > *f.Left {
		return nil, f.TooManyKeys()
	}
	f.Keep(n)
	t := &track.Track{Keys: make([]track.Key, n)}
	for i, time := range times {
		t.Keys[i] = track.Key{Time: math.Min(math.Max(time-f.First, 0), f.Last-f.First) * f.Clip.Rate, Value: at(time, fit.At)}
	}
	return t, nil
}

// follow makes a track that approximates a function of samplers.
func (f *follower) follow(name string, at fit.Func, samplers []*collada.Sampler, o fit.Options) (*track.Track, error) {
	// float32 cannot distinguish times closer than this.
	o.Span = 8 * math.Max(f.Clip.Length, 1) / (1 << 24) / f.Clip.Rate
	course := &scene.Course{Options: o, At: at}
	for _, s := range samplers {
		course.Drivers = append(course.Drivers, s)
	}
	return f.Follow(name, course)
}

// morphError is the error bound of morph weights.
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
			f.Binder.Report.Add(report.Loss, report.MissingMorph, f.Clip.Name, "it drives weight %d of the morph %q, which no mesh of the scene has", w.Index, w.Morph)
		}
		for _, u := range users[w.Morph] {
			name := f.Tree.Nodes[u.node].Name
			if w.Index >= u.count {
				f.Binder.Report.Add(report.Loss, report.MissingMorph, name, "%s drives its weight %d of %d", f.Clip.Name, w.Index, u.count)
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
		f.Clip.Weights = append(f.Clip.Weights, *byNode[i])
	}
	return nil
}

// number makes the track of one number.
func (f *follower) number(name string, c collada.Curve, bound float64) (*track.Track, error) {
	at := func(time float64, side fit.Side) exact.Quat { return exact.Quat{c.At(time, side)} }
	return f.follow(name, at, []*collada.Sampler{c.Sampler}, fit.Options{Error: bound})
}

// numbers makes custom properties of the node's other animated values.
func (f *follower) numbers() error {
	for _, n := range f.bound.Numbers {
		if len(f.dae.shown[n.Node]) == 0 {
			continue
		}
		low, high := n.Curve.Range()
		t, err := f.number(n.Name, n.Curve, math.Max(scene.FloatError*(high-low), 1e-12))
		if err != nil {
			return err
		}
		i := f.Floats.Add(track.Float{Node: f.dae.shown[n.Node][0], Name: n.Name, Wanted: true})
		f.Floats.List[i].Keyed = f.Floats.List[i].Keyed || n.Curve.Len() > 1
		f.Drive(f.Clip, i, t)
	}
	return nil
}

// reportBound reports channels that are not played or were repaired.
func (f *follower) reportBound() {
	r, b, name := f.Binder.Report, f.bound, f.Clip.Name
	if n := len(b.Unknown); n > 0 {
		r.Add(report.Info, report.LeftOut, name, "it drives %d targets other than transforms, morph weights and numbers of nodes (%s); left out", n, report.FirstNames(b.Unknown))
	}
	if n := len(b.Doubled); n > 0 {
		r.Add(report.Loss, report.DoubledChannel, name, "%d channels drive targets of earlier channels (%s); the first counts", n, report.FirstNames(b.Doubled))
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
		f.Clip.Mend(s.Target, track.Repairs{NotFinite: s.Dropped, Unsorted: s.Unsorted})
		shortened, straight = shortened+s.Shortened, straight+s.Straightened
		if s.Offsets {
			offsets++
		}
		if s.Broken != "" {
			broken[s.Broken]++
		}
	}
	for _, text := range slices.Sorted(maps.Keys(broken)) {
		r.Add(report.Loss, report.InvalidCurve, name, "%d curves are approximated: %s", broken[text], text)
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

// report reports added keys, and tracks that exceed the error bound.
func (f *follower) report() {
	r := f.Binder.Report
	f.ReportAdded()
	if f.Off > 1 {
		r.AddSized(report.Loss, report.LostCurve, f.Clip.Name, f.Size, "curves of %d nodes (%s) are too steep to follow: a track is off by %.3g %s, %.3g times the bound",
			len(f.Steep), report.FirstNames(f.Steep), f.Size.Value, f.Size.Unit, f.Off)
	}
	if len(f.sheared) > 0 {
		r.AddSized(report.Loss, report.LostShear, f.Clip.Name, report.Size{Value: 1000 * f.shear, Unit: "mm"}, "matrices of %d joints (%s) shear by up to %.2g, which translation, rotation and scale cannot represent: a point a metre away is off by up to %.3g mm",
			len(f.sheared), report.FirstNames(f.sheared), f.shear, 1000*f.shear)
	}
}
