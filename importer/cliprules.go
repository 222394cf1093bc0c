package importer

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/internal/transfer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// ClipRules names, chooses and cuts the clips of an import, in this order.
type ClipRules struct {
	// Rename is the template of new names: {clip} is the clip's name, {bare} the name
	// without a namespace (walk of "Armature|walk"), {file} the file's name without folder
	// and extension, {n} the clip's number in the file, from 1. Empty keeps names.
	Rename string
	// Still drops clips in which nothing moves by more than this many metres, such as a take of
	// a T-pose, with a finding of kind report.StillClip; 0 keeps them. See Moves.
	Still float64
	// Include keeps the clips whose names match one of the patterns, or all without
	// patterns; Exclude then drops those that match one of its patterns. The syntax is that
	// of path.Match. The names are the final ones: after Rename, and after their files
	// where names collide, see NameClips.
	Include, Exclude []string
	// Ranges replaces the clips by named ranges of them. Each is cut out of the first clip
	// that contains it; a range in no clip is an error that wraps ErrOption.
	Ranges []Range
}

// apply names the clips of a file that gives a model, and chooses among them.
func (r *ClipRules) apply(model *soa.Model, clips []*soa.Clip, stem string, to *report.Report) ([]*soa.Clip, error) {
	r.rename(clips, stem)
	return r.Choose(model, clips, to)
}

// naming returns the rules that name clips alone.
func (r *ClipRules) naming() ClipRules { return ClipRules{Rename: r.Rename} }

// rename names the clips of a file by the template.
func (r *ClipRules) rename(clips []*soa.Clip, stem string) {
	if r.Rename == "" {
		return
	}
	for i, c := range clips {
		c.Name = strings.NewReplacer(
			"{clip}", c.Name, "{bare}", transfer.BareName(c.Name), "{file}", stem, "{n}", strconv.Itoa(i+1),
		).Replace(r.Rename)
	}
}

// Choose applies all rules but Rename to the clips of a file: it chooses clips by their final names and
// cuts them. model is theirs; the report, which may be nil, gets the clips dropped as still.
func (r *ClipRules) Choose(model *soa.Model, clips []*soa.Clip, to *report.Report) ([]*soa.Clip, error) {
	if r.Still != 0 {
		var err error
		if clips, err = dropStill(model, clips, r.Still, to); err != nil {
			return nil, err
		}
	}
	clips, err := SelectClips(clips, r.Include, r.Exclude)
	if err != nil {
		return nil, err
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
