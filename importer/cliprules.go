package importer

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/internal/transfer"
	"github.com/sinew-anim/sinew/soa"
)

// ClipRules chooses, names and cuts the clips of an import, in this order.
type ClipRules struct {
	// Include keeps the clips whose names match one of the patterns, or all without
	// patterns; Exclude then drops those that match one of its patterns. The syntax is
	// that of path.Match.
	Include, Exclude []string
	// Rename is the template of new names: {clip} is the clip's name, {bare} the name
	// without a namespace (walk of "Armature|walk"), {file} the file's name without folder
	// and extension, {n} the clip's number in the file, from 1. Empty keeps names.
	Rename string
	// Ranges replaces the clips by named ranges of them. Each is cut out of the first clip
	// that contains it; a range in no clip is an error that wraps ErrOption.
	Ranges []Range
}

// apply applies the rules to the clips of a file.
func (r *ClipRules) apply(clips []*soa.Clip, stem string) ([]*soa.Clip, error) {
	number := make(map[*soa.Clip]int)
	for i, c := range clips {
		number[c] = i + 1
	}
	clips, err := SelectClips(clips, r.Include, r.Exclude)
	if err != nil {
		return nil, err
	}
	if r.Rename != "" {
		for _, c := range clips {
			c.Name = strings.NewReplacer(
				"{clip}", c.Name, "{bare}", transfer.BareName(c.Name), "{file}", stem, "{n}", strconv.Itoa(number[c]),
			).Replace(r.Rename)
		}
	}
	if len(r.Ranges) == 0 {
		return clips, nil
	}
	parts := make([]*soa.Clip, 0, len(r.Ranges))
	for _, part := range r.Ranges {
		c, err := cutFromAny(clips, part)
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	return parts, nil
}

// cutFromAny cuts a range out of the first clip that contains it.
func cutFromAny(clips []*soa.Clip, r Range) (*soa.Clip, error) {
	if len(clips) == 0 {
		return nil, fmt.Errorf("range %q: %w", r.Name, ErrNoClip)
	}
	var first error
	for _, c := range clips {
		part, err := Cut(c, r)
		if err == nil {
			return part, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// Range names a part of a clip, in seconds on the clip's own time line.
type Range struct {
	Name       string
	Start, End float64
}

// Frames returns the range of a clip's frames first to last, counted from the
// time line's zero at a rate in frames per second.
func Frames(name string, first, last, rate float64) Range {
	return Range{name, first / rate, last / rate}
}

// Cut returns the part of a clip within a range. Keys inside it are unchanged; a key on
// the curve is added at an end without one. Step, linear and cubic tracks keep their
// exact motion. Interval events are clipped to the range, and the clip's Motion starts
// at zero. The error wraps ErrOption for a range that is empty or outside the clip.
func Cut(c *soa.Clip, r Range) (*soa.Clip, error) {
	return track.Cut(c, r.Name, r.Start, r.End)
}

// SelectClips returns the clips whose names match an include pattern, or all without
// include patterns, and no exclude pattern. The syntax is that of path.Match; the error
// for a malformed pattern wraps ErrOption.
func SelectClips(clips []*soa.Clip, include, exclude []string) ([]*soa.Clip, error) {
	matches := func(patterns []string, name string) (bool, error) {
		for _, p := range patterns {
			ok, err := path.Match(p, name)
			if err != nil {
				return false, fmt.Errorf("clip pattern %q: %w: %w", p, ErrOption, err)
			}
			if ok {
				return true, nil
			}
		}
		return false, nil
	}
	var out []*soa.Clip
	for _, c := range clips {
		in, err := matches(include, c.Name)
		if err != nil {
			return nil, err
		}
		dropped, err := matches(exclude, c.Name)
		if err != nil {
			return nil, err
		}
		if (in || len(include) == 0) && !dropped {
			out = append(out, c)
		}
	}
	return out, nil
}
