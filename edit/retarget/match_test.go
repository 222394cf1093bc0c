package retarget

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// siblingsOf draws a skeleton of two joints that are sides of each other, with children whose names
// and places are often alike.
func siblingsOf(r *rand.Rand, n int) *soa.Model {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(n), Name: []string{"root", "arm.L", "arm.R"}, Parent: []int16{-1, 0, 0}}
	names := []string{"Hand.L", "hand.r", "HAND.R", "tip", "Tip", "ſpine", "spine", "", "lfemur", "rfemur", "Finger_L", "finger_R"}
	for j := len(k.Parent); j < n; j++ {
		k.Parent, k.Name = append(k.Parent, int16(r.IntN(3))), append(k.Name, names[r.IntN(len(names))])
	}
	k.Unit = slices.Repeat([]float32{1}, n)
	for j := range n {
		k.Rest.TX[j], k.Rest.TY[j], k.Rest.TZ[j] = float32(r.IntN(5)-2), float32(r.IntN(3)), float32(r.IntN(2))
	}
	k.Rest.TX[1], k.Rest.TX[2] = 1, -1
	for j := 3; j < n; j++ {
		if r.IntN(6) == 0 {
			k.Static = append(k.Static, soa.StaticLocal{Joint: int16(j), Local: soa.IdentityAffine()})
		}
	}
	k.ComputeDepth()
	return &soa.Model{Skeleton: k}
}

// matchSlowly pairs children by looking at all of them each time.
func (s *sides) matchSlowly(a, b []int) {
	k := s.model.Skeleton
	own := k.Parent[a[0]] == k.Parent[b[0]]
	find := func(j int, names ...string) {
		for _, name := range names {
			for _, o := range b {
				if !s.done[j] && !s.done[o] && o != j && s.fit(j, o) && strings.EqualFold(k.Name[o], name) {
					s.pairUp(j, o, humanoid.ByName)
				}
			}
		}
	}
	for _, j := range a {
		find(j, humanoid.OtherNames(k.Name[j])...)
	}
	for _, j := range a {
		if !own && !sided(k.Name[j]) {
			find(j, k.Name[j])
		}
	}
	like := func(j int, list []int) int {
		found := soa.NoJoint
		for _, o := range list {
			if s.done[o] || !s.fit(j, o) || s.reflect(s.fromParent(j)).Sub(s.fromParent(o)).Length() > 0.2*s.fromParent(j).Length() {
				continue
			}
			if found >= 0 {
				return soa.NoJoint
			}
			found = o
		}
		return found
	}
	for _, j := range a {
		if s.done[j] {
			continue
		}
		if o := like(j, b); o >= 0 && o != j && like(o, a) == j {
			s.pairUp(j, o, humanoid.ByShape)
		}
	}
}

// Children are paired as by looking at all of them for each.
func TestMatchIsThatOfAll(t *testing.T) {
	for seed := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(seed, 31))
		m := siblingsOf(r, 4+r.IntN(40))
		var children [3][]int
		for j := 3; j < m.Skeleton.Len(); j++ {
			p := m.Skeleton.Parent[j]
			children[p] = append(children[p], j)
		}
		for _, lists := range [][2][]int{{children[0], children[0]}, {children[1], children[2]}} {
			if len(lists[0]) == 0 || len(lists[1]) == 0 {
				continue
			}
			got, err := newSides(t.Context(), m, MirrorOptions{Plane: X})
			must.Do(t, err)
			want, err := newSides(t.Context(), m, MirrorOptions{Plane: X})
			must.Do(t, err)
			clear(got.done)
			clear(want.done)
			for j := range got.of {
				got.of[j], want.of[j] = -2, -2
			}
			names := got.namesOf(lists[1])
			for _, j := range lists[0] {
				names.pair(j, humanoid.OtherNames(m.Skeleton.Name[j])...)
			}
			for _, j := range lists[0] {
				if lists[0][0] != lists[1][0] && !sided(m.Skeleton.Name[j]) {
					names.pair(j, m.Skeleton.Name[j])
				}
			}
			got.matchPlaces(lists[0], lists[1])
			want.matchSlowly(lists[0], lists[1])
			if !slices.Equal(got.of, want.of) {
				t.Fatalf("%v, %v:\ngot  %v\nwant %v", lists, m.Skeleton.Name, got.of, want.of)
			}
		}
	}
}

// Morph weights are paired as by looking at all that follow.
func TestMatchNumbersIsThatOfAll(t *testing.T) {
	for seed := range seed.Cases(t, 100) {
		r := rand.New(rand.NewPCG(seed, 32))
		m := siblingsOf(r, 8)
		names := []string{"smile_L", "smile_R", "blink", "eye.L", "eye.R", "Smile_L"}
		for range r.IntN(40) {
			m.Weights = append(m.Weights, soa.MorphWeight{Mesh: names[r.IntN(len(names))], Target: names[r.IntN(len(names))]})
			m.Floats = append(m.Floats, soa.NamedFloat{Name: names[r.IntN(len(names))], Joint: int16(r.IntN(9) - 1)})
		}
		s, err := newSides(t.Context(), m, MirrorOptions{Plane: X})
		must.Do(t, err)
		slowly := func(n int, other func(i, k int) bool) []int {
			of := slices.Repeat([]int{soa.None}, n)
			for i := range of {
				for k := i + 1; k < n && of[i] == soa.None; k++ {
					if of[k] == soa.None && other(i, k) {
						of[i], of[k] = k, i
					}
				}
				if of[i] == soa.None {
					of[i] = i
				}
			}
			return of
		}
		weights := slowly(len(m.Weights), func(i, k int) bool {
			a, b := &m.Weights[i], &m.Weights[k]
			mesh, _ := humanoid.SwapSide(a.Mesh)
			target := s.event(a.Target)
			return a.Mesh == b.Mesh && target == b.Target || mesh == b.Mesh && (target == b.Target || a.Target == b.Target)
		})
		floats := slowly(len(m.Floats), func(i, k int) bool {
			a, b := &m.Floats[i], &m.Floats[k]
			joint, name := a.Joint, s.event(a.Name)
			if joint >= 0 {
				joint = int16(s.of[joint])
			}
			return joint == b.Joint && (name == b.Name || joint != a.Joint && a.Name == b.Name)
		})
		if !slices.Equal(s.weight, weights) || !slices.Equal(s.float, floats) {
			t.Fatalf("weights %v, want %v; floats %v, want %v", s.weight, weights, s.float, floats)
		}
	}
}

// Contacts that are looked for displace a foot as all of them do.
func TestActingContacts(t *testing.T) {
	for seed := range seed.Cases(t, 100) {
		r := rand.New(rand.NewPCG(seed, 33))
		p := &plan{loop: r.IntN(2) == 0, duration: 100}
		var list []*step
		for at := r.Float64() * 5; at < 95; {
			c := &step{from: at + r.Float64()*5}
			c.to = min(c.from+r.Float64()*20, 100)
			c.blend = min(c.from-at, 100-c.to) * r.Float64()
			c.before, c.after = exact.Vec{r.Float64(), 1}, exact.Vec{r.Float64(), 2}
			if at = c.to + c.blend; r.IntN(8) == 0 {
				c.joined = true
			}
			list = append(list, c)
		}
		if n := len(list); n > 0 && p.loop { // blends reach into the next loop
			list[0].blend, list[n-1].blend = list[0].from+0.4, 100-list[n-1].to+0.3
			for k := 1; k < n; k++ { // but not into each other
				a, b := list[k-1], list[k]
				gap := (b.from - a.to) / 2
				a.blend, b.blend = min(a.blend, gap), min(b.blend, gap)
			}
		}
		offset := func(c *step) exact.Vec { return c.before }
		for range 300 {
			tick := r.Float64() * 100
			var want exact.Vec
			acts := false
			for _, c := range list {
				one, near := p.shiftBy([]*step{c}, tick, offset)
				want, acts = want.Add(one), acts || near
			}
			if got, near := p.shiftBy(list, tick, offset); fmt.Sprint(got, near) != fmt.Sprint(want, acts) {
				t.Fatalf("at %v: %v, %v, want %v, %v", tick, got, near, want, acts)
			}
		}
	}
}
