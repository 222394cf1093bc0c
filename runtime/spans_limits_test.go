package runtime_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// stills returns a model and packed clips whose keys do not move: a hundred bytes each, and
// about a megabyte when they are unpacked.
func stills(t *testing.T, clips int) (*soa.Model, []*soa.Packed) {
	t.Helper()
	m := manyjoints.Model(manyjoints.Star, 4, 1<<12)
	c := m.Clips[0]
	for k := range c.Time {
		c.Time[k] = float32(k % (1 << 12))
		c.Z[k], c.W[k] = 0, 1
	}
	c.Z[1], c.W[1] = 1, 0 // not still
	c.Duration = 1<<12 - 1
	p, err := bake.Pack(t.Context(), m, c, bake.PackOptions{})
	must.Do(t, err)
	m.Clips = nil
	list := make([]*soa.Packed, clips)
	for i := range list {
		list[i] = p
	}
	return m, list
}

// Keys that unpack to more than UnpackedBytes are an error that names it.
func TestUnpackedBytes(t *testing.T) {
	m, clips := stills(t, 6)
	one := clips[0].UnpackedBytes()
	clip, err := bake.Unpack(m, clips[0])
	must.Do(t, err)
	if want := int64(20*len(clip.Time) + 32*len(clip.In)); one != want {
		t.Errorf("UnpackedBytes is %d, it unpacks to %d", one, want)
	}
	for limit, fits := range map[int64]bool{0: true, 6 * one: true, 6*one - 1: false} {
		err := runtime.Compressed(m, clips).Prepare(t.Context(), runtime.CrowdOptions{UnpackedBytes: limit})
		if fits && err != nil || !fits && (!errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "UnpackedBytes")) {
			t.Errorf("UnpackedBytes %d: %v", limit, err)
		}
	}
	if err := runtime.Compressed(m, clips).Prepare(t.Context(), runtime.CrowdOptions{UnpackedBytes: -1}); !errors.Is(err, runtime.ErrOption) {
		t.Errorf("-1 bytes: %v", err)
	}
}

// An archive whose clips unpack to more than 1 GiB together is no model.
func TestUnpackedTotal(t *testing.T) {
	m, clips := stills(t, 1)
	n := int((1<<30)/clips[0].UnpackedBytes()) + 1
	for range n - 1 {
		clips = append(clips, clips[0])
	}
	for range clips {
		m.Clips = append(m.Clips, &clips[0].Exact)
	}
	data, err := archive.Encode(&archive.Content{Model: m, Packed: clips})
	must.Do(t, err)
	a, err := archive.Decode(data)
	must.Do(t, err)
	if _, err := bake.Model(a); !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "more than 1073741824") {
		t.Errorf("%d clips, %d bytes: %v", n, len(data), err)
	}
}
