package retarget

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// siblings finds joints of a list by their names. Joints with a static matrix are apart from others.
type siblings struct {
	s    *sides
	with map[sibling][]int
}

type sibling struct {
	name   string // without case
	static bool
}

func (s *sides) namesOf(list []int) siblings {
	n := siblings{s, make(map[sibling][]int, len(list))}
	for _, j := range list {
		key := sibling{withoutCase(s.model.Skeleton.Name[j]), s.static[j]}
		n.with[key] = append(n.with[key], j)
	}
	return n
}

// pair pairs a joint with the first free one that has one of some names, the likeliest first.
func (n siblings) pair(j int, names ...string) {
	for _, name := range names {
		if n.s.done[j] {
			return
		}
		key := sibling{withoutCase(name), n.s.static[j]}
		list := n.with[key]
		for len(list) > 0 && n.s.done[list[0]] {
			list = list[1:]
		}
		n.with[key] = list
		if i := slices.IndexFunc(list, func(o int) bool { return o != j && !n.s.done[o] }); i >= 0 {
			n.s.pairUp(j, list[i], humanoid.ByName)
		}
	}
}

// withoutCase returns one name for all that strings.EqualFold takes for equal.
func withoutCase(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			least = min(least, o)
		}
		return least
	}, name)
}

// matchPlaces pairs the remaining joints with a unique joint at the mirrored position.
func (s *sides) matchPlaces(a, b []int) {
	first, second := s.placesOf(a), s.placesOf(b)
	for i, j := range a {
		if i%askJoints == 0 && s.asked.Err() != nil {
			return
		}
		if s.done[j] {
			continue
		}
		o := s.placedLike(j, second)
		if o >= 0 && o != j && s.placedLike(o, first) == j {
			s.pairUp(j, o, humanoid.ByShape)
		}
	}
}

// placed is a joint and its place relative to its parent.
type placed struct {
	joint int
	way   exact.Vec
}

// placesOf returns the unpaired joints of a list in the order of their places along X.
func (s *sides) placesOf(list []int) (places []placed) {
	for _, j := range list {
		if !s.done[j] {
			places = append(places, placed{j, s.fromParent(j)})
		}
	}
	slices.SortStableFunc(places, func(a, b placed) int { return cmp.Compare(a.way[0], b.way[0]) })
	return places
}

// placedLike returns the only unpaired joint of a list at the mirrored position of a joint,
// relative to their parents, or soa.NoJoint.
func (s *sides) placedLike(j int, list []placed) int {
	const (
		slack  = 0.2      // of the distance from the parent
		beyond = 1 + 1e-9 // what rounding may hide
	)
	way := s.fromParent(j)
	length := way.Length()
	way = s.reflect(way)
	within := float64(slack * length)
	least, most := way[0]-float64(within*beyond)-math.SmallestNonzeroFloat64, way[0]+float64(within*beyond)
	found := soa.NoJoint
	from := sort.Search(len(list), func(i int) bool { return list[i].way[0] >= least })
	for _, o := range list[from:] {
		if o.way[0] > most {
			break
		}
		if s.done[o.joint] || !s.fit(j, o.joint) || way.Sub(o.way).Length() > within {
			continue
		}
		if found >= 0 {
			return soa.NoJoint
		}
		found = o.joint
	}
	return found
}

// matchNumbers finds the other sides of morph weights and custom properties.
func (s *sides) matchNumbers() {
	m := s.model
	s.weight, s.float = make([]int, len(m.Weights)), make([]int, len(m.Floats))
	type weight struct{ mesh, target string }
	matchList(s.weight, func(i int) weight { return weight{m.Weights[i].Mesh, m.Weights[i].Target} }, func(i int) []weight {
		w := &m.Weights[i]
		mesh, _ := humanoid.SwapSide(w.Mesh)
		target := s.event(w.Target)
		return []weight{{w.Mesh, target}, {mesh, target}, {mesh, w.Target}}
	})
	type float struct {
		joint int16
		name  string
	}
	matchList(s.float, func(i int) float { return float{m.Floats[i].Joint, m.Floats[i].Name} }, func(i int) []float {
		f := &m.Floats[i]
		joint, name := f.Joint, s.event(f.Name)
		if joint >= 0 {
			joint = int16(s.of[joint])
		}
		if joint == f.Joint {
			return []float{{joint, name}}
		}
		return []float{{joint, name}, {joint, f.Name}}
	})
}

// matchList pairs each index with the first free one after it that has one of the keys of its other side.
func matchList[K comparable](of []int, key func(i int) K, others func(i int) []K) {
	with := make(map[K][]int)
	for i := range of {
		of[i] = soa.None
		with[key(i)] = append(with[key(i)], i)
	}
	for i := range of {
		if of[i] != soa.None {
			continue
		}
		first := i
		for _, k := range others(i) {
			list := with[k]
			for len(list) > 0 && (list[0] <= i || of[list[0]] != soa.None) {
				list = list[1:]
			}
			if with[k] = list; len(list) > 0 && (first == i || list[0] < first) {
				first = list[0]
			}
		}
		of[i], of[first] = first, i
	}
}
