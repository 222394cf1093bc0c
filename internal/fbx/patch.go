package fbx

import (
	"slices"
	"strings"
)

// Patch returns the file with corrections for libassimp that move no byte, or nil if it needs
// none. Models that share a name, or have none, get unique names, since libassimp drives and
// binds the first of a name for all. Blend shapes are hidden: File.Shapes reads them, and
// libassimp would copy whole meshes. So are animation stacks, which libassimp would convert key
// by key in any case. original maps each new name to the one it replaces.
func (f *File) Patch(data []byte) (patched []byte, original map[string]string) {
	original = make(map[string]string)
	used := make(map[string]bool)
	for _, n := range f.names {
		used[modelName(n.name)] = true
	}
	seen := make(map[string]bool)
	f.given = make(map[int]string)
	for i, n := range f.names {
		name := modelName(n.name)
		if name != "" && !seen[name] {
			seen[name] = true
			continue
		}
		at, size := n.at+strings.Index(n.name, name), len(name)
		if name == "" {
			at, size = n.at, n.size // the class goes too: libassimp takes what is left for the name
		}
		own, ok := unusedName(used, size)
		if !ok {
			continue
		}
		patched = orClone(patched, data)
		copy(patched[at:], own)
		used[own], original[own], f.given[i] = true, name, own
	}
	for _, at := range f.takes.hideShapes() {
		patched = orClone(patched, data)
		patched[at] = 'b'
	}
	for i := range f.takes.stacks {
		patched = orClone(patched, data)
		patched[f.takes.stacks[i].class] = 'a'
	}
	return patched, original
}

func orClone(b, data []byte) []byte {
	if b == nil {
		return slices.Clone(data)
	}
	return b
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// unusedName returns a name of size letters that is not in use.
func unusedName(used map[string]bool, size int) (string, bool) {
	if size == 0 {
		return "", false
	}
	name := []byte(strings.Repeat("x", size))
	for n := range 1 << 16 {
		for i, rest := size-1, n; i >= 0; i, rest = i-1, rest/len(nameLetters) {
			if rest == 0 && i < size-1 {
				break
			}
			name[i] = nameLetters[rest%len(nameLetters)]
		}
		if !used[string(name)] {
			return string(name), true
		}
	}
	return "", false
}
