package humanoid

import (
	"strings"
	"unicode"
)

// Side is a half of the body. The opposite of a Side is its negative.
type Side int8

const (
	Right Side = iota - 1
	Middle
	Left
)

// word is a part of a name between separators, digits and changes of case.
type word struct {
	lower      string
	start, end int // bytes of the name
}

// words splits a name: "mixamorig:LeftUpLeg" is left, up, leg, without the namespace;
// "upper_arm.L.001" is upper, arm, l, 001; "LFoot" is l, foot.
func words(name string) []word {
	from := strings.LastIndexAny(name, ":|") + 1
	var list []word
	start := -1
	last := rune(0)
	finish := func(end int) {
		if start >= 0 {
			list = append(list, word{strings.ToLower(name[start:end]), start, end})
		}
		start = -1
	}
	for i, r := range name[from:] {
		at := from + i
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			finish(at)
		case start < 0:
			start = at
		case unicode.IsDigit(r) != unicode.IsDigit(last), unicode.IsUpper(r) && !unicode.IsUpper(last):
			finish(at)
			start = at
		case unicode.IsLower(r) && unicode.IsUpper(last):
			// The last of several capitals begins the word: LFoot.
			if width := len(string(last)); at-width > start {
				finish(at - width)
				start = at - width
			}
		}
		last = r
	}
	finish(len(name))
	return list
}

// sideWords are the words that name a side.
var sideWords = map[string]Side{"l": Left, "left": Left, "左": Left, "r": Right, "right": Right, "右": Right}

// otherSide is the word for the other side.
var otherSide = map[string]string{"l": "r", "r": "l", "left": "right", "right": "left", "左": "右", "右": "左"}

// sidePrefixes are the words for a side that may begin a name without being a word of it: Lefthand,
// lfemur, 左腕. The longer of two that fit comes first.
var sidePrefixes = [...]string{"left", "right", "左", "右", "l", "r"}

// SwapSide returns a name with its words for a side exchanged, and whether it has any:
// "FootL" and "FootR", "left foot" and "right foot", "upper_arm.L.001" and
// "upper_arm.R.001". The case of letters is kept.
func SwapSide(name string) (string, bool) {
	var b strings.Builder
	done := 0
	for _, w := range words(name) {
		other, ok := otherSide[w.lower]
		if !ok {
			continue
		}
		b.WriteString(name[done:w.start])
		b.WriteString(likeCase(other, name[w.start:w.end]))
		done = w.end
	}
	b.WriteString(name[done:])
	return b.String(), done > 0
}

// likeCase returns a lower-case word in the case of another.
func likeCase(s, like string) string {
	switch {
	case like == strings.ToUpper(like):
		return strings.ToUpper(s)
	case like[:1] == strings.ToUpper(like[:1]):
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// SideOf returns the side of a name for which there is one of the other side, see OtherNames: by its
// first word for a side, or by how it begins.
func SideOf(name string) Side {
	for _, w := range words(name) {
		if side := sideWords[w.lower]; side != Middle {
			return side
		}
	}
	lower := strings.ToLower(name[strings.LastIndexAny(name, ":|")+1:])
	for _, p := range sidePrefixes {
		if strings.HasPrefix(lower, p) {
			return sideWords[p]
		}
	}
	return Middle
}

// swapPrefix is SwapSide for names whose side is not a separate word: Lefthand, lfemur, 左腕. The caller
// checks whether a joint has the name.
func swapPrefix(name string) []string {
	from := strings.LastIndexAny(name, ":|") + 1
	head, lower := name[:from], strings.ToLower(name[from:])
	var list []string
	for _, p := range sidePrefixes {
		if strings.HasPrefix(lower, p) && len(lower) > len(p) {
			other := likeCase(otherSide[p], name[from:from+len(p)])
			list = append(list, head+other+name[from+len(p):])
		}
	}
	return list
}

// OtherNames returns the names that the joint on the other side may have, the likeliest first.
func OtherNames(name string) []string {
	if other, ok := SwapSide(name); ok {
		return append([]string{other}, swapPrefix(name)...)
	}
	return swapPrefix(name)
}

// prefixWords are words that exporters put before a bone's own name.
var prefixWords = map[string]bool{
	"mixamorig": true, "bip": true, "def": true, "cc": true, "base": true, "j": true, "valve": true, "biped": true,
	"armature": true, "jnt": true, "bn": true, "bone": true, "joint": true, "org": true, "sk": true, "rig": true, "b": true, "c": true,
}

// bareName is a bone's name without namespace, prefixes, side and number.
type bareName struct {
	key    string // its letters: upperarm
	side   Side
	number string // its last digits, or ""
	deform bool   // it has Rigify's prefix DEF
	biped  bool   // it has Biped's prefix Bip01
}

// bare splits a name into its parts.
func bare(name string) bareName {
	var n bareName
	list := words(name)
	for len(list) > 0 {
		first := list[0].lower
		n.deform = n.deform || first == "def"
		n.biped = n.biped || first == "bip" || first == "biped"
		digits := first[0] >= '0' && first[0] <= '9'
		if !prefixWords[first] && !(digits && n.biped) {
			break
		}
		list = list[1:]
	}
	for _, w := range list {
		side, ok := sideWords[w.lower]
		switch {
		case ok && n.side == Middle:
			n.side = side
		case w.lower[0] >= '0' && w.lower[0] <= '9':
			n.number = w.lower
		default:
			n.key += w.lower
		}
	}
	if n.side != Middle || bodyNames[n.key].role != "" {
		return n
	}
	// The side is not a separate word: Lefthand, lfemur.
	for _, p := range sidePrefixes {
		if rest, ok := strings.CutPrefix(n.key, p); ok && bodyNames[rest].role != "" && bodyNames[rest].sided {
			n.key, n.side = rest, sideWords[p]
			break
		}
	}
	return n
}

// bodyName is the meaning of a bone's bare name.
type bodyName struct {
	role  string
	rank  int // of several names of a role in one skeleton the lowest counts
	sided bool
}

// bodyNames maps bare names to their meanings in Unreal, Unity, Mixamo, VRM, Blender's Rigify, CMU
// and other BVH files, Biped, Daz and Character Creator.
var bodyNames = func() map[string]bodyName {
	names := make(map[string]bodyName)
	add := func(role string, sided bool, groups ...string) {
		for rank, group := range groups {
			for name := range strings.FieldsSeq(group) {
				names[name] = bodyName{role, rank, sided}
			}
		}
	}
	add("root", false, "root reference trajectory")
	add("hips", false, "hips hip pelvis pubis")
	add("spine", false, "spine chest upperchest lowerback upperback thorax abdomen abdomenlower abdomenupper chestlower "+
		"chestupper torso waist lowerspine upperspine spinelower spineupper ribcage")
	add("neck", false, "neck lowerneck upperneck necklower neckupper necktwist")
	add("head", false, "head")
	add("jaw", false, "jaw")
	add("Eye", true, "eye", "faceeye eyeball")
	add("Shoulder", true, "clavicle collar collarbone", "shoulder scapula")
	add("UpperArm", true, "upperarm uparm humerus shldrbend shldr armupper", "arm")
	add("LowerArm", true, "lowerarm loarm forearm forearmbend radius armlower", "elbow")
	add("Hand", true, "hand", "wrist")
	add("UpperLeg", true, "upperleg upleg thigh thighbend femur legupper", "hip")
	add("LowerLeg", true, "lowerleg loleg calf shin shinbend tibia leglower", "leg", "knee")
	add("Foot", true, "foot", "ankle")
	add("Toes", true, "toebase toes toeball ball", "toe footthumb")
	for role, list := range map[string]string{
		"Thumb": "thumb", "Index": "index", "Middle": "middle mid", "Ring": "ring", "Little": "little pinky pinkie ringpinky",
	} {
		for name := range strings.FieldsSeq(list) {
			for _, form := range [...]string{"%", "hand%", "f%", "%finger", "%proximal", "%intermediate", "%distal"} {
				add(role, true, strings.ReplaceAll(form, "%", name))
			}
		}
	}
	add("Thumb", true, "thumb handthumb fthumb thumbfinger thumbmetacarpal thumbproximal thumbintermediate thumbdistal")
	add("Fingers", true, "fingers finger")
	return names
}()

// fingers are the parts of a hand, by the digit that Biped gives each.
var fingers = [5]string{"Thumb", "Index", "Middle", "Ring", "Little"}

// Fingers returns the parts of a hand, from the thumb on.
func Fingers() [5]string { return fingers }

// Role returns the role of a part on a side: "leftHand" of Left and "Hand", "spine" of Middle.
func (s Side) Role(part string) string {
	switch s {
	case Left:
		return "left" + part
	case Right:
		return "right" + part
	}
	return part
}

// SplitRole returns the part and the side of a role.
func SplitRole(role string) (part string, side Side) {
	if s, ok := strings.CutPrefix(role, "left"); ok {
		return s, Left
	}
	if s, ok := strings.CutPrefix(role, "right"); ok {
		return s, Right
	}
	return role, Middle
}
