package suggest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// drawn returns a skeleton with few names, some of them empty or with slashes.
func drawn(r *rand.Rand) *soa.Skeleton {
	k := &soa.Skeleton{}
	for j := range 1 + r.IntN(12) {
		k.Parent = append(k.Parent, int16(r.IntN(j+1)-1))
		k.Name = append(k.Name, []string{"a", "b", "aa", "", "a/b", "/", "ab"}[r.IntN(7)])
	}
	return k
}

// paths joins the names of joints, without a bound.
func paths(k *soa.Skeleton) []string {
	list := slices.Clone(k.Name)
	for j, p := range k.Parent {
		if p >= 0 {
			list[j] = list[p] + "/" + k.Name[j]
		}
	}
	return list
}

// Joint finds what paths that are built find.
func TestJointIsThatOfThePath(t *testing.T) {
	for s := range seed.Cases(t, 3000) {
		r := rand.New(rand.NewPCG(s, 1))
		k := drawn(r)
		all := paths(k)
		name := all[r.IntN(len(all))]
		name = name[r.IntN(len(name)+1):]
		var means [3][]int
		for j, path := range all {
			for i, is := range []bool{k.Name[j] == name, path == name, strings.Contains(name, "/") && strings.HasSuffix(path, "/"+name)} {
				if is {
					means[i] = append(means[i], j)
				}
			}
		}
		want := []int{soa.NoJoint}
		for _, list := range means {
			if len(list) > 0 {
				want = list
				break
			}
		}
		j, problem := Joint(k, name)
		if len(want) > 1 {
			want = []int{soa.NoJoint}
		}
		if j != want[0] || (problem == "") != (j >= 0) {
			t.Fatalf("seed %d: %q of %q is %d, want %d: %s", s, name, all, j, want[0], problem)
		}
	}
}

// Name names each joint so that Joint finds it, where one name can.
func TestNameFindsItsJoint(t *testing.T) {
	for s := range seed.Cases(t, 1000) {
		k := drawn(rand.New(rand.NewPCG(s, 2)))
		all := paths(k)
		for j := range k.Name {
			name := Name(k, j)
			if name != k.Name[j] && name != all[j] {
				t.Fatalf("seed %d: joint %d of %q is named %q", s, j, all, name)
			}
			same := 0
			for i := range k.Name {
				if k.Name[i] == name || all[i] == name {
					same++
				}
			}
			if found, problem := Joint(k, name); same == 1 && found != j {
				t.Fatalf("seed %d: joint %d of %q is named %q, which finds %d: %s", s, j, all, name, found, problem)
			}
		}
	}
}

// The deepest joints are found, and named, in time that their depth bounds: paths of 300 bytes a joint are
// never built for all of them.
func TestDeepJointsAreFound(t *testing.T) {
	k := &soa.Skeleton{}
	for j := range 16000 {
		k.Parent, k.Name = append(k.Parent, int16(j-1)), append(k.Name, strings.Repeat("x", 300))
	}
	end := strings.Repeat("/"+k.Name[0], 200)[1:]
	if j, problem := Joint(k, end); j != 199 {
		t.Errorf("a path finds %d: %s", j, problem)
	}
	for _, j := range []int{100, 216} {
		if found, problem := Joint(k, Name(k, j)); found != j {
			t.Errorf("joint %d is found as %d: %s", j, found, problem)
		}
	}
	if name := Name(k, k.Len()-1); len(name) > longestPath || !strings.HasPrefix(name, "…/") {
		t.Errorf("the last is named by %d bytes", len(name))
	}
}
