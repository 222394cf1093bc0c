package suggest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// considered is how many names of a list are compared with one: more would take seconds.
const considered = 4000

// Names returns the indices of at most a number of names, by how few characters have to
// change to make them the given one, whatever their case. Of more than 4,000 names it considers
// the first.
func Names(names []string, name string, most int) []int {
	names = names[:min(len(names), considered)]
	distance, order := make([]int, len(names)), make([]int, len(names))
	name = strings.ToLower(name)
	for i, n := range names {
		order[i] = i
		distance[i] = Distance(strings.ToLower(n), name)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(distance[a], distance[b]) })
	return order[:min(len(order), most)]
}

// Close is Names without names that have to change by more than half.
func Close(names []string, name string, most int) []int {
	order := Names(names, name, most)
	return slices.DeleteFunc(order, func(i int) bool {
		return Distance(strings.ToLower(names[i]), strings.ToLower(name)) > (len(name)+1)/2
	})
}

// shownNames is how many names a hint lists where none is nearly the given one.
const shownNames = 6

// maxNear is the number of names in an error of Unknown.
const maxNear = 5

// Unknown is an error about a name that is none of a list: it wraps sentinel, and tells names that are near.
func Unknown(sentinel error, name string, known []string) error {
	var texts []string
	for _, i := range Names(known, name, maxNear) {
		texts = append(texts, fmt.Sprintf("%q", known[i]))
	}
	if texts == nil {
		return fmt.Errorf("%w: %q", sentinel, name)
	}
	return fmt.Errorf("%w: %q; near are %s", sentinel, name, strings.Join(texts, ", "))
}

// Hint ends the text of an error about a name that is none of some: with the name that
// it nearly is, or with a few of those that there are.
func Hint(names []string, name string) string {
	order := Names(names, name, shownNames)
	if len(order) == 0 {
		return ""
	}
	if first := strings.ToLower(names[order[0]]); Distance(first, strings.ToLower(name)) <= (len(name)+1)/2 {
		return fmt.Sprintf(", did you mean %.60q?", names[order[0]])
	}
	texts := make([]string, len(order))
	for k, i := range order {
		texts[k] = fmt.Sprintf("%.60q", names[i])
	}
	more := ""
	if len(names) > len(order) {
		more = " and others"
	}
	return "; there are " + strings.Join(texts, ", ") + more
}

// longest is the number of characters of a name that count.
const longest = 64

// Distance is Levenshtein's: the fewest insertions, deletions and changes of one
// character that turn a into b.
func Distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	s, t = s[:min(len(s), longest)], t[:min(len(t), longest)]
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j := range t {
			change := diagonal
			if s[i] != t[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(t)]
}
