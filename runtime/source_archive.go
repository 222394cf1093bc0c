package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Archived plays an archive: its first bank, like Rows, or in an archive without
// banks its clips, like Spans, with those that are stored exactly played from their
// keys. The archive must stay open as long as the crowd is used.
func Archived(a *archive.Archive) Source {
	return Source{func(o *CrowdOptions) (player, error) {
		if a == nil {
			return nil, fmt.Errorf("%w: no archive", soa.ErrInvalid)
		}
		if a.Banks() > 0 {
			bank, err := a.Bank(0)
			if err != nil {
				return nil, err
			}
			return Rows(bank).open(o)
		}
		model, err := a.Still()
		if err != nil {
			return nil, err
		}
		clips := make([]*soa.Packed, a.Clips())
		for i := range clips {
			if clips[i], err = storedClip(a, model, i); err != nil {
				return nil, err
			}
		}
		return Spans(model, clips).open(o)
	}}
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
	return compress.Clip(model, clip, compress.Options{Lossless: true})
}
