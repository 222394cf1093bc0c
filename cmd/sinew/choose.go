package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// choice is the clips a user names on the command line.
type choice struct{ names []string }

func (c *choice) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&c.names, "clip", nil,
		"a clip by `name`, part of it or index; repeated: all together (default: the first)")
}

// clips returns the clips of the model that were named: the first where none
// was, none where the model has none.
func (c *choice) clips(o *opened) ([]*soa.Clip, error) {
	if len(c.names) == 0 {
		return o.model.Clips[:min(1, len(o.model.Clips))], nil
	}
	if len(o.model.Clips) == 0 {
		return nil, fmt.Errorf("%s has no clips, so no clip %q; --with FILE adds those of another file", o.file, c.names[0])
	}
	var chosen []*soa.Clip
	for _, name := range c.names {
		i, err := findClip(o.model.Clips, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.file, err)
		}
		if slices.Contains(chosen, o.model.Clips[i]) {
			return nil, usagef("--clip names clip %d %q twice", i, o.model.Clips[i].Name)
		}
		chosen = append(chosen, o.model.Clips[i])
	}
	chosen, err := together(o.model, chosen)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.file, err)
	}
	return chosen, nil
}

// findClip returns the index of the clip that a name means: an index, an exact
// name, a name but for case, or a part of one name alone.
func findClip(clips []*soa.Clip, name string) (int, error) {
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(clips) {
		return i, nil
	}
	same := func(s string) bool { return s == name }
	part := func(s string) bool { return strings.Contains(s, name) }
	folded := strings.ToLower(name)
	for _, match := range []func(string) bool{
		same,
		func(s string) bool { return strings.EqualFold(s, name) },
		part,
		func(s string) bool { return strings.Contains(strings.ToLower(s), folded) },
	} {
		var found []int
		for i, c := range clips {
			if match(c.Name) {
				found = append(found, i)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1 && name != "":
			return 0, fmt.Errorf("clip %q is ambiguous: %s; an index tells them apart", name, listClips(clips, found))
		}
	}
	return 0, fmt.Errorf("no clip %q; near are %s", name, listClips(clips, nearClips(clips, name)))
}

// clipNames is the name of clips that play together.
func clipNames(clips []*soa.Clip) string {
	names := make([]string, len(clips))
	for i, c := range clips {
		names[i] = c.Name
	}
	return strings.Join(names, " + ")
}

// span returns the seconds on the file's time line that clips playing together
// take: from the first start to the last end.
func span(clips []*soa.Clip) (start, end float64) {
	if len(clips) == 0 {
		return 0, 0
	}
	start, end = math.Inf(1), math.Inf(-1)
	for _, c := range clips {
		start, end = min(start, c.Start), max(end, c.End())
	}
	return start, end
}

// maxNear bounds a list of near names.
const maxNear = 6

// listClips names clips with their indices.
func listClips(clips []*soa.Clip, which []int) string {
	var parts []string
	for _, i := range which[:min(len(which), maxNear)] {
		parts = append(parts, fmt.Sprintf("%q (%d)", clips[i].Name, i))
	}
	if more := len(which) - maxNear; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, ", ")
}

// nearClips returns clips by how little a name has to change to be theirs.
func nearClips(clips []*soa.Clip, name string) []int {
	distance := make([]int, len(clips))
	order := make([]int, len(clips))
	for i, c := range clips {
		order[i] = i
		distance[i] = editDistance(strings.ToLower(c.Name), strings.ToLower(name))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(distance[a], distance[b]) })
	return order[:min(len(order), maxNear)]
}

// editDistance is Levenshtein's: the fewest insertions, deletions and changes
// of one character that turn a into b.
func editDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
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
