//go:build linux

package runtime_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// TestCutsAtRandomMoments cuts mapped archives while they are used: each step of each use
// gives what it gives of a whole archive, ErrTruncated or ErrChanged. SINEW_CUTS sets the number of
// cuts.
func TestCutsAtRandomMoments(t *testing.T) {
	n := 400
	if s := os.Getenv("SINEW_CUTS"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		must.Do(t, err)
	} else if testing.Short() {
		n = 80
	}
	r := rand.New(rand.NewPCG(seed.First(t), 24))
	var cases []*cutCase
	for name, file := range cutArchives(t) {
		for use, do := range cutUses(name) {
			cases = append(cases, newCutCase(t, name+", "+use, file, do))
		}
	}
	cuts := 0
	for k := range n {
		c := cases[k%len(cases)]
		if c.cut(t, r) {
			cuts++
		}
		if t.Failed() {
			t.Fatalf("cut %d: %s", k, c.name)
		}
	}
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	t.Logf("%d cuts, %d of which changed what calls return; %d MB of the system's memory", n, cuts, m.Sys>>20)
	if cuts < n/4 || m.Sys > 256<<20 {
		t.Errorf("%d of %d cuts are too few, or %d MB too much", cuts, n, m.Sys>>20)
	}
}

// use does something with an archive and tells after each step what it has got, a hash, or
// the error. It ends where told returns false.
type use func(a *archive.Archive, told func(hash uint64, err error) bool)

// cutCase is a use of an archive, and what it tells where nothing is cut.
type cutCase struct {
	name, file string
	data       []byte
	do         use
	want       []uint64
	took       time.Duration // per step
}

func newCutCase(t *testing.T, name, file string, do use) *cutCase {
	t.Helper()
	c := &cutCase{name: name, file: file, do: do}
	var err error
	c.data, err = os.ReadFile(file)
	must.Do(t, err)
	a, err := archive.OpenWith(file, archive.OpenOptions{Map: true})
	must.Do(t, err)
	begun := time.Now()
	do(a, func(hash uint64, err error) bool {
		if err != nil {
			t.Fatalf("%s: step %d of a whole archive: %v", name, len(c.want), err)
		}
		c.want = append(c.want, hash)
		return true
	})
	c.took = time.Since(begun) / time.Duration(max(1, len(c.want)))
	must.Do(t, a.Close())
	return c
}

// cut cuts the file before a step of the use, or in the middle of one, and reports whether the
// use has noticed. Half of the files become as long as they were, all zeros, and some what
// they were.
func (c *cutCase) cut(t *testing.T, r *rand.Rand) (noticed bool) {
	must.Do(t, os.WriteFile(c.file, c.data, 0o600))
	a, err := archive.OpenWith(c.file, archive.OpenOptions{Map: true})
	must.Do(t, err)
	size := int64(r.IntN(len(c.data)))
	switch r.IntN(4) {
	case 0:
		size = int64(len(c.data)) - 1 - int64(r.IntN(200))
	case 1: // within a page of data
		size = min(size|1, int64(len(c.data))-5000)
	}
	at, within, longer := r.IntN(len(c.want)), r.IntN(2) == 0, r.IntN(2) == 0
	wait := time.Duration(r.Float64() * 1.5 * float64(c.took))
	done := make(chan error, 1)
	cut := func() {
		err := os.Truncate(c.file, size)
		if err == nil && longer {
			err = os.Truncate(c.file, int64(len(c.data)))
		}
		done <- err
	}
	before := func(step int) {
		switch {
		case step != at:
		case within:
			go func() { time.Sleep(wait); cut() }()
		default:
			cut()
		}
	}
	before(0)
	step := 0
	c.do(a, func(hash uint64, err error) bool {
		switch {
		case errors.Is(err, archive.ErrTruncated) || errors.Is(err, archive.ErrChanged):
			noticed = true
		case err != nil:
			t.Errorf("%s: step %d: %v", c.name, step, err)
		case hash != c.want[step] && !noticed: // what was missed is not made up for
			t.Errorf("%s: step %d gives something else", c.name, step)
		}
		step++
		before(step)
		return !t.Failed()
	})
	if step < at { // it ended early
		cut()
	}
	must.Do(t, <-done)
	must.Do(t, a.Close())
	return noticed
}

// cutArchives are files with a bank, compressed clips, clips of spans and of segments, and
// exact ones.
func cutArchives(t *testing.T) map[string]string {
	t.Helper()
	files := archives(t)
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.5}, figure.Motion{Name: "run", Seconds: 1})
	data, err := archive.Encode(&archive.Content{Model: m})
	must.Do(t, err)
	files["keys"] = filepath.Join(t.TempDir(), "keys.sinew")
	must.Do(t, os.WriteFile(files["keys"], data, 0o600))
	return files
}

// cutUses are all that is done with an archive.
func cutUses(name string) map[string]use {
	uses := map[string]use{
		"methods": useMethods, "Model": useModel, "crowd": playing(func(a *archive.Archive) runtime.Source { return runtime.Archived(a) }),
		"keys of a model": playing(func(a *archive.Archive) runtime.Source {
			m, err := bake.Model(a)
			if err != nil {
				return runtime.Archived(a)
			}
			return runtime.Keyframes(m)
		}),
	}
	switch name {
	case "bank":
		uses["rows"] = playing(func(a *archive.Archive) runtime.Source {
			bank, err := a.Bank(0)
			if err != nil {
				return runtime.Archived(a)
			}
			return runtime.Baked(bank)
		})
	case "packed":
		uses["unpack"] = useUnpack
		uses["decoder"] = useDecoder
	}
	return uses
}

// digest is a hash of numbers, 1 where one is none.
type digest struct{ sum uint64 }

func (d *digest) floats(list ...[]float32) {
	h := fnv.New64a()
	var b [8]byte
	for _, values := range list {
		for _, v := range values {
			bits := math.Float32bits(v)
			b = [8]byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)}
			h.Write(b[:4])
			if v-v != 0 {
				panic(fmt.Sprintf("%v is no number", v))
			}
		}
	}
	d.sum = d.sum*31 + h.Sum64()
}

func useMethods(a *archive.Archive, told func(uint64, error) bool) {
	meta, err := a.Meta()
	if !told(0, err) || err == nil && meta == nil {
		return
	}
	for i := range a.Clips() {
		if a.IsPacked(i) {
			_, err = a.Packed(i)
		} else {
			_, err = a.Clip(i)
		}
		if !told(0, err) {
			return
		}
	}
	for i := range a.Banks() {
		if _, err := a.Bank(i); !told(0, err) {
			return
		}
	}
	for range 5 {
		if !told(0, a.Verify()) {
			return
		}
	}
}

func useModel(a *archive.Archive, told func(uint64, error) bool) {
	for range 3 {
		m, err := bake.Model(a)
		var d digest
		if err == nil {
			err = a.Guard(func() error {
				for _, c := range m.Clips {
					d.floats(c.Time, c.X, c.Y, c.Z, c.W)
				}
				return nil
			})
		}
		if err == nil {
			_, err = bake.Packs(a, m)
		}
		if !told(d.sum, err) {
			return
		}
	}
}

func useUnpack(a *archive.Archive, told func(uint64, error) bool) {
	m, err := a.Still()
	p, other := a.Packed(1)
	if err = errors.Join(err, other); err != nil {
		told(0, err)
		return
	}
	for range 4 {
		c, err := bake.Unpack(m, p)
		var d digest
		if err == nil {
			d.floats(c.Time, c.X, c.Y, c.Z, c.W)
		}
		if !told(d.sum, err) {
			return
		}
	}
}

func useDecoder(a *archive.Archive, told func(uint64, error) bool) {
	m, err := a.Still()
	p, other := a.Packed(1)
	if err = errors.Join(err, other); err != nil {
		told(0, err)
		return
	}
	d, err := codec.NewDecoder(m, p)
	if !told(0, err) || err != nil {
		return
	}
	for g := range d.Grids() {
		rows := make([]float32, codec.CurveBuffer*d.Stride(g))
		for s := range (d.Intervals(g) + codec.SpanKeys - 1) / codec.SpanKeys {
			clear(rows)
			var sum digest
			if d.Curved(g) {
				err = d.DecodeCurve(g, s, rows)
			} else {
				err = d.Decode(g, s, rows)
			}
			if err == nil {
				sum.floats(rows)
			}
			if !told(sum.sum, err) {
				return
			}
		}
	}
}

// playing plays a source in all ways.
func playing(source func(*archive.Archive) runtime.Source) use {
	return func(a *archive.Archive, told func(uint64, error) bool) {
		mask := pose.Mask(make([]float32, a.Skeleton().Len()))
		mask[3] = 1
		c, err := runtime.NewCrowd(source(a), 40, runtime.CrowdOptions{Workers: 2, CacheBytes: 1, Masks: []pose.Mask{mask}})
		if !told(0, err) || err != nil {
			return
		}
		defer c.Close()
		s, k := c.NewScratch(), 0
		step := func(err error) bool {
			var d digest
			d.floats(c.Palettes()) // are numbers in any case
			k++
			return told(d.sum, err)
		}
		fade := play.Options{Fade: 0.3, Transition: play.Inertialize}
		for _, do := range []func() error{
			func() error { return c.PlayAll(0, play.Options{Seed: 1}) },
			func() error { return c.Update(0.1) },
			func() error { return c.PlaySome([]int{3, 17, 30}, 1, fade) },
			func() error { return c.UpdateSome([]int{1, 3, 20}, 0.05) },
			func() error { return c.PlayAll(1, play.Options{Layer: 1, Mask: 1, Weight: 0.5, Fade: 0.2}) },
			func() error { return c.Update(0.1) },
			func() error { return c.RunBlocks(s, 0, s.Blocks(), 0.2) },
			func() error {
				return c.Instance(5).Play(1, play.Options{Fade: 0.2, Transition: play.DeadBlend})
			},
			func() error { return c.Advance(0.1) },
			func() error { return c.Update(0.3) },
			func() error { return savedAndRestored(c, 5, 6) },
			func() error { return c.Update(-0.2) },
			func() error { return c.Joints(make([]soa.Affine, 1), []int{5}, []int{0}) },
			func() error { return c.Update(0.2) },
		} {
			if !step(do()) {
				return
			}
		}
	}
}

func savedAndRestored(c *runtime.Crowd, from, to int) error {
	state, err := c.Instance(from).Save(nil)
	if err != nil {
		return err
	}
	return c.Instance(to).Restore(state)
}
