package source

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// late prepares the clips of an archive when they are first played, each once. Who plays a clip has
// called Ready, so that frames read without a lock what it has written.
//
//	open    names, lengths, events of all clips; the layout, of the first clip and the archive's record
//	Ready   a clip's spans or keys
type late struct {
	archive play.Archive
	model   *soa.Model
	plan    *keys.Plan
	packed  []*soa.Packed          // nil: stored exactly
	first   weak.Pointer[soa.Clip] // clip 0 unpacked, which is mostly played at once

	mu    sync.Mutex
	clip  []lateClip
	keyed atomic.Uint32 // clips of keys that are prepared
}

type lateClip struct {
	done atomic.Bool
	err  error
}

// storedLate returns an archive as a source whose clips are prepared late, for crowds with the
// default layout. all is the source of all of its clips, for others.
func storedLate(a play.Archive, record *soa.ClipColumns, all Source) Source {
	var crowds prepared[*compressed]
	return Source{Open: func(ctx context.Context, o *Options) (Player, error) {
		if !reflect.ValueOf(o.Layout).IsZero() {
			return all.Open(ctx, o)
		}
		if o.CacheBytes < 0 || o.UnpackedBytes < 0 {
			return nil, errCache(o)
		}
		shared, err := crowds.get(o.Layout, fault.MappingsOf(a), func() (*compressed, error) { return openLate(ctx, a, record, o) })
		if err != nil {
			return nil, err
		}
		return shared.with(o), nil
	}}
}

// openLate prepares what all clips of an archive share.
func openLate(ctx context.Context, a play.Archive, record *soa.ClipColumns, o *Options) (*compressed, error) {
	model, err := a.Body()
	if err != nil {
		return nil, err
	}
	n := a.Clips()
	l := &late{archive: a, model: model, packed: make([]*soa.Packed, n), clip: make([]lateClip, n)}
	p := &compressed{late: l, list: make([]Clip, n), spans: make([]*spanClip, n), groupOf: make([]int32, n+1)}
	total := int64(0)
	for i := range n {
		bytes, err := l.describe(p, i)
		if err != nil {
			l.fail(i, err)
		}
		if total += bytes; total > o.mostUnpacked() {
			return nil, errUnpacked(i+1, n, total, o)
		}
	}
	first, err := l.unpacked(0)
	if err != nil {
		return nil, err
	}
	l.first = weak.Make(first)
	if l.plan, err = keys.OfRecord(ctx, model, first, record, o.Layout); err != nil {
		return nil, err
	}
	l.plan.Ctx = context.Background() // it outlives the caller's
	p.plan, p.poses = l.plan, l.plan.Poses
	p.keys = &keyframes{poses: p.poses, scaled: l.plan.Scaled, bound: make([]keys.Clip, len(p.keysOf)+1)}
	if p.keys.rest, p.keys.bound[len(p.keysOf)], err = l.plan.BindRest(); err != nil {
		return nil, err
	}
	for i := range n { // a crowd reads floats from the beginning
		if l.hasFloats(i) {
			_ = p.Ready(i)
		}
	}
	return p, nil
}

// describe finds what a crowd knows of clip i before it is played, and returns the memory of its
// keys once they are unpacked.
func (l *late) describe(p *compressed, i int) (bytes int64, err error) {
	c := &p.list[i]
	c.Name, c.Clock.Rate, c.Clock.Frames, c.PerSecond = l.archive.ClipName(i), 1, 1, 1
	if !l.archive.IsPacked(i) {
		clip, err := l.archive.Clip(i)
		if err != nil {
			return 0, err
		}
		*c = clipOf(clip, nil)
		p.addKeys(i)
		return 0, nil
	}
	packed, err := l.archive.Packed(i)
	if err != nil {
		return 0, err
	}
	l.packed[i] = packed
	*c = clipOf(&packed.Exact, nil)
	if intervals, ok := codec.WholeIntervals(packed); ok {
		c.inSpans(intervals)
	} else {
		p.addKeys(i)
	}
	return packed.UnpackedBytes(), nil
}

// addKeys gives a clip that is played from its keys a group of its own.
func (p *compressed) addKeys(i int) {
	p.keysOf = append(p.keysOf, int32(len(p.keysOf)))
	p.groupOf[i] = int32(len(p.keysOf))
}

// hasFloats reports whether clip i may drive custom properties.
func (l *late) hasFloats(i int) bool { return len(l.model.Floats) > 0 && l.clip[i].err == nil }

// unpacked returns clip i as it is stored, unpacked and checked.
func (l *late) unpacked(i int) (*soa.Clip, error) {
	switch {
	case l.clip[i].err != nil:
		return nil, l.clip[i].err
	case l.packed[i] == nil:
		clip, err := l.archive.Clip(i)
		if err == nil && len(fault.MappingsOf(l.archive)) > 0 { // frames may read its keys
			clip = fault.Copy(clip)
		}
		return clip, err
	}
	clip, err := codec.Unpack(l.model, l.packed[i])
	if err != nil {
		return nil, err
	}
	return clip, l.model.ValidateClips(clip)
}

func (l *late) fail(i int, err error) {
	l.clip[i].err = err
	l.clip[i].done.Store(true)
}

// Ready prepares clip i.
func (p *compressed) Ready(i int) error {
	l := p.late
	if l == nil || i < 0 || i >= len(l.clip) {
		return nil
	}
	c := &l.clip[i]
	if c.done.Load() {
		return c.err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.done.Load() {
		return c.err
	}
	err := fault.MappingsOf(l.archive).Guard(func() error { return p.prepareClip(i) })
	if err != nil {
		return fmt.Errorf("clip %q: %w", p.list[i].Name, err)
	}
	c.done.Store(true)
	return nil
}

// prepareClip prepares the spans or the keys of clip i.
func (p *compressed) prepareClip(i int) error {
	l := p.late
	whole := l.first.Value() // mostly the one that is played at once
	if i != 0 || whole == nil {
		var err error
		if whole, err = l.unpacked(i); err != nil {
			return err
		}
	}
	clip := whole.WithoutFloats()
	if l.hasFloats(i) {
		p.list[i].Floats = whole.Floats()
	}
	if g := p.groupOf[i]; g > 0 {
		bound, err := l.plan.BindOne(clip)
		if err == nil {
			p.keys.bound[p.keysOf[g-1]] = bound
			l.keyed.Add(1)
		}
		return err
	}
	s, err := newSpanClip(l.plan, l.model, l.packed[i], clip)
	if err == nil {
		p.spans[i] = s
	}
	return err
}

// locked does something while no clip is prepared.
func (p *compressed) locked(do func()) {
	if l := p.late; l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
	}
	do()
}

// fit makes a goroutine's scratch suffice for the clips that have been prepared since.
func (p *compressed) fit(s *Scratch) {
	if l := p.late; l != nil && s.keys.fitted != l.keyed.Load() {
		p.locked(func() {
			p.keys.fit(s)
			s.keys.fitted = l.keyed.Load()
		})
	}
}
