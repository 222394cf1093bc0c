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
