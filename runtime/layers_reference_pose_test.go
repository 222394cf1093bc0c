package runtime_test

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime/play"
)

// actorPart is a pose with what it weighs.
type actorPart struct {
	pose   actorPose
	weight float64
	mask   int
	kind   play.Kind
	voice  *actorVoice
}

// covers is the part of a joint that a weight and a mask cover.
func (a *actor) covers(p *actorPart, mask, joint int) float64 {
	if mask == 0 {
		return p.weight
	}
	return p.weight * float64(a.masks[mask-1][joint])
}

// mean is the weighted mean of poses; what is missing of a weight of 1 is that of
// below. With full it is the mean whatever the masks.
func (a *actor) mean(parts []actorPart, below actorPose, full bool) actorPose {
	out, rest := slices.Clone(below), a.rest()
	for j := range out {
		var sum actorJoint
		weight := 0.
		add := func(x *actorJoint, w float64) {
			sign := 1.
			if x.q.Dot(rest[j].q) < 0 {
				sign = -1
			}
			for k := range 4 {
				sum.q[k] += w * sign * x.q[k]
			}
			for k := range 3 {
				sum.t[k] += w * x.t[k]
				sum.s[k] += w * x.s[k]
			}
			weight += w
		}
		for k := range parts {
			mask := parts[k].mask
			if full {
				mask = 0
			}
			add(&parts[k].pose[j], a.covers(&parts[k], mask, j))
		}
		if weight == 0 {
			continue
		}
		if weight < 1 && !full {
			add(&actorJoint{below[j].t, below[j].q.Unit(), below[j].s}, 1-weight)
		}
		for k := range 3 {
			out[j].t[k], out[j].s[k] = sum.t[k]/weight, sum.s[k]/weight
		}
		out[j].q = scaled(sum.q, 1/weight)
	}
	return out
}

// pose is what the instance shows.
func (a *actor) pose() actorPose {
	groups, added := [][]actorPart{nil}, []actorPart(nil)
	low := 0
	for layer := range play.MaxLayers {
		high, blends := -1, len(groups[low]) > 0 // the group of the layer's clips that cover; there is something for them to cover
		var last actorPart                       // of those that cover
		for _, v := range a.of(layer) {
			p := actorPart{weight: v.weight * a.share(v), mask: v.mask, kind: v.kind, voice: v}
			if p.weight == 0 || v.rests() {
				continue
			}
			p.pose = a.shows(v)
			switch {
			case v.kind == play.Additive || v.kind == play.Subtract:
				added = append(added, p)
				continue
			case v.kind == play.Blend:
				groups[low], blends = append(groups[low], p), true
				continue
			case high < 0 && !blends && (low > 0 || v.kind == play.Override):
				high = low
			case high < 0 || high == low && blends || coverApart(&last, &p):
				groups, high = append(groups, nil), len(groups)
			}
			groups[high], last = append(groups[high], p), p
		}
		if high >= 0 {
			low = high
		}
	}
	out := a.rest()
	for _, parts := range groups {
		model := slices.IndexFunc(parts, func(p actorPart) bool { return p.kind == play.ModelOverride })
		if model >= 0 {
			out = a.overModel(parts, parts[model].mask, out)
			continue
		}
		out = a.mean(parts, out, false)
	}
	slices.SortStableFunc(added, func(p, q actorPart) int { // Subtract first, then by clip, mask, place, weight
		return cmp.Or(cmp.Compare(q.kind, p.kind), cmp.Compare(p.voice.clip, q.voice.clip), cmp.Compare(p.mask, q.mask),
			cmp.Compare(a.place(p.voice), a.place(q.voice)), cmp.Compare(p.weight, q.weight))
	})
	for k := range added {
		a.add(out, &added[k])
	}
	return out
}

// coverApart reports whether two clips of a layer cover what is below each for itself: in
// different spaces, or in model space with different masks.
func coverApart(p, q *actorPart) bool {
	return p.kind != q.kind || p.kind == play.ModelOverride && p.mask != q.mask
}

// place is where an active clip is in its clip.
func (a *actor) place(v *actorVoice) float64 {
	x := a.phase(v)
	if v.mode == play.PingPong {
		x = min(x, a.period(v)-x)
	}
	return x
}

func (q actorJoint) delta(rest *actorJoint, u float64) oracle.Quat {
	d := multiply(conjugate(rest.q), q.q.Unit())
	if d[3] < 0 {
		d = oracle.Quat{-d[0], -d[1], -d[2], -d[3]}
	}
	return oracle.Quat{u * d[0], u * d[1], u * d[2], 1 - u + u*d[3]}
}

// add applies a difference from the rest pose.
func (a *actor) add(out actorPose, p *actorPart) {
	rest := a.rest()
	for j := range out {
		u, sign := a.covers(p, p.mask, j), 1.
		d := p.pose[j].delta(&rest[j], u)
		if p.kind == play.Subtract {
			d, sign = conjugate(d), -1
		}
		out[j].q = multiply(out[j].q, d).Unit()
		for k := range 3 {
			out[j].t[k] += sign * u * (p.pose[j].t[k] - rest[j].t[k])
			if factor := 1 - u + u*p.pose[j].s[k]/rest[j].s[k]; sign > 0 {
				out[j].s[k] *= factor
			} else {
				out[j].s[k] /= factor
			}
		}
	}
}

// overModel covers a pose with the mean of others, rotations in model space.
func (a *actor) overModel(parts []actorPart, mask int, below actorPose) actorPose {
	upper, out := a.mean(parts, a.rest(), true), slices.Clone(below)
	cover := actorPart{}
	for _, p := range parts {
		cover.weight += p.weight
	}
	cover.weight = min(1, cover.weight)
	up, low, now := make([]oracle.Quat, len(out)), make([]oracle.Quat, len(out)), make([]oracle.Quat, len(out))
	for j := range out {
		u, l, parent := upper[j].q.Unit(), below[j].q.Unit(), oracle.Quat{3: 1}
		if p := a.model.Skeleton.Parent[j]; p >= 0 {
			u, l, parent = multiply(up[p], u), multiply(low[p], l), now[p]
		}
		up[j], low[j] = u, l
		w := a.covers(&cover, mask, j)
		sign := 1.
		if u.Dot(l) < 0 {
			sign = -1
		}
		for k := range 4 {
			now[j][k] = (1-w)*l[k] + sign*w*u[k]
		}
		now[j] = now[j].Unit()
		out[j].q = multiply(conjugate(parent), now[j])
		for k := range 3 {
			out[j].t[k] += w * (upper[j].t[k] - below[j].t[k])
			out[j].s[k] += w * (upper[j].s[k] - below[j].s[k])
		}
	}
	return out
}

// matrices are the joints of a pose in model space.
func (a *actor) matrices(p actorPose) []oracle.Mat4 {
	out := make([]oracle.Mat4, len(p))
	for j := range p {
		out[j] = oracle.Translate(p[j].t).Mul(p[j].q.Unit().Matrix()).Mul(oracle.Scaling(p[j].s))
		if parent := a.model.Skeleton.Parent[j]; parent >= 0 {
			out[j] = out[parent].Mul(out[j])
		}
	}
	return out
}

func conjugate(q oracle.Quat) oracle.Quat { return oracle.Quat{-q[0], -q[1], -q[2], q[3]} }

// multiply is the rotation b and then a.
func multiply(a, b oracle.Quat) oracle.Quat {
	return oracle.Quat{
		a[3]*b[0] + a[0]*b[3] + a[1]*b[2] - a[2]*b[1],
		a[3]*b[1] + a[1]*b[3] + a[2]*b[0] - a[0]*b[2],
		a[3]*b[2] + a[2]*b[3] + a[0]*b[1] - a[1]*b[0],
		a[3]*b[3] - a[0]*b[0] - a[1]*b[1] - a[2]*b[2],
	}
}
