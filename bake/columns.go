package bake

import (
	"context"
	"slices"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/soa"
)

// record adds what the layout of the clips follows from, so that crowds prepare each clip when it is
// first played. Clips that crowds cannot play have none. The error is the context's.
func (b *Baked) record(ctx context.Context, clips []*soa.Clip) error {
	still := *b.Content.Model
	still.Clips = nil
	packed := slices.Clone(b.Content.Packed)
	if packed == nil {
		packed = make([]*soa.Packed, len(clips))
	}
	for i := range packed {
		if packed[i] == nil {
			p, err := codec.Clip(ctx, &still, clips[i], codec.Options{Lossless: true})
			if err != nil {
				return ctx.Err()
			}
			packed[i] = p
		}
	}
	columns, err := keys.RecordPacked(ctx, &still, packed, maxUnpacked)
	if err == nil {
		b.Content.Columns = columns
	}
	return ctx.Err()
}
