package retarget

import (
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Report lists the mapping of a retargeted clip, and what it lost.
type Report struct {
	Clip   string  `json:"clip"`
	Scale  float64 `json:"scale"`  // of translations, target to source
	Turned bool    `json:"turned"` // source and target face different ways at rest
	// Exchanged are the skeletons, source or target, whose names of sides are a viewer's: left
	// in them was taken as right.
	Exchanged []string     `json:"exchanged,omitempty"`
	Keys      int          `json:"keys"`   // of the result
	Added     int          `json:"added"`  // moments between the source's keys
	Joints    []JointPair  `json:"joints"` // mapped joints
	Chains    []ChainPair  `json:"chains"` // of different numbers of joints
	Rest      []Difference `json:"rest"`   // limbs whose directions at rest differ
	// Reference is the pose of the source that was taken for its rest, and Ground how heights were
	// measured if it does not stand on the ground.
	Reference Reference   `json:"reference"`
	Ground    *Ground     `json:"ground,omitempty"`
	Source    []Unmapped  `json:"source"`  // joints of the source without one in the target
	Target    []Unmapped  `json:"target"`  // and of the target, which stay at rest
	Limbs     []LostLimb  `json:"limbs"`   // of the source, turned by the clip and not mapped
	Lost      []Loss      `json:"lost"`    // driven targets that the result does not drive
	Steps     []Contact   `json:"steps"`   // contacts in which a foot was planted
	Short     []Shortfall `json:"reached"` // goals that a limb does not reach
	// Stray is the largest deviation between keys at their closest spacing, mostly where a limb
	// jumps, or nil if all joints hold the bound.
	Stray *Stray `json:"stray,omitempty"`
}

// JointPair is a pair of mapped joints.
type JointPair struct {
	Source string       `json:"source"`
	Target string       `json:"target"`
	Slot   string       `json:"slot,omitempty"`
	How    humanoid.How `json:"how"`
}

// ChainPair is a chain that is mapped to one of another number of joints.
type ChainPair struct {
	Slot   string   `json:"slot"`
	Source []string `json:"source"`
	Target []string `json:"target"`
}

// Difference is an angle in degrees between limbs at rest that was compensated.
type Difference struct {
	Slot    string  `json:"slot"`
	Degrees float64 `json:"degrees"`
}

// Unmapped is a joint without a counterpart, with similar names in the other skeleton.
type Unmapped struct {
	Joint  string   `json:"joint"`
	Driven bool     `json:"driven,omitempty"` // by the clip
	Uneven bool     `json:"uneven,omitempty"` // it or the joint of its name is sheared or scaled unevenly at rest
	Near   []string `json:"near,omitempty"`
}

// Loss is a target that a clip drives and the result does not.
type Loss struct {
	What string `json:"what"` // translation, scale, weight, float
	Name string `json:"name"`
}

// Contact is the time in seconds of a planted foot, and the distance in metres that it would
// have slid.
type Contact struct {
	Foot string  `json:"foot"`
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Slid float64 `json:"slid"`
}

// Shortfall is the largest distance, in metres, of a limb from its goal.
type Shortfall struct {
	Limb  string  `json:"limb"`
	Metre float64 `json:"metres"`
}

// Stray is the deviation, in metres, of a joint between two keys, and its time in seconds.
type Stray struct {
	Joint   string  `json:"joint"`
	Seconds float64 `json:"at"`
	Metre   float64 `json:"metres"`
}

// maxNear is the number of similar names that a report lists.
const maxNear = 2

// report lists the mapped joints, and the others.
func (t *transfer) report(r *Report, driven []bool) {
	m := t.m
	used := m.Used()
	for _, p := range m.Pairs {
		r.Joints = append(r.Joints, JointPair{m.Skeleton[0].Name[p.Source], m.Skeleton[1].Name[p.Target], p.Role, p.How})
	}
	for _, slot := range slices.Sorted(maps.Keys(m.Body[0])) {
		a, b := m.Body[0][slot], m.Body[1][slot]
		if len(b) == 0 || len(a) == len(b) {
			continue
		}
		c := ChainPair{Slot: slot}
		for _, j := range a {
			used[0][j] = true
			c.Source = append(c.Source, m.Skeleton[0].Name[j])
		}
		for _, j := range b {
			c.Target = append(c.Target, m.Skeleton[1].Name[j])
		}
		r.Chains = append(r.Chains, c)
	}
	for i, name := range [...]string{"source", "target"} {
		if m.Exchanged[i] {
			r.Exchanged = append(r.Exchanged, name)
		}
	}
	for i, list := range [...]*[]Unmapped{&r.Source, &r.Target} {
		var free []string // of the other skeleton
		for j, name := range m.Skeleton[1-i].Name {
			if !used[1-i][j] {
				free = append(free, name)
			}
		}
		for j, name := range m.Skeleton[i].Name {
			if used[i][j] {
				continue
			}
			u := Unmapped{Joint: name, Driven: i == 0 && driven[j], Uneven: t.uneven[i][j]}
			if !u.Uneven {
				for _, n := range suggest.Close(free, name, maxNear) {
					u.Near = append(u.Near, free[n])
				}
			}
			*list = append(*list, u)
		}
	}
}
