package humanoid_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// tool is the joints of a tool, see testdata/README.md.
type tool struct {
	name string
	k    *soa.Skeleton
	body humanoid.Body
}

// tools reads the lists of testdata.
func tools(t testing.TB) (list []tool) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(paths) < 30 {
		t.Fatalf("%d lists, %v", len(paths), err)
	}
	for _, path := range paths {
		list = append(list, readTool(t, path))
	}
	return list
}

func readTool(t testing.TB, path string) tool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := tool{name: strings.TrimSuffix(filepath.Base(path), ".txt"), body: humanoid.Body{}}
	index := map[string]int{"-": soa.NoJoint}
	var parents []int16
	var names []string
	for in := bufio.NewScanner(f); in.Scan(); {
		line := in.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		field := strings.Split(line, "\t")
		parent, ok := index[field[1]]
		if len(field) != 3 || !ok {
			t.Fatalf("%s: %q", path, line)
		}
		j := len(names)
		index[field[0]] = j
		names, parents = append(names, field[0]), append(parents, int16(parent))
		if field[2] != "-" {
			out.body[field[2]] = append(out.body[field[2]], j)
		}
	}
	out.k = skeletonOf(names, parents)
	return out
}

// skeletonOf returns a skeleton with all joints at the origin.
func skeletonOf(names []string, parents []int16) *soa.Skeleton {
	k := &soa.Skeleton{Name: names, Parent: parents, Rest: soa.MakeTransforms(len(names)), Unit: make([]float32, len(names))}
	for j := range k.Unit {
		k.Unit[j] = 1
	}
	k.ComputeDepth()
	return k
}

// named returns a body by the names of its joints.
func named(k *soa.Skeleton, b humanoid.Body) map[string]string {
	out := make(map[string]string)
	for role, chain := range b {
		for _, j := range chain {
			out[role] += " " + k.Name[j]
		}
	}
	return out
}

// compare reports roles that are not the wanted joints.
func compare(t *testing.T, what string, k *soa.Skeleton, got, want humanoid.Body) {
	t.Helper()
	a, b := named(k, got), named(k, want)
	for role := range want {
		if a[role] != b[role] {
			t.Errorf("%s: %s is%s, want%s", what, role, a[role], b[role])
		}
	}
	for role := range got {
		if _, ok := b[role]; !ok {
			t.Errorf("%s: %s is%s, want none", what, role, a[role])
		}
	}
}

// TestToolsNames: every role of every tool's list is found, by names alone.
func TestToolsNames(t *testing.T) {
	for _, c := range tools(t) {
		got, how := humanoid.Find(c.k)
		if how != humanoid.ByBody {
			t.Errorf("%s: found by %q", c.name, how)
		}
		compare(t, c.name, c.k, got, c.body)
	}
}

// TestToolsNamesAsExported: exporters put namespaces, prefixes and numbers about names, and change
// their case and separators.
func TestToolsNamesAsExported(t *testing.T) {
	for what, change := range map[string]func(j int, name string) string{
		"namespace": func(_ int, s string) string { return "Alice:" + s },
		"prefix":    func(_ int, s string) string { return "Alice01_" + s },
		"path":      func(_ int, s string) string { return "Armature|" + s },
		"numbered":  func(j int, s string) string { return fmt.Sprintf("%s_%02d", s, j) },
		"suffix":    func(_ int, s string) string { return s + "_jnt" },
		"no dots":   func(_ int, s string) string { return strings.ReplaceAll(s, ".", "") },
		"hyphens":   func(_ int, s string) string { return strings.NewReplacer("_", "-", ".", "-").Replace(s) },
		"spaces":    func(_ int, s string) string { return strings.NewReplacer("_", " ", ".", " ").Replace(s) },
	} {
		for _, c := range tools(t) {
			k := *c.k
			k.Name = slices.Clone(k.Name)
			for j := range k.Name {
				k.Name[j] = change(j, k.Name[j])
			}
			got, _ := humanoid.Find(&k)
			compare(t, what+" "+c.name, &k, got, c.body)
		}
	}
}
