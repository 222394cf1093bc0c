package transfer

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// BareName removes a name's namespace: "mixamorig:Hips", "Armature|Hips" and "rig:model:Hips" all
// become Hips.
func BareName(name string) string {
	if i := strings.LastIndexAny(name, ":|"); i >= 0 && i+1 < len(name) {
		return name[i+1:]
	}
	return name
}

// nameIndex finds a skeleton's joints by name: first exactly, then without namespaces, then
// ignoring case.
type nameIndex struct {
	skeleton *soa.Skeleton
	levels   [3]map[string][]int
}

// spelling returns a name in the form that a level of the index compares.
func spelling(level int, name string) string {
	switch level {
	case 0:
		return name
	case 1:
		return BareName(name)
	}
	return strings.ToLower(BareName(name))
}

func newNameIndex(s *soa.Skeleton) *nameIndex {
	x := &nameIndex{skeleton: s}
	for level := range x.levels {
		x.levels[level] = make(map[string][]int)
		for j, name := range s.Name {
			key := spelling(level, name)
			x.levels[level][key] = append(x.levels[level][key], j)
		}
	}
	return x
}

// find returns the joints that a name may refer to: the matches at the strictest level that has
// any.
func (x *nameIndex) find(name string) []int {
	for level := range x.levels {
		if found := x.levels[level][spelling(level, name)]; len(found) > 0 {
			return found
		}
	}
	return nil
}

// nearest returns the joint name with the smallest edit distance, and that distance; "" if none
// is near.
func (x *nameIndex) nearest(name string) (best string, edits int) {
	const most = 64 // letters compared
	want := BareName(name)
	edits = 1 + (len(want)+1)/2
	for _, n := range x.skeleton.Name {
		have := BareName(n)
		if len(want) > most || len(have) > most {
			continue
		}
		if d := suggest.Distance(want, have); d < edits {
			best, edits = n, d
		}
	}
	return best, edits
}
