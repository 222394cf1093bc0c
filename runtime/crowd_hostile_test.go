package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/damage"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// TestDamagedArchivesPlay plays archives that are damaged and pass all checks all the
// same, from each source: whatever they hold, palettes are finite. SINEW_MUTATIONS sets
// how many are damaged.
func TestDamagedArchivesPlay(t *testing.T) {
	n := 2000
	if s := os.Getenv("SINEW_MUTATIONS"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		must.Do(t, err)
	} else if testing.Short() {
		n = 400
	}
	whole := wholeArchives(t)
	names := []string{"bank", "scaled bank", "packed", "scaled keys", "keys"}
	r := rand.New(rand.NewPCG(3, 4))
	played := make(map[string]int)
	var data []byte
	for i := range n {
		name := names[i%len(names)]
		data = append(data[:0], whole[name]...)
		for range 1 + r.IntN(4) {
			data = damage.Mutate(r, data)
		}
		data = damage.Repair(data)
		a, err := archive.Decode(data)
		if err != nil || a.Verify() != nil {
			continue
		}
		if played[name]++; !playsFinite(t, name, a, r) {
			t.Errorf("archive %d (%s)", i, name)
		}
	}
	t.Logf("of %d archives, %v were played", n, played)
	for _, name := range names {
		if played[name] == 0 {
			t.Errorf("none of %s was played", name)
		}
	}
}

// wholeArchives are archives of each source.
func wholeArchives(t *testing.T) map[string][]byte {
	t.Helper()
	plain := figure.Character(figure.Motion{Name: "walk", Seconds: 0.5})
	scaled := figure.Character(figure.Motion{Name: "walk", Seconds: 0.5})
	scaleTracks(scaled)
	list := make(map[string][]byte)
	encode := func(name string, c archive.Content) {
		data, err := archive.Encode(&c)
		must.Do(t, err)
		list[name] = data
	}
	encode("keys", archive.Content{Model: plain})
	encode("scaled keys", archive.Content{Model: scaled})
	for name, m := range map[string]*soa.Model{"bank": plain, "scaled bank": scaled} {
		bank, err := bake.Bank(context.Background(), m, nil, bake.BankOptions{ErrorBound: 1e-3})
		must.Do(t, err)
		still := *m
		still.Clips, still.Meshes = nil, nil
		encode(name, archive.Content{Model: &still, Banks: []*soa.Bank{bank}})
	}
	packed, err := bake.PackClips(context.Background(), scaled, scaled.Clips, bake.PackOptions{Bound: 1e-3})
	must.Do(t, err)
	encode("packed", archive.Content{Model: scaled, Packed: packed})
	return list
}

// scaleTracks gives a few joints of each clip scales that move.
func scaleTracks(m *soa.Model) {
	for _, c := range m.Clips {
		for j := 2; j < 8; j++ {
			c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: soa.Scale, First: uint32(len(c.Time))})
			for k := range 3 {
				c.Time = append(c.Time, float32(k)/2*float32(c.Duration))
				v := 1 + 0.2*float32(k)
				c.X, c.Y, c.Z, c.W = append(c.X, v), append(c.Y, v), append(c.Z, 1), append(c.W, 0)
			}
		}
	}
}

// playsFinite plays all clips of an archive, from its source or, where they are exact, from
// their keys: alone, and in layers of all kinds, with transitions.
func playsFinite(t *testing.T, name string, a *archive.Archive, r *rand.Rand) bool {
	t.Helper()
	source := runtime.Archived(a)
	if name == "keys" || name == "scaled keys" {
		m, err := a.Model()
		must.Do(t, err)
		source = runtime.Keyframes(m)
	}
	c, err := runtime.NewCrowd(source, 20, runtime.CrowdOptions{Masks: []pose.Mask{hostileMask(a.Skeleton(), r)}})
	if err != nil {
		t.Logf("%s: refused later: %v", name, err)
		return true
	}
	for clip := range c.Clips() {
		must.Do(t, c.PlayAll(clip, play.Options{Seed: r.Uint64()}))
		for frame := range 8 {
			if frame >= 3 { // and in layers, with transitions of all kinds
				o := play.Options{
					Seed: r.Uint64(), Fade: r.Float64(), Transition: play.Transition(r.IntN(3)), Layer: r.IntN(3), Kind: play.Kind(r.IntN(5)),
					Mask: r.IntN(2), Weight: []float64{1, 1e-6, play.MaxWeight}[r.IntN(3)],
				}
				if err := c.Instance(r.IntN(20)).Play(clip, o); err != nil && !errors.Is(err, runtime.ErrOption) && !errors.Is(err, play.ErrLayers) {
					t.Error(err)
				}
			}
			must.Do(t, c.Update(r.Float64()))
			for k, v := range c.Palettes() {
				if v-v != 0 {
					t.Errorf("%s: clip %d: value %d of the palettes of instance %d is %v", name, clip, k%c.Stride(), k/c.Stride(), v)
					return false
				}
			}
		}
	}
	return true
}

// hostileMask has weights of all sizes.
func hostileMask(s *soa.Skeleton, r *rand.Rand) pose.Mask {
	mask := make(pose.Mask, s.Len())
	for j := range mask {
		mask[j] = []float32{0, 1, 1e-6, pose.MaxWeight, r.Float32()}[r.IntN(5)]
	}
	return mask
}

// TestScaledTogether: packed clips that scale different joints of a chain are refused where
// a mixture of them would scale the chain too much, although none of them does.
func TestScaledTogether(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.5})
	var packs []*soa.Packed
	for joint := range int16(2) {
		c := &soa.Clip{
			Name: "grow", TicksPerSecond: 30, Duration: 1, Tracks: []soa.Track{{Target: joint, Property: soa.Scale}},
			Time: []float32{0}, X: []float32{1 << 30}, Y: []float32{1}, Z: []float32{1}, W: []float32{0},
		}
		p, err := bake.Pack(context.Background(), m, c, bake.PackOptions{Lossless: true})
		must.Do(t, err)
		packs = append(packs, p)
		_, err = runtime.NewCrowd(runtime.Compressed(m, packs[joint:]), 1, runtime.CrowdOptions{})
		must.Do(t, err)
	}
	if _, err := runtime.NewCrowd(runtime.Compressed(m, packs), 1, runtime.CrowdOptions{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a crowd of both: %v", err)
	}
}
