package rig

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Method computes weights.
type Method int

// The methods. d is the distance from a vertex to a bone's segment, k is Options.Dropoff.
const (
	// Rigid gives each vertex to the bone with the nearest segment; of equally near ones to the
	// first joint.
	Rigid Method = iota
	// Distance gives it to the n bones with the nearest segments, w ∝ 1/dᵏ: n is
	// Options.MaxInfluences or else 5, k is 4 unless given.
	Distance
	// Hierarchy is Distance with the nearest bone first, and then repeatedly the nearest one among
	// parents and children of the chosen: an arm gets nothing of the thigh beside it.
	Hierarchy
	// Envelope is 1 within a radius r, from Segment.HeadRadius to TailRadius along the bone, and
	// falls to 0 at Segment.Reach beyond it: w = 1 − ((d−r)/reach)², as in Blender.
	Envelope
	// Box is 1 within the box around a bone, larger by the greater radius on all sides, in equal
	// parts if several boxes have the vertex.
	Box
	// Dropoff gives a vertex to all joints, as points: w ∝ 1/dᵏ with the distance to the joint; k is
	// 2 unless given. Weights below a thousandth of the largest are left out.
	Dropoff
	// Heat lets each bone warm the vertices that see it as their nearest, and heat spread along the
	// surface, as Blender's automatic weights do. It is for closed meshes of one piece with the bones
	// inside; nothing crosses a gap.
	Heat
	// Voxel measures d along the shortest way within the volume that the meshes enclose,
	// w ∝ 1/((1−α)d + αd²)², α being Options.Falloff. Meshes may be open, overlap and
	// intersect; nothing crosses a gap of two voxels. Joints outside act from the nearest
	// place within. Weights below a thousandth of the largest are left out.
	Voxel
)

var methods = [...]string{"rigid", "distance", "hierarchy", "envelope", "box", "dropoff", "heat", "voxel"}

// String returns the method's name.
func (m Method) String() string {
	if m < 0 || int(m) >= len(methods) {
		return fmt.Sprintf("method(%d)", int(m))
	}
	return methods[m]
}

// Methods returns all methods.
func Methods() (all []Method) {
	for m := range methods {
		all = append(all, Method(m))
	}
	return all
}

// ParseMethod returns the method of a name. The error wraps soa.ErrOption and lists the names.
func ParseMethod(name string) (Method, error) {
	for m, n := range methods {
		if n == name {
			return Method(m), nil
		}
	}
	return 0, fmt.Errorf("%w: method %q, want %s", soa.ErrOption, name, strings.Join(methods[:], ", "))
}

// Options are the settings of Bind.
type Options struct {
	Method Method
	// Joints may hold weights. Nil: the joints that skin something in the model or, in a model
	// without weights, those whose frames are in metres (Skeleton.Unit is 1), or all if none is.
	Joints []int
	// Segments are the bones of joints. Others are derived: from the joint to the mean of its
	// children, only of those that are or lead to Joints if there are some. Without children the
	// bone continues the one before it, with the same length and direction, but not out of the
	// mesh.
	Segments      []Segment
	MaxInfluences int     // joints per vertex at most; 0: no limit
	Smooth        int     // rounds; in each a vertex becomes half itself and half the mean of its neighbours
	Dropoff       float64 // 0: the method's default
	// Falloff is α of Voxel, from 0, the broadest blend, to 1; nil: 1.
	Falloff *float64
	// Resolution is the number of voxels along the longest side of the meshes, at most 512; 0: 128,
	// or fewer for more than 256 joints.
	Resolution int
	PerPart    []Part
	// Raw leaves the method's weights unchanged: vertices may have none, sums need not be 1, and
	// Smooth and MaxInfluences have no effect.
	Raw bool
}

// Segment is the bone of a joint, in metres, in model space as the meshes were bound.
type Segment struct {
	Joint      int
	Head, Tail [3]float64
	// HeadRadius, TailRadius and Reach are for Envelope and Box. If all are 0, radius and reach are
	// the mean distance of the vertices nearest to the bone.
	HeadRadius, TailRadius, Reach float64
}

// Part is a set of vertices bound by another method. One of Mesh, Material and Joint names them. If
// several parts have a vertex, the first counts. If a copy of a vertex at a seam belongs to a part,
// all do, so that the seam stays closed.
type Part struct {
	Mesh     string // all meshes of that name, or of that node
	Material string
	Joint    string // vertices whose largest weight, by Options.Method, is of this joint or one below
	Method   Method
}

// uses reports whether some vertices are bound by a method.
func (o *Options) uses(m Method) bool {
	return o.Method == m || slices.ContainsFunc(o.PerPart, func(p Part) bool { return p.Method == m })
}

// The largest values of options.
const (
	maxSmooth  = 1000
	maxDropoff = 100
)

// check returns the first option that is out of range.
func (o *Options) check(m *soa.Model) error {
	switch {
	case o.Method < 0 || int(o.Method) >= len(methods):
		return fmt.Errorf("%w: Method is %v", soa.ErrOption, o.Method)
	case o.MaxInfluences < 0:
		return fmt.Errorf("%w: MaxInfluences is %d", soa.ErrOption, o.MaxInfluences)
	case o.Smooth < 0 || o.Smooth > maxSmooth:
		return fmt.Errorf("%w: Smooth is %d, want 0 to %d", soa.ErrOption, o.Smooth, maxSmooth)
	case !(o.Dropoff >= 0 && o.Dropoff <= maxDropoff):
		return fmt.Errorf("%w: Dropoff is %v, want 0 to %d", soa.ErrOption, o.Dropoff, maxDropoff)
	case o.Falloff != nil && !(*o.Falloff >= 0 && *o.Falloff <= 1):
		return fmt.Errorf("%w: Falloff is %v, want 0 to 1", soa.ErrOption, *o.Falloff)
	case o.Resolution < 0 || o.Resolution > maxResolution:
		return fmt.Errorf("%w: Resolution is %d, want 0 to %d", soa.ErrOption, o.Resolution, maxResolution)
	case o.Joints != nil && len(o.Joints) == 0:
		return fmt.Errorf("%w: Joints is empty", ErrJoints)
	}
	for _, j := range o.Joints {
		if j < 0 || j >= m.Skeleton.Len() {
			return fmt.Errorf("%w: Joints has joint %d of %d", soa.ErrRange, j, m.Skeleton.Len())
		}
	}
	for i := range o.Segments {
		if err := o.Segments[i].check(m.Skeleton.Len()); err != nil {
			return fmt.Errorf("segment %d: %w", i, err)
		}
	}
	return o.checkParts(m)
}

func (s *Segment) check(joints int) error {
	if s.Joint < 0 || s.Joint >= joints {
		return fmt.Errorf("%w: joint %d of %d", soa.ErrRange, s.Joint, joints)
	}
	for _, x := range [...]float64{s.Head[0], s.Head[1], s.Head[2], s.Tail[0], s.Tail[1], s.Tail[2]} {
		if !(math.Abs(x) < soa.MaxMagnitude) {
			return fmt.Errorf("%w: joint %d has a bone from %v to %v", soa.ErrOption, s.Joint, s.Head, s.Tail)
		}
	}
	for _, x := range [...]float64{s.HeadRadius, s.TailRadius, s.Reach} {
		if !(x >= 0 && x < soa.MaxMagnitude) {
			return fmt.Errorf("%w: joint %d has the radii %v and %v and the reach %v", soa.ErrOption, s.Joint, s.HeadRadius, s.TailRadius, s.Reach)
		}
	}
	return nil
}
