package suggest

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Joint finds the joint of a skeleton by its name, its path, or the end of its path, in this
// order. problem is empty, or reports that there is no such joint, or several.
func Joint(k *soa.Skeleton, name string) (j int, problem string) {
	// Paths of deep joints are long: only those of joints whose name ends them are built.
	slash := strings.LastIndexByte(name, '/')
	ends := func(n string) bool { return slash >= 0 && (n == name[slash+1:] || strings.HasSuffix(n, name[slash:])) }
	for _, means := range []func(j int) bool{
		func(j int) bool { return k.Name[j] == name },
		func(j int) bool { return ends(k.Name[j]) && k.Path(j) == name },
		func(j int) bool { return ends(k.Name[j]) && strings.HasSuffix(k.Path(j), "/"+name) },
	} {
		first, last := soa.NoJoint, soa.NoJoint
		for j := range k.Name {
			if means(j) {
				if last = j; first < 0 {
					first = j
				}
			}
		}
		switch {
		case first != last:
			return soa.NoJoint, fmt.Sprintf("%.60q means two joints and more: %q and %q", name, k.Path(first), k.Path(last))
		case first >= 0:
			return first, ""
		}
	}
	return soa.NoJoint, fmt.Sprintf("there is no joint %.60q%s", name, Hint(k.Name, name))
}
