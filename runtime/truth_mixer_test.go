//go:build cgo

package runtime_test

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// mixerFile is what three.js's AnimationMixer did with some actions.
type mixerFile struct {
	Model  string
	Clips  map[string]float64
	Joints []string
	Bind   [][]float64
	Cases  []mixerCase
}

type mixerCase struct {
	Name    string
	Actions []struct {
		Clip           string
		Play           bool
		Weight         *float64
		Speed          *float64
		Additive       bool
		ReferenceFrame float64 `json:"reference_frame"`
	}
	Events []mixerEvent
	Frames []struct {
		Frame   int
		Actions []struct {
			Time, Weight, Speed float64
			Running             bool
		}
		TRS [][]float64
	}
}

type mixerEvent struct {
	Frame    int
	Do       string
	From, To int
	Duration float64
	Warp     bool
	Value    float64
}

const (
	mixerStep = 1. / 60
	// referenceRate is makeClipAdditive's default: frames of a reference per second.
	referenceRate = 30
)

// Fades, weights and additive clips agree with three.js's AnimationMixer: weights,
// times, translations and scales as they are, rotations within what the conventions
// below make of the same poses, computed joint by joint from these.
//
//	three.js                                   here
//	slerp of one action after the other, so    one weighted sum of quaternions of unit length
//	that three depend on their order           (nlerp), whatever the order
//	slerp(1, δ, w) of an additive rotation     1 + w·(δ − 1), of unit length again
//	the short way round between two            signs of a reference per joint (soa.Layout)
//	additive rotations in the order of play    in the order of clips
//	additive scales add: s + w·(value − ref)   they multiply: s·(1 − w + w·value/ref)
//	a fade of an action that still fades       it goes on from where it is; to jump as there, play
//	begins at its full weight                  the clip again with Match
//	warp                                       Layer.SetSpeed at every update
//
// Where weights add up to less than 1 both fill them from the rest pose, and both divide
// by a sum above 1.
func TestMixerTruth(t *testing.T) {
	for _, pattern := range []string{"crossfade_*.json", "additive_*.json"} {
		cases, all := 0, mixerWorst{}
		for _, path := range truth.Motion(t, pattern) {
			var file mixerFile
			truth.ReadJSON(t, path, &file)
			model := motionModel(t, file.Model)
			for _, c := range file.Cases {
				for _, roads := range []mixerRoads{overLayers, inOneLayer} {
					if roads == inOneLayer && !c.isChain() {
						continue
					}
					t.Run(strings.TrimSuffix(filepath.Base(path), ".json")+"/"+c.Name+", "+string(roads), func(t *testing.T) {
						m := newMixerRun(t, &file, &c, model, roads)
						m.run()
						m.worst.check(t)
						all.merge(m.worst)
					})
				}
				cases++
			}
		}
		t.Logf("truth: %d cases, worst %v", cases, all)
	}
}

// mixerRoads are how a case is played.
type mixerRoads string

const (
	overLayers mixerRoads = "over layers"  // each action is a layer's
	inOneLayer mixerRoads = "in one layer" // actions follow each other in layer 0
)

// isChain reports whether a case is clips that fade into each other one after the other,
// at a speed of their own.
func (c *mixerCase) isChain() bool {
	now, end := -1, 0.
	for k, a := range c.Actions {
		if a.Additive || a.Weight != nil && *a.Weight != 1 || a.Play && now >= 0 {
			return false
		}
		if a.Play {
			now = k
		}
	}
	for _, e := range c.Events {
		if e.Do != "crossfade" || e.Warp || e.From != now || e.To == now || float64(e.Frame) < end {
			return false
		}
		now, end = e.To, float64(e.Frame)+e.Duration/mixerStep
	}
	return now >= 0
}

// mixerWorst is the greatest deviations of cases.
type mixerWorst struct {
	weight, time, translation worst
	scale, rotation           worst // beyond what the conventions make of them; rotations in radians
	own, theirs               worst // from this package's and three.js's rule, evaluated in float64
	convention                worst // rotations by the two rules
}

func (w *mixerWorst) list() []*worst {
	return []*worst{&w.weight, &w.time, &w.translation, &w.scale, &w.rotation, &w.own, &w.theirs, &w.convention}
}

func (w *mixerWorst) merge(o mixerWorst) {
	to := w.list()
	for k, d := range o.list() {
		to[k].see(d.by, "%s", d.where)
	}
}

func (w *mixerWorst) check(t *testing.T) {
	t.Helper()
	w.weight.check(t, "weights", 1e-5)
	w.time.check(t, "times", 1e-5)
	w.translation.check(t, "translations", 1e-5)
	w.scale.check(t, "scales, beyond the conventions,", 1e-5)
	w.rotation.check(t, "rotations, beyond the conventions,", 1e-5)
	w.own.check(t, "transforms and their own rule", 1e-5)
	w.theirs.check(t, "three.js's transforms and its rule", 1e-5)
}

func (w mixerWorst) String() string {
	return "weight " + w.weight.String() + ", time " + w.time.String() + " s, translation " + w.translation.String() +
		" m, scale " + w.scale.String() + ", rotation " + w.rotation.String() + " rad beyond the conventions, which differ by up to " +
		w.convention.String() + " rad (" + w.convention.where + "); own rule " + w.own.String() + ", three.js's " + w.theirs.String()
}

// mixerRun plays a case.
type mixerRun struct {
	t      *testing.T
	file   *mixerFile
	c      *mixerCase
	model  *soa.Model
	crowd  *runtime.Crowd
	roads  mixerRoads
	joints []int // of the model, for the file's
	clips  []*soa.Clip
	refs   [][]local // of additive actions
	order  []int     // of activation
	warps  []mixerEvent
	values *clipLocals
	signs  []exact.Quat
	worst  mixerWorst
	layers []play.ActiveClip
}

func newMixerRun(t *testing.T, file *mixerFile, c *mixerCase, model *soa.Model, roads mixerRoads) *mixerRun {
	m := &mixerRun{t: t, file: file, c: c, model: model, roads: roads, values: newClipLocals(model)}
	playing := *model
	playing.Clips = nil
	for _, a := range c.Actions {
		clip := model.Clip(a.Clip)
		if clip == nil {
			t.Fatalf("no clip %q", a.Clip)
		}
		m.clips = append(m.clips, clip)
		var ref []local
		if a.Additive {
			at := clip.Start + min(a.ReferenceFrame/referenceRate, clip.Seconds())
			ref = m.values.at(clip, at)
			var err error
			clip, err = edit.Additive(model, clip, edit.AdditiveReference{Seconds: new(at)})
			must.Do(t, err)
		}
		m.refs = append(m.refs, ref)
		playing.Clips = append(playing.Clips, clip)
	}
	var err error
	m.crowd, err = runtime.NewCrowd(runtime.Keyframes(&playing), 1, runtime.CrowdOptions{
		Layers: play.MaxLayers, Layout: pose.LayoutOptions{AllJoints: true},
	})
	must.Do(t, err)
	m.signs = references(m.crowd, model)
	m.findJoints()
	return m
}

// findJoints finds the file's joints, whose names three.js has made plainer, and checks
// that the rest pose is its bind pose.
func (m *mixerRun) findJoints() {
	plainer := strings.NewReplacer("[", "", "]", "", ".", "", ":", "", "/", "", " ", "_")
	rest := m.values.at(nil, 0)
	for k, name := range m.file.Joints {
		j := slices.IndexFunc(m.model.Skeleton.Name, func(s string) bool { return plainer.Replace(s) == name })
		if j < 0 {
			m.t.Fatalf("no joint %q", name)
		}
		m.joints = append(m.joints, j)
		want := localOf(m.file.Bind[k])
		if d := max(farthest(rest[j].t, want.t), farthest(rest[j].s, want.s), angle(rest[j].q, want.q)); d > 1e-5 {
			m.t.Errorf("%s rests %.3g from its bind pose", name, d)
		}
	}
}

func (m *mixerRun) run() {
	for k, a := range m.c.Actions {
		if a.Play {
			m.play(k, 0, 0)
		}
	}
	at := 0
	for frame := 0; at < len(m.c.Frames); frame++ {
		for _, e := range m.c.Events {
			if e.Frame == frame {
				m.event(e)
			}
		}
		dt := mixerStep
		if frame == 0 {
			dt = 0
		}
		m.warp(frame)
		must.Do(m.t, m.crowd.Update(dt))
		if m.c.Frames[at].Frame == frame {
			m.compare(at)
			at++
		}
	}
}

// layer is that of an action.
func (m *mixerRun) layer(action int) int {
	if m.roads == inOneLayer {
		return 0
	}
	return action
}

// again clears the layer of an action that has played before and returns where it
// begins this time, which the file tells: a mixer can reset it or let it go on.
func (m *mixerRun) again(e mixerEvent) float64 {
	if !slices.Contains(m.order, e.To) {
		return 0
	}
	must.Do(m.t, m.crowd.Instance(0).Play(play.Rest, play.Options{Layer: e.To}))
	m.warps = slices.DeleteFunc(m.warps, func(w mixerEvent) bool { return w.From == e.To || w.To == e.To })
	for _, f := range m.c.Frames {
		if f.Frame >= e.Frame {
			a, length := f.Actions[e.To], m.clips[e.To].Seconds()
			return math.Mod(a.Time-float64(f.Frame-e.Frame+1)*mixerStep*a.Speed+length, length)
		}
	}
	return 0
}

// play starts an action, within a time, at an offset.
func (m *mixerRun) play(action int, fade, offset float64) {
	a := &m.c.Actions[action]
	o := play.Options{Layer: m.layer(action), Fade: fade, Offset: offset, Curve: play.Straight}
	if a.Additive {
		o.Kind = play.Additive
	}
	if a.Weight != nil {
		o.Weight = *a.Weight
	}
	if a.Speed != nil {
		o.Speed = *a.Speed
	}
	must.Do(m.t, m.crowd.Instance(0).Play(action, o))
	m.order = append(slices.DeleteFunc(m.order, func(k int) bool { return k == action }), action)
}

func (m *mixerRun) event(e mixerEvent) {
	switch e.Do {
	case "weight":
		must.Do(m.t, m.crowd.Instance(0).Layer(m.layer(e.To)).SetWeight(e.Value))
		m.c.Actions[e.To].Weight = &e.Value
	case "crossfade":
		switch {
		case m.roads == inOneLayer:
			m.play(e.To, e.Duration, 0)
		case e.Warp:
			m.play(e.To, 0, m.again(e))
			m.warps = append(m.warps, e)
		default:
			m.play(e.To, e.Duration, m.again(e))
			m.fadeOut(e.From, e.Duration)
		}
	default:
		m.t.Fatalf("frame %d: an event %q is not known", e.Frame, e.Do)
	}
}

// fadeOut lets an action go, from its full weight: where it still fades in it is played
// again where it is.
func (m *mixerRun) fadeOut(action int, seconds float64) {
	a := &m.c.Actions[action]
	for _, l := range m.crowd.Instance(0).ActiveClips(nil) {
		if l.Layer == action && l.Fade < 1 {
			again := play.Options{Layer: action, Match: true}
			if a.Weight != nil {
				again.Weight = *a.Weight
			}
			if a.Speed != nil {
				again.Speed = *a.Speed
			}
			must.Do(m.t, m.crowd.Instance(0).Play(action, again))
		}
	}
	must.Do(m.t, m.crowd.Instance(0).Play(play.Rest, play.Options{Layer: action, Fade: seconds, Curve: play.Straight}))
}

// warp gives the actions of fades that warp their weights and speeds: both clips keep
// step, each taking as long as the mean of their lengths does.
func (m *mixerRun) warp(frame int) {
	for _, e := range m.warps {
		f := min(float64(frame-e.Frame+1)*mixerStep/e.Duration, 1)
		from, to := m.clips[e.From].Seconds(), m.clips[e.To].Seconds()
		must.Do(m.t, m.crowd.Instance(0).Layer(e.From).SetWeight(1-f))
		must.Do(m.t, m.crowd.Instance(0).Layer(e.To).SetWeight(f))
		must.Do(m.t, m.crowd.Instance(0).Layer(e.From).SetSpeed(1+(from/to-1)*f))
		must.Do(m.t, m.crowd.Instance(0).Layer(e.To).SetSpeed(to/from+(1-to/from)*f))
	}
}

// compare compares a frame.
func (m *mixerRun) compare(at int) {
	frame := &m.c.Frames[at]
	m.layers = m.crowd.Instance(0).ActiveClips(m.layers[:0])
	for k, want := range frame.Actions {
		weight, seconds := 0., want.Time
		for _, l := range m.layers {
			if l.Clip == k {
				weight, seconds = l.Weight, l.Phase
			}
		}
		if !want.Running {
			want.Weight = 0
		}
		m.worst.weight.see(math.Abs(weight-want.Weight), "frame %d: action %d has %v, not %v", frame.Frame, k, weight, want.Weight)
		if want.Weight > 0 {
			length := m.clips[k].Seconds()
			d := math.Abs(math.Remainder(seconds-want.Time, length))
			m.worst.time.see(d, "frame %d: action %d is at %v s, not %v", frame.Frame, k, seconds, want.Time)
		}
	}
	m.comparePose(at)
}

func (m *mixerRun) comparePose(at int) {
	frame := &m.c.Frames[at]
	three, own := m.threeRule(at), m.ownRule(at)
	got := locals(m.t, m.crowd, m.model)
	for k, j := range m.joints {
		want, where := localOf(frame.TRS[k]), m.file.Joints[k]
		m.worst.translation.see(farthest(got[j].t, want.t), "frame %d: %s is at %v, not %v", frame.Frame, where, got[j].t, want.t)
		m.worst.scale.see(farthest(got[j].s, want.s)-farthest(own[j].s, three[j].s), "frame %d: %s has %v, not %v", frame.Frame, where, got[j].s, want.s)
		convention := angle(three[j].q, own[j].q)
		m.worst.convention.see(convention, "%s, frame %d: %s", m.c.Name, frame.Frame, where)
		m.worst.rotation.see(angle(got[j].q, want.q)-convention, "frame %d: %s is %.3g rad off, the rules %.3g",
			frame.Frame, where, angle(got[j].q, want.q), convention)
		off := max(angle(got[j].q, own[j].q), farthest(got[j].t, own[j].t), farthest(got[j].s, own[j].s))
		m.worst.own.see(off, "frame %d: %s", frame.Frame, where)
		m.worst.theirs.see(max(angle(three[j].q, want.q), farthest(three[j].t, want.t), farthest(three[j].s, want.s)), "frame %d: %s", frame.Frame, where)
	}
}

// mixed is an action that shows at a frame.
type mixed struct {
	action int
	weight float64
	pose   []local
}

// shown lists the actions that show at a frame, in the order of activation, by the
// file's own times and weights.
func (m *mixerRun) shown(at int, additive bool) (list []mixed) {
	for _, k := range m.order {
		a := m.c.Frames[at].Actions[k]
		if a.Running && a.Weight > 0 && m.c.Actions[k].Additive == additive {
			list = append(list, mixed{k, a.Weight, m.values.at(m.clips[k], m.clips[k].Start+a.Time)})
		}
	}
	return list
}

// difference is the difference of a joint in an additive action from its reference.
func (m *mixerRun) difference(x *mixed, j int) local {
	ref := m.refs[x.action][j]
	d := local{t: x.pose[j].t.Sub(ref.t), q: ref.q.Conjugate().Mul(x.pose[j].q)}
	for k := range d.s {
		d.s[k] = x.pose[j].s[k] / ref.s[k]
	}
	return d
}

// threeRule evaluates a frame as three.js does.
func (m *mixerRun) threeRule(at int) []local {
	rest := m.values.at(nil, 0)
	pose, sum := slices.Clone(rest), 0.
	for _, x := range m.shown(at, false) {
		sum += x.weight
		for j := range pose {
			pose[j] = pose[j].slerp(x.pose[j], x.weight/sum)
		}
	}
	if sum > 0 && sum < 1 {
		for j := range pose {
			pose[j] = pose[j].slerp(rest[j], 1-sum)
		}
	}
	for _, x := range m.shown(at, true) {
		for j := range pose {
			p, d := &pose[j], m.difference(&x, j)
			p.t = p.t.Add(d.t.Scale(x.weight))
			p.q = p.q.Mul(exact.Slerp(exact.IdentityQuat(), d.q, x.weight))
			ref := x.pose[j].s
			for k := range ref {
				ref[k] /= d.s[k]
			}
			p.s = p.s.Add(x.pose[j].s.Sub(ref).Scale(x.weight))
		}
	}
	return pose
}

// ownRule evaluates a frame as this package promises.
func (m *mixerRun) ownRule(at int) []local {
	rest := m.values.at(nil, 0)
	pose := slices.Clone(rest)
	list, sum := m.shown(at, false), 0.
	for _, x := range list {
		sum += x.weight
	}
	if sum < 1 {
		list = append(list, mixed{weight: 1 - sum, pose: rest})
	}
	for j := range pose {
		var total local
		for _, x := range list {
			w, p := x.weight/max(sum, 1), &x.pose[j]
			total.t, total.s = total.t.Add(p.t.Scale(w)), total.s.Add(p.s.Scale(w))
			q := p.q.NearestSign(m.signs[j])
			for k := range q {
				total.q[k] += w * q[k]
			}
		}
		pose[j] = local{total.t, total.q.Unit(), total.s}
	}
	adds := m.shown(at, true)
	slices.SortFunc(adds, func(a, b mixed) int { return cmp.Compare(a.action, b.action) })
	for _, x := range adds {
		for j := range pose {
			pose[j] = pose[j].add(m.difference(&x, j), x.weight)
		}
	}
	return pose
}
