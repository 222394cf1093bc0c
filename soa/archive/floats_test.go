package archive_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/damage"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// withFloats is everything, and floats that a clip, a packed clip and a bank
// drive.
func withFloats(t testing.TB) *archive.Content {
	t.Helper()
	c := everything(t)
	c.Graph, c.Control = nil, nil
	m := c.Model
	m.Floats = []soa.NamedFloat{{Name: "glow", Joint: 2, Rest: 0.5}, {Name: "/materials/0/alphaCutoff", Joint: soa.NoJoint}}
	cubic := &soa.Clip{
		Name: "wave", TicksPerSecond: 25, Duration: 10, Time: []float32{0, 10, 3}, X: []float32{1, 2, 7}, Y: make([]float32, 3), Z: make([]float32, 3), W: make([]float32, 3),
		Tracks: []soa.Track{{Target: 0, Property: soa.Float, Interpolation: soa.Cubic}, {Target: 1, Property: soa.Float, Interpolation: soa.Step, First: 2}},
		In:     []soa.Tangent{{0.25}, {0.5}}, Out: []soa.Tangent{{0.125}, {1}},
	}
	m.Clips[1] = m.Clips[1].WithFloats(cubic)
	c.Packed[2].Exact = *c.Packed[2].Exact.WithFloats(&soa.Clip{
		Tracks: []soa.Track{{Target: 1, Property: soa.Float}}, Time: []float32{0, 40}, X: []float32{1, -1}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
	})
	for _, b := range c.Banks {
		b.FloatRest = []float32{0.5, 0}
		b.Clips[1].Floats = cubic
	}
	if err := errors.Join(m.Validate(), c.Packed[2].Validate(4, 2, 2)); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestFloats: floats come back from the archive, whose bytes are fixed, and without
// them there is no chunk of them.
func TestFloats(t *testing.T) {
	want := withFloats(t)
	data := encode(t, want)
	file := filepath.Join("testdata", "floats.sinew")
	golden(t, file, data)
	a, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	check(t, a, want)
	if !reflect.DeepEqual(a.Floats(), want.Model.Floats) {
		t.Errorf("floats %+v", a.Floats())
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	e := entryOf(t, data, "FLTS")
	if flags := binary.LittleEndian.Uint16(e[6:]); flags != 1 {
		t.Errorf("readers that do not know floats may skip them: flags %d", flags)
	}
	if bytes.Contains(encode(t, everything(t)), []byte("FLTS")) {
		t.Error("a model without floats has a chunk of them")
	}
}

// TestFloatsEveryByte changes each byte, with right and with wrong checksums: a
// reader says what is wrong or yields what is valid.
func TestFloatsEveryByte(t *testing.T) {
	data := encode(t, withFloats(t))
	step := 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(data); i += step {
		broken := bytes.Clone(data)
		broken[i] ^= 1 << (i % 8)
		err := verify(broken)
		if err == nil {
			t.Fatalf("a change of byte %d is not found", i)
		}
		located(t, err, len(data))
		broken = damage.Repair(broken)
		if err := verify(broken); err != nil {
			located(t, err, len(data))
		}
	}
}

func TestFloatsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*archive.Content){
		"a bank without them":    func(c *archive.Content) { c.Banks[0].FloatRest, c.Banks[0].Clips[1].Floats = nil, nil },
		"a bank's track too far": func(c *archive.Content) { c.Banks[0].Clips[1].Floats.Tracks[1].Target = 2 },
		"a model without them":   func(c *archive.Content) { c.Model.Floats = nil },
		"a joint there is not":   func(c *archive.Content) { c.Model.Floats[0].Joint = 4 },
	} {
		c := withFloats(t)
		spoil(c)
		if _, err := archive.Encode(c); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	data := encode(t, withFloats(t))
	copy(entryOf(t, data, "SKIN"), "FLTS")
	data = damage.Repair(data)
	if _, err := archive.Decode(data); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("floats twice: %v", err)
	}
}

// TestFloatsMemory: hostile archives of empty clips stay within four times their
// length, as all others do.
func TestFloatsMemory(t *testing.T) {
	const n = 20_000
	for name, grow := range map[string]func(*archive.Content){
		"floats": func(c *archive.Content) {
			c.Packed, c.Banks = nil, nil
			c.Model.Floats = append(c.Model.Floats, make([]soa.NamedFloat, n)...)
		},
		"clips of a bank": func(c *archive.Content) {
			b := c.Banks[0]
			for range n {
				b.Clips = append(b.Clips, b.Clips[0])
				b.Clips[len(b.Clips)-1].Floats = &soa.Clip{TicksPerSecond: 1}
			}
		},
	} {
		c := withFloats(t)
		grow(c)
		data := encode(t, c)
		var err error
		if took := allocated(func() { err = verify(data) }); err != nil || took > 4*uint64(len(data)) {
			t.Errorf("%s: %d bytes allocated for an archive of %d: %v", name, took, len(data), err)
		}
	}
	if _, err := os.Stat(filepath.Join("testdata", "v2.sinew")); err != nil {
		t.Error(err)
	}
}
