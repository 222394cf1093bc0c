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

// Choice is the clips of --clip.
type Choice struct{ Names []string }

// AddFlags adds the flag --clip.
func (c *Choice) AddFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&c.Names, "clip", nil,
		"a clip by `name` or index; may be repeated (default: the first)")
}

// Clip returns the clip of the flags, by default the first; several are joined into one. It is
// nil if the model has no clips.
func (c *Choice) Clip(o *Opened) (*soa.Clip, error) {
	if len(c.Names) == 0 {
		if len(o.Model.Clips) == 0 {
			return nil, nil
		}
		return o.Model.Clips[0], nil
	}
	chosen, err := o.FindClips(c.Names)
	if err != nil {
		return nil, err
	}
	if len(chosen) == 1 {
		return chosen[0], nil
	}
	names := make([]string, len(chosen))
	for i, clip := range chosen {
		names[i] = clip.Name
	}
	joined, err := o.Model.JoinClips(strings.Join(names, " + "), chosen...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	return joined, nil
}

// FindClips returns the clips of several names, see FindClip. A clip named twice is an error.
func (o *Opened) FindClips(names []string) (chosen []*soa.Clip, err error) {
	if len(o.Model.Clips) == 0 {
		return nil, fmt.Errorf("%s has no clips, so no clip %q; --with FILE adds clips of another file", o.File, names[0])
	}
	for _, name := range names {
		i, err := FindClip(o.Model.Clips, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.File, err)
		}
		if slices.Contains(chosen, o.Model.Clips[i]) {
			return nil, console.Usagef("--clip names clip %d %q twice", i, o.Model.Clips[i].Name)
		}
		chosen = append(chosen, o.Model.Clips[i])
	}
	return chosen, nil
}

// FindClip returns the index of a clip by its index, its name, with or without case, or a part
// of its name that no other clip contains.
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

// ClipName returns the name of a clip, or "" for nil.
func ClipName(clip *soa.Clip) string {
	if clip == nil {
		return ""
	}
	return clip.Name
}

// Span returns the start and end of a clip in seconds on the file's time line, or zeros for
// nil.
func Span(clip *soa.Clip) (start, end float64) {
	if clip == nil {
		return 0, 0
	}
	return clip.Start, clip.End()
}

// MaxNear is the largest number of similar names that are listed.
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

// nearClips returns the clips with the most similar names.
func nearClips(clips []*soa.Clip, name string) []int {
	names := make([]string, len(clips))
	for i, c := range clips {
		names[i] = c.Name
	}
	return suggest.Names(names, name, MaxNear)
}
