package source

import (
	"context"
	"fmt"
	"sync"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Archived plays an archive, see runtime.Archived.
func Archived(a play.Archive) Source {
	keep := func() (b Backing, err error) {
		if a == nil {
			return b, fmt.Errorf("%w: no archive", soa.ErrInvalid)
		}
		b.Release, err = a.Retain()
		b.Mapped = fault.MappingsOf(a)
		return b, err
	}
	var lock sync.Mutex
	var source Source // what the first crowd has found
	return Source{Keep: keep, Open: func(ctx context.Context, o *Options) (Player, error) {
		lock.Lock()
		defer lock.Unlock()
		if source.Open == nil {
			if err := a.Guard(func() (err error) { source, err = stored(a); return err }); err != nil {
				source = Source{}
				return nil, err
			}
		}
		return source.Open(ctx, o)
	}}
}

// stored returns what an archive holds as a source: one of clips that are prepared late where it has
// no bank and keeps what that needs.
func stored(a play.Archive) (Source, error) {
	if a.Banks() > 0 || a.Clips() == 0 {
		return storedWhole(a)
	}
	record, err := a.Columns()
	if err != nil {
		return Source{}, err
	}
	if record == nil || int(record.Clips) != a.Clips() {
		return storedWhole(a)
	}
	var whole Source // once a crowd needs it
	return storedLate(a, fault.Copy(record), Source{Open: func(ctx context.Context, o *Options) (Player, error) {
		if whole.Open == nil {
			if err := a.Guard(func() (err error) { whole, err = storedWhole(a); return err }); err != nil {
				whole = Source{}
				return nil, err
			}
		}
		return whole.Open(ctx, o)
	}}), nil
}

// storedWhole returns what an archive holds as a source whose clips are prepared at once.
func storedWhole(a play.Archive) (s Source, err error) {
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

// storedClip returns a clip of an archive. One that is stored exactly becomes a packed
// clip with exact tracks.
func storedClip(a play.Archive, model *soa.Model, i int) (*soa.Packed, error) {
	if a.IsPacked(i) {
		return a.Packed(i)
	}
	clip, err := a.Clip(i)
	if err != nil {
		return nil, err
	}
	return codec.Clip(context.Background(), model, clip, codec.Options{Lossless: true})
}
