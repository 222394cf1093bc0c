package collada

import (
	"bytes"
	"regexp"
)

var (
	controllers  = regexp.MustCompile(`(?s)<controller\b.*?</controller>`)
	controllerAt = regexp.MustCompile(`<controller\b[^>]*>`)
	morphSource  = regexp.MustCompile(`(<morph\b[^>]*\bsource\s*=\s*["'])#`)
	targetInputs = regexp.MustCompile(`(?s)<targets\b.*?</targets>`)
	input        = regexp.MustCompile(`<input\b[^>]*>`)
	morphTarget  = regexp.MustCompile(`semantic\s*=\s*["']MORPH_TARGET["']`)
	morphWeight  = regexp.MustCompile(`semantic\s*=\s*["']MORPH_WEIGHT["']`)
	inputSource  = regexp.MustCompile(`\bsource\s*=\s*["']#([^"']*)["']`)
)

// Patch returns a file as libassimp 5 and 6 can read it: without skew elements, of which
// they die, and with morphs in the only form that they understand. They look the mesh of a
// morph up by a reference with its #, take of the inputs of all targets only the first child
// of the controller, and resolve the missing one, of the weights, to the accessor without a
// name. The result is nil where there is nothing to mend.
func Patch(data []byte) []byte {
	skews, morphs := bytes.Contains(data, []byte("<skew")), bytes.Contains(data, []byte("<morph"))
	if !skews && !morphs {
		return nil
	}
	data = utf8Text(data)
	if skews {
		data = without(data, "skew")
	}
	if morphs {
		data = controllers.ReplaceAllFunc(data, patchMorph)
	}
	return data
}

func patchMorph(controller []byte) []byte {
	targets := targetInputs.Find(controller)
	begin := controllerAt.FindIndex(controller)
	if targets == nil || begin == nil || !morphSource.Match(controller) {
		return controller
	}
	var first, weights []byte
	for _, in := range input.FindAll(targets, 16) {
		if morphTarget.Match(in) {
			first = in
		} else if id := inputSource.FindSubmatch(in); id != nil && morphWeight.Match(in) {
			weights = accessorOf(controller, id[1])
		}
	}
	if first == nil || weights == nil {
		return controller
	}
	if !bytes.HasSuffix(first, []byte("/>")) {
		first = append(bytes.Clone(first), "</input>"...)
	}
	var out bytes.Buffer
	out.Write(controller[:begin[1]])
	out.Write(first)
	rest := morphSource.ReplaceAll(controller[begin[1]:], []byte("$1"))
	at := bytes.Index(rest, []byte("<targets"))
	out.Write(rest[:at])
	out.WriteString("<source><technique_common>")
	out.Write(weights)
	out.WriteString("</technique_common></source>")
	out.Write(rest[at:])
	return out.Bytes()
}

var (
	sourceOf = regexp.MustCompile(`(?s)<source\b[^>]*\bid\s*=\s*["']([^"']*)["'].*?</source>`)
	accessor = regexp.MustCompile(`(?s)<accessor\b.*?</accessor>|<accessor\b[^>]*/>`)
)

// accessorOf is the accessor of a source.
func accessorOf(controller, id []byte) []byte {
	for _, s := range sourceOf.FindAllSubmatch(controller, 64) {
		if bytes.Equal(s[1], id) {
			return accessor.Find(s[0])
		}
	}
	return nil
}
