package runtime

import (
	"context"
	"fmt"
	"sync"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Archived plays an archive: its first bank, like Baked, or in an archive without
// banks its clips, like Compressed, with those that are stored exactly played from their
// keys. Closing the archive takes nothing from its crowds: its bytes stay until the last
// of them is garbage. An archive that is closed before gives soa.ErrClosed. Where the file
// of a mapped archive becomes shorter, updates return archive.ErrTruncated from then on, also
// where they would read none of it: nothing that was read of zeros is shown, the instances
// show the rest pose. Should the file become what it was, they go on.
func Archived(a *archive.Archive) Source {
	keep := func() (s backing, err error) {
		if a == nil {
			return s, fmt.Errorf("%w: no archive", soa.ErrInvalid)
		}
		s.release, err = a.Retain()
		s.mapped = fault.Of(a)
		return s, err
	}
	var lock sync.Mutex
	var source Source // what the first crowd has found
	return Source{open: func(ctx context.Context, o *CrowdOptions) (p player, err error) {
		lock.Lock()
		defer lock.Unlock()
		if source.open == nil {
			if err := a.Guard(func() error { source, err = stored(a); return err }); err != nil {
				source = Source{}
				return nil, err
			}
		}
		return source.open(ctx, o)
	}, keep: keep}
}

// stored returns what an archive holds as a source.
func stored(a *archive.Archive) (s Source, err error) {
	if a.Banks() > 0 {
		bank, err := a.Bank(0)
		if err != nil {
			return s, err
		}
		return Baked(bank), nil
	}
	model, err := a.Still()
	if err != nil {
		return s, err
	}
	clips := make([]*soa.Packed, a.Clips())
	for i := range clips {
		if clips[i], err = storedClip(a, model, i); err != nil {
			return s, err
		}
	}
	return Compressed(model, clips), nil
}

// storedClip returns a clip of an archive, one that is stored exactly as a packed
// clip of which all tracks are exact.
func storedClip(a *archive.Archive, model *soa.Model, i int) (*soa.Packed, error) {
	if a.IsPacked(i) {
		return a.Packed(i)
	}
	clip, err := a.Clip(i)
	if err != nil {
		return nil, err
	}
	return compress.Clip(context.Background(), model, clip, compress.Options{Lossless: true})
}
