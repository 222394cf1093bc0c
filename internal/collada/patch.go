package collada

import (
	"bytes"
	"regexp"
)

var (
	controllers  = regexp.MustCompile(`(?s)<controller\b.*?</controller>`)
	controllerID = regexp.MustCompile(`^<controller\b[^>]*?\bid\s*=\s*["']([^"']*)["']`)
	morphSource  = regexp.MustCompile(`<morph\b[^>]*?\bsource\s*=\s*["']([^"']*)["']`)
	changedMesh  = regexp.MustCompile(`(<(?:instance_controller\b[^>]*?\burl|skin\b[^>]*?\bsource)\s*=\s*["'])#([^"']*)`)
)

// Patch returns a file that libassimp can read, or nil if it needs no change: without skew
// elements, which crash it, and without morphs: each version reads another form, and none
// reads those under a skin. References to a morph become references to its mesh.
func Patch(data []byte) []byte {
	skews, morphs := bytes.Contains(data, []byte("<skew")), bytes.Contains(data, []byte("<morph"))
	if !skews && !morphs {
		return nil
	}
	data = utf8Text(data)
	if skews {
		data = removeElements(data, "skew")
	}
	if morphs {
		data = withoutMorphs(data)
	}
	return data
}

// withoutMorphs removes the morphs from a file.
func withoutMorphs(data []byte) []byte {
	bases := make(map[string]string) // by the morph's id: its mesh
	data = controllers.ReplaceAllFunc(data, func(c []byte) []byte {
		source, id := morphSource.FindSubmatch(c), controllerID.FindSubmatch(c)
		if source == nil || id == nil {
			return c
		}
		first(bases, string(id[1]), fragment(string(source[1])))
		return nil
	})
	return changedMesh.ReplaceAllFunc(data, func(reference []byte) []byte {
		parts := changedMesh.FindSubmatch(reference)
		id := string(parts[2])
		for range maxControllers {
			base, ok := bases[id]
			if !ok {
				break
			}
			id = base
		}
		return append(append(bytes.Clone(parts[1]), '#'), id...)
	})
}
