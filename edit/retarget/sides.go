package retarget

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// sides maps joints, weights and floats to the other side.
type sides struct {
	model  *soa.Model
	normal exact.Vec      // of the mirror
	of     []int          // per joint; itself in the middle
	how    []humanoid.How // per joint of a pair
	kept   []bool         // joints without another side
	done   []bool
	static []bool // no clip drives them
	place  []exact.Vec
	asked  context.Context

	weight, float []int

	table map[string]string // both ways
	given map[int]int       // its joints, both ways; soa.NoJoint for none
}

func newSides(ctx context.Context, model *soa.Model, o MirrorOptions) (*sides, error) {
	k := model.Skeleton
	n := k.Len()
	s := &sides{
		model: model, of: make([]int, n), how: make([]humanoid.How, n), kept: make([]bool, n), done: make([]bool, n),
		place: exact.RestPositions(k), table: make(map[string]string), given: make(map[int]int), static: make([]bool, n),
		asked: ctx,
	}
	for i := range k.Static {
		s.static[k.Static[i].Joint] = true
	}
	if err := s.readTable(o.Table); err != nil {
		return nil, err
	}
	if o.Plane == Guess {
		s.normal = s.guess()
	} else {
		s.normal = o.Plane.normal(0)
	}
	children := make([][]int, n+1) // of joint j−1, so that the first are the roots
	for j, p := range k.Parent {
		children[p+1] = append(children[p+1], j)
	}
	s.match(children[0], children[0])
	for j := range n { // parents come first
		if j%askJoints == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.kept[j] {
			for _, c := range children[j+1] {
				s.keep(c)
			}
		} else if s.of[j] >= j {
			s.match(children[j+1], children[s.of[j]+1])
		}
	}
	for a, b := range s.given {
		if b != soa.NoJoint && s.of[a] != b {
			return nil, fmt.Errorf("%w: %q and %q are no sides of each other, since their parents are none or one is static", humanoid.ErrTable, k.Path(a), k.Path(b))
		}
	}
	s.matchNumbers()
	return s, ctx.Err()
}

// readTable resolves the names of joints in a table.
func (s *sides) readTable(table map[string]string) error {
	set := func(a, b string) error {
		if was, ok := s.table[a]; ok && was != b {
			return fmt.Errorf("%w: %q has the other sides %q and %q", humanoid.ErrTable, a, was, b)
		}
		s.table[a] = b
		return nil
	}
	setJoint := func(a, b int) error {
		if was, ok := s.given[a]; ok && was != b {
			return fmt.Errorf("%w: joint %q has several other sides", humanoid.ErrTable, s.model.Skeleton.Name[a])
		}
		s.given[a] = b
		return nil
	}
	numbers := s.numbersAndEvents(len(table) > 0)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if err := s.asked.Err(); err != nil {
			return err
		}
		other := table[name]
		if numbers[name] {
			if err := set(name, other); err != nil {
				return err
			}
			if err := set(other, name); other != "" && err != nil {
				return err
			}
			if !slices.Contains(s.model.Skeleton.Name, name) {
				continue
			}
		}
		a, err := humanoid.FindJoint(s.model.Skeleton, name)
		if err != nil {
			return err
		}
		b := soa.NoJoint
		if other != "" {
			if b, err = humanoid.FindJoint(s.model.Skeleton, other); err != nil {
				return err
			}
			if err := setJoint(b, a); err != nil {
				return err
			}
		}
		if err := setJoint(a, b); err != nil {
			return err
		}
	}
	return nil
}

// numbersAndEvents returns the names of morph weights, custom properties and events of any clip, if they
// are asked for.
func (s *sides) numbersAndEvents(asked bool) map[string]bool {
	if !asked {
		return nil
	}
	names := make(map[string]bool)
	for i := range s.model.Weights {
		names[s.model.Weights[i].Target] = true
	}
	for i := range s.model.Floats {
		names[s.model.Floats[i].Name] = true
	}
	for _, c := range s.model.Clips {
		for i := range c.Events {
			names[c.Events[i].Name] = true
		}
	}
	return names
}

// guess returns the direction between the two sides: of the body, or of joints with mirrored
// names. It is an axis if it is near one.
func (s *sides) guess() exact.Vec {
	k := s.model.Skeleton
	b, _ := humanoid.Find(k)
	axes, ok := b.Axes(func(j int) [3]float64 { return s.place[j] })
	apart := exact.Vec(axes[0])
	if !ok {
		apart = s.sideSum()
	}
	if math.Abs(apart[1]) < math.Abs(apart[0])+math.Abs(apart[2]) { // bodies stand
		apart[1] = 0
	}
	apart = apart.Unit()
	near := math.Sqrt(1 - float64(posedYaw*posedYaw))
	for axis := range 3 {
		if math.Abs(apart[axis]) > near {
			return X.normal(axis)
		}
	}
	if apart.Length() < 0.5 {
		return X.normal(0)
	}
	return apart
}

// sideSum returns the sum of the differences between joints with mirrored names.
func (s *sides) sideSum() (sum exact.Vec) {
	k := s.model.Skeleton
	first := humanoid.FirstByName(k)
	for j := range k.Len() {
		for _, name := range humanoid.OtherNames(k.Name[j]) {
			o, ok := first[strings.ToLower(name)]
			if !ok {
				continue
			}
			way := s.place[j].Sub(s.place[o])
			if way.Dot(sum) < 0 {
				way = way.Scale(-1)
			}
			sum = sum.Add(way)
			break
		}
	}
	return sum
}

// normal returns the unit vector of the plane's axis, or of one of those after it.
func (p Plane) normal(after int) (n exact.Vec) {
	n[int(p-X)+after] = 1
	return n
}

// reflect returns the mirror image of a vector.
func (s *sides) reflect(v exact.Vec) exact.Vec {
	return v.Sub(s.normal.Scale(2 * v.Dot(s.normal)))
}

// pairUp makes two joints, or one and itself, other sides.
func (s *sides) pairUp(a, b int, how humanoid.How) {
	s.of[a], s.of[b] = b, a
	s.how[a], s.how[b] = how, how
	s.done[a], s.done[b] = true, true
}

// fit reports whether both joints have a static matrix, which no clip drives, or neither has.
func (s *sides) fit(a, b int) bool { return s.static[a] == s.static[b] }

// keep leaves a joint unmirrored.
func (s *sides) keep(j int) {
	s.of[j], s.done[j], s.kept[j] = j, true, true
}

// match pairs the children of two joints that are other sides, or of one that is its own.
func (s *sides) match(a, b []int) {
	k := s.model.Skeleton
	own := len(a) > 0 && len(b) > 0 && k.Parent[a[0]] == k.Parent[b[0]]
	for _, j := range a {
		if o, ok := s.given[j]; ok && !s.done[j] {
			switch {
			case o == soa.NoJoint && own:
				s.pairUp(j, j, humanoid.ByTable)
			case o == soa.NoJoint:
				s.keep(j)
			case len(b) > 0 && k.Parent[o] == k.Parent[b[0]] && !s.done[o] && s.fit(j, o):
				s.pairUp(j, o, humanoid.ByTable)
			}
		}
	}
	names := s.namesOf(b)
	for i, j := range a {
		if i%askJoints == 0 && s.asked.Err() != nil {
			return
		}
		names.pair(j, humanoid.OtherNames(k.Name[j])...)
	}
	if !own {
		for _, j := range a {
			if !sided(k.Name[j]) {
				names.pair(j, k.Name[j])
			}
		}
	}
	s.matchPlaces(a, b)
	for _, list := range [2][]int{a, b} {
		for _, j := range list {
			switch {
			case s.done[j]:
			case own && !sided(k.Name[j]):
				s.pairUp(j, j, humanoid.ByName)
			default:
				s.keep(j)
			}
		}
	}
}

// sided reports whether a name has a word for a side.
func sided(name string) bool {
	_, ok := humanoid.SwapSide(name)
	return ok
}

func (s *sides) fromParent(j int) exact.Vec {
	if p := s.model.Skeleton.Parent[j]; p >= 0 {
		return s.place[j].Sub(s.place[p])
	}
	return s.place[j]
}

// event returns the other side's name of an event or a number.
func (s *sides) event(name string) string {
	if other, ok := s.table[name]; ok {
		if other == "" {
			return name
		}
		return other
	}
	other, _ := humanoid.SwapSide(name)
	return other
}

// plane returns the mirror's axis or normal.
func (s *sides) plane() string {
	for axis := range 3 {
		if s.normal == X.normal(axis) {
			return (X + Plane(axis)).String()
		}
	}
	return fmt.Sprintf("(%.3f, %.3f, %.3f)", s.normal[0], s.normal[1], s.normal[2])
}

// report lists the pairs, and the names in a clip that were exchanged.
func (s *sides) report(model *soa.Model, clip *soa.Clip) *MirrorReport {
	r := &MirrorReport{Clip: clip.Name, Plane: s.plane()}
	driven := drivenJoints(model, clip)
	for j, o := range s.of {
		name := model.Skeleton.Name[j]
		switch {
		case s.kept[j] && driven[j]:
			r.Kept = append(r.Kept, name)
		case s.kept[j]:
		case o == j:
			r.Middle = append(r.Middle, name)
		case o > j:
			r.Joints = append(r.Joints, MirrorPair{name, model.Skeleton.Name[o], s.how[j]})
		}
	}
	listed := make(map[string]bool)
	names := func(other, name string) {
		if other != name && !listed[name] {
			listed[name] = true
			r.Names = append(r.Names, name)
		}
	}
	for _, e := range clip.Events {
		names(s.event(e.Name), e.Name)
	}
	for _, tr := range clip.Tracks {
		switch i := int(tr.Target); tr.Property {
		case soa.Weight:
			if s.weight[i] != i {
				names("", model.Weights[i].Target)
			}
		case soa.Float:
			if s.float[i] != i {
				names("", model.Floats[i].Name)
			}
		}
	}
	return r
}
