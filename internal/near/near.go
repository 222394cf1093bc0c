// Package near finds names that are nearly a given one, for errors about names that
// nothing has:
//
//	near.Names([]string{"walk", "run", "wave"}, "wlak", 2)   // 0, 2: walk, wave
package near

import (
	"cmp"
	"slices"
	"strings"
)

// Names returns the indices of at most a number of names, by how few characters have to
// change to make them the given one, whatever their case.
func Names(names []string, name string, most int) []int {
	distance, order := make([]int, len(names)), make([]int, len(names))
	name = strings.ToLower(name)
	for i, n := range names {
		order[i] = i
		distance[i] = editDistance(strings.ToLower(n), name)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(distance[a], distance[b]) })
	return order[:min(len(order), most)]
}

// longest is the number of characters of a name that count.
const longest = 200

// editDistance is Levenshtein's: the fewest insertions, deletions and changes of one
// character that turn a into b.
func editDistance(a, b string) int {
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
