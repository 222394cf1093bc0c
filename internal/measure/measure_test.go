package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// captured and everything are characters whose banks the tests share.
var captured, everything = lazily(figure.Captured), lazily(figure.Everything)

func lazily(drive figure.Drive) func() *Character {
	return sync.OnceValue(func() *Character {
		m := figure.Character(figure.Motion{Name: "a", Seconds: 0.4, Drive: drive}, figure.Motion{Name: "b", Seconds: 0.6, Drive: drive})
		m.Clips[1].Start = 2
		c, err := NewCharacter(m, m.Clips)
		if err != nil {
			panic(err)
		}
		return c
	})
}

// tolerance is how many metres a path may put a point near a joint from where
// the oracle has it, for a character of two metres: a bank promises 0.1 mm,
// and straight lines between rotations are none the
// classics make up for.
var tolerance = map[string]float64{
	"rows": 1.1e-4, "rows-general": 1.1e-4, "spans": 1.1e-4, "spans-general": 1.1e-4,
	"keys": 1e-5, "keys-general": 1e-5, "ogldev": 1e-5, "flat": 1e-5, "binary": 1e-5,
	"book": 2e-3, "cursor": 2e-3,
	"ozz": 2e-2, "ozz-staged": 2e-2, // its optimizer allows a millimetre per joint
}

// TestPathsAgree runs a few frames of every path on every instruction set, and
// holds the palettes against the oracle's at the times that the crowd is said
// to be at.
func TestPathsAgree(t *testing.T) {
	for drive, c := range map[string]*Character{"captured": captured(), "everything": everything()} {
		for _, crowd := range []Crowd{
			{Instances: 1, Clips: 2, Workers: 1},
			{Instances: 19, Clips: 2, Workers: 2, Random: true},
		} {
			want := expected(c, crowd, 3)
			for _, p := range Paths() {
				for _, isa := range simd.ISAs() {
					if crowd.ISA = isa; p.Kind != Kernels && isa != simd.Generic {
						continue
					}
					name := fmt.Sprintf("%s, %s, %v, %d instances", drive, p.Name, isa, crowd.Instances)
					if err := comparePath(c, p, crowd, want); errors.Is(err, ErrLeftOut) {
						t.Logf("%s: %v", name, err)
					} else if err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
		}
	}
}

// expected is the palettes of a crowd after some frames.
func expected(c *Character, crowd Crowd, frames int) (palettes [][]oracle.Mat4) {
	for _, in := range c.cast(crowd) {
		clip := c.model.Clips[in.clip]
		at := math.Mod(in.offset+float64(frames)*in.speed*Step, clip.Seconds())
		palettes = append(palettes, oracle.Evaluate(c.model, []*soa.Clip{clip}, clip.Start+at).Palette[0])
	}
	return palettes
}

func comparePath(c *Character, p Path, crowd Crowd, want [][]oracle.Mat4) error {
	restore, err := simd.Use(crowd.ISA)
	if err != nil {
		return err
	}
	defer restore()
	w, err := p.Start(c, crowd)
	if err != nil {
		return err
	}
	defer w.Close()
	w.Run(3)
	for i := range want {
		for k := range want[i] {
			got := w.Matrix(i, 0, k)
			if d := distance(&got, &want[i][k], &c.model.Skins[0].InverseBind[k]); !(d < tolerance[p.Name]) {
				return fmt.Errorf("instance %d: entry %d is off by %v m", i, k, d)
			}
		}
	}
	return nil
}

// distance is how far apart two palette entries put points 3 cm from the joint,
// which inverse, a translation, takes to the origin.
func distance(got *soa.Affine, want *oracle.Mat4, inverse *soa.Affine) (worst float64) {
	for axis := range 3 {
		p := [4]float64{-float64(inverse[3]), -float64(inverse[7]), -float64(inverse[11]), 1}
		p[axis] += 0.03
		var square float64
		for r := range 3 {
			var d float64
			for e := range 4 {
				d += (float64(got[4*r+e]) - want[4*r+e]) * p[e]
			}
			square += d * d
		}
		worst = max(worst, math.Sqrt(square))
	}
	return worst
}

// TestNoAllocations: frames of Sinew's paths, and of the classics, allocate
// nothing, or the comparison would measure the collector.
func TestNoAllocations(t *testing.T) {
	c := captured()
	for _, p := range Paths() {
		w, err := p.Start(c, Crowd{Instances: 20, Clips: 2, Workers: 1, ISA: simd.Current()})
		if errors.Is(err, ErrLeftOut) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() { w.Run(1) }); n != 0 {
			t.Errorf("%s allocates %v times a frame", p.Name, n)
		}
		w.Close()
	}
}

// TestRandomTimes: random means that an instance's frames are all over its clip.
func TestRandomTimes(t *testing.T) {
	c := captured()
	list := c.cast(Crowd{Instances: 50, Clips: 2, Random: true})
	k := newClock(c.model.Clips, list)
	for i := range list {
		var seen [4]int
		for range 100 {
			clip, seconds := k.next(i)
			length := c.model.Clips[clip].Seconds()
			if clip != i%2 || seconds < 0 || seconds >= length {
				t.Fatalf("instance %d is at %v s of clip %d", i, seconds, clip)
			}
			seen[int(4*seconds/length)]++
		}
		if slices.Min(seen[:]) < 5 {
			t.Errorf("instance %d was in the quarters of its clip %v times", i, seen)
		}
	}
}

func TestCompare(t *testing.T) {
	c := captured()
	none := Path{Name: "none", Start: func(*Character, Crowd) (*Work, error) { return nil, fmt.Errorf("%w: it has nothing to do", ErrLeftOut) }}
	crowd := Crowd{Instances: 16, Clips: 2, Workers: 1, ISA: simd.Current()}
	tasks := []Task{{none, crowd}}
	for _, name := range []string{"rows", "ogldev"} {
		p, ok := PathNamed(name)
		if !ok {
			t.Fatalf("no path %q", name)
		}
		tasks = append(tasks, Task{p, crowd})
	}
	steps := 0
	results, err := c.Compare(t.Context(), tasks, 6*time.Millisecond, func() { steps++ })
	if err != nil {
		t.Fatal(err)
	}
	if steps != Steps(len(tasks)) {
		t.Errorf("%d steps, want %d", steps, Steps(len(tasks)))
	}
	leftOut, rows, ogldev := results[0], results[1], results[2]
	if !errors.Is(leftOut.Err, ErrLeftOut) {
		t.Errorf("a path that leaves the character out: %v", leftOut.Err)
	}
	if rows.Err != nil || rows.Frames < rounds || math.Abs(rows.PerFrame-rows.PerJoint*16*67) > 1e-9*rows.PerFrame || rows.PerJoint <= 0 {
		t.Errorf("rows: %+v", rows)
	}
	if !(ogldev.PerJoint > 2*rows.PerJoint) {
		t.Errorf("OGLdev's method takes %v ns a joint, rows %v", ogldev.PerJoint, rows.PerJoint)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Compare(ctx, tasks, time.Hour, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it returns %v", err)
	}
	tasks[0].Crowd.Clips = 3
	if _, err := c.Compare(t.Context(), tasks, time.Second, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("three clips of two: %v", err)
	}
}

// TestLeast: every frame is run, and what is left over after the last whole
// batch is not taken for an average.
func TestLeast(t *testing.T) {
	var runs []int
	w := &Work{Run: func(frames int) {
		runs = append(runs, frames)
		if frames == 4 {
			time.Sleep(4 * time.Millisecond)
		}
	}}
	if ns := w.Least(10, 4); ns < 1e6 || !slices.Equal(runs, []int{4, 4, 2}) {
		t.Errorf("in runs of %v frames, one took %v ns", runs, ns)
	}
	runs = nil
	if ns := w.Least(2, 4); math.IsInf(ns, 0) || !slices.Equal(runs, []int{2}) {
		t.Errorf("in runs of %v frames, one took %v ns", runs, ns)
	}
	runs = nil
	slow := &Work{Run: func(frames int) {
		for begun := time.Now(); time.Since(begun) < time.Duration(frames)*30*time.Microsecond; {
		}
	}}
	if n := slow.Batch(); n < 2 || n > 8 {
		t.Errorf("frames of more than 30 µs are run %d at a time", n)
	}
}

// TestRestSkin: a model without a skin gets one whose palette is the identity
// at rest.
func TestRestSkin(t *testing.T) {
	m := figure.Random(3, 40)
	m.Skins, m.Meshes = nil, nil
	c, err := NewCharacter(m, m.Clips)
	if err != nil {
		t.Fatal(err)
	}
	if c.Entries() < 39 {
		t.Fatalf("%d entries for 40 joints", c.Entries())
	}
	for j, palette := range oracle.Evaluate(c.Model(), nil, 0).Palette[0] {
		for e := range 12 {
			if want := oracle.Identity()[e]; math.Abs(palette[e]-want) > 1e-4 {
				t.Fatalf("element %d of joint %d is %v at rest", e, j, palette[e])
			}
		}
	}
}

func TestNothingToMeasure(t *testing.T) {
	m := figure.Character()
	if _, err := NewCharacter(m, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("without clips: %v", err)
	}
	empty := &soa.Model{Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}}
	if _, err := NewCharacter(empty, []*soa.Clip{{TicksPerSecond: 1}}); !errors.Is(err, ErrNothing) {
		t.Errorf("without joints: %v", err)
	}
	other := figure.Random(1, 300)
	if _, err := NewCharacter(m, other.Clips); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("with another's clips: %v", err)
	}
}
