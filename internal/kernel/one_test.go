package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKernelsOfOneInstanceRefuseLengths(t *testing.T) {
	b := shape{joints: 19, tree: "bushy", columns: 0.6, values: "unit", blocks: 1}.draw(t, rand.New(rand.NewPCG(1, 1)))
	c := b.columns
	n, w, s, g := c.RowValues(), affineFloats*c.Rotations, b.rig.ScratchValues(), b.general.ScratchValues()
	for name, x := range map[string]struct {
		dst, pose, scratch, general int
		columns                     simd.Columns
	}{
		"dst":       {w - 1, n, s, g, c},
		"pose":      {w, n - 1, s, g, c},
		"scratch":   {w, n, s - 1, g - 1, c},
		"rotations": {w, n, s, g, simd.Columns{Rotations: c.Rotations - 4, Others: c.Others}},
		"others":    {w, n, s, g, simd.Columns{Rotations: c.Rotations, Others: 0}},
		"odd":       {w, n, s, g, simd.Columns{Rotations: c.Rotations - 1, Others: 0}},
	} {
		whole, dst := guarded(x.dst, 0)
		before := slices.Clone(whole)
		pose := make([]float32, x.pose)
		for _, err := range []error{
			RigPalette1(dst, pose, x.columns, b.rig, make([]float32, x.scratch)),
			GeneralPalette1(dst, pose, x.columns, b.general, make([]float32, x.general)),
		} {
			if !errors.Is(err, simd.ErrLength) {
				t.Errorf("%s: %v, want ErrLength", name, err)
			}
		}
		sameBits(t, name, whole, before)
	}
	for name, x := range map[string][3]int{"pose": {16, 32, 32}, "first": {32, 16, 32}, "second": {32, 32, 16}, "part": {20, 20, 20}} {
		pose := make([]float32, x[0])
		if err := SampleRows1(pose, make([]float32, x[1]), make([]float32, x[2]), 0.5); !errors.Is(err, simd.ErrLength) {
			t.Errorf("SampleRows1, %s: %v, want ErrLength", name, err)
		}
	}
}

// Groups hold every joint once, after its parent, which their window holds, and no more of them
// than the tree demands where parents are close together. Blocks that begin and end hold every
// joint, in the slots that groups gave them, and end when all have theirs.
func TestGroupsOfJoints(t *testing.T) {
	random := func(n, reach int) (parent []int) {
		r := rand.New(rand.NewPCG(uint64(n), uint64(reach)))
		for j := range n {
			parent = append(parent, j-1-r.IntN(min(reach, j+1)))
		}
		return parent
	}
	for name, x := range map[string]struct {
		parent []int
		groups int // 0: any
	}{
		"none": {nil, 0}, "chain": {[]int{-1, 0, 1, 2, 3, 4, 5, 6}, 8}, "roots": {[]int{-1, -1, -1, -1, -1, -1, -1, -1, -1}, 2},
		"star": {[]int{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3}, "pairs": {[]int{-1, -1, 0, 1, 2, 3, 4, 5}, 4},
		"ten fingers": {[]int{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, 4},
		"human":       {humanParents(), 13}, "one": {[]int{-1}, 1}, "wide": {random(1000, 300), 0}, "long": {random(1000, 3), 0}, "page": {random(groupPage-groupLanes, 20), 0},
		"page and one": {random(groupPage-groupLanes+1, 20), 0},
	} {
		parent := make([]int32, len(x.parent))
		for j, p := range x.parent {
			parent[j] = int32(p)
		}
		ignore := func(int, groupLane) {}
		g := newGroupTable(parent, groupRows, 1, groupForm{
			member: func(j int, lane groupLane) { lane.set(groupOwn, uint32(j)) },
			begun:  ignore, ended: ignore,
		})
		checkGroups(t, name, parent, &g)
		if x.groups != 0 && g.groups != x.groups {
			t.Errorf("%s: %d groups, want %d", name, g.groups, x.groups)
		}
	}
}

// checkGroups walks a table as kernels do.
func checkGroups(t *testing.T, name string, parent []int32, g *groupTable) {
	t.Helper()
	slot := map[uint32]int{} // the joint whose state a slot holds
	for l := range uint32(groupLanes) {
		slot[4*l] = -1
	}
	begun, written := map[uint32]bool{}, map[int]bool{}
	for i := range g.groups + 1 {
		words := g.words[i*groupRows*groupLanes:]
		field := func(f int) uint32 { return words[groupFields*groupLanes+f] }
		for l := range uint32(groupLanes) {
			if field(groupBegun) != 0 {
				begun[field(groupBegun)+4*l] = true
			}
			if field(groupCount) == 0 {
				continue
			}
			j := int(words[groupOwn*groupLanes+l])
			above, known := slot[field(groupSource)+4*words[groupIndex*groupLanes+l]]
			if !known || above != int(parent[j]) {
				t.Errorf("%s: joint %d of group %d finds %d above", name, j, i, above)
			}
			slot[field(groupState)+4*l] = j
		}
		for l := range uint32(groupLanes) {
			if at := field(groupEnded); at != 0 {
				j := int(words[groupOut*groupLanes+l] / (4 * affineFloats))
				if slot[at+4*l] != j || !begun[at+4*l] {
					t.Errorf("%s: the block at %d has joint %d for %d, begun: %v", name, at, slot[at+4*l], j, begun[at+4*l])
				}
				written[j] = true
			}
		}
	}
	if len(written) != len(parent) {
		t.Errorf("%s: %d joints written, of %d", name, len(written), len(parent))
	}
}

// humanParents are the parents of 67 joints: hips, spine, head, legs, and arms
// with five fingers of four joints.
func humanParents() []int {
	parent := []int{-1}
	chain := func(from, n int) int {
		for range n {
			parent = append(parent, from)
			from = len(parent) - 1
		}
		return from
	}
	chest := chain(0, 3)
	head := chain(chest, 2)
	for range 5 {
		chain(head, 1)
	}
	for range 2 {
		chain(0, 4)
		hand := chain(chest, 4)
		for range 5 {
			chain(hand, 4)
		}
	}
	return parent
}

// One character of 67 joints, of which the hips move or all do, between frames of a
// clip of four seconds.
func BenchmarkOne(b *testing.B) {
	const joints = 67
	for _, moving := range []string{"hips", "all"} {
		r := rand.New(rand.NewPCG(3, 3))
		s := shape{values: "unit"}
		rigJoints, generalJoints := make([]RigJoint, joints), make([]GeneralJoint, joints)
		for j, p := range humanParents()[:joints] {
			c := -1
			if moving == "all" || j == 0 {
				c = j
			}
			rigJoints[j] = RigJoint{Parent: p, Bind: s.point(r), Column: c}
			generalJoints[j] = GeneralJoint{Parent: p, Translation: s.point(r), TranslationColumn: c, ScaleColumn: -1,
				Scale: [3]float32{1, 1, 1}, InverseBind: s.affine(r)}
		}
		rig, err := NewRig(rigJoints, 1)
		if err != nil {
			b.Fatal(err)
		}
		general, err := NewGeneralRig(generalJoints)
		if err != nil {
			b.Fatal(err)
		}
		c := simd.Columns{Rotations: rig.Joints(), Others: padGroup(rig.others)}
		crowd := newBenchCrowd(c, simd.Lanes)
		crowd.unit()
		pose, dst := simd.AlignedFloat32(c.RowValues()), crowd.out.Values
		scratch := simd.AlignedFloat32(max(rig.ScratchValues(), general.ScratchValues()))
		for _, isa := range simd.ISAs() {
			for _, k := range []struct {
				form    string
				palette func() error
			}{
				{"none", func() error { return nil }},
				{"rig", func() error { return RigPalette1(dst, pose, c, rig, scratch) }},
				{"general", func() error { return GeneralPalette1(dst, pose, c, general, scratch) }},
			} {
				b.Run(fmt.Sprintf("form=%s/translations=%s/simd=%v", k.form, moving, isa), func(b *testing.B) {
					restore, err := simd.Use(isa)
					if err != nil {
						b.Fatal(err)
					}
					defer restore()
					n := 0
					for b.Loop() {
						i := n % simd.Lanes
						row := crowd.rows.Values[crowd.at[0].Row[i]:]
						if err := SampleRows1(pose, row[:len(pose)], row[crowd.rows.Stride:][:len(pose)], crowd.at[0].Alpha[i]); err != nil {
							b.Fatal(err)
						}
						if err := k.palette(); err != nil {
							b.Fatal(err)
						}
						n++
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*joints), "ns/joint")
				})
			}
		}
	}
}

// unit makes the quaternions of all rows unit ones: the products of others come to
// values that processors are slow with.
func (b *benchCrowd) unit() {
	for row := 0; row < len(b.rows.Values); row += b.rows.Stride {
		for j := range b.rows.Rotations {
			q := b.rows.Values[row+4*j:][:4]
			u := unitQuad([4]float32(q))
			copy(q, u[:])
		}
	}
}
