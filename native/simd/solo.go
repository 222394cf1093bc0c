package simd

import (
	"cmp"
	"fmt"
	"slices"
)

// Solo is a skeleton made ready for SoloPalette: one instance, whose joints
// are the lanes. Sixteen joints at a time become local matrices, which are
// multiplied down the hierarchy, level by level, a whole matrix to a register.
// A Solo is immutable and safe for concurrent use.
type Solo struct {
	joints int // padded as in a block
	others int // columns beyond the rotations that its joints refer to
	bind   bool
	root   affine12
	groups []soloGroup
	steps  []soloStep // parents first, those of one depth together
	static []soloStatic
	// inverse holds 16 float32 per joint: the inverse bind matrix.
	inverse []float32
	copied  []uint32    // per joint 1 where the palette is the matrix itself
	general *GeneralRig // the same, for plain Go
}

// soloGroup is sixteen joints, 576 bytes. Lane 4b+i is joint 4i+b: the order
// in which four cache lines of quads come out of a transposition.
type soloGroup struct {
	// value is Bind x, y, z and the scale relative to the parent's, or T x, y, z
	// and S x, y, z.
	value       [6][Lanes]float32
	translation [Lanes]int32 // per joint: offset in a row in bytes of the column, 0 without one
	scale       [Lanes]int32
	lines       [4]uint16 // all ones where there is a line of quads
	translated  uint16    // lanes that have a translation column
	scaled      uint16    // lanes that have a scale column
	flags       uint32
	_           [12]uint32
}

const (
	soloTranslated = 1 << iota
	soloScaled     // by columns
	soloStretched  // by constants other than 1, or columns
)

// soloStep is one product of the hierarchy, offsets in bytes.
type soloStep struct {
	local  int32 // of the first of three rows, in the locals
	parent int32 // in the matrices
	own    int32
}

// soloStatic is a local matrix that is constant.
type soloStatic struct {
	joint int
	local affine12
}

// Sizes of scratch, in float32: rows of local matrices per group, and one
// matrix with a row to spare.
const (
	soloLocals = affineFloats * Lanes
	soloMatrix = 16
)

func newSolo(parent []int) (*Solo, error) {
	if _, _, err := assignSlots(parent); err != nil {
		return nil, err
	}
	s := &Solo{joints: padGroup(len(parent))}
	s.groups = make([]soloGroup, (s.joints+Lanes-1)/Lanes)
	for g := range s.groups {
		for i := range s.groups[g].lines {
			if Lanes*g+groupJoints*i < s.joints {
				s.groups[g].lines[i] = 1<<Lanes - 1
			}
		}
	}
	depth := make([]int, s.joints)
	order := make([]int, s.joints)
	for j := range order {
		order[j] = j
		if j < len(parent) && parent[j] >= 0 {
			depth[j] = depth[parent[j]] + 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(depth[a], depth[b]) })
	for _, j := range order {
		step := soloStep{
			local:  int32(4 * (j/Lanes*soloLocals + j%Lanes*4)),
			parent: int32(4 * s.joints * soloMatrix), // behind the joints: the frame above all
			own:    int32(4 * j * soloMatrix),
		}
		if j < len(parent) && parent[j] >= 0 {
			step.parent = int32(4 * parent[j] * soloMatrix)
		}
		s.steps = append(s.steps, step)
	}
	return s, nil
}

// lane is the group and lane of a joint.
func (s *Solo) lane(j int) (g *soloGroup, lane int) {
	return &s.groups[j/Lanes], j%groupJoints*4 + j%Lanes/groupJoints
}

// column makes joint j read other column c of rows with the given number of
// rotations.
func (s *Solo) column(offsets *[Lanes]int32, lanes *uint16, j, c int) {
	_, l := s.lane(j)
	offsets[j%Lanes] = int32(16 * (s.joints + c))
	*lanes |= 1 << l
	s.others = max(s.others, c+1)
}

// NewSolo prepares joints in bind space, as NewRig does for blocks.
func NewSolo(joints []RigJoint, rootScale float32) (*Solo, error) {
	parent := make([]int, len(joints))
	for j := range joints {
		parent[j] = joints[j].Parent
		if c := joints[j].Column; c < -1 || c >= maxColumns {
			return nil, fmt.Errorf("simd.NewSolo: %w: joint %d has column %d", ErrSkeleton, j, c)
		}
	}
	s, err := newSolo(parent)
	if err != nil {
		return nil, fmt.Errorf("simd.NewSolo: %w", err)
	}
	s.bind = true
	s.root = affine12{0: rootScale, 5: rootScale, 10: rootScale}
	for j := range s.joints {
		g, l := s.lane(j)
		if j >= len(joints) {
			g.value[3][l] = 1
			continue
		}
		above := rootScale
		if p := parent[j]; p >= 0 {
			above = joints[p].Scale
		}
		for k, v := range joints[j].Bind {
			g.value[k][l] = v
		}
		g.value[3][l] = joints[j].Scale / above
		if c := joints[j].Column; c >= 0 {
			g.flags |= soloTranslated
			s.column(&g.translation, &g.translated, j, c)
		}
	}
	return s, nil
}

// NewGeneralSolo prepares joints of any affine matrices, as NewGeneralRig does
// for blocks.
func NewGeneralSolo(joints []GeneralJoint) (*Solo, error) {
	general, err := NewGeneralRig(joints)
	if err != nil {
		return nil, err
	}
	parent := make([]int, len(joints))
	for j := range joints {
		parent[j] = joints[j].Parent
	}
	s, err := newSolo(parent)
	if err != nil {
		return nil, err
	}
	s.general = general
	s.root = identity
	s.inverse = AlignedFloat32(soloMatrix * s.joints)
	s.copied = make([]uint32, s.joints)
	for j := range s.joints {
		s.copied[j] = 1
		if j < len(joints) {
			s.describe(j, &joints[j])
			continue
		}
		g, l := s.lane(j)
		g.value[3][l], g.value[4][l], g.value[5][l] = 1, 1, 1
	}
	return s, nil
}

// describe fills in joint j of the general form.
func (s *Solo) describe(j int, src *GeneralJoint) {
	if src.InverseBind != nil {
		copy(s.inverse[soloMatrix*j:], src.InverseBind[:])
		s.copied[j] = 0
	}
	if src.Local != nil {
		s.static = append(s.static, soloStatic{j, *src.Local})
		return
	}
	g, l := s.lane(j)
	for k := range 3 {
		g.value[k][l], g.value[3+k][l] = src.Translation[k], src.Scale[k]
	}
	if src.Scale != [3]float32{1, 1, 1} {
		g.flags |= soloStretched
	}
	if c := src.TranslationColumn; c >= 0 {
		g.flags |= soloTranslated
		s.column(&g.translation, &g.translated, j, c)
	}
	if c := src.ScaleColumn; c >= 0 {
		g.flags |= soloScaled | soloStretched
		s.column(&g.scale, &g.scaled, j, c)
	}
}

// Joints is the number of joints, padded to a multiple of 4.
func (s *Solo) Joints() int { return s.joints }

// ScratchValues is the number of float32 that SoloPalette needs as scratch. It
// holds nothing between calls.
func (s *Solo) ScratchValues() int {
	return soloLocals*len(s.groups) + soloMatrix*(s.joints+1)
}
