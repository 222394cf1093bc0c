package transfer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// nameForms is a joint's name in the forms by which names are compared that programs spell otherwise:
// lower-case letters and digits alone. A form is "" if it has fewer than two letters.
//
//	mixamorig:Hips      full mixamorighips   core hips     three.js writes mixamorigHips
//	Bip01_L_Thigh_012   full bip01lthigh012  core lthigh012   numberless lthigh
type nameForms struct {
	full       string
	core       string // without its namespace, and what the names of nearly all joints begin with
	numberless string // also without the number that exporters of glTF add to make names unique
}

// matchSpellings matches joints without a counterpart by the spelling of their names. A match is the
// only one on both sides.
func (t *transfer) matchSpellings() {
	names := make([]string, len(t.from.Joints))
	for i := range names {
		names[i] = t.from.Joints[i].Name
	}
	mine, theirs := spell(names), spell(t.model.Skeleton.Name)
	taken := make([]bool, len(theirs))
	for _, j := range t.target {
		if j != soa.NoJoint {
			taken[j] = true
		}
	}
	full := func(s *nameForms) string { return s.full }
	core := func(s *nameForms) string { return s.core }
	numberless := func(s *nameForms) string { return s.numberless }
	rounds := [][2]func(*nameForms) string{{full, full}, {core, core}, {numberless, core}, {core, numberless}}
	if numbered(names) && numbered(t.model.Skeleton.Name) {
		rounds = append(rounds, [2]func(*nameForms) string{numberless, numberless})
	}
	var matched []string
	for _, by := range rounds {
		there, here := make(map[string][]int), make(map[string][]int)
		for j := range theirs {
			if key := by[1](&theirs[j]); key != "" && !taken[j] {
				there[key] = append(there[key], j)
			}
		}
		for i := range mine {
			if key := by[0](&mine[i]); key != "" && t.target[i] == soa.NoJoint {
				here[key] = append(here[key], i)
			}
		}
		for i := range mine {
			key := by[0](&mine[i])
			if j := there[key]; t.target[i] == soa.NoJoint && len(here[key]) == 1 && len(j) == 1 {
				t.target[i], taken[j[0]] = j[0], true
				matched = append(matched, fmt.Sprintf("%s is %s", names[i], t.model.Skeleton.Name[j[0]]))
			}
		}
	}
	if len(matched) > 0 {
		t.from.Report.Add(report.Info, report.OtherNames, "", "%d joints match by names of other spelling (%s)", len(matched), report.FirstNames(matched))
	}
}

// spell returns the forms of names.
func spell(names []string) []nameForms {
	shared := sharedPrefix(names)
	core := func(name string) string {
		name = BareName(name)
		if rest, ok := strings.CutPrefix(name, shared); ok && shared != "" {
			name = rest
		}
		if len(name) > len(mixamo) && strings.EqualFold(name[:len(mixamo)], mixamo) {
			name = strings.TrimLeft(name[len(mixamo):], "0123456789")
		}
		return plain(name)
	}
	list := make([]nameForms, len(names))
	for i, name := range names {
		name = decoded(name)
		list[i] = nameForms{plain(name), core(name), core(withoutNumber(name))}
	}
	return list
}

// mixamo is what Mixamo's joints begin with, before a number and a colon that other programs drop.
const mixamo = "mixamorig"

// sharedPrefix returns the first word, with the separator behind it, of four of five names or more.
func sharedPrefix(names []string) string {
	count := make(map[string]int)
	for _, name := range names {
		name = BareName(decoded(name))
		if i := strings.IndexAny(name, "_. -"); i > 0 && i+1 < len(name) {
			prefix := name[:i+1]
			if count[prefix]++; len(names) > 2 && 5*count[prefix] >= 4*len(names) {
				return prefix
			}
		}
	}
	return ""
}

// withoutNumber removes a number behind _ or . from the end of a name.
func withoutNumber(name string) string {
	short := strings.TrimRight(name, "0123456789")
	if len(short) < len(name) && len(short) > 1 && strings.ContainsAny(short[len(short)-1:], "_.") {
		return short[:len(short)-1]
	}
	return name
}

// numbered reports whether four of five names or more end in numbers that all differ.
func numbered(names []string) bool {
	seen := make(map[string]bool)
	for _, name := range names {
		if short := withoutNumber(name); short != name {
			seen[name[len(short):]] = true
		}
	}
	return len(names) > 2 && 5*len(seen) >= 4*len(names)
}

// decoded replaces the codes for characters that programs of Autodesk write: FBXASC058 is a colon.
func decoded(name string) string {
	const code, digits = "FBXASC", 3
	for {
		before, after, found := strings.Cut(name, code)
		if !found || len(after) < digits {
			return name
		}
		c, err := strconv.ParseUint(after[:digits], 10, 8)
		if err != nil {
			return name
		}
		name = before + string(rune(c)) + after[digits:]
	}
}

// plain returns the letters and digits of a name in lower case, or "" if there are too few letters.
func plain(name string) string {
	letters := 0
	key := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r):
			letters++
			return unicode.ToLower(r)
		case unicode.IsDigit(r):
			return r
		}
		return -1
	}, name)
	if letters < 2 {
		return ""
	}
	return key
}
