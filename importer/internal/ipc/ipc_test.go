package ipc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"runtime"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func model() *soa.Model {
	s := &soa.Skeleton{Name: []string{"a", "b"}, Parent: []int16{-1, 0}, Unit: []float32{1, 2}, Rest: soa.MakeTransforms(2)}
	s.ComputeDepth()
	return &soa.Model{
		Name: "m", Skeleton: s,
		Clips: []*soa.Clip{{
			Name: "c", TicksPerSecond: 30, Start: -1, Duration: 4, Loop: true,
			Tracks: []soa.Track{{Target: 1, Property: soa.Scale, Interpolation: soa.Cubic}},
			Time:   []float32{0, 4}, X: []float32{1, 2}, Y: []float32{1, 2}, Z: []float32{1, 2}, W: []float32{0, 0},
			In: make([]soa.Tangent, 2), Out: []soa.Tangent{{1, 2, 3, 4}, {5, 6, 7, 8}},
		}},
		Skins: []*soa.Skin{{Joint: []uint16{1}, InverseBind: []soa.Affine{soa.IdentityAffine()}}},
		Materials: []soa.Material{{
			Name: "red", BaseColor: [4]float32{1, 0, 0, 1}, Maps: []soa.TextureMap{{Strength: 1, Transform: &soa.TextureTransform{Rotation: 1}}},
		}},
		Textures: []soa.Texture{{Name: "t", Data: []byte{1, 2, 3}}},
	}
}

func TestRoundTrip(t *testing.T) {
	want := model()
	data, err := Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got *soa.Model
	if err := Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%+v came back as %+v", want, got)
	}
	for n := range data {
		if err := Unmarshal(data[:n], new(*soa.Model)); !errors.Is(err, soa.ErrFormat) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
	if err := Unmarshal(append(data, 0), new(*soa.Model)); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("a byte too many: %v", err)
	}
	if _, err := Marshal(map[string]int{}); err == nil {
		t.Error("a map was accepted")
	}
}

// TestBudget: a few bytes that are many in memory are an error, and so is a reader that
// has waited long enough.
func TestBudget(t *testing.T) {
	clips := make([]*soa.Clip, 20000)
	for i := range clips {
		clips[i] = new(soa.Clip)
	}
	data, err := Marshal(clips)
	if err != nil {
		t.Fatal(err)
	}
	var back []*soa.Clip
	if err := (Budget{Memory: 1 << 20}).Unmarshal(data, &back); !errors.Is(err, ErrBudget) {
		t.Errorf("%d bytes that are %d clips, within a megabyte: %v", len(data), len(clips), err)
	}
	enough := errors.New("enough")
	if err := (Budget{Stop: func() error { return enough }}).Unmarshal(data, &back); !errors.Is(err, enough) {
		t.Errorf("stopped: %v", err)
	}
	back = nil
	if err := (Budget{Memory: 64 << 20}).Unmarshal(data, &back); err != nil || len(back) != len(clips) {
		t.Errorf("within 64 MiB: %d clips, %v", len(back), err)
	}
}

// TestClaimedLengths: memory is taken for what arrives, not for what is claimed.
func TestClaimedLengths(t *testing.T) {
	const claimed = 1 << 28
	length := binary.NativeEndian.AppendUint32(nil, claimed)
	for name, c := range map[string]struct {
		head []byte
		to   any
	}{"text": {length, new(string)}, "bytes": {append([]byte{present}, length...), new([]byte)}} {
		for _, arrive := range []int{0, 10, 3 << 20} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			from := io.MultiReader(bytes.NewReader(c.head), bytes.NewReader(make([]byte, arrive)))
			err := Budget{}.Decode(from, int64(len(c.head))+claimed, c.to)
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 || !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
				t.Errorf("%s, %d of %d bytes: %d bytes of memory, %v", name, arrive, claimed, took, err)
			}
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	data, err := Marshal(model())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *soa.Model
		if err := Unmarshal(data, &m); err == nil && m != nil {
			_ = m.Validate()
		}
	})
}
