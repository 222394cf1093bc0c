package runtime_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// lateModels are models whose clips are stored in every form.
func lateModels(s uint64) []*soa.Model {
	walker := figure.Character(figure.Motion{Name: "walk", Seconds: 0.4}, figure.Motion{Name: "run", Seconds: 0.2, Drive: figure.Captured}, figure.Motion{Name: "grow", Seconds: 0.3, Drive: figure.Everything}, figure.Motion{Name: "nod", Seconds: 0.7, Drive: figure.Captured})
	random := figure.Random(s, 9)
	for i := range 3 { // the same motion, in other forms
		c := *random.Clips[0]
		c.Name = "again " + string(rune('a'+i))
		random.Clips = append(random.Clips, &c)
	}
	return []*soa.Model{walker, random}
}

// lateContent bakes a model, of which some clips are stored exactly and some small.
func lateContent(t must.T, m *soa.Model, r *rand.Rand) *archive.Content {
	t.Helper()
	b, err := bake.Bake(context.Background(), m, bake.Options{Clips: bake.ClipForm(r.IntN(3))})
	must.Do(t, err)
	if b.Content.Columns == nil {
		t.Fatal("the archive does not keep its columns")
	}
	return &b.Content
}

// opened returns content as an archive, with its columns and without.
func opened(t must.T, c archive.Content) (late, whole *archive.Archive) {
	t.Helper()
	for _, a := range []**archive.Archive{&late, &whole} {
		data, err := archive.Encode(&c)
		must.Do(t, err)
		*a, err = archive.Decode(data)
		must.Do(t, err)
		c.Columns = nil
	}
	return late, whole
}

// Clips that are prepared when they are first played, in any order, alone and blended, by any number
// of workers, show the bits of those that are prepared at once; and so does a prepared source.
func TestLateClipsGiveTheSameBits(t *testing.T) {
	for s := range seed.Cases(t, 2) {
		r := rand.New(rand.NewPCG(s, 3))
		for _, m := range lateModels(s) {
			late, whole := opened(t, *lateContent(t, m, r))
			prepared, err := runtime.Prepare(runtime.Archived(late), pose.LayoutOptions{})
			must.Do(t, err)
			n := []int{1, 5, 17, 33}[r.IntN(4)]
			var crowds []*runtime.Crowd
			for k, source := range []runtime.Source{runtime.Archived(whole), runtime.Archived(late), prepared, prepared} {
				c, err := runtime.NewCrowd(source, n, runtime.CrowdOptions{Workers: 1 + k%2, CacheBytes: r.IntN(2) * 1000})
				must.Do(t, err)
				defer c.Close()
				crowds = append(crowds, c)
			}
			if got, want := crowds[1].Clips(), crowds[0].Clips(); got != want {
				t.Fatalf("%d clips, want %d", got, want)
			}
			for clip := range crowds[0].Clips() {
				if crowds[1].ClipName(clip) != crowds[0].ClipName(clip) || crowds[1].ClipSeconds(clip) != crowds[0].ClipSeconds(clip) {
					t.Errorf("clip %d is %q of %v s, want %q of %v s", clip, crowds[1].ClipName(clip), crowds[1].ClipSeconds(clip), crowds[0].ClipName(clip), crowds[0].ClipSeconds(clip))
				}
			}
			for frame := range 25 {
				clip, i, dt := r.IntN(crowds[0].Clips()), r.IntN(n), 0.1*r.Float64()
				options := play.Options{Fade: 0.2 * float64(r.IntN(2)), Layer: r.IntN(2), Transition: play.Transition(r.IntN(3))}
				for k, c := range crowds {
					if r.IntN(3) == 0 && k == 0 {
						clip = -1
					}
					if clip >= 0 {
						must.Do(t, c.Instance(i).Play(clip, options))
					}
					must.Do(t, c.Update(dt))
					if k > 0 && (!slices.Equal(bitsOfAll(c.Palettes()), bitsOfAll(crowds[0].Palettes())) || !slices.Equal(bitsOfAll(c.AllWeights()), bitsOfAll(crowds[0].AllWeights()))) {
						t.Fatalf("seed %#x, %q, frame %d: crowd %d differs", s, m.Name, frame, k)
					}
				}
			}
			var state []byte
			state, err = crowds[0].Instance(0).Save(nil)
			must.Do(t, err)
			fresh, err := runtime.NewCrowd(runtime.Archived(late), n, runtime.CrowdOptions{})
			must.Do(t, err)
			must.Do(t, fresh.Instance(0).Restore(state))
			must.Do(t, fresh.Update(0.05))
			must.Do(t, crowds[0].Update(0.05))
			if !slices.Equal(bitsOfAll(fresh.Instance(0).Palette()), bitsOfAll(crowds[0].Instance(0).Palette())) {
				t.Fatalf("seed %#x, %q: a restored state differs", s, m.Name)
			}
		}
	}
}

func bitsOfAll(values []float32) []uint32 {
	out := make([]uint32, len(values))
	for i, v := range values {
		out[i] = math.Float32bits(v)
	}
	return out
}

// Goroutines prepare clips by name while others update crowds of the source.
func TestPrepareClipsConcurrently(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	m := lateModels(1)[0]
	late, _ := opened(t, *lateContent(t, m, r))
	source, err := runtime.Prepare(runtime.Archived(late), pose.LayoutOptions{})
	must.Do(t, err)
	var group sync.WaitGroup
	for k := range 3 {
		group.Go(func() {
			for i := range m.Clips {
				if err := source.PrepareClips(m.Clips[(i+k)%len(m.Clips)].Name); err != nil {
					t.Error(err)
				}
			}
		})
		group.Go(func() {
			c, err := runtime.NewCrowd(source, 20, runtime.CrowdOptions{Workers: 2})
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for i := range 12 {
				if err := errors.Join(c.Instance(i).Play((i+k)%len(m.Clips), play.Options{Fade: 0.1}), c.Update(0.03)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if err := source.PrepareClips("nod", "fly"); !errors.Is(err, runtime.ErrRange) || !strings.Contains(err.Error(), `"fly"`) {
		t.Errorf("a clip that is none: %v", err)
	}
}

// A clip whose checksum is wrong is refused when it is played, and nothing has changed; the others play.
func TestBrokenClipIsRefusedLate(t *testing.T) {
	m := lateModels(1)[0]
	b, err := bake.Bake(t.Context(), m, bake.Options{})
	must.Do(t, err)
	data, err := archive.Encode(&b.Content)
	must.Do(t, err)
	a, err := archive.Decode(data)
	must.Do(t, err)
	at, clip, broken := int64(0), 0, slices.Clone(data)
	for _, c := range a.Chunks() {
		if at == 0 {
			at = int64(64 + (32*len(a.Chunks())+63)/64*64)
		}
		if c.Kind == "PACK" {
			if clip == 2 {
				broken[at+c.Bytes/2] ^= 4
			}
			clip++
		}
		at += c.Bytes
	}
	bad, err := archive.Decode(broken)
	must.Do(t, err)
	if _, err := bad.Packed(2); err == nil {
		t.Fatal("the clip is not broken")
	}
	source := runtime.Archived(bad)
	c, err := runtime.NewCrowd(source, 3, runtime.CrowdOptions{})
	must.Do(t, err)
	good, err := runtime.NewCrowd(runtime.Archived(a), 3, runtime.CrowdOptions{})
	must.Do(t, err)
	for _, crowd := range []*runtime.Crowd{c, good} {
		must.Do(t, crowd.PlayAll(1, play.Options{Seed: 2}))
		must.Do(t, crowd.Update(0.1))
	}
	before, err := c.Instance(1).Save(nil)
	must.Do(t, err)
	var broke *archive.Error
	for what, err := range map[string]error{
		"play": c.Instance(1).Play(2, play.Options{}), "play all": c.PlayAll(2, play.Options{}), "play some": c.PlaySome([]int{0, 2}, 2, play.Options{}),
		"prepare": source.PrepareClips("grow"),
	} {
		if !errors.As(err, &broke) || !strings.Contains(err.Error(), "grow") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := runtime.NewCrowd(source, 1, runtime.CrowdOptions{Clip: 2, Play: &play.Options{}}); !errors.As(err, &broke) {
		t.Errorf("new crowd: %v", err)
	}
	after, err := c.Instance(1).Save(nil)
	must.Do(t, err)
	if string(after) != string(before) {
		t.Error("a refused clip changed the crowd")
	}
	for _, clip := range []int{0, 3, 1} {
		for _, crowd := range []*runtime.Crowd{c, good} {
			must.Do(t, crowd.Instance(1).Play(clip, play.Options{Fade: 0.05}))
			must.Do(t, crowd.Update(0.1))
		}
		if !slices.Equal(bitsOfAll(c.Palettes()), bitsOfAll(good.Palettes())) {
			t.Errorf("clip %d plays otherwise beside a broken one", clip)
		}
	}
}

// Columns that are not those of the archive are refused, or play without a value that is not finite.
func TestForeignColumns(t *testing.T) {
	for s := range seed.Cases(t, 1) {
		r := rand.New(rand.NewPCG(s, 5))
		m := lateModels(s)[r.IntN(2)]
		content := lateContent(t, m, r)
		stored := *content.Columns
		change := func(list []uint8) []uint8 {
			list = slices.Clone(list)
			for k := range list {
				if r.IntN(4) == 0 {
					list[k] = uint8(r.IntN(4))
				}
			}
			return list[:max(0, len(list)-r.IntN(2)*r.IntN(3))]
		}
		for range 6 {
			foreignColumns(t, s, r, content, stored, change)
		}
	}
}

// foreignColumns plays content with other columns.
func foreignColumns(t *testing.T, s uint64, r *rand.Rand, content *archive.Content, of soa.ClipColumns, change func([]uint8) []uint8) {
	t.Helper()
	switch r.IntN(6) {
	case 0:
		of.Moves = change(of.Moves)
	case 1:
		of.Moved = change(of.Moved)
	case 2:
		of.WeightMoves = change(of.WeightMoves)
		of.WeightRest = of.WeightRest[:len(of.WeightMoves)]
	case 3:
		of.K *= 1.5
	case 4:
		of.Reference = of.Reference[:len(of.Reference)/2]
	default:
		of.Scaled, of.Spare = nil, 1<<30
	}
	content.Columns = &of
	data, err := archive.Encode(content)
	if errors.Is(err, soa.ErrInvalid) {
		return
	}
	must.Do(t, err)
	a, err := archive.Decode(data)
	must.Do(t, err)
	c, err := runtime.NewCrowd(runtime.Archived(a), 2, runtime.CrowdOptions{})
	if err != nil {
		if !errors.Is(err, soa.ErrInvalid) {
			t.Fatalf("seed %#x: %v", s, err)
		}
		return
	}
	for clip := range c.Clips() {
		must.Do(t, c.PlayAll(clip, play.Options{Fade: 0.1}))
		must.Do(t, c.Update(0.1))
		for k, v := range c.Palettes() {
			if v-v != 0 {
				t.Fatalf("seed %#x: value %d is %v", s, k, v)
			}
		}
	}
}

// A prepared source of each kind gives the bits of one that is not, and is for its layout alone.
func TestPreparedSources(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		source, err := runtime.Prepare(r.source, r.layout)
		must.Do(t, err)
		for _, layout := range []pose.LayoutOptions{r.layout, {}} {
			plain := r.crowd(t, 5, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
			c, err := runtime.NewCrowd(source, 5, runtime.CrowdOptions{Play: &play.Options{Seed: 1}, Layout: layout})
			must.Do(t, err)
			must.Do(t, c.Update(0.1))
			must.Do(t, plain.Update(0.1))
			for i := range c.Len() {
				sameBits(t, "prepared", bitsOf(t, c, i), bitsOf(t, plain, i))
			}
		}
		if _, err := runtime.NewCrowd(source, 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{Joints: []int{0, 0, 0}}}); !errors.Is(err, runtime.ErrPrepared) {
			t.Errorf("another layout: %v", err)
		}
	})
}

// A clip that is stored exactly takes the memory of what it is prepared into: its keys are not kept
// a second time.
func TestLateClipsKeepNoCopies(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.2}, figure.Motion{Name: "long", Seconds: 20, Drive: figure.Captured})
	b, err := bake.Bake(t.Context(), m, bake.Options{Clips: bake.Exact, NoMeshes: true})
	must.Do(t, err)
	late, _ := opened(t, b.Content)
	source, err := runtime.Prepare(runtime.Archived(late), pose.LayoutOptions{})
	must.Do(t, err)
	before := held()
	must.Do(t, source.PrepareClips("long"))
	took := held() - before
	m.Clips = m.Clips[1:]
	before = held()
	whole, err := runtime.Prepare(runtime.Keyframes(m), pose.LayoutOptions{}) // whose keys are the model's
	must.Do(t, err)
	if want := held() - before; took <= 0 || took > want+want/8+64<<10 {
		t.Errorf("prepared it takes %d bytes, of a model %d", took, want)
	}
	goruntime.KeepAlive(whole)
	goruntime.KeepAlive(source)
}

// held returns the bytes of the heap that something refers to.
func held() int {
	goruntime.GC()
	goruntime.GC()
	var s goruntime.MemStats
	goruntime.ReadMemStats(&s)
	return int(s.HeapAlloc)
}
