package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// CompareOptions are the settings of a comparison. The zero value is a good choice.
type CompareOptions struct {
	// Distance places three test points on the axes of each joint of the first
	// model, in metres from the joint; they are compared besides the joint
	// itself. 0 means 3 cm.
	Distance float64
	// Times is the largest number of moments compared per clip; 0 means 1,000.
	Times int
	// NoVertices leaves the meshes out.
	NoVertices bool
	// InPlace ignores the clips' Motion, the root motion that edit.ExtractMotion takes out.
	// Otherwise it is applied before poses are compared.
	InPlace bool
	// ExactCurves compares the curves of every clip. Otherwise two clips with a key on every frame, or
	// every other one, at the same rate, are both compared as the Catmull-Rom curve through their frames,
	// and ClipDifference.Bend is their distance from it. For other pairs the curves of both are compared.
	ExactCurves bool
	// Exact lists clips of either model to compare by their curves in any case, such as those of
	// an archive with bounds at any time. OnFrames lists clips that already are curves through
	// frames: another clip is compared with them by the curve through its frames. See
	// soa.Packed.OnFrames for both.
	Exact, OnFrames map[*soa.Clip]bool
}

// Difference is the difference between two models.
type Difference struct {
	Clips []ClipDifference `json:"clips"` // in both models, in order of the first

	// OnlyA and OnlyB list the parts that one model alone has. Joints are paths,
	// custom properties follow the path of their joint; meshes that differ in their
	// number of vertices and in their triangles are in both lists.
	OnlyA Missing `json:"only_a"`
	OnlyB Missing `json:"only_b"`

	// Findings are the other differences: of rest poses, weights, shapes, surfaces, materials,
	// names and the lengths of clips.
	Findings []Change `json:"findings"`
}

// Missing lists the parts that only one model has.
type Missing struct {
	Clips  []string `json:"clips,omitempty"`
	Floats []string `json:"floats,omitempty"`
	Joints []string `json:"joints,omitempty"`
	Meshes []string `json:"meshes,omitempty"`
}

// ClipDifference is the difference between two clips.
type ClipDifference struct {
	Name           string  `json:"name"`
	Moments        int     `json:"moments"`   // number of moments compared
	SecondsA       float64 `json:"seconds_a"` // duration in each model
	SecondsB       float64 `json:"seconds_b"`
	MotionA        bool    `json:"motion_a,omitempty"` // its Motion was put back
	MotionB        bool    `json:"motion_b,omitempty"`
	Joint          Extreme `json:"joint"`
	Turn           Extreme `json:"turn"` // of joints in model space, in degrees
	Vertex         Extreme `json:"vertex"`
	MeshesCompared int     `json:"meshes_compared"`
	Float          Extreme `json:"float"` // in each custom property's own unit
	FloatsCompared int     `json:"floats_compared"`
	OnFrames       bool    `json:"on_frames"` // the clips are compared as CompareOptions.ExactCurves says
	Bend           Extreme `json:"bend"`      // of either clip's joints from the curve through its frames, without a mean
}

// Extreme is the largest of many distances, and its place.
type Extreme struct {
	Max    float64 `json:"max"` // metres, except for turns and custom properties
	Mean   float64 `json:"mean"`
	Part   string  `json:"part"`             // the joint, mesh or custom property
	Vertex int     `json:"vertex,omitempty"` // of the mesh
	Time   float64 `json:"time"`             // seconds after the clip's start
}

// ErrNothing reports models with nothing in common.
var ErrNothing = errors.New("nothing to compare")

// Compare compares the clips that have the same name in both models, or the only
// clip of each; models without clips are compared at rest. Joints are matched
// by path, those without a name by their place in the tree, meshes by name and order, custom properties by joint and name. The
// error wraps soa.ErrInvalid, that of the context, or ErrNothing if no joint
// matches or no clip of one is in the other.
func Compare(ctx context.Context, a, b *soa.Model, o CompareOptions) (*Difference, error) {
	o.Distance = cmp.Or(o.Distance, exact.Distance)
	if o.Times <= 0 {
		o.Times = 1000
	}
	c := &comparer{o: o}
	for i, m := range []*soa.Model{a, b} {
		if err := m.Validate(); err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		c.side[i] = newSide(m)
	}
	if err := c.match(ctx); err != nil {
		return nil, fmt.Errorf("compare %q with %q: %w", a.Name, b.Name, err)
	}
	if err := c.findStill(ctx); err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	for _, pair := range c.clips {
		clip, err := c.clip(ctx, pair)
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		c.result.Clips = append(c.result.Clips, clip)
		c.findLength(&clip)
	}
	return &c.result, nil
}

// comparer is one call of Compare.
type comparer struct {
	o      CompareOptions
	side   [2]side
	joints []pairOf // indices of both
	meshes []meshPair
	floats []pairOf
	clips  [][2]*soa.Clip
	result Difference
}

type pairOf [2]int

// match pairs the parts of the models and lists the others.
func (c *comparer) match(ctx context.Context) error {
	a, b := c.side[0].model, c.side[1].model
	missA, missB := &c.result.OnlyA, &c.result.OnlyB
	if err := c.matchJoints(ctx); err != nil {
		return err
	}
	if !c.o.NoVertices {
		if err := c.matchMeshes(ctx); err != nil {
			return err
		}
	}
	c.floats, missA.Floats, missB.Floats = c.matchFloats()
	name := func(m *soa.Model) func(int) string { return func(i int) string { return m.Clips[i].Name } }
	clips, onlyA, onlyB := pairs(len(a.Clips), len(b.Clips), name(a), name(b))
	switch {
	case len(a.Clips) == 1 && len(b.Clips) == 1:
		clips, onlyA, onlyB = []pairOf{{0, 0}}, nil, nil
	case len(a.Clips) == 0 && len(b.Clips) == 0:
		c.clips = [][2]*soa.Clip{{nil, nil}}
	case len(clips) == 0:
		return fmt.Errorf("%w: they have no clip of the same name", ErrNothing)
	}
	missA.Clips, missB.Clips = named(onlyA, name(a)), named(onlyB, name(b))
	for _, p := range clips {
		c.clips = append(c.clips, [2]*soa.Clip{a.Clips[p[0]], b.Clips[p[1]]})
	}
	if len(c.joints) == 0 && len(c.meshes) == 0 {
		return fmt.Errorf("%w: no joint or mesh of one is in the other", ErrNothing)
	}
	return nil
}

// named returns the names of the members of a list.
func named(list []int, name func(int) string) (names []string) {
	for _, i := range list {
		names = append(names, name(i))
	}
	return names
}

// floatName returns the names of floats, after their joints' paths, as they are shown.
func floatName(m *soa.Model) func(int) string {
	return func(i int) string {
		f := &m.Floats[i]
		if f.Joint == soa.NoJoint {
			return f.Name
		}
		return m.Skeleton.Path(int(f.Joint)) + ": " + f.Name
	}
}

// pairs matches two lists by key, in their order for equal keys.
func pairs[K comparable](n, m int, a, b func(int) K) (both []pairOf, onlyA, onlyB []int) {
	at := make(map[K][]int)
	for i := range m {
		at[b(i)] = append(at[b(i)], i)
	}
	taken := make([]bool, m)
	for i := range n {
		if list := at[a(i)]; len(list) > 0 {
			both = append(both, pairOf{i, list[0]})
			taken[list[0]] = true
			at[a(i)] = list[1:]
		} else {
			onlyA = append(onlyA, i)
		}
	}
	for i := range m {
		if !taken[i] {
			onlyB = append(onlyB, i)
		}
	}
	return both, onlyA, onlyB
}

// curveParts is the number of parts into which the time between two frames is divided.
const curveParts = 8

// onFrames replaces two clips with frames by the curves through these, and measures the difference.
func (c *comparer) onFrames(pair [2]*soa.Clip, out *ClipDifference) [2]*soa.Clip {
	if c.o.ExactCurves || c.o.Exact[pair[0]] || c.o.Exact[pair[1]] || !c.sameFrames(pair) {
		return pair
	}
	for i, clip := range pair {
		if c.o.OnFrames[clip] {
			continue
		}
		s := &c.side[i]
		if b, _ := s.skeleton.Bend(clip, c.o.Distance, nil); b.Max > out.Bend.Max {
			out.Bend = Extreme{Max: b.Max, Part: s.model.Skeleton.Name[b.Joint], Time: b.Tick / clip.TicksPerSecond}
		}
		pair[i], out.OnFrames = exact.OnFrames(clip), true
	}
	return pair
}

// sameFrames reports whether each of two clips has frames, or is a curve through some, and those that
// have them have them at one rate.
func (c *comparer) sameFrames(pair [2]*soa.Clip) bool {
	rate := 0.0
	for _, clip := range pair {
		if c.o.OnFrames[clip] {
			continue
		}
		n := exact.Frames(clip)
		if n == 0 {
			return false
		}
		own := float64(n) / clip.Seconds()
		if rate > 0 && math.Abs(own-rate) > 1e-3*rate {
			return false
		}
		rate = own
	}
	return true
}

// clip compares two clips, nil for the rest pose.
func (c *comparer) clip(ctx context.Context, pair [2]*soa.Clip) (ClipDifference, error) {
	out := ClipDifference{Name: "(at rest)", MeshesCompared: len(c.meshes), FloatsCompared: len(c.floats)}
	times := []float64{0}
	if pair[0] != nil {
		out.Name, out.SecondsA, out.SecondsB = pair[0].Name, pair[0].Seconds(), pair[1].Seconds()
		pair = c.onFrames(pair, &out)
		parts := 2
		if out.OnFrames {
			parts = curveParts
		}
		times = comparedTimes(pair, c.o.Times, parts)
		for i := range c.side {
			c.side[i].play(pair[i])
			if err := c.side[i].travels(pair[i], c.o.InPlace); err != nil {
				return out, err
			}
		}
		out.MotionA, out.MotionB = c.side[0].track != nil, c.side[1].track != nil
		if out.MotionA != out.MotionB {
			if err := c.fitStart(ctx, times); err != nil {
				return out, err
			}
		}
	}
	out.Moments = len(times)
	for _, t := range times {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		for i := range c.side {
			c.side[i].at(t)
		}
		c.compareJoints(&out, t)
		c.compareFloats(&out.Float, t)
		if err := c.compareMeshes(&out.Vertex, t); err != nil {
			return out, err
		}
	}
	vertices := 0
	for i := range c.meshes {
		vertices += c.meshes[i].count(c)
	}
	out.Joint.Mean /= float64(max(1, len(times)*len(c.joints)))
	out.Turn.Mean /= float64(max(1, len(times)*len(c.joints)))
	out.Vertex.Mean /= float64(max(1, len(times)*vertices))
	out.Float.Mean /= float64(max(1, len(times)*len(c.floats)))
	return out, nil
}

// add records a distance and reports whether it is the largest. Mean is the sum until it is
// divided.
func (e *Extreme) add(d float64) (largest bool) {
	e.Mean += d
	if d > e.Max || math.IsNaN(d) {
		e.Max = d
		return true
	}
	return false
}

func (c *comparer) compareJoints(to *ClipDifference, t float64) {
	a, b := c.side[0].pose.Global, c.side[1].pose.Global
	for _, p := range c.joints {
		name := c.side[0].model.Skeleton.Name[p[0]]
		if to.Joint.add(a[p[0]].Distance(&b[p[1]], c.o.Distance)) {
			to.Joint.Part, to.Joint.Time = name, t
		}
		if to.Turn.add(turned(&a[p[0]], &b[p[1]])) {
			to.Turn.Part, to.Turn.Time = name, t
		}
	}
}

func (c *comparer) compareFloats(e *Extreme, t float64) {
	a, b := c.side[0].pose.Float, c.side[1].pose.Float
	for _, p := range c.floats {
		if e.add(math.Abs(a[p[0]] - b[p[1]])) {
			e.Part, e.Time = floatName(c.side[0].model)(p[0]), t
		}
	}
}
