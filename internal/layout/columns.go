package layout

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Columns says what the quads of a row are.
type Columns struct {
	form      soa.Form
	k         float64
	slots     int // without those that only fill
	Rotations int // with them
	others    int // columns, a multiple of four

	translation []int       // per slot: column, or -1
	scale       []int       // General: the same
	pivot       []exact.Vec // per slot, as the bank holds it
	constant    []exact.Vec // General: scale without a column, as the bank holds it
	Weight      []int       // per weight: column among the others, or -1
	WeightRest  []float64   // per weight, where it has none

	Survey *Survey
	All    bool // there is no layout that leaves out less
}

// Columns gives a column to what moves by more than tolerance, a part of the error bound.
func (p *Plan) Columns(v *Survey, tolerance float64) *Columns {
	n, form := len(p.Slots), v.form
	l := &Columns{
		form: form, k: v.k, slots: n, Rotations: roundUp(n, 4), Survey: v, All: tolerance == 0,
		translation: make([]int, n), scale: make([]int, n), pivot: make([]exact.Vec, n), constant: make([]exact.Vec, n),
		Weight: make([]int, len(v.weight)), WeightRest: make([]float64, len(v.weight)),
	}
	limit := float64(tolerance * p.Error)
	columns := 0
	column := func(moves bool) int {
		if !moves {
			return -1
		}
		columns++
		return columns - 1
	}
	for s := range n {
		l.pivot[s] = round32(p.pivotOf(s, form, v))
		l.translation[s] = column(p.translates(s, form, v) > limit || p.reserved(s).Translation)
	}
	for s := range n {
		l.scale[s] = -1
		if form == soa.General {
			l.constant[s] = round32(p.scaleOfSlot(s, v))
			l.scale[s] = column(p.scales(s, v) > limit || p.reserved(s).Scale)
		}
	}
	for w, r := range v.weight {
		l.Weight[w], l.WeightRest[w] = column(r.half() > float64(tolerance*p.Bounds.Weight)), float64(float32(r.middle()))
	}
	l.others = roundUp(columns, 4)
	return l
}

// reserved returns what the options reserve for the joint of a slot.
func (p *Plan) reserved(s int) (all pose.Reservation) {
	for _, r := range p.Options.Reserve {
		if r.Joint == p.Skeleton.Joint[p.Slots[s].Joint] && !p.further(s) {
			all.Translation, all.Scale = all.Translation || r.Translation, all.Scale || r.Scale
		}
	}
	return all
}

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// round32 rounds to what a bank's float32 constants hold.
func round32(v exact.Vec) exact.Vec {
	for i := range v {
		v[i] = float64(float32(v[i]))
	}
	return v
}

// round32Quat rounds a quaternion to float32.
func round32Quat(q exact.Quat) exact.Quat {
	for i := range q {
		q[i] = float64(float32(q[i]))
	}
	return q
}

// further tells a slot that hangs below the first slot of its joint.
func (p *Plan) further(s int) bool {
	return p.first[p.Slots[s].Joint] != s
}

// pivotOf returns soa.Bank.Pivot of a slot.
func (p *Plan) pivotOf(s int, form soa.Form, v *Survey) exact.Vec {
	slot := &p.Slots[s]
	if form == soa.Rig {
		return slot.Bind.Translation()
	}
	if p.further(s) {
		return exact.Vec{}
	}
	j := &v.joint[slot.Joint]
	return exact.Vec{j.t[0].middle(), j.t[1].middle(), j.t[2].middle()}
}

// scaleOfSlot returns soa.Bank.Scale of a slot.
func (p *Plan) scaleOfSlot(s int, v *Survey) exact.Vec {
	if p.further(s) {
		return exact.Vec{1, 1, 1}
	}
	j := &v.joint[p.Slots[s].Joint]
	return exact.Vec{j.s[0].middle(), j.s[1].middle(), j.s[2].middle()}
}

// translates returns how far, in metres, a slot strays from its pivot.
func (p *Plan) translates(s int, form soa.Form, v *Survey) float64 {
	if form == soa.Rig {
		return v.slot[s].moves
	}
	i := p.Slots[s].Joint
	if p.further(s) || p.Skeleton.Static[i] != nil {
		return 0
	}
	j := &v.joint[i]
	return exact.Vec{j.t[0].half(), j.t[1].half(), j.t[2].half()}.Length() * j.stands
}

// scales returns how far, in metres, a slot's changing scale moves things.
func (p *Plan) scales(s int, v *Survey) float64 {
	i := p.Slots[s].Joint
	if p.further(s) || p.Skeleton.Static[i] != nil {
		return 0
	}
	j := &v.joint[i]
	size := max(p.subtree[i], p.Distance)
	if p.Keys { // factors count for themselves
		size = p.Error / keysBound
	}
	worst := 0.0
	for a := range 3 {
		if greatest := max(-j.s[a].low, j.s[a].high); greatest > 0 {
			worst = max(worst, j.s[a].half()/greatest)
		}
	}
	return worst * size
}
