package humanoid

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// trunk maps VRM's bones without a side to roles.
var trunk = map[string]string{
	"hips": "hips", "spine": "spine", "chest": "spine", "upperChest": "spine", "neck": "neck", "head": "head", "jaw": "jaw",
}

// limbs are the parts of either side, fingers aside.
var limbs = []string{"Eye", "Shoulder", "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot", "Toes"}

// roleOfBone returns the role of a bone of VRM, or "".
func roleOfBone(bone string) string {
	if role := trunk[bone]; role != "" {
		return role
	}
	bare, side := SplitRole(bone)
	if side == Middle {
		return ""
	}
	if slices.Contains(limbs, bare) {
		return bone
	}
	for _, finger := range fingers {
		switch rest, ok := strings.CutPrefix(bare, finger); {
		case ok && slices.Contains([]string{"Metacarpal", "Proximal", "Intermediate", "Distal"}, rest):
			return side.Role(finger)
		}
	}
	return ""
}

// namedBody returns the body of a skeleton from the joints of VRM's bones. The error wraps ErrTable.
func namedBody(k *soa.Skeleton, bones map[string]string) (Body, error) {
	b := make(Body)
	for _, bone := range slices.Sorted(maps.Keys(bones)) {
		role := roleOfBone(bone)
		if role == "" {
			return nil, fmt.Errorf("%w: there is no bone %.60q", ErrTable, bone)
		}
		j, problem := suggest.Joint(k, bones[bone])
		if problem != "" {
			return nil, fmt.Errorf("%w: the bone %q: %s", ErrTable, bone, problem)
		}
		b[role] = append(b[role], j)
	}
	for role, chain := range b {
		slices.SortFunc(chain, func(i, j int) int { return int(k.Depth[i]) - int(k.Depth[j]) })
		for n := 1; n < len(chain); n++ {
			if chain[n] == chain[n-1] || !k.InSubtree(chain[n], chain[n-1]) {
				return nil, fmt.Errorf("%w: %q is not below %q, and both are %s",
					ErrTable, k.Name[chain[n]], k.Name[chain[n-1]], role)
			}
		}
	}
	return b, nil
}
