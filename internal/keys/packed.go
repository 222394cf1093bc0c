package keys

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// RecordPacked is Record of a source that plays packed clips in the default layout. Clips that are not whole spans play
// from their keys. The error wraps soa.ErrTooLarge where the clips unpack to more bytes than most, or that of the
// clips or the context.
func RecordPacked(ctx context.Context, model *soa.Model, clips []*soa.Packed, most int64) (*soa.ClipColumns, error) {
	unpacked, total := make([]*soa.Clip, len(clips)), int64(0)
	for i, packed := range clips {
		err := ctx.Err()
		if err != nil {
			return nil, err
		}
		if total += packed.UnpackedBytes(); total > most {
			return nil, fmt.Errorf("%w: keys of %d of %d clips unpack to %d bytes, more than %d", soa.ErrTooLarge, i+1, len(clips), total, most)
		}
		if unpacked[i], err = codec.Unpack(model, packed); err != nil {
			return nil, err
		}
	}
	plan, err := New(ctx, model, unpacked, pose.LayoutOptions{})
	if err != nil {
		return nil, err
	}
	var keyed []*soa.Clip
	for i, packed := range clips {
		if _, whole := codec.WholeIntervals(packed); !whole {
			keyed = append(keyed, plan.Clips[i])
		}
	}
	if _, _, err = plan.BindEach(keyed); err != nil {
		return nil, err
	}
	return plan.Record(), nil
}
