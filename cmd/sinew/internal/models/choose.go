package models

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// Choice is the clips a user names on the command line.
type Choice struct{ Names []string }

func (c *Choice) AddFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&c.Names, "clip", nil,
		"a clip by its `name` or index; may be repeated (default: the first)")
}

// Clip returns the clip that the flags name, the first where they name none; several
// are joined into one. Without clips in the model it is nil.
func (c *Choice) Clip(o *Opened) (*soa.Clip, error) {
	if len(c.Names) == 0 {
		if len(o.Model.Clips) == 0 {
			return nil, nil
		}
		return o.Model.Clips[0], nil
	}
	if len(o.Model.Clips) == 0 {
		return nil, fmt.Errorf("%s has no clips, so no clip %q; --with FILE adds those of another file", o.File, c.Names[0])
	}
	var chosen []*soa.Clip
	var names []string
	for _, name := range c.Names {
		i, err := FindClip(o.Model.Clips, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.File, err)
		}
		if slices.Contains(chosen, o.Model.Clips[i]) {
			return nil, console.Usagef("--clip names clip %d %q twice", i, o.Model.Clips[i].Name)
		}
		chosen = append(chosen, o.Model.Clips[i])
		names = append(names, o.Model.Clips[i].Name)
	}
	if len(chosen) == 1 {
		return chosen[0], nil
	}
	joined, err := o.Model.JoinClips(strings.Join(names, " + "), chosen...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	return joined, nil
}

// FindClip returns the index of the clip that a name means: an index, an exact
// name, a name but for case, or a part of one name alone.
func FindClip(clips []*soa.Clip, name string) (int, error) {
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

// ClipName returns the name of a clip, or nothing for nil.
func ClipName(clip *soa.Clip) string {
	if clip == nil {
		return ""
	}
	return clip.Name
}

// Span returns the start and end of a clip in seconds on the file's time line, or
// zeros for nil.
func Span(clip *soa.Clip) (start, end float64) {
	if clip == nil {
		return 0, 0
	}
	return clip.Start, clip.End()
}

// MaxNear bounds a list of near names.
const MaxNear = 6

// listClips names clips with their indices.
func listClips(clips []*soa.Clip, which []int) string {
	var parts []string
	for _, i := range which[:min(len(which), MaxNear)] {
		parts = append(parts, fmt.Sprintf("%q (%d)", clips[i].Name, i))
	}
	if more := len(which) - MaxNear; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, ", ")
}

// nearClips returns clips by how little a name has to change to be theirs.
func nearClips(clips []*soa.Clip, name string) []int {
	names := make([]string, len(clips))
	for i, c := range clips {
		names[i] = c.Name
	}
	return suggest.Names(names, name, MaxNear)
}
