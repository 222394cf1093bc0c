//go:build cgo

package runtime_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// nlaFile is what Blender's NLA made of two strips.
type nlaFile struct {
	Model string
	Bones []string
	Cases []nlaCase
}

type nlaCase struct {
	Name         string
	Lower, Upper string
	Blend        [2]string
	Influence    [2]float64
	Frames       []struct {
		Frame                int
		InfluenceUpper       float64 `json:"influence_upper"`
		Lower, Upper, Result []float64
	}
}

// nlaRate is the frames of strips per second.
const nlaRate = 30

// nlaKind is how a layer does what a blend type of Blender's NLA does, and which parts
// of a transform it does so.
type nlaKind struct {
	kind                         play.Kind
	translation, rotation, scale bool
}

// Blender blends channels, component by component. Its channels are relative to the rest
// pose, as differences here are. Its quaternions keep the signs that the channels have;
// here they take those of a reference per joint (soa.Layout), so that poses of one joint
// more than 180 degrees apart, and parts of such differences, may go the other way round.
//
//	REPLACE    Override: all of it. Channels of quaternions are not made unit before the
//	           next strip is laid over them; here a pose below weighs as a rotation.
//	COMBINE    Additive of the clip against the rest pose: translations alike; rotations
//	           as 1 + i·(q − 1) of unit length, there the power qⁱ; scales as 1 − i + i·s,
//	           there sⁱ: alike where i is 0 or 1.
//	ADD        Additive gives the translations. The sum of quaternions is what two Blend
//	           layers of weights 1 and i give. Scales (1 + i where nothing scales) cannot
//	           be expressed.
//	SUBTRACT   Subtract gives the translations. A difference of quaternions and scales
//	           (1 − i where nothing scales) cannot be expressed.
//	MULTIPLY   Additive gives the scales. Products of translations and of components of
//	           quaternions cannot be expressed.
var nlaKinds = map[string]nlaKind{
	"REPLACE":  {kind: play.Override, translation: true, rotation: true, scale: true},
	"COMBINE":  {kind: play.Additive, translation: true, rotation: true, scale: true},
	"ADD":      {kind: play.Additive, translation: true},
	"SUBTRACT": {kind: play.Subtract, translation: true},
	"MULTIPLY": {kind: play.Additive, scale: true},
}

// Strips of Blender's NLA agree with layers, as far as nlaKinds says: translations and
// scales as they are, rotations within what the two conventions make of the strips' own
// channels.
func TestNLATruth(t *testing.T) {
	cases, all := 0, nlaWorst{}
	for _, path := range truth.Motion(t, "nla_*.json") {
		var file nlaFile
		truth.ReadJSON(t, path, &file)
		model := motionModel(t, file.Model)
		for _, c := range file.Cases {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".json")+"/"+c.Name, func(t *testing.T) {
				r := newNLARun(t, &file, &c, model)
				r.run()
				r.worst.check(t)
				all.merge(r.worst)
			})
			cases++
		}
	}
	t.Logf("truth: %d cases, worst %v", cases, all)
}

// nlaWorst is the greatest deviations of cases.
type nlaWorst struct {
	strip                        worst // of a strip alone
	translation, scale, rotation worst // beyond what the conventions make of them
	own, theirs                  worst // layers from their rule, the file from Blender's, both evaluated in float64
	convention                   worst
}

func (w *nlaWorst) list() []*worst {
	return []*worst{&w.strip, &w.translation, &w.scale, &w.rotation, &w.own, &w.theirs, &w.convention}
}

func (w *nlaWorst) merge(o nlaWorst) {
	to := w.list()
	for k, d := range o.list() {
		to[k].see(d.by, "%s", d.where)
	}
}

func (w *nlaWorst) check(t *testing.T) {
	t.Helper()
	w.strip.check(t, "strips alone", 1e-5)
	w.translation.check(t, "translations", 1e-5)
	w.scale.check(t, "scales, beyond the conventions,", 1e-5)
	w.rotation.check(t, "rotations, beyond the conventions,", 1e-5)
	w.own.check(t, "transforms and their own rule", 1e-5)
	w.theirs.check(t, "Blender's transforms and their rule", 1e-5)
}

func (w nlaWorst) String() string {
	return "strip " + w.strip.String() + ", translation " + w.translation.String() + " m, scale " + w.scale.String() +
		", rotation " + w.rotation.String() + " rad beyond the conventions, which differ by up to " + w.convention.String() + " rad (" + w.convention.where + "); own rule " + w.own.String() + ", Blender's " + w.theirs.String()
}

// nlaRun plays a case.
type nlaRun struct {
	t      *testing.T
	c      *nlaCase
	file   *nlaFile
	model  *soa.Model
	crowd  *runtime.Crowd
	clips  [2]int
	joints []int
	rest   []local      // of the bones
	signs  []exact.Quat // the bones' references, as channels
	worst  nlaWorst
}

func newNLARun(t *testing.T, file *nlaFile, c *nlaCase, model *soa.Model) *nlaRun {
	r := &nlaRun{t: t, c: c, file: file, model: model}
	for k, name := range []string{c.Lower, c.Upper} {
		r.clips[k] = slices.IndexFunc(model.Clips, func(s *soa.Clip) bool { return s.Name == name || strings.HasSuffix(s.Name, "|"+name) })
		if r.clips[k] < 0 {
			t.Fatalf("no clip %q", name)
		}
	}
	for _, name := range file.Bones {
		j := slices.Index(model.Skeleton.Name, name)
		if j < 0 {
			t.Fatalf("no joint %q", name)
		}
		r.joints = append(r.joints, j)
	}
	r.takeRest()
	var err error
	r.crowd, err = runtime.NewCrowd(runtime.Keyframes(r.model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	must.Do(t, err)
	all := references(r.crowd, r.model)
	for b, j := range r.joints {
		r.signs = append(r.signs, r.rest[b].q.Conjugate().Mul(all[j]))
	}
	return r
}

// takeRest gives the model the rest pose that channels are relative to: model files have
// the pose of some frame in its place. It is what the lower strip's first frame is away
// from; the others show that it is.
func (r *nlaRun) takeRest() {
	f := &r.c.Frames[0]
	clip := r.model.Clips[r.clips[0]]
	all := newClipLocals(r.model).at(clip, clip.Start+float64(f.Frame)/nlaRate)
	skeleton := *r.model.Skeleton
	rest := soa.MakeTransforms(skeleton.Len())
	rest.CopyFrom(&skeleton.Rest)
	for b, j := range r.joints {
		channel, l := localOf(f.Lower[10*b:10*b+10]), all[j]
		l.q = l.q.Mul(channel.q.Conjugate())
		l.t = l.t.Sub(l.q.Rotate(channel.t))
		for k := range l.s {
			l.s[k] /= channel.s[k]
		}
		r.rest = append(r.rest, l)
		rest.TX[j], rest.TY[j], rest.TZ[j] = float32(l.t[0]), float32(l.t[1]), float32(l.t[2])
		rest.RX[j], rest.RY[j], rest.RZ[j], rest.RW[j] = float32(l.q[0]), float32(l.q[1]), float32(l.q[2]), float32(l.q[3])
		rest.SX[j], rest.SY[j], rest.SZ[j] = float32(l.s[0]), float32(l.s[1]), float32(l.s[2])
	}
	skeleton.Rest = rest
	m := *r.model
	m.Skeleton = &skeleton
	r.model = &m
}

func (r *nlaRun) run() {
	for at := range r.c.Frames {
		f := &r.c.Frames[at]
		for k, channels := range [][]float64{f.Lower, f.Upper} {
			for b, got := range r.played(at, play.Blend, play.Blend, k) {
				want := localOf(channels[10*b : 10*b+10])
				off := max(farthest(got.t, want.t), farthest(got.s, want.s), angle(got.q, want.q))
				r.worst.strip.see(off, "frame %d: %s of strip %d", f.Frame, r.file.Bones[b], k)
			}
		}
		r.compare(at)
	}
}

// played returns the channels of the bones where layers of two kinds play the strips or,
// unless alone is −1, one strip alone.
func (r *nlaRun) played(at int, lower, upper play.Kind, alone int) []local {
	o := play.Options{Offset: float64(r.c.Frames[at].Frame) / nlaRate, Mode: play.Clamp}
	must.Do(r.t, r.crowd.Instance(0).Stop())
	if alone >= 0 {
		must.Do(r.t, r.crowd.Instance(0).Play(r.clips[alone], o))
	}
	for k, kind := range []play.Kind{lower, upper} {
		if alone < 0 {
			o.Layer, o.Kind = k, kind
			must.Do(r.t, r.crowd.Instance(0).Play(r.clips[k], o))
			must.Do(r.t, r.crowd.Instance(0).Layer(k).SetWeight(r.influence(at, k)))
		}
	}
	must.Do(r.t, r.crowd.Update(0))
	all := locals(r.t, r.crowd, r.model)
	list := make([]local, len(r.joints))
	for b, j := range r.joints {
		rest := &r.rest[b]
		away := rest.q.Conjugate()
		list[b] = local{t: away.Rotate(all[j].t.Sub(rest.t)), q: away.Mul(all[j].q)}
		for k := range list[b].s {
			list[b].s[k] = all[j].s[k] / rest.s[k]
		}
	}
	return list
}

// compare compares a frame with the stack's result.
func (r *nlaRun) compare(at int) {
	f := &r.c.Frames[at]
	lower, known := nlaKinds[r.c.Blend[0]]
	upper, ok := nlaKinds[r.c.Blend[1]]
	if !ok || !known {
		r.t.Fatalf("no layer is known to do %v", r.c.Blend)
	}
	got := r.played(at, lower.kind, upper.kind, -1)
	for b, bone := range r.file.Bones {
		want, own, theirs := localOf(f.Result[10*b:10*b+10]), nlaRest, nlaRest
		for k, channels := range [][]float64{f.Lower, f.Upper} {
			strip := localOf(channels[10*b : 10*b+10])
			theirs = blenderStep(r.c.Blend[k], theirs, strip, r.influence(at, k))
			own = ownStep(nlaKinds[r.c.Blend[k]].kind, own, strip, r.influence(at, k), r.signs[b])
		}
		theirs.q = theirs.q.Unit()
		r.worst.own.see(max(farthest(got[b].t, own.t), farthest(got[b].s, own.s), angle(got[b].q, own.q)), "frame %d: %s", f.Frame, bone)
		r.worst.theirs.see(max(farthest(theirs.t, want.t), farthest(theirs.s, want.s), angle(theirs.q, want.q)), "frame %d: %s", f.Frame, bone)
		if lower.translation && upper.translation {
			r.worst.translation.see(farthest(got[b].t, want.t), "frame %d: %s is at %v, not %v", f.Frame, bone, got[b].t, want.t)
		}
		if lower.scale && upper.scale {
			r.worst.scale.see(farthest(got[b].s, want.s)-farthest(own.s, theirs.s), "frame %d: %s has %v, not %v", f.Frame, bone, got[b].s, want.s)
		}
		if lower.rotation && upper.rotation {
			r.compareRotation(at, b, got[b].q, own.q, theirs.q)
		}
	}
	if r.c.Blend == [2]string{"REPLACE", "ADD"} && r.c.Influence[0] == 1 {
		r.compareSum(at)
	}
}

func (r *nlaRun) compareRotation(at, b int, got, own, theirs exact.Quat) {
	f, convention := &r.c.Frames[at], angle(theirs, own)
	off := angle(got, localOf(f.Result[10*b:10*b+10]).q)
	r.worst.convention.see(convention, "%s, frame %d: %s", r.c.Name, f.Frame, r.file.Bones[b])
	r.worst.rotation.see(off-convention, "frame %d: %s is %.3g rad off, the rules %.3g", f.Frame, r.file.Bones[b], off, convention)
}

// compareSum compares rotations of ADD with those of two Blend layers.
func (r *nlaRun) compareSum(at int) {
	f := &r.c.Frames[at]
	got := r.played(at, play.Blend, play.Blend, -1)
	for b := range r.file.Bones {
		lower, upper := localOf(f.Lower[10*b:10*b+10]).q, localOf(f.Upper[10*b:10*b+10]).q
		i := f.InfluenceUpper
		own := lower.NearestSign(r.signs[b]).Lerp(upper.NearestSign(r.signs[b]), i/(1+i)).Unit()
		r.compareRotation(at, b, got[b].q, own, lower.Lerp(upper, i/(1+i)).Unit())
	}
}

// influence is that of a strip at a frame.
func (r *nlaRun) influence(at, strip int) float64 {
	if strip == 1 {
		return r.c.Frames[at].InfluenceUpper
	}
	return r.c.Influence[0]
}

var nlaRest = local{q: exact.IdentityQuat(), s: exact.Vec{1, 1, 1}}

// blenderStep lays a strip over channels as Blender does. The rotation is of any length
// then, as there.
func blenderStep(blend string, below, strip local, i float64) local {
	var mix func(low, up float64) float64
	switch blend {
	case "REPLACE":
		mix = func(low, up float64) float64 { return low + i*(up-low) }
	case "ADD":
		mix = func(low, up float64) float64 { return low + i*up }
	case "SUBTRACT":
		mix = func(low, up float64) float64 { return low - i*up }
	case "MULTIPLY":
		mix = func(low, up float64) float64 { return low * (1 - i + i*up) }
	case "COMBINE":
		below.t, below.q = below.t.Add(strip.t.Scale(i)), below.q.Unit().Mul(power(strip.q, i))
		for k := range below.s {
			below.s[k] *= math.Pow(strip.s[k], i)
		}
		return below
	}
	for k := range 3 {
		below.t[k], below.s[k] = mix(below.t[k], strip.t[k]), mix(below.s[k], strip.s[k])
	}
	for k := range below.q {
		below.q[k] = mix(below.q[k], strip.q[k])
	}
	return below
}

// power is q to the power of i, along the way that q's own sign says.
func power(q exact.Quat, i float64) exact.Quat {
	v := exact.Vec(q[:3])
	half := float64(i * math.Atan2(v.Length(), q[3]))
	v = v.Unit().Scale(math.Sin(half))
	return exact.Quat{v[0], v[1], v[2], math.Cos(half)}
}

// ownStep lays a layer of a kind over channels as this package promises.
func ownStep(kind play.Kind, below, strip local, i float64, reference exact.Quat) local {
	switch kind {
	case play.Override:
		return below.nlerp(strip, i, reference)
	case play.Subtract:
		i = -i
	}
	return below.add(strip, i)
}
