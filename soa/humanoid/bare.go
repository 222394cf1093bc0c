package humanoid

import (
	"slices"
	"strconv"
	"strings"
)

// bareName is a bone's name without namespace, prefixes, suffixes, side and number.
type bareName struct {
	key     string // its letters: upperarm
	side    Side
	numbers []string // its digits
	deform  bool     // it has Rigify's prefix DEF
	biped   bool     // it has Biped's prefix Bip01
	helper  bool     // it has one of helperWords and no known meaning
}

// number returns the last digits of a name, or "".
func (n *bareName) number() string {
	if len(n.numbers) == 0 {
		return ""
	}
	return n.numbers[len(n.numbers)-1]
}

func isNumber(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// bareNames splits the names of a skeleton. What an exporter put before or after all of them is no
// part of any: Character1_Hips, Hips_01 beside Spine_02 and so on.
func bareNames(names []string) []bareName {
	lists := make([][]word, len(names))
	for j, name := range names {
		lists[j] = words(name)
	}
	trimSerials(names, lists)
	prefix := commonPrefix(lists)
	bare := make([]bareName, len(names))
	for j, list := range lists {
		bare[j] = bareOf(list, prefix)
	}
	dropOneSided(bare)
	return bare
}

// usual is the least share of names with a prefix or serial number at which all names lose it.
const usual = 0.75

// commonPrefix returns the words that most of the names begin with. They mean no part of a body.
func commonPrefix(lists [][]word) (prefix []string) {
	for depth := 0; ; depth++ {
		count := make(map[string]int)
		best, most := "", 0
		for _, list := range lists {
			if len(list) <= depth+1 || !beginsWith(list, prefix) {
				continue
			}
			w := list[depth].lower
			if count[w]++; count[w] > most || count[w] == most && w < best {
				best, most = w, count[w]
			}
		}
		if most < 4 || float64(most) < usual*float64(len(lists)) || meansPart(best) || isNumber(best) && depth == 0 {
			return prefix
		}
		prefix = append(prefix, best)
	}
}

// meansPart reports whether a word is that of a side or part of the name of a part.
func meansPart(w string) bool {
	_, side := sideWords[w]
	return side || bodyNames[w].role != "" || prefixWords[w] || fingerKeys[w]
}

func beginsWith(list []word, prefix []string) bool {
	return len(list) > len(prefix) && slices.EqualFunc(list[:len(prefix)], prefix, func(w word, p string) bool { return w.lower == p })
}

// trimSerials removes the number at the end of each name if most have one after an underscore and
// no two the same: exporters of glTF number the nodes.
func trimSerials(names []string, lists [][]word) {
	seen := make(map[string]bool)
	numbered := func(j int) bool {
		list := lists[j]
		if len(list) < 2 {
			return false
		}
		w := list[len(list)-1]
		return isNumber(w.lower) && w.end == len(names[j]) && names[j][w.start-1] == '_'
	}
	count := 0
	for j, list := range lists {
		if !numbered(j) {
			continue
		}
		number := list[len(list)-1].lower
		if count++; seen[number] {
			return
		}
		seen[number] = true
	}
	if count < 8 || float64(count) < usual*float64(len(names)) {
		return
	}
	for j, list := range lists {
		if numbered(j) {
			lists[j] = list[:len(list)-1]
		}
	}
}

// bareOf splits the words of a name into its parts.
func bareOf(list []word, prefix []string) (n bareName) {
	if beginsWith(list, prefix) {
		list = list[len(prefix):]
	}
	if role, number := vertebra(list); role != "" {
		return bareName{key: role, numbers: []string{number}}
	}
	for len(list) > 0 {
		first := list[0].lower
		n.deform = n.deform || first == "def"
		n.biped = n.biped || first == "bip" || first == "biped"
		if !prefixWords[first] && !(isNumber(first) && n.biped) {
			break
		}
		list = list[1:]
	}
	var letters []string
	for _, w := range list {
		side, ok := sideWords[w.lower]
		switch {
		case ok && n.side == Middle:
			n.side = side
		case isNumber(w.lower):
			n.numbers = append(n.numbers, w.lower)
		default:
			letters = append(letters, w.lower)
		}
	}
	for end := len(letters); ; end-- {
		n.key = strings.Join(letters[:end], "")
		if n.findSide() {
			return n
		}
		if end < 2 || !suffixWords[letters[end-1]] {
			break
		}
	}
	n.key = strings.Join(letters, "")
	n.helper = slices.ContainsFunc(letters, isHelper)
	return n
}

// isHelper reports whether a word is one of helperWords, or ends with one: forearmtwist.
func isHelper(w string) bool {
	if helperWords[w] {
		return true
	}
	for _, suffix := range [...]string{"twist", "roll", "end", "nub", "tip"} {
		if strings.HasSuffix(w, suffix) {
			return true
		}
	}
	return false
}

// findSide reports whether the name is that of a part, and sets aside a side that is not a separate
// word: Lefthand, lfemur, handleft.
func (n *bareName) findSide() bool {
	b, known := bodyNames[n.key]
	if n.side != Middle || known && !b.sided {
		return known || fingerKeys[n.key]
	}
	for _, p := range sidePrefixes {
		rest, ok := strings.CutPrefix(n.key, p)
		if !ok || !bodyNames[rest].sided && rest != "hip" {
			if rest, ok = strings.CutSuffix(n.key, p); !ok || !bodyNames[rest].sided && rest != "hip" {
				continue
			}
		}
		n.key, n.side = rest, sideWords[p]
		return true
	}
	if rest, ok := strings.CutSuffix(n.key, "x"); ok && bodyNames[rest].role != "" && !bodyNames[rest].sided {
		n.key = rest // of the middle, where a dot was lost: root.x of Auto-Rig Pro
		return true
	}
	return known
}

// vertebra returns the role and the number of a joint that is named by a vertebra: L5, T8, C7.
func vertebra(list []word) (role, number string) {
	for len(list) > 2 && suffixWords[list[len(list)-1].lower] {
		list = list[:len(list)-1]
	}
	if len(list) != 2 {
		return "", ""
	}
	v, ok := vertebrae[list[0].lower]
	n, err := strconv.Atoi(list[1].lower)
	if !ok || err != nil || n < 1 || n > v.most {
		return "", ""
	}
	return "vertebra " + v.role, list[0].lower + list[1].lower
}

// dropOneSided removes the meaning of L1 where there is an R1, so that L is a side.
func dropOneSided(names []bareName) {
	for j := range names {
		n := &names[j]
		if !strings.HasPrefix(n.key, "vertebra ") || n.numbers[0][0] != 'l' {
			continue
		}
		for i := range names {
			if o := &names[i]; o.side == Right && o.key == "" && o.number() == n.numbers[0][1:] {
				*n = bareName{side: Left, numbers: []string{n.numbers[0][1:]}}
				break
			}
		}
	}
}
