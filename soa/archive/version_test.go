package archive_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/damage"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// entryOf returns the table's entry of the first chunk of a kind.
func entryOf(t *testing.T, data []byte, kind string) []byte {
	t.Helper()
	i := bytes.Index(data[64:], []byte(kind))
	if i < 0 || i%32 != 0 {
		t.Fatalf("no %s", kind)
	}
	return data[64+i:][:32]
}

// TestUnknown: chunks of kinds that nobody knows yet are skipped, unless they
// say that they cannot be.
func TestUnknown(t *testing.T) {
	data := encode(t, everything(t))
	e := entryOf(t, data, "META")
	copy(e, "XTRA")
	binary.LittleEndian.PutUint16(e[4:], 7)
	data = damage.Repair(data)
	if err := verify(data); err != nil {
		t.Errorf("an unknown chunk: %v", err)
	}
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if meta, err := a.Meta(); err != nil || meta.Tool != "" {
		t.Errorf("without metadata: %+v, %v", meta, err)
	}
	if c := a.Chunks()[1]; c.Kind != "XTRA" || c.Version != 7 || c.Bytes != int64(binary.LittleEndian.Uint64(e[16:])) {
		t.Errorf("listed as %+v", c)
	}
	data[binary.LittleEndian.Uint64(e[8:])+40] ^= 1
	if err := verify(data); !errors.Is(err, archive.ErrChecksum) {
		t.Errorf("a change in an unknown chunk: %v", err)
	}
	binary.LittleEndian.PutUint16(e[6:], 1)
	data = damage.Repair(data)
	if _, err := archive.Decode(data); !errors.Is(err, archive.ErrVersion) {
		t.Errorf("an unknown chunk that is required: %v", err)
	}
}

// TestNewer: what a newer version wrote is refused, not misread.
func TestNewer(t *testing.T) {
	for _, kind := range []string{"STRS", "META", "SKEL", "CLIP", "PACK", "SKIN", "MATL", "MESH", "TEXR", "BANK"} {
		data := encode(t, everything(t))
		e := entryOf(t, data, kind)
		binary.LittleEndian.PutUint16(e[4:], binary.LittleEndian.Uint16(e[4:])+100)
		data = damage.Repair(data)
		if _, err := archive.Decode(data); !errors.Is(err, archive.ErrVersion) {
			t.Errorf("a newer %s: %v", kind, err)
		}
	}
}

// TestOnce: a chunk that stands for the whole model cannot be there twice, nor
// be left out.
func TestOnce(t *testing.T) {
	data := encode(t, everything(t))
	copy(entryOf(t, data, "SKIN"), "SKEL")
	data = damage.Repair(data)
	if _, err := archive.Decode(data); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("two skeletons: %v", err)
	}
	data = encode(t, everything(t))
	copy(entryOf(t, data, "SKEL"), "XTRA")
	data = damage.Repair(data)
	if _, err := archive.Decode(data); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("no skeleton: %v", err)
	}
}

// TestMemory: content of which an element takes much more memory than space in
// the file stays within four times the file's length.
func TestMemory(t *testing.T) {
	const n = 20_000
	for name, grow := range map[string]func(*archive.Content){
		"morph targets": func(c *archive.Content) { c.Model.Meshes[0].Morphs = make([]soa.MorphTarget, n) },
		"weights": func(c *archive.Content) {
			c.Packed, c.Banks, c.Model.Clips, c.Model.Weights = nil, nil, nil, make([]soa.MorphWeight, n)
		},
		"materials": func(c *archive.Content) { c.Model.Materials = make([]soa.Material, n) },
		"events":    func(c *archive.Content) { c.Model.Clips[0].Events = make([]soa.Event, n) },
		"bank events": func(c *archive.Content) {
			for i := range c.Banks[0].Clips {
				c.Banks[0].Clips[i].Events = make([]soa.Event, n)
			}
		},
		"motions": func(c *archive.Content) {
			b := c.Banks[0]
			for range n {
				b.Clips = append(b.Clips, b.Clips[0])
			}
			zero := []float32{0}
			for i := range b.Clips {
				b.Clips[i].Motion = &soa.Motion{Time: zero, X: zero, Y: zero, Z: zero, Yaw: zero}
			}
		},
		"sources": func(c *archive.Content) { c.Meta.Sources = make([]archive.Source, n) },
		"clips": func(c *archive.Content) {
			c.Packed, c.Model.Clips = nil, make([]*soa.Clip, n)
			for i := range c.Model.Clips {
				c.Model.Clips[i] = &soa.Clip{TicksPerSecond: 1}
			}
		},
		"grids": func(c *archive.Content) {
			p := c.Packed[2]
			p.Grids = slices.Repeat(p.Grids[1:], packing.MaxGrids)
			p.Segment = make([]uint32, len(p.Grids))
		},
		"packed clips": func(c *archive.Content) {
			c.Model.Clips = slices.Repeat(c.Model.Clips[2:], n)
			c.Packed = slices.Repeat(c.Packed[2:], n)
		},
		"skins": func(c *archive.Content) {
			for range n {
				c.Model.Skins = append(c.Model.Skins, &soa.Skin{})
			}
		},
		"bank clips": func(c *archive.Content) {
			b := c.Banks[0]
			for range n {
				b.Clips = append(b.Clips, b.Clips[0])
			}
		},
		"levels": func(c *archive.Content) {
			b := c.Banks[0]
			for range n / 10 {
				b.Levels = append(b.Levels, b.Levels[0])
			}
			for i := range b.Clips {
				b.Clips[i].LevelError = make([]float64, len(b.Levels)-1)
			}
		},
		"bank skins": func(c *archive.Content) { c.Banks[0].Skins = make([]soa.LayoutSkin, n) },
	} {
		c := everything(t)
		grow(c)
		data := encode(t, c)
		var err error
		if took := allocated(func() { err = verify(data) }); err != nil || took > 4*uint64(len(data)) {
			t.Errorf("%s: %d bytes allocated for an archive of %d: %v", name, took, len(data), err)
		}
	}
}
