package control_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/compile"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// alone lists stacks: each kind of modifier by itself, and those whose settings decide what they
// change in each way.
func alone() (list [][]control.Modifier) {
	for _, m := range everyKind() {
		if _, is := m.(*control.Follow); !is {
			list = append(list, []control.Modifier{m})
		}
	}
	eye := &control.Aim{Joint: "right eye0", Forward: [3]float32{0, 0, 1}}
	list = append(list, []control.Modifier{&control.Follow{Joint: "left arm3", Modifier: 1}, eye})
	free := blade()
	free.Joint = ""
	list = append(list, []control.Modifier{&free})
	for _, stretch := range []float32{0.5, 1, 1.5} {
		list = append(list, []control.Modifier{&control.TwoBoneIK{Root: "left leg0", Mid: "left leg1", End: "left leg3", Stretch: stretch}})
	}
	for parts := 1; parts < 8; parts++ {
		o := control.ModifyJoint{Joint: "neck0", Space: control.Space(parts % 2), Adds: parts%3 == 0}
		if parts&1 != 0 {
			o.Rotation = control.Rotation([4]float32{3: 1})
		}
		if parts&2 != 0 {
			o.Translation = control.Place(0, 0, 0)
		}
		if parts&4 != 0 {
			o.Scale = control.Place(1, 1, 1)
		}
		list = append(list, []control.Modifier{&o})
	}
	for parts := range 4 {
		list = append(list, []control.Modifier{&control.ConstraintStack{
			Joint: "right arm1", Moves: parts&1 != 0, Scales: parts&2 != 0,
			Stack: []control.Constraint{{Rule: constraint.CopyTransforms{}, Targets: []control.Target{{}}, Influence: 0.5}},
		}})
	}
	return list
}

// columnsDriver poses blocks at random, and has the modifiers of a stack change them.
type columnsDriver struct {
	r      *rand.Rand
	layout *pose.Layout
	g      *control.Instances
	list   []control.Modifier
	by     pose.Controller
	block  []float32
	before []float32 // of a lane, as after
	after  []float32
}

func (d *columnsDriver) vector(size float32) (v [3]float32) {
	for k := range v {
		v[k] = size * float32(d.r.NormFloat64())
	}
	return v
}

func (d *columnsDriver) rotation(most float32) [4]float32 {
	v := d.vector(most)
	return geom.Quat{X: v[0], Y: v[1], Z: v[2], W: 1}.Unit().Array()
}

// pose fills the block with poses about the rest pose.
func (d *columnsDriver) pose(t *testing.T) {
	t.Helper()
	row := slices.Clone(d.layout.Rest)
	scales := map[int]bool{}
	for _, c := range d.layout.ScaleColumn {
		scales[int(c)] = true
	}
	for lane := range simd.Lanes {
		for c := range d.layout.Rotations() {
			rest := geom.QuatOf([4]float32(d.layout.Rest[4*c:]))
			turned := rest.Mul(geom.QuatOf(d.rotation(0.7))).Array()
			copy(row[4*c:], turned[:])
		}
		for c := range d.layout.Others {
			at, by := 4*(d.layout.Rotations()+c), d.vector(0.1)
			if scales[c] {
				by = [3]float32{by[0], by[0], by[0]}
			}
			for k := range by {
				row[at+k] = d.layout.Rest[at+k] + by[k]
			}
		}
		must.Do(t, d.layout.SetLane(d.block, row, lane))
	}
}

// target gives instance i targets, of which all parts count.
func (d *columnsDriver) target(t *testing.T, i int) {
	t.Helper()
	g, place, turn := d.g, d.vector(0.6), d.rotation(1)
	place[1]++
	world := geom.QuatOf(d.rotation(0.3)).Matrix(geom.VecOf(d.vector(0.3)))
	must.Do(t, g.SetWorld(i, world))
	must.Do(t, g.SetAir(i, spring.Air{Gravity: [3]float32{0, -9.81, 0}, Wind: d.vector(3)}))
	for k, m := range d.list {
		must.Do(t, g.SetWeight(i, k, 1))
		var err error
		switch m.(type) {
		case *control.ModifyJoint:
			size := 1 + d.r.Float32()
			err = g.SetJoint(i, k, control.Transform{Translation: d.vector(1), Rotation: turn, Scale: [3]float32{size, size, size}})
		case *control.Aim, *control.LookAt:
			err = g.SetAim(i, k, control.AimTarget{Place: place, Pole: d.vector(1)})
		case *control.TwoBoneIK:
			err = g.SetTwoBoneIK(i, k, control.TwoBoneTarget{Place: place, Rotation: turn, RotationWeight: 1})
		case *control.ChainIK:
			err = g.SetChainIK(i, k, 0, control.ChainTarget{Place: place, Weight: 1, Rotation: turn, RotationWeight: 1})
		case *control.HandIK:
			must.Do(t, g.Hold(i, k, true))
			err = g.SetHandIK(i, k, control.HandTarget{Place: place, Rotation: turn, RotationWeight: 1})
		case *control.Socket:
			err = g.SetSocket(i, k, d.r.IntN(3))
		case *control.FootPlacement:
			hits := make([]control.Hit, len(g.FootRays(k, nil)))
			for h := range hits {
				hits[h] = control.Hit{Hit: true, Point: [3]float32{0, d.r.Float32() / 2, 0}, Normal: [3]float32{d.r.Float32() / 2, 1, 0}}
			}
			err = g.SetFootHits(k, hits)
		case *control.Ragdoll:
			bodies := make([]control.Body, 3)
			for b := range bodies {
				bodies[b] = control.Body{Place: d.vector(1), Rotation: d.rotation(1)}
			}
			err = g.Simulate(i, k, bodies)
		case *control.ConstraintStack:
			m := geom.QuatOf(turn).Matrix(geom.VecOf(place))
			for k := range 3 {
				m[k], m[4+k], m[8+k] = 1.5*m[k], 1.5*m[4+k], 1.5*m[8+k]
			}
			err = g.SetTarget(i, k, 0, m)
		}
		must.Do(t, err)
	}
}

// change has some poses of a block changed, and adds the columns that others have then.
func (d *columnsDriver) change(t *testing.T, changed map[int]bool) {
	t.Helper()
	d.pose(t)
	at := pose.Changing{Len: []int{1, 5, simd.Lanes}[d.r.IntN(3)]}
	at.Whole = at.Len == simd.Lanes
	for lane := range at.Len {
		at.Instance[lane], at.Seconds[lane] = int32(lane), 0.01+0.1*d.r.Float64()
		d.target(t, lane)
	}
	before := slices.Clone(d.block)
	d.by.Change(d.block, &at)
	for lane := range at.Len {
		must.Do(t, d.layout.GetLane(d.before, before, lane))
		must.Do(t, d.layout.GetLane(d.after, d.block, lane))
		for c := range d.layout.Columns() {
			if !slices.Equal(d.before[4*c:4*c+4], d.after[4*c:4*c+4]) {
				changed[c] = true
			}
		}
	}
}

// A stack lists the columns that it changes and no other, and reserves those of translations and
// scales among them and no other: nothing else gets a column or keeps a joint.
func TestStacksListWhatTheyChange(t *testing.T) {
	model, r := remembered(), rand.New(rand.NewPCG(seed.First(t), 21))
	for _, list := range alone() {
		name := fmt.Sprintf("%T %+v", list[0], list[0])
		stack := control.New(model.Skeleton)
		for _, m := range list {
			_, err := stack.Add(m)
			must.Do(t, err)
		}
		for _, form := range []pose.FormChoice{pose.FormAuto, pose.FormGeneral} {
			layout, err := compile.Layout(t.Context(), model, []*soa.Clip{}, pose.LayoutOptions{Form: form, AllJoints: true, Reserve: stack.Reserve(), Levels: []float64{}})
			must.Do(t, err)
			d := columnsDriver{r: r, layout: layout, list: list, block: make([]float32, layout.BlockValues()), before: make([]float32, layout.RowValues()), after: make([]float32, layout.RowValues())}
			d.g, err = stack.Start(layout, simd.Lanes)
			must.Do(t, err)
			d.by = d.g.NewController()
			changed := map[int]bool{}
			for range 12 {
				d.change(t, changed)
			}
			if got, want := d.g.Changes(), slices.Sorted(maps.Keys(changed)); !slices.Equal(got, want) {
				t.Errorf("%.200s: lists the columns %v, changes %v", name, got, want)
			}
			reserved := reservedColumns(t, layout, stack)
			for c := range changed {
				if c >= layout.Rotations() && !reserved[c] {
					t.Errorf("%.200s: changes the column %d, which it does not reserve", name, c)
				}
			}
			for c := range reserved {
				if !changed[c] {
					t.Errorf("%.200s: reserves the column %d, which it does not change", name, c)
				}
			}
			if of := d.g.Columns(); slices.ContainsFunc(slices.Collect(maps.Keys(changed)), func(c int) bool { return !slices.Contains(of, c) }) {
				t.Errorf("%.200s: changes the columns %v, of %v that it may read or change", name, slices.Sorted(maps.Keys(changed)), of)
			}
		}
	}
}

// reservedColumns returns the columns of a layout that a stack reserves. Each reservation is for
// something.
func reservedColumns(t *testing.T, layout *pose.Layout, stack *control.Stack) map[int]bool {
	t.Helper()
	columns := map[int]bool{}
	for _, o := range stack.Reserve() {
		slot := layout.Slot[o.Joint]
		if !o.Translation && !o.Scale {
			t.Errorf("joint %d is reserved for nothing", o.Joint)
		}
		if o.Translation {
			columns[layout.Rotations()+int(layout.TranslationColumn[slot])] = true
		}
		if o.Scale {
			columns[layout.Rotations()+int(layout.ScaleColumn[slot])] = true
		}
	}
	return columns
}
