package layout

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Survey is what a form has to know of all clips together: how the model's
// joints move, at every key of every clip.
type Survey struct {
	form soa.Form
	k    float64 // rigid forms: the scale of the palettes

	slot   []slotSurvey
	matrix []exact.Matrix // per slot: its palette matrix in the pose that addRig looks at
	joint  []jointSurvey  // per kept joint
	weight []span
	Reach  float64 // greatest distance of a joint from the origin
}

// Axes returns the greatest lengths of the model-space axes of a joint.
func (v *Survey) Axes(joint int) [3]float64 { return v.joint[joint].column }

// slotSurvey is how one slot's palette matrix fits the rigid forms.
type slotSurvey struct {
	misfit float64 // metres by which it misses K·rotation at the farthest point that it moves
	moves  float64 // metres by which its joint leaves its place under the parent
}

// jointSurvey is the range of a joint's local translation and scale.
type jointSurvey struct {
	t, s   [3]span
	stands float64    // greatest scale of its parent in model space
	column [3]float64 // greatest lengths of its model-space axes
}

// span is a range of values, empty where low > high.
type span struct{ low, high float64 }

func (s *span) add(v float64) { s.low, s.high = min(s.low, v), max(s.high, v) }
func (s *span) merge(o span)  { s.low, s.high = min(s.low, o.low), max(s.high, o.high) }

func (s span) middle() float64 {
	if s.low == s.high {
		return s.low
	}
	return s.low + float64((s.high-s.low)/2)
}

// half returns how far values are from the middle.
func (s span) half() float64 { return float64((s.high - s.low) / 2) }

func (p *Plan) newSurvey(form soa.Form, k float64) *Survey {
	empty := span{math.Inf(1), math.Inf(-1)}
	joint := jointSurvey{t: [3]span{empty, empty, empty}, s: [3]span{empty, empty, empty}}
	return &Survey{
		form: form, k: k, slot: make([]slotSurvey, len(p.Slots)), matrix: make([]exact.Matrix, len(p.Slots)),
		joint: slices.Repeat([]jointSurvey{joint}, len(p.Skeleton.Joint)), weight: slices.Repeat([]span{empty}, len(p.Model.Weights)),
	}
}

// Survey looks at all clips for a form. The error wraps pose.ErrForm where palettes do not fit it.
func (p *Plan) Survey(form soa.Form) (*Survey, error) {
	k := p.scaleOf()
	if form == soa.Rig && k == 0 {
		return nil, fmt.Errorf("%w %v: a palette matrix flattens space", pose.ErrForm, form)
	}
	if depth := p.depth(); form == soa.Rig && depth > soa.MaxRigDepth {
		return nil, fmt.Errorf("%w %v: a chain of %d joints, at most %d are possible", pose.ErrForm, form, depth, soa.MaxRigDepth)
	}
	p.bindFree(form, k, p.Skeleton, p.Reference)
	if err := p.Ctx.Err(); err != nil {
		return nil, err
	}
	each, thinned := make([]*Survey, len(p.Clips)), make([]bool, len(p.Clips))
	if err := fault.ForEach(p.Ctx, p.Workers, len(p.Clips), func(i int) error {
		each[i], thinned[i] = p.surveyClip(p.Exact[i].Fork(), form, k)
		return nil
	}); err != nil {
		return nil, err
	}
	all := p.newSurvey(form, k)
	all.add(p, p.Reference)
	all.add(p, &p.Skeleton.Rest)
	p.Reach = p.Reach[:0]
	if err := p.Ctx.Err(); err != nil {
		return nil, err
	}
	for _, v := range each {
		all.merge(v)
		p.Reach = append(p.Reach, v.Reach)
	}
	if slices.Contains(thinned, true) {
		all.bound(p)
	}
	if err := p.Ctx.Err(); err != nil {
		return nil, err
	}
	if form == soa.Rig {
		limit := p.Bound(all.Reach) / 4
		for s := range all.slot {
			if v := all.slot[s].misfit; !(v <= limit) {
				joint := p.Model.Skeleton.Name[p.Skeleton.Joint[p.Slots[s].Joint]]
				return nil, fmt.Errorf("%w %v: joint %q scales or shears its vertices by %.3g m", pose.ErrForm, form, joint, v)
			}
		}
	}
	return all, nil
}

// scaleOf returns the scale of the palettes: the first given slot's, 0 where
// that has none. Without given slots it is free.
func (p *Plan) scaleOf() float64 {
	first := slices.IndexFunc(p.Slots, func(s Slot) bool { return s.Given && !s.Flat })
	if first < 0 {
		return 1
	}
	m := p.slotMatrix(first, p.Reference)
	_, k, _ := m.Rigid()
	return float64(float32(k)) // the bank holds it so
}

// A clip is sampled at all of its keys while that poses up to surveyShare joints per key, or
// surveyPosed joints in all clips, and otherwise in thinnedPoses: where joints have their own key
// times, the joints posed at all keys grow with the square of the number of joints.
const (
	surveyShare  = 16
	surveyPosed  = 1 << 21
	thinnedPoses = 32
)

// surveyPoses returns how many of a number of poses of a clip are looked at.
func (p *Plan) surveyPoses(e *exact.Clip, poses int) int {
	keys := 0
	for t := range e.Tracks {
		keys += e.Tracks[t].Last + 1 - e.Tracks[t].First
	}
	joints := max(1, len(p.Skeleton.Joint))
	most := max(2, surveyShare*(joints+keys)/joints+surveyPosed/joints/len(p.Clips))
	if poses <= most {
		return poses
	}
	return min(most, thinnedPoses)
}

// surveyClip samples a clip at its keys and, where it has splines, between them. A clip with too many
// keys is thinned: sampled at every nth key, with the values of all tracks.
func (p *Plan) surveyClip(e *exact.Clip, form soa.Form, k float64) (v *Survey, thinned bool) {
	v = p.newSurvey(form, k)
	pose := p.Skeleton.NewPose()
	ticks := e.Ticks()
	var between []float64
	if e.Bends() {
		between = []float64{0.25, 0.5, 0.75}
	}
	step, all := 1, len(ticks)*(1+len(between))
	if few := p.surveyPoses(e, all); few < all {
		step, between, thinned = (len(ticks)+few-1)/few, nil, true
		v.addTracks(e)
	}
	for i := 0; i < len(ticks); i += step {
		tick := ticks[i]
		e.At(tick, false, &pose)
		v.add(p, &pose)
		if p.Ctx.Err() != nil {
			break // Each tells
		}
		if i+1 < len(ticks) {
			for _, f := range between {
				if p.Ctx.Err() != nil {
					break
				}
				e.At(tick+float64((ticks[i+1]-tick)*f), false, &pose)
				v.add(p, &pose)
			}
		}
	}
	return v, thinned
}

// add takes a pose into account.
func (v *Survey) add(p *Plan, pose *exact.Pose) {
	for i := range pose.Global {
		g := &pose.Global[i]
		j := &v.joint[i]
		for a := range 3 {
			j.t[a].add(pose.T[i][a])
			j.s[a].add(pose.S[i][a])
			j.column[a] = max(j.column[a], g.Column(a).Length())
		}
		if parent := p.Skeleton.Parent[i]; parent >= 0 {
			j.stands = max(j.stands, v.joint[parent].column[0], v.joint[parent].column[1], v.joint[parent].column[2])
		} else {
			j.stands = 1
		}
		v.Reach = max(v.Reach, g.Translation().Length())
	}
	for w := range pose.Weight {
		v.weight[w].add(pose.Weight[w])
	}
	if v.form == soa.Rig {
		v.addRig(p, pose)
	}
}

// addRig compares the palette with the rigid forms.
func (v *Survey) addRig(p *Plan, pose *exact.Pose) {
	root := exact.Scaling(v.k)
	for s := range p.Slots {
		slot := &p.Slots[s]
		m := p.slotMatrix(s, pose)
		v.matrix[s] = m
		k, residual := m.Uniform()
		size := max(p.vertices[slot.Joint], p.Distance)
		if p.Keys { // joints below are placed by this one's matrix, not by a row's column
			size = max(size, p.subtree[slot.Joint])
		}
		v.slot[s].misfit = max(v.slot[s].misfit, float64((float64(residual/2)+math.Abs(k/v.k-1))*size))
		above := &root
		if slot.Parent >= 0 {
			above = &v.matrix[slot.Parent]
		}
		stays := above.Point(slot.Bind.Translation())
		v.slot[s].moves = max(v.slot[s].moves, stays.Sub(pose.Global[slot.Joint].Translation()).Length())
	}
}

// merge takes what another survey saw into account.
func (v *Survey) merge(o *Survey) {
	for s := range v.slot {
		v.slot[s].misfit = max(v.slot[s].misfit, o.slot[s].misfit)
		v.slot[s].moves = max(v.slot[s].moves, o.slot[s].moves)
	}
	for i := range v.joint {
		a, b := &v.joint[i], &o.joint[i]
		for k := range 3 {
			a.t[k].merge(b.t[k])
			a.s[k].merge(b.s[k])
			a.column[k] = max(a.column[k], b.column[k])
		}
		a.stands = max(a.stands, b.stands)
	}
	for w := range v.weight {
		v.weight[w].merge(o.weight[w])
	}
	v.Reach = max(v.Reach, o.Reach)
}
