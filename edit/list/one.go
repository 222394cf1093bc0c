package list

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/soa"
)

// Edited applies one edit to a clip of a model, for editors that show a clip after each edit, and
// returns notes for people. Apply does the same with the edits of a document, so that the clip has
// the same bits. Join, which reads other clips, needs Apply. The error wraps ErrDocument, the
// errors of package edit, or the context's.
func Edited(ctx context.Context, m *soa.Model, c *edit.Clip, e Edit) (out *edit.Clip, notes []string, err error) {
	if m == nil || m.Skeleton == nil || c == nil {
		return nil, nil, fmt.Errorf("%w: no model, skeleton or clip", soa.ErrInvalid)
	}
	if _, joins := e.(*Join); joins || KindOf(e) == "" {
		return nil, nil, fmt.Errorf("%w: %T is no edit of a clip alone", ErrDocument, e)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return (&session{ctx: ctx, model: m}).edited(c, e)
}

// edited applies an edit. The error begins with its kind.
func (s *session) edited(c *edit.Clip, e Edit) (out *edit.Clip, notes []string, err error) {
	if out, notes, err = e.apply(s, c); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", KindOf(e), err)
	}
	if n := out.Keys(); n > edit.MaxKeys {
		return nil, nil, fmt.Errorf("%s: %w: %d keys, at most %d are possible", KindOf(e), soa.ErrTooLarge, n, edit.MaxKeys)
	}
	return out, notes, nil
}
