package inspect_test

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// Joints without a name are compared with those in the same place of the tree, if it is one place only.
func TestNamelessJoints(t *testing.T) {
	tree := func(names ...string) *soa.Model { // a root, its children but the last, and one below the first of these
		n := len(names)
		k := &soa.Skeleton{Name: names, Parent: make([]int16, n), Rest: soa.MakeTransforms(n), Unit: slices.Repeat([]float32{1}, n)}
		k.Parent[0], k.Parent[n-1] = soa.NoJoint, 1
		k.ComputeDepth()
		return &soa.Model{Name: "tree", Skeleton: k}
	}
	for name, c := range map[string]struct {
		a, b         *soa.Model
		onlyA, onlyB []string
	}{
		"generated":  {tree("", "", "arm", "hand"), tree("nodes[0]", "nodes[1]", "arm", "hand"), nil, nil},
		"one root":   {tree("", "hip", "arm", "hand"), tree("nodes[12]", "hip", "arm", "hand"), nil, nil},
		"backwards":  {tree("nodes[3]", "hip", "arm", "nodes[7]"), tree("", "hip", "arm", ""), nil, nil},
		"names stay": {tree("root", "hip", "arm", "hand"), tree("root", "hip", "leg", "hand"), []string{"root/arm"}, []string{"root/leg"}},
		"ambiguous":  {tree("root", "hip", "", "hand"), tree("root", "hip", "nodes[1]", "nodes[2]", "hand"), []string{"root/"}, []string{"root/nodes[1]", "root/nodes[2]"}},
		"like one":   {tree("root", "hip", "nodes[x]", "hand"), tree("root", "hip", "arm", "hand"), []string{"root/nodes[x]"}, []string{"root/arm"}},
	} {
		d, err := inspect.Compare(t.Context(), c.a, c.b, inspect.CompareOptions{})
		must.Do(t, err)
		if !slices.Equal(d.OnlyA.Joints, c.onlyA) || !slices.Equal(d.OnlyB.Joints, c.onlyB) {
			t.Errorf("%s: only in one %q, %q, want %q, %q", name, d.OnlyA.Joints, d.OnlyB.Joints, c.onlyA, c.onlyB)
		}
	}
}

// The memory of a comparison is linear in joints and the bytes of their names, however deep they are.
func TestDeepJointsTakeLittleMemory(t *testing.T) {
	deep := func(n int) *soa.Model {
		k := &soa.Skeleton{Rest: soa.MakeTransforms(n), Unit: slices.Repeat([]float32{1}, n)}
		m := &soa.Model{Name: "deep", Skeleton: k}
		for j := range n {
			k.Parent, k.Name = append(k.Parent, int16(j-1)), append(k.Name, strings.Repeat("n", 300)+strconv.Itoa(j%3))
			m.Floats = append(m.Floats, soa.NamedFloat{Name: "f", Joint: int16(j)})
		}
		k.ComputeDepth()
		return m
	}
	a, b := deep(3000), deep(3001) // the paths of all joints of one have 1.3 GB
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := inspect.Compare(t.Context(), a, b, inspect.CompareOptions{})
	must.Do(t, err)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("%d MB were allocated", n>>20)
	}
	if len(d.OnlyA.Joints) > 0 || len(d.OnlyB.Joints) != 1 || len(d.OnlyB.Joints[0]) > 2000 || len(d.OnlyB.Floats) != 1 {
		t.Errorf("only in one are %d and %d joints", len(d.OnlyA.Joints), len(d.OnlyB.Joints))
	}
}
