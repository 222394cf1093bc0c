package retarget

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// trunk are the slots of VRM's bones that have no side.
var trunk = map[string]string{
	"hips": "hips", "spine": "spine", "chest": "spine", "upperChest": "spine", "neck": "neck", "head": "head", "jaw": "jaw",
}

// limbs are those of either side but for fingers.
var limbs = []string{"Eye", "Shoulder", "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot", "Toes"}

// slotOfBone is the slot of a bone by VRM's name, or "".
func slotOfBone(bone string) string {
	if slot := trunk[bone]; slot != "" {
		return slot
	}
	bare, side := splitSlot(bone)
	if side == Middle {
		return ""
	}
	if slices.Contains(limbs, bare) {
		return bone
	}
	for _, finger := range fingers {
		switch rest, ok := strings.CutPrefix(bare, finger); {
		case ok && slices.Contains([]string{"Metacarpal", "Proximal", "Intermediate", "Distal"}, rest):
			return slotName(finger, side)
		}
	}
	return ""
}

// namedBody is the body of a skeleton whose bones are given by VRM's names.
func namedBody(k *soa.Skeleton, bones map[string]string) (body, error) {
	b := make(body)
	for _, bone := range slices.Sorted(maps.Keys(bones)) {
		slot := slotOfBone(bone)
		if slot == "" {
			return nil, fmt.Errorf("%w: there is no bone %.60q", ErrTable, bone)
		}
		j, problem := suggest.Joint(k.Name, k.Path, bones[bone])
		if problem != "" {
			return nil, fmt.Errorf("%w: the bone %q: %s", ErrTable, bone, problem)
		}
		b[slot] = append(b[slot], j)
	}
	for slot, chain := range b {
		slices.SortFunc(chain, func(i, j int) int { return int(k.Depth[i]) - int(k.Depth[j]) })
		for n := 1; n < len(chain); n++ {
			if !isBelow(k, chain[n], chain[n-1]) {
				return nil, fmt.Errorf("%w: %q is not below %q, and both are %s", ErrTable, k.Name[chain[n]], k.Name[chain[n-1]], slot)
			}
		}
	}
	return b, nil
}
