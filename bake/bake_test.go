package bake_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	sinew "github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

func character() *soa.Model {
	return figure.Character(figure.Motion{Name: "walk", Seconds: 0.1}, figure.Motion{Name: "run", Seconds: 0.067})
}

func baked(t *testing.T, m *soa.Model, o bake.Options) (*bake.Baked, []byte) {
	t.Helper()
	b, err := bake.Bake(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := archive.Encode(&b.Content)
	if err != nil {
		t.Fatal(err)
	}
	return b, data
}

// TestStrider bakes the archive of a real model: exact, it is the same file again
// but for where it comes from; and for any number of workers it is one file.
func TestStrider(t *testing.T) {
	a, err := archive.Open(filepath.Join("..", "testdata", "strider", "strider.sinew"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m, err := a.Model()
	if err != nil {
		t.Fatal(err)
	}
	const exact = "e88c126e2be084913703a0930a5cae4a3b95b4ea333d820309110930e605691d"
	_, data := baked(t, m, bake.Options{Clips: bake.Exact})
	if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != exact {
		t.Errorf("the archive of %d bytes has the hash %s", len(data), got)
	}
	if testing.Short() {
		m.Clips = m.Clips[1:]
	}
	_, one := baked(t, m, bake.Options{Workers: 1, NoMeshes: true})
	_, many := baked(t, m, bake.Options{Workers: 8, NoMeshes: true})
	if string(one) != string(many) {
		t.Error("8 workers make another file than one")
	}
}

// TestBank: a bank, too, does not depend on the workers.
func TestBank(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.034}, figure.Motion{Name: "run", Seconds: 0.067})
	_, one := baked(t, m, bake.Options{Bank: true, Workers: 1})
	_, many := baked(t, m, bake.Options{Bank: true, Workers: 8})
	if string(one) != string(many) {
		t.Error("8 workers make another file than one")
	}
}

// The default distance is that of all bounds of the module.
func TestDefaultDistance(t *testing.T) {
	if bake.DefaultDistance != exact.Distance {
		t.Errorf("the default distance is %v m, want %v", bake.DefaultDistance, exact.Distance)
	}
}

func TestParts(t *testing.T) {
	m := character()
	m.Textures = []soa.Texture{{Name: "t", Data: []byte{1}}}
	m.Materials = []soa.Material{{Name: "m", Maps: []soa.TextureMap{{Strength: 1}}}}
	m.Meshes[0].Material = 0
	b, _ := baked(t, m, bake.Options{NoTextures: true, Bank: true})
	got := b.Content.Model
	if len(got.Textures) != 0 || len(got.Materials[0].Maps) != 0 || len(m.Materials[0].Maps) != 1 || len(got.Meshes) != 1 {
		t.Errorf("without textures: %+v", got)
	}
	if len(b.Clips) != 2 || len(b.Bank) != 2 || b.Clips[0].Name != "walk" || b.Clips[0].Stored >= b.Clips[0].Exact || b.Clips[0].Bound != bake.DefaultBound || !b.Clips[0].Held() || b.Bank[1].Asked != bake.DefaultBound || b.Bank[1].Stored == 0 {
		t.Errorf("%+v", b)
	}
	b, data := baked(t, m, bake.Options{NoMeshes: true})
	if b.Content.Model.Meshes != nil || b.Content.Model.Materials != nil || len(m.Meshes) != 1 {
		t.Errorf("without meshes: %+v", b.Content.Model)
	}
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Verify(); err != nil {
		t.Error(err)
	}
}

// TestModel: what Model gives of an archive are the clips, exact or unpacked.
func TestModel(t *testing.T) {
	m := character()
	for _, form := range []bake.ClipForm{bake.Exact, bake.Packed} {
		b, data := baked(t, m, bake.Options{Clips: form})
		a, err := archive.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := bake.Model(a)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Validate(); err != nil {
			t.Fatal(err)
		}
		for i, c := range got.Clips {
			want := m.Clips[i]
			if form == bake.Packed {
				if want, err = bake.Unpack(m, b.Content.Packed[i]); err != nil {
					t.Fatal(err)
				}
				wantKeys(t, b.Clips[i], b.Content.Packed[i], want)
			}
			if !reflect.DeepEqual(c, want) {
				t.Errorf("form %d: clip %d came back otherwise", form, i)
			}
		}
		if _, err := bake.Clip(a, got, 2); !errors.Is(err, soa.ErrRange) {
			t.Error(err)
		}
	}
}

// wantKeys compares the keys that a report tells with those of the clip unpacked: of each number of keys
// that tracks have, one track is counted.
func wantKeys(t *testing.T, r bake.ClipReport, p *soa.Packed, unpacked *soa.Clip) {
	t.Helper()
	want, counted := len(p.Exact.Time), map[int]bool{1: true} // of a constant
	for i := range unpacked.Tracks {
		first, end := unpacked.Keys(i)
		if n := end - first; !counted[n] {
			want, counted[n] = want+n, true
		}
	}
	if len(counted) != 1+len(p.Grids) {
		t.Fatalf("tracks with keys in the numbers %v, of %d grids", counted, len(p.Grids))
	}
	if r.Keys != want {
		t.Errorf("%q has %d keys, want %d", r.Name, r.Keys, want)
	}
}

// TestKept: baked again, a compressed clip is what it was, unless it is asked
// for closer.
func TestKept(t *testing.T) {
	_, first := baked(t, character(), bake.Options{Bound: 1e-4})
	a, err := archive.Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	m, err := bake.Model(a)
	if err != nil {
		t.Fatal(err)
	}
	packs, err := bake.Packs(a, m)
	if err != nil {
		t.Fatal(err)
	}
	if _, again := baked(t, m, bake.Options{Bound: 1e-3, Kept: packs}); string(again) != string(first) {
		t.Error("baked again it is another file")
	}
	b, _ := baked(t, m, bake.Options{Bound: 1e-5, Kept: packs})
	anew := 0
	for i, c := range b.Clips {
		before := packs[m.Clips[i]]
		if b.Content.Packed[i] != before {
			anew++
		}
		if c.Error > 1e-5 || (b.Content.Packed[i] == before) != (before.Error <= 1e-5) {
			t.Errorf("asked for closer: %+v", c)
		}
	}
	if anew == 0 {
		t.Error("no clip is compressed anew")
	}
}

// TestTooLarge: a short archive that stands for more than memory holds is
// refused before it is unpacked.
func TestTooLarge(t *testing.T) {
	m := character()
	b, _ := baked(t, m, bake.Options{NoMeshes: true, Clips: bake.Small})
	p := *b.Content.Packed[0]
	coded := 0
	for place := range p.Places() {
		if p.KindAt(place) == soa.PackedCoded {
			coded++
		}
	}
	intervals := packing.MaxTotal/coded - 1
	p.Grids = []soa.PackedGrid{{Intervals: uint32(intervals), PerSegment: packing.MaxKeys}}
	p.Grid = nil
	p.Data = make([]byte, packing.MaxTotal/64) // what that number of keys has at least
	p.Segment = make([]uint32, packing.Grid(p.Grids[0]).Segments())
	p.Exact.Duration = float64(intervals)
	b.Content.Packed[0] = &p
	data, err := archive.Encode(&b.Content)
	if err != nil {
		t.Fatal(err)
	}
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bake.Model(a); !errors.Is(err, soa.ErrTooLarge) {
		t.Errorf("an archive of %d bytes: %v", len(data), err)
	}
}

// The share that is done grows to 1 in every form of storage, within clips too.
func TestProgress(t *testing.T) {
	m := character()
	for name, o := range map[string]bake.Options{
		"packed": {}, "one worker": {Workers: 1}, "small": {Clips: bake.Small}, "exact": {Clips: bake.Exact}, "bank": {Bank: true},
		"too much work": {MaxWork: 1},
	} {
		var told []float64
		o.Progress = func(done float64) { told = append(told, done) }
		if _, err := bake.Bake(t.Context(), m, o); err != nil {
			t.Fatal(err)
		}
		if len(told) < len(m.Clips) || told[len(told)-1] != 1 || !slices.IsSorted(told) {
			t.Errorf("%s: %v", name, told)
		}
		if name == "packed" && len(told) < 4*len(m.Clips) {
			t.Errorf("%s: %d clips, %d calls", name, len(m.Clips), len(told))
		}
	}
}

func TestBakeRefuses(t *testing.T) {
	m := character()
	m.Clips[1].Time[0] = -1e30
	m.Clips[1].TicksPerSecond = 0
	if _, err := bake.Bake(context.Background(), m, bake.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a broken model: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := bake.Bake(ctx, character(), bake.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEvents(t *testing.T) {
	m := character()
	before := m.Clips[0]
	err := bake.AddEvents(m, []bake.Event{{"walk", m.Clips[0].End(), 0, "end"}, {"run", 0.05, 0, "middle"}, {"walk", m.Clips[0].Start, m.Clips[0].Seconds(), "start"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	walk := m.Clips[0].Events
	if len(walk) != 2 || walk[0].Name != "start" || walk[0].End() != walk[1].Time || walk[1] != (soa.Event{Time: float32(m.Clips[0].Duration), Name: "end"}) || len(m.Clips[1].Events) != 1 || before.Events != nil {
		t.Errorf("%+v", walk)
	}
	for _, e := range []bake.Event{{"jump", 0, 0, "x"}, {"walk", -0.1, 0, "x"}, {"walk", 99, 0, "x"}, {"walk", 0.1, -0.1, "x"}, {"walk", 0.1, 99, "x"}, {"walk", 0.1, math.NaN(), "x"}} {
		if err := bake.AddEvents(m, []bake.Event{e}); !errors.Is(err, bake.ErrEvent) {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

// TestBeside: what a clip has beside its tracks comes through an archive in each
// form, and into a bank.
func TestBeside(t *testing.T) {
	m := character()
	want := *m.Clips[0]
	want.Events = []soa.Event{{Time: 1, Length: 2, Name: "left foot"}, {Time: float32(want.Duration), Name: "end"}}
	want.Additive = true
	want.Motion = &soa.Motion{Joint: 2, Time: []float32{0, 3}, X: []float32{0, 1}, Y: []float32{0, 2}, Z: []float32{0, 3}, Yaw: []float32{0, 4}}
	m.Clips[0] = &want
	same := func(where string, additive bool, events []soa.Event, motion *soa.Motion) {
		if additive != want.Additive || !reflect.DeepEqual(events, want.Events) || !reflect.DeepEqual(motion, want.Motion) {
			t.Errorf("%s: additive %v, events %+v, motion %+v", where, additive, events, motion)
		}
	}
	for form, name := range []string{bake.Packed: "packed", bake.Exact: "exact", bake.Small: "small"} {
		_, data := baked(t, m, bake.Options{Clips: bake.ClipForm(form), Bank: true, NoMeshes: true})
		a, err := archive.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		model, err := bake.Model(a)
		if err != nil {
			t.Fatal(err)
		}
		bank, err := a.Bank(0)
		if err != nil {
			t.Fatal(err)
		}
		c, b := model.Clips[0], &bank.Clips[0]
		same(name, c.Additive, c.Events, c.Motion)
		same("bank", b.Additive, b.Events, b.Motion)
		if b.TicksPerSecond != want.TicksPerSecond || model.Clips[1].Motion != nil || bank.Clips[1].Additive {
			t.Errorf("%v ticks per second, %+v", b.TicksPerSecond, bank.Clips[1])
		}
	}
}

// TestFloats: floats that are baked, compressed and compiled, come out as they
// went in.
func TestFloats(t *testing.T) {
	m := character()
	m.Floats = []soa.NamedFloat{{Name: "glow", Joint: 1, Rest: 3}, {Name: "fog", Joint: soa.NoJoint, Rest: 0.25}}
	m.Clips[0] = m.Clips[0].WithFloats(&soa.Clip{
		Tracks: []soa.Track{{Property: soa.Float, Interpolation: soa.Step}}, Time: []float32{0, 1, 2}, X: []float32{1, 7, -2},
		Y: make([]float32, 3), Z: make([]float32, 3), W: make([]float32, 3),
	})
	_, data := baked(t, m, bake.Options{Bank: true, NoMeshes: true})
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	model, err := bake.Model(a)
	if err != nil {
		t.Fatal(err)
	}
	bank, err := a.Bank(0)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(model.Floats, m.Floats) || !a.IsPacked(0) {
		t.Errorf("%+v, packed %v", model.Floats, a.IsPacked(0))
	}
	packed, err := a.Packed(0)
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]sinew.Source{"keys": sinew.Keyframes(model), "rows": sinew.Baked(bank), "spans": sinew.Compressed(model, []*soa.Packed{packed})} {
		crowd, err := sinew.NewCrowd(source, 1, sinew.CrowdOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for clip := range crowd.Clips() {
			if err := crowd.Instance(0).Play(clip, play.Options{Mode: play.Clamp}); err != nil {
				t.Fatal(err)
			}
			c := model.Clips[clip]
			for tick, want := range []float32{1, 7, -2} {
				if clip == 1 { // which has no floats
					want = 3
				}
				if err := crowd.Instance(0).Seek(c.Start + float64(tick)/c.TicksPerSecond); err != nil {
					t.Fatal(err)
				}
				if got := crowd.Instance(0).Float(0); got != want || crowd.Instance(0).Float(1) != 0.25 {
					t.Errorf("%q at tick %d: %s have %v, want %v", c.Name, tick, name, got, want)
				}
			}
		}
	}
}
