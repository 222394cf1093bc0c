package suggest

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Joint finds the joint of a skeleton by its name, its path, or the end of its path, in this
// order. problem is empty, or reports that there is no such joint, or several. It takes time
// linear in the bytes of names, however deep joints are.
func Joint(k *soa.Skeleton, name string) (j int, problem string) {
	for _, means := range []func() func(j int) bool{
		func() func(j int) bool { return func(j int) bool { return k.Name[j] == name } },
		func() func(j int) bool { return hasPath(k, name) },
		func() func(j int) bool { return endsPath(k, name) },
	} {
		first, last := soa.NoJoint, soa.NoJoint
		means := means()
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

// hasPath returns a function that reports whether a joint has a path. It is called for all joints in
// their order.
func hasPath(k *soa.Skeleton, path string) func(j int) bool {
	if strings.IndexByte(path, '/') < 0 { // a root, which has that name
		return func(int) bool { return false }
	}
	const none = -1
	ends := make([]int, k.Len()) // per joint: the bytes of the path that its own are, or none
	return func(j int) bool {
		from := 0
		if p := k.Parent[j]; p >= 0 {
			if from = ends[p] + 1; from == none+1 || from > len(path) || path[from-1] != '/' {
				ends[j] = none
				return false
			}
		}
		if ends[j] = none; strings.HasPrefix(path[from:], k.Name[j]) {
			ends[j] = from + len(k.Name[j])
		}
		return ends[j] == len(path)
	}
}

// endsPath returns a function that reports whether a joint's path ends with another one, after a
// slash. It is called for all joints in their order.
func endsPath(k *soa.Skeleton, path string) func(j int) bool {
	if strings.IndexByte(path, '/') < 0 { // the end of a path is a name
		return func(int) bool { return false }
	}
	search := newMatcher("/" + path)
	ends := make([]int, k.Len()) // per joint: the state after its path
	return func(j int) bool {
		at := 0
		if p := k.Parent[j]; p >= 0 {
			at = search.next(ends[p], '/')
		}
		for i := range len(k.Name[j]) {
			at = search.next(at, k.Name[j][i])
		}
		ends[j] = at
		return at == len(search.text)
	}
}

// matcher finds where a text ends in others, by the method of Knuth, Morris and Pratt: its state is how many
// bytes of the text are the last ones that were read.
type matcher struct {
	text string
	fail []int // per state: the longest one that is an end of it and goes on with another byte, or −1
}

func newMatcher(text string) *matcher {
	m := &matcher{text, make([]int, len(text)+1)}
	m.fail[0] = -1
	at := 0 // the longest state that is an end of i's
	for i := 1; i <= len(text); i++ {
		if m.fail[i] = at; i < len(text) {
			if text[i] == text[at] {
				m.fail[i] = m.fail[at]
			}
			for at >= 0 && text[i] != text[at] {
				at = m.fail[at]
			}
			at++
		}
	}
	return m
}

// next reads a byte.
func (m *matcher) next(state int, b byte) int {
	for state >= 0 && (state == len(m.text) || m.text[state] != b) {
		state = m.fail[state]
	}
	return state + 1
}

// longestPath is the greatest length in bytes of a path that names a joint.
const longestPath = 1 << 16

// Name returns what Joint finds a joint by: its name or, where others have it too, its path. A path of
// more than 65,536 bytes is shortened as by soa.Skeleton.Path, and finds it only if no other ends so.
func Name(k *soa.Skeleton, joint int) string {
	name := k.Name[joint]
	twice := false
	for j, n := range k.Name {
		twice = twice || n == name && j != joint
	}
	if !twice {
		return name
	}
	var names []string
	n := 0
	for j := joint; j >= 0; j = int(k.Parent[j]) {
		if n += len(k.Name[j]) + 1; n > longestPath {
			return k.Path(joint)
		}
		names = append(names, k.Name[j])
	}
	var b strings.Builder
	for i := len(names) - 1; i >= 0; i-- {
		b.WriteString(names[i])
		if i > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
