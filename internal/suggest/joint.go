package suggest

import (
	"fmt"
	"strings"
)

// Joint finds the joint of a name, or of a path or the end of one, joined by slashes. The
// problem is empty, or says that there is none, or several.
func Joint(names []string, path func(j int) string, name string) (j int, problem string) {
	found, more := -1, 0
	take := func(j int) {
		if found < 0 {
			found = j
		} else {
			more = j
		}
	}
	for j, n := range names {
		if n == name {
			take(j)
		}
	}
	if slash := strings.LastIndexByte(name, '/'); found < 0 && slash >= 0 {
		for j, n := range names {
			if n == name[slash+1:] || strings.HasSuffix(n, name[slash:]) {
				if p := path(j); p == name || strings.HasSuffix(p, "/"+name) {
					take(j)
				}
			}
		}
	}
	switch {
	case found < 0:
		return -1, fmt.Sprintf("there is no joint %.60q%s", name, Hint(names, name))
	case more > 0:
		return -1, fmt.Sprintf("%.60q means two joints and more: %q and %q", name, path(found), path(more))
	}
	return found, ""
}
