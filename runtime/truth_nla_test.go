//go:build cgo

package runtime_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/runtime"
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
	kind                         runtime.LayerKind
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
	"REPLACE":  {kind: runtime.Override, translation: true, rotation: true, scale: true},
	"COMBINE":  {kind: runtime.Additive, translation: true, rotation: true, scale: true},
	"ADD":      {kind: runtime.Additive, translation: true},
	"SUBTRACT": {kind: runtime.Subtract, translation: true},
	"MULTIPLY": {kind: runtime.Additive, scale: true},
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
	r.crowd, err = runtime.NewCrowd(runtime.Keys(r.model), 1, runtime.CrowdOptions{Layout: runtime.LayoutOptions{AllJoints: true}})
	must(t, err)
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
		var strips [2][]local
		for k, channels := range [][]float64{f.Lower, f.Upper} {
			strips[k] = r.played(at, runtime.PlayOptions{}, k)
			for b := range r.joints {
				want := localOf(channels[10*b : 10*b+10])
				got := strips[k][b]
				off := max(farthest(got.t, want.t), farthest(got.s, want.s), angle(got.q, want.q))
				r.worst.strip.see(off, "frame %d: %s of strip %d", f.Frame, r.file.Bones[b], k)
			}
		}
		r.compare(at, strips)
	}
}

// played returns the channels of the bones where layer 0 plays the lower strip and, with
// options, a layer the upper one; or, with none, one strip alone.
func (r *nlaRun) played(at int, o runtime.PlayOptions, alone int) []local {
	f := &r.c.Frames[at]
	play := func(strip int, o runtime.PlayOptions) {
		o.Offset, o.Mode = float64(f.Frame)/nlaRate, runtime.Clamp
		weight := o.Weight
		must(r.t, r.crowd.Play(0, r.clips[strip], o))
		if weight == 0 && strip != alone {
			must(r.t, r.crowd.SetWeight(0, o.Layer, 0))
		}
	}
	must(r.t, r.crowd.Play(0, runtime.Rest, runtime.PlayOptions{Layer: 1}))
	if alone >= 0 {
		play(alone, runtime.PlayOptions{})
	} else {
		play(0, runtime.PlayOptions{Weight: r.c.Influence[0]})
		play(1, o)
	}
	must(r.t, r.crowd.Update(0))
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
func (r *nlaRun) compare(at int, strips [2][]local) {
	f := &r.c.Frames[at]
	how, ok := nlaKinds[r.c.Blend[1]]
	if !ok || r.c.Blend[0] != "REPLACE" {
		r.t.Fatalf("no layer is known to do %v", r.c.Blend)
	}
	got := r.played(at, runtime.PlayOptions{Layer: 1, Kind: how.kind, Weight: f.InfluenceUpper}, -1)
	var sum []local // of ADD
	if r.c.Blend[1] == "ADD" {
		sum = r.played(at, runtime.PlayOptions{Layer: 1, Weight: f.InfluenceUpper}, -1)
	}
	for b, bone := range r.file.Bones {
		want := localOf(f.Result[10*b : 10*b+10])
		lower, upper := localOf(f.Lower[10*b:10*b+10]), localOf(f.Upper[10*b:10*b+10])
		theirs, own := blenderRule(&r.c.Blend, r.c.Influence[0], f.InfluenceUpper, lower, upper), ownNLARule(how.kind, r.c.Influence[0], f.InfluenceUpper, lower, upper, r.signs[b])
		r.worst.own.see(max(farthest(got[b].t, own.t), farthest(got[b].s, own.s), angle(got[b].q, own.q)), "frame %d: %s", f.Frame, bone)
		if how.translation {
			r.worst.translation.see(farthest(got[b].t, want.t), "frame %d: %s is at %v, not %v", f.Frame, bone, got[b].t, want.t)
		}
		if how.scale {
			r.worst.scale.see(farthest(got[b].s, want.s)-farthest(own.s, theirs.s), "frame %d: %s has %v, not %v", f.Frame, bone, got[b].s, want.s)
		}
		if how.rotation {
			convention := angle(theirs.q, own.q)
			r.worst.convention.see(convention, "%s, frame %d: %s", r.c.Name, f.Frame, bone)
			r.worst.theirs.see(max(farthest(theirs.t, want.t), farthest(theirs.s, want.s), angle(theirs.q, want.q)), "frame %d: %s", f.Frame, bone)
			r.worst.rotation.see(angle(got[b].q, want.q)-convention, "frame %d: %s is %.3g rad off, the rules %.3g", f.Frame, bone, angle(got[b].q, want.q), convention)
		}
		if sum != nil {
			r.worst.rotation.see(angle(sum[b].q, want.q), "frame %d: %s, as a sum, is %.3g rad off", f.Frame, bone, angle(sum[b].q, want.q))
		}
	}
}

// blenderRule evaluates REPLACE and COMBINE of channels as Blender does; of other blend
// types it returns the scales of MULTIPLY.
func blenderRule(blend *[2]string, low, up float64, lower, upper local) (l local) {
	one := exact.IdentityQuat()
	below := local{t: lower.t.Scale(low), q: one.Lerp(lower.q, low), s: exact.Vec{1, 1, 1}.Lerp(lower.s, low)}
	switch blend[1] {
	case "REPLACE":
		return local{t: below.t.Lerp(upper.t, up), q: below.q.Lerp(upper.q, up).Unit(), s: below.s.Lerp(upper.s, up)}
	case "COMBINE":
		l = local{t: below.t.Add(upper.t.Scale(up)), q: below.q.Unit().Mul(power(upper.q, up))}
		for k := range l.s {
			l.s[k] = below.s[k] * math.Pow(upper.s[k], up)
		}
		return l
	}
	for k := range l.s {
		l.s[k] = below.s[k] * (1 - up + up*upper.s[k])
	}
	return l
}

// power is q to the power of i, along the way that q's own sign says.
func power(q exact.Quat, i float64) exact.Quat {
	v := exact.Vec(q[:3])
	half := float64(i * math.Atan2(v.Length(), q[3]))
	v = v.Unit().Scale(math.Sin(half))
	return exact.Quat{v[0], v[1], v[2], math.Cos(half)}
}

// ownNLARule evaluates layers of a kind as this package promises.
func ownNLARule(kind runtime.LayerKind, low, up float64, lower, upper local, reference exact.Quat) local {
	rest := local{q: exact.IdentityQuat(), s: exact.Vec{1, 1, 1}}
	below := rest.nlerp(lower, low, reference)
	if kind == runtime.Override {
		return below.nlerp(upper, up, reference)
	}
	if kind == runtime.Subtract {
		up = -up
	}
	return below.add(upper, up)
}
