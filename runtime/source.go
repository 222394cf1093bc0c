package runtime

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Source is what a Crowd plays. All sources of a model play alike:
//
//	             exact            memory                     speed (16+)    needs      plays archives
//	Keyframes    yes, to 1e-6     1 to 4 times the keys      fast           a model    clips stored exactly
//	Baked        within a bound   5 to 20 times the keys     fastest        compile    with a bank
//	Compressed   within a bound   a tenth of the keys and    nearly Baked   compress   compressed clips
//	                              a bounded cache
//
// A Source is a value and can be used for any number of crowds, by several goroutines at
// the same time: they share what it prepares.
type Source struct {
	of     source.Source
	layout *pose.LayoutOptions // that Prepare has prepared it for, or nil
}

// Keyframes plays the clips of a model straight from their own keys. The first NewCrowd of the
// source checks the model with Validate and prepares its keys, which all crowds of the
// source with the same CrowdOptions.Layout share; the model must not change then.
//
// Every model that Validate accepts plays. What is prepared takes no more memory than twice
// the keys of splines, eight times those of other tracks (one to four times, mostly) and
// 64 kB. Poses differ from those of the tracks by rounding, by less
// than 1e-6 where a great arc or a spline is cut into pieces, and by as much where a track
// that hardly moves counts as standing still (translations relative to the skeleton's
// size). Where float32 cannot hold a track so, Source.Deviation states the error.
func Keyframes(model *soa.Model) Source { return Source{of: source.Keyframes(model)} }

// Baked plays the clips of a bank. NewCrowd checks it with Validate, and that the lengths of
// rotations along a chain of joints multiply to less than 2⁴ and more than 2⁻⁴; otherwise the
// error wraps soa.ErrInvalid. It must not change then. The bank has a layout of its own:
// CrowdOptions.Layout must be zero.
func Baked(bank *soa.Bank) Source { return Source{of: source.Baked(bank)} }

// Compressed plays compressed clips of a model as they are: spans are decoded when an
// instance comes to them, into rows that all instances share, in a cache per
// goroutine of CrowdOptions.CacheBytes. Clips that are not all spans (rare ones with
// jumps, those packed for size) are unpacked and played from their keys. NewCrowd
// checks model and clips with Validate; they must not change then. Crowds of the source
// with the same CrowdOptions.Layout share what the first one prepares.
func Compressed(model *soa.Model, clips []*soa.Packed) Source {
	return Source{of: source.Compressed(model, clips)}
}

// Archived plays an archive: its first bank, like Baked, or in an archive without
// banks its clips, like Compressed, with those that are stored exactly played from their
// keys. Where the archive keeps what their layout follows from, as those of sinew bake do, each
// clip is prepared when it is first played, see Prepare. Crowds go on playing after the archive is
// closed: its bytes stay until the last of them is garbage. An archive that is closed before gives
// soa.ErrClosed. If the file of a mapped archive becomes shorter or is written to, updates return
// archive.ErrTruncated or archive.ErrChanged from then on, also where they would read none of it: the
// instances show the rest pose, and never what was read as zeros. They go on when the file is what it was
// and the kernel's clock has ticked since.
func Archived(a play.Archive) Source { return Source{of: source.Archived(a)} }

// Deviation returns the largest error with which a source of Keyframes plays, laid out so, where
// float32 cannot hold a track to 1e-6: a curve that passes near zero between keys far from
// there, a rotation whose spline passes through zero, or keys that are much nearer to each
// other than to tick 0. It looks at each key once and measures only the doubtful places,
// so it costs little for a model without any. The error wraps errors.ErrUnsupported for
// other sources: their banks and archives state the error.
func (s Source) Deviation(o pose.LayoutOptions) (play.Deviation, error) {
	if s.of.Deviation == nil {
		return play.Deviation{}, fmt.Errorf("%w: deviation of a source other than Keyframes", errors.ErrUnsupported)
	}
	return s.of.Deviation(o)
}

// Prepare does what the crowds of a source with a layout share, once for any number of them, and
// returns the source for CrowdOptions with that layout or none; another one is ErrPrepared then.
//
//	hero, err := runtime.Prepare(runtime.Archived(a), pose.LayoutOptions{})
//	crowd, err := runtime.NewCrowd(hero, 1, runtime.CrowdOptions{})   // under 0.1 ms
//	go hero.PrepareClips("jump", "land")                               // before they are played
//
// It checks the source and prepares its clips; of an archive that keeps what their layout follows from
// (archive.Content.Columns, and no bank) only that, and each clip when it is first played. The error is one
// of NewCrowd.
func Prepare(s Source, layout pose.LayoutOptions) (Source, error) {
	if err := s.Prepare(context.Background(), CrowdOptions{Layout: layout}); err != nil {
		return Source{}, err
	}
	if s.layout == nil {
		layout.Joints, layout.Only = slices.Clone(layout.Joints), slices.Clone(layout.Only)
		layout.Reserve, layout.Levels = slices.Clone(layout.Reserve), slices.Clone(layout.Levels)
		s.layout = &layout
	}
	return s, nil
}

// PrepareClips prepares clips by name that would be prepared when they are first played, on the
// calling goroutine: any number may do so while crowds of the source are updated. The error
// wraps ErrRange for a name that no clip has, or is what Play would return.
func (s Source) PrepareClips(names ...string) error {
	c, o := &Crowd{}, CrowdOptions{}
	player, done, err := c.opened(context.Background(), s, &o, "prepare clips")
	if err != nil {
		return err
	}
	if done != nil {
		defer done()
	}
	for _, name := range names {
		i := slices.IndexFunc(player.Clips(), func(clip source.Clip) bool { return clip.Name == name })
		if i < 0 {
			var names []string
			for _, clip := range player.Clips() {
				names = append(names, clip.Name)
			}
			return fmt.Errorf("prepare clips: %w: there is no clip %.60q%s", ErrRange, name, suggest.Hint(names, name))
		}
		if err := player.Ready(i); err != nil {
			return fmt.Errorf("prepare clips: %w", err)
		}
	}
	return nil
}

// Prepare does what the first NewCrowd of the source with such options does before it has an
// instance: it checks the source and prepares its clips, which for large models takes
// seconds. The context can end it, and is checked at least every few milliseconds; a crowd
// that follows finds what is prepared. The error is the context's, or what NewCrowd returns.
func (s Source) Prepare(ctx context.Context, o CrowdOptions) error {
	c := &Crowd{}
	_, done, err := c.opened(ctx, s, &o, "prepare")
	if done != nil {
		done()
	}
	return err
}

// opened returns a source's player. Where release is not nil, it returns what the source
// keeps for the crowd until it is called.
func (c *Crowd) opened(ctx context.Context, s Source, o *CrowdOptions, what string) (p source.Player, release func(), err error) {
	if s.of.Open == nil {
		return nil, nil, fmt.Errorf("%s: %w: no source", what, soa.ErrInvalid)
	}
	if s.layout != nil {
		if !reflect.ValueOf(o.Layout).IsZero() && !reflect.DeepEqual(o.Layout, *s.layout) {
			return nil, nil, fmt.Errorf("%s: %w", what, ErrPrepared)
		}
		o.Layout = *s.layout
	}
	if s.of.Keep != nil {
		store, err := s.of.Keep()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", what, err)
		}
		c.mapped, release = store.Mapped, store.Release
	}
	failed := c.guard(what, nil, 0, 0, func() {
		if p, err = s.of.Open(ctx, &source.Options{Layout: o.Layout, UnpackedBytes: o.UnpackedBytes, CacheBytes: o.CacheBytes, Instances: c.n}); err != nil {
			err = fmt.Errorf("%s: %w", what, err)
		}
	})
	if failed != nil {
		err = failed
	}
	return p, release, err
}
