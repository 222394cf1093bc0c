package retarget

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// PlantOptions are the settings of Plant. Zeros mean the defaults.
type PlantOptions struct {
	// Legs are the legs; nil means those that the function Legs finds.
	Legs []Leg
	// Contact has the thresholds of a standing foot.
	Contact ContactOptions
	// Pelvis is the largest distance in metres by which the pelvis is lowered where a leg would be
	// too short; 0 means 3 cm.
	Pelvis float64
}

// defaultPelvis is the default of PlantOptions.Pelvis.
const defaultPelvis = 0.03

// PlantReport describes the result of Plant.
type PlantReport struct {
	Clip     string    `json:"clip"`
	Contacts []Contact `json:"contacts"` // with the distance that each foot slid before
	Slide    float64   `json:"slide"`    // the largest distance that one slides now, in metres
	Pelvis   float64   `json:"pelvis"`   // the largest lowering of the pelvis
	// Changed lists the new tracks: of joints of legs, and of the joint above them.
	Changed []soa.Track `json:"-"`
}

// Plant returns a clip whose feet do not slide while they stand. During a contact two-bone IK holds
// the foot over the place where it is slowest; it approaches and leaves that place within the
// contact's blend. Feet keep their height and rotation. If a leg is too short the pelvis is
// lowered, smoothly and at most by PlantOptions.Pelvis. Tracks of the legs and of the pelvis become
// linear; others are the clip's. A clip that walks on the spot has no contacts.
//
// The error wraps ErrAdditive, ErrLegs, ErrRest, soa.ErrInvalid, soa.ErrOption or the context's.
func Plant(ctx context.Context, model *soa.Model, clip *soa.Clip, o PlantOptions) (*soa.Clip, *PlantReport, error) {
	fail := func(err error) (*soa.Clip, *PlantReport, error) { return nil, nil, fmt.Errorf("plant feet: %w", err) }
	if err := cmp.Or(soa.CheckClip(model, clip), ctx.Err()); err != nil {
		return fail(err)
	}
	if clip.Additive {
		return fail(fmt.Errorf("%w: %q", ErrAdditive, clip.Name))
	}
	if err := cmp.Or(o.Contact.Fill(), defaults.Positive("Pelvis", &o.Pelvis, defaultPelvis)); err != nil {
		return fail(err)
	}
	if o.Legs == nil {
		o.Legs = Legs(model.Skeleton)
	}
	f, err := newFeet(model, clip, &o)
	if err != nil {
		return fail(err)
	}
	if err := f.find(ctx); err != nil {
		return fail(err)
	}
	r := &PlantReport{Clip: clip.Name}
	if !slices.ContainsFunc(f.legs, func(l footLeg) bool { return len(l.steps) > 0 }) {
		return clip, r, nil
	}
	if err := f.lower(ctx, o.Pelvis); err != nil {
		return fail(err)
	}
	keys, err := f.keys(ctx)
	if err != nil {
		return fail(err)
	}
	out := f.write(keys, r)
	if err := model.ValidateClip(out); err != nil {
		return fail(err)
	}
	if err := f.report(ctx, out, r); err != nil {
		return fail(err)
	}
	return out, r, nil
}

// feet is a clip whose feet are planted.
type feet struct {
	model    *soa.Model
	clip     *soa.Clip
	o        *PlantOptions
	skeleton *exact.Skeleton
	tracks   *exact.Clip
	was, is  exact.Pose // as the clip has it, and planted
	place    func(tick float64) placement
	spread   plan // for the loops of a contact
	legs     []footLeg
	pelvis   int
	moved    []bool    // the pelvis and what is below
	drop     []float64 // by which the pelvis is lowered, at equal steps
}

// footLeg is a leg with its contacts.
type footLeg struct {
	Leg
	tip    int
	length float64
	steps  []*step
}

func newFeet(model *soa.Model, clip *soa.Clip, o *PlantOptions) (*feet, error) {
	k := model.Skeleton
	f := &feet{model: model, clip: clip, o: o, skeleton: exact.NewSkeleton(model, nil), pelvis: soa.NoJoint}
	f.tracks, f.was, f.is = f.skeleton.NewClip(clip), f.skeleton.NewPose(), f.skeleton.NewPose()
	f.place, f.spread = placer(clip), plan{loop: clip.Loop, duration: clip.Duration}
	rest := f.skeleton.Rest.Global
	for _, l := range o.Legs {
		for _, j := range [...]int{l.Upper, l.Lower, l.Ankle, l.Tip()} {
			if j < 0 || j >= k.Len() || k.Parent[j] < 0 {
				return nil, fmt.Errorf("%w: %+v of %d joints", ErrLegs, l, k.Len())
			}
			if _, _, residual := rest[j].Rigid(); residual > 1e-3 || f.skeleton.Static[j] != nil {
				return nil, fmt.Errorf("%w: joint %q", ErrRest, k.Name[j])
			}
		}
		if !k.InSubtree(l.Lower, l.Upper) || !k.InSubtree(l.Ankle, l.Lower) || !k.InSubtree(l.Tip(), l.Ankle) {
			return nil, fmt.Errorf("%w: the joints of a leg are not below each other: %q, %q, %q", ErrLegs, k.Name[l.Upper], k.Name[l.Lower], k.Name[l.Ankle])
		}
		at := func(j int) exact.Vec { return rest[j].Translation() }
		length := at(l.Lower).Sub(at(l.Upper)).Length() + at(l.Ankle).Sub(at(l.Lower)).Length()
		f.legs = append(f.legs, footLeg{Leg: l, tip: l.Tip(), length: length})
		if f.pelvis < 0 {
			f.pelvis = int(k.Parent[l.Upper])
		}
		for f.pelvis >= 0 && !k.InSubtree(l.Upper, f.pelvis) {
			f.pelvis = int(k.Parent[f.pelvis])
		}
	}
	if len(f.legs) == 0 || f.pelvis < 0 || f.skeleton.Static[f.pelvis] != nil {
		return nil, fmt.Errorf("%w in a skeleton of %d joints, or none below one joint", ErrLegs, k.Len())
	}
	f.moved = k.Subtree(f.pelvis)
	return f, nil
}

// find finds the contacts, and the place of each.
func (f *feet) find(ctx context.Context) error {
	steps := ContactSteps(f.clip)
	ways := make([]FootPath, len(f.legs))
	var first, last exact.Vec // of the pelvis
	for i := range steps + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		tick := min(float64(float64(i)*(f.clip.Duration/float64(steps))), f.clip.Duration)
		f.tracks.At(tick, false, &f.was)
		if last = f.was.Global[f.pelvis].Translation(); i == 0 {
			first = last
		}
		for l := range f.legs {
			ways[l].Leg = f.legs[l].length
			ways[l].Places = append(ways[l].Places, f.place(tick).to.Point(f.was.Global[f.legs[l].tip].Translation()))
		}
	}
	moved := last.Sub(first)
	on := f.place(f.clip.Duration).to.Mul(soa.RootTransform{X: moved[0], Z: moved[2], C: 1})
	tick := func(seconds float64) float64 {
		return min(max(float64((seconds-f.clip.Start)*f.clip.TicksPerSecond), 0), f.clip.Duration)
	}
	for l := range f.legs {
		for _, i := range FindContacts(ways[l], f.clip, f.o.Contact) {
			c := &step{from: tick(i.From), to: tick(i.To), blend: float64(i.Blend * f.clip.TicksPerSecond), still: tick(i.Still), joined: i.Joined, loops: i.Loops}
			f.tracks.At(c.still, false, &f.was)
			c.lock = f.place(c.still).to.Point(f.was.Global[f.legs[l].tip].Translation())
			switch c.loops {
			case 1:
				c.lock = on.Point(c.lock)
			case -1:
				c.lock = on.Inverse().Point(c.lock)
			}
			at := func(tick float64) exact.Vec {
				f.tracks.At(tick, false, &f.was)
				off := f.offset(l, c, &f.was, tick)
				c.slid = max(c.slid, off.Length())
				return off
			}
			c.before, c.after = at(c.from), at(c.to)
			for part := 1.; part < 8; part++ {
				at(c.from + float64((c.to-c.from)*(part/8)))
			}
			f.legs[l].steps = append(f.legs[l].steps, c)
		}
	}
	return nil
}

// offset returns the way over the ground from the tip of a leg in a pose to its contact.
func (f *feet) offset(l int, c *step, pose *exact.Pose, tick float64) exact.Vec {
	d := exact.Vec(f.place(tick).back.Point(c.lock)).Sub(pose.Global[f.legs[l].tip].Translation())
	d[1] = 0
	return d
}

// shift returns the way by which a foot is moved at a tick.
func (f *feet) shift(l int, tick float64) exact.Vec {
	sum, _ := f.spread.shiftBy(f.legs[l].steps, tick, func(c *step) exact.Vec { return f.offset(l, c, &f.was, tick) })
	return sum
}

// lower computes how far the pelvis is lowered at equal steps: the greatest need within a contact's
// blend before and after, averaged over as long, which is never less than the need. The error is the
// context's.
func (f *feet) lower(ctx context.Context, most float64) error {
	n := ContactSteps(f.clip)
	need := make([]float64, n+1)
	any := false
	for i := range need {
		if err := ctx.Err(); err != nil {
			return err
		}
		tick := min(float64(float64(i)*(f.clip.Duration/float64(n))), f.clip.Duration)
		f.tracks.At(tick, false, &f.was)
		for l := range f.legs {
			need[i] = max(need[i], min(f.tooShort(l, f.shift(l, tick)), most))
		}
		any = any || need[i] > 0
	}
	f.drop = make([]float64, n+1)
	if !any {
		return nil
	}
	const longest = 1 << 12
	// Steps of long clips are longer.
	reach := f.o.Contact.Blend * min(ContactRate, float64(n)/f.clip.Seconds())
	around := max(1, int(math.Ceil(min(reach, float64(max(n, longest))))))
	at := func(list []float64, i int) float64 {
		if f.clip.Loop {
			i = ((i % n) + n) % n
		}
		return list[min(max(i, 0), n)]
	}
	top := make([]float64, n+1)
	for i := range top {
		if err := ctx.Err(); err != nil {
			return err
		}
		for d := -around; d <= around; d++ {
			top[i] = max(top[i], at(need, i+d))
		}
	}
	for i := range f.drop {
		if err := ctx.Err(); err != nil {
			return err
		}
		for d := -around; d <= around; d++ {
			f.drop[i] += at(top, i+d)
		}
		f.drop[i] = min(f.drop[i]/float64(2*around+1), most) // which rounding may exceed
	}
	return nil
}

// nearlyStraight is the part of its length that a leg may have from hip to ankle.
const nearlyStraight = 0.9999

// tooShort returns how far the hip has to come down for a foot to be moved.
func (f *feet) tooShort(l int, shift exact.Vec) float64 {
	if shift == (exact.Vec{}) {
		return 0
	}
	leg := &f.legs[l]
	at := func(j int) exact.Vec { return f.was.Global[j].Translation() }
	hip := at(leg.Upper)
	length := at(leg.Lower).Sub(hip).Length() + at(leg.Ankle).Sub(at(leg.Lower)).Length()
	length = max(float64(length*nearlyStraight), at(leg.Ankle).Sub(hip).Length())
	way := at(leg.Ankle).Add(shift).Sub(hip)
	over := float64(length*length) - float64(way[0]*way[0]) - float64(way[2]*way[2])
	switch {
	case way.Length() <= length:
		return 0
	case over <= 0:
		return math.Inf(1)
	}
	return max(0, -way[1]-math.Sqrt(over))
}

// dropAt returns how far the pelvis is lowered at a tick.
func (f *feet) dropAt(tick float64) float64 {
	n := len(f.drop) - 1
	x := float64(tick / f.clip.Duration * float64(n))
	i := min(max(int(x), 0), n-1)
	return f.drop[i] + float64((f.drop[i+1]-f.drop[i])*(x-float64(i)))
}

// pose plants the feet at a tick.
func (f *feet) pose(tick float64) {
	f.tracks.At(tick, false, &f.was)
	f.is.CopyLocals(&f.was)
	copy(f.is.Global, f.was.Global)
	down := f.dropAt(tick)
	if down > 0 {
		by := exact.Vec{1: -down}
		if up := f.skeleton.Parent[f.pelvis]; up >= 0 {
			if back, ok := f.was.Global[up].Inverse(); ok {
				by = back.Direction(by)
			}
		}
		f.is.T[f.pelvis] = f.is.T[f.pelvis].Add(by)
		f.update()
	}
	for l := range f.legs {
		if shift := f.shift(l, tick); down > 0 || shift != (exact.Vec{}) {
			f.reach(&f.legs[l], f.was.Global[f.legs[l].Ankle].Translation().Add(shift))
		}
	}
	f.update()
}

// update computes the matrices of the pelvis and of what is below.
func (f *feet) update() {
	for j, moved := range f.moved {
		if moved {
			f.skeleton.ToModelAt(j, &f.is)
		}
	}
}

// reach turns the bones of a leg so that the ankle is at a goal. The ankle keeps its rotation.
func (f *feet) reach(l *footLeg, goal exact.Vec) {
	at := func(j int) exact.Vec { return f.is.Global[j].Translation() }
	rotation := func(j int) exact.Quat {
		_, q, _, _ := f.is.Global[j].Decompose()
		return q
	}
	root, middle, end := at(l.Upper), at(l.Lower), at(l.Ankle)
	if goal.Sub(end).Length() < 1e-9 {
		return
	}
	rest := f.skeleton.Rest.Global
	hint := perpendicularComponent(rest[l.Lower].Translation().Sub(rest[l.Upper].Translation()), rest[l.Ankle].Translation().Sub(rest[l.Upper].Translation()))
	newMiddle, newEnd := twoBones(root, middle, end, goal, hint)
	side := middle.Sub(root).Cross(end.Sub(middle))
	upper, lower := arc(middle.Sub(root), newMiddle.Sub(root), side), arc(end.Sub(middle), newEnd.Sub(newMiddle), side)
	// A joint's new rotation relative to that of its parent, which has turned too.
	local := func(j int, parent, own exact.Quat) exact.Quat {
		above := parent.Mul(rotation(f.skeleton.Parent[j]))
		return above.Conjugate().Mul(own.Mul(rotation(j))).Unit().NearestSign(f.is.Q[j])
	}
	same := exact.IdentityQuat()
	a, b, c := local(l.Upper, same, upper), local(l.Lower, upper, lower), local(l.Ankle, lower, same)
	f.is.Q[l.Upper], f.is.Q[l.Lower], f.is.Q[l.Ankle] = a, b, c
}
