package archive_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// packedClips is a model with clips that were compressed, in spans and small by
// turns.
func packedClips(t testing.TB) *archive.Content {
	t.Helper()
	m := figure.Random(7, 13)
	m.Meshes, m.Skins = nil, nil
	c, grids := &archive.Content{Model: m}, [2]int{}
	for i, clip := range m.Clips {
		p, err := bake.Pack(context.Background(), m, clip, bake.PackOptions{Bound: 1e-3, Small: i%2 > 0})
		if err != nil {
			t.Fatal(err)
		}
		grids[i%2] += len(p.Grids)
		c.Packed = append(c.Packed, p)
	}
	if grids[0] == 0 || grids[1] == 0 {
		t.Fatalf("no track is coded: %d grids of spans, %d of Rice codes", grids[0], grids[1])
	}
	return c
}

// unpackedKeys counts the keys of a packed clip once it is unpacked.
func unpackedKeys(p *soa.Packed) int {
	n, coded := len(p.Exact.Time), 0
	for place := range p.Places() {
		if p.KindAt(place) != soa.PackedCoded {
			n++
			continue
		}
		g := 0
		if len(p.Grid) > 0 {
			g = int(p.Grid[coded])
		}
		n += int(p.Grids[g].Intervals) + 1
		coded++
	}
	return n
}

// decodePacked decodes the packed clips of an archive in which Verify found
// nothing wrong, at once and in spans, and returns how many there are.
// Whatever their bits are, what comes out is finite and does not take much more
// than its keys.
func decodePacked(t *testing.T, data []byte) (decoded int) {
	t.Helper()
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	m, err := a.Still()
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Clips() {
		if !a.IsPacked(i) {
			continue
		}
		p, err := a.Packed(i)
		if err != nil {
			t.Fatal(err)
		}
		keys := unpackedKeys(p)
		if keys > 1<<20 { // they take a while
			continue
		}
		var clip *soa.Clip
		took := allocated(func() { clip, err = bake.Unpack(m, p) })
		if errors.Is(err, soa.ErrInvalid) && (strings.Contains(err.Error(), "is scaled by up to") || strings.Contains(err.Error(), "is static")) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		claim := 20*keys + 300*p.Places() + len(data)
		if took > uint64(4*claim) {
			t.Fatalf("%d bytes allocated for %d keys of %d places", took, keys, p.Places())
		}
		if err := m.ValidateClip(clip); err != nil {
			t.Fatal(err)
		}
		took = allocated(func() { decodeSpans(t, m, p) })
		if took > uint64(4*claim+errorsTake) {
			t.Fatalf("%d bytes allocated to decode spans of %d keys of %d places", took, keys, p.Places())
		}
		decoded++
	}
	return decoded
}

// decodeSpans decodes the first and the last span of each grid of a packed clip.
func decodeSpans(t *testing.T, m *soa.Model, p *soa.Packed) {
	t.Helper()
	if p.Coding != soa.PackedSpans {
		return
	}
	d, err := codec.NewDecoder(m, p)
	if err != nil {
		t.Fatal(err)
	}
	for g := range d.Grids() {
		rows := make([]float32, codec.SpanRows*d.Stride(g))
		for _, span := range [...]int{0, (d.Intervals(g) - 1) / codec.SpanKeys} {
			if err := d.Decode(g, span, rows); err != nil {
				t.Fatal(err)
			}
			for _, v := range rows {
				if v-v != 0 {
					t.Fatalf("span %d of grid %d has the value %v", span, g, v)
				}
			}
		}
	}
}
