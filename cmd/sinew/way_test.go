package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// place returns the place of sample k.
func (p *posed) place(k int) soa.RootTransform {
	s := p.Samples[k].Place
	sin, cos := math.Sincos(s.Yaw * math.Pi / 180)
	return soa.RootTransform{X: s.X, Y: s.Y, Z: s.Z, C: cos, S: sin}
}

func placesDiffer(a, b soa.RootTransform) float64 {
	return max(math.Abs(a.X-b.X), math.Abs(a.Y-b.Y), math.Abs(a.Z-b.Z), math.Abs(a.C-b.C), math.Abs(a.S-b.S))
}

// TestPoseTravels: what is in place, taken to its place, is what the file says, and each
// loop begins where the last one has led to.
func TestPoseTravels(t *testing.T) {
	file := strider(t, "strider.sinew")
	plain := posing(t, file, "--clip", "walk", "--time", "0,0.3,0.7,1")
	if plain.Samples[0].Place != nil {
		t.Errorf("a place without root motion: %+v", plain.Samples[0].Place)
	}
	length := plain.End - plain.Start
	var times []string
	for _, at := range []float64{0, 0.3, 0.7, 1, length, 0.3 + length, 0.7 + 9*length, 0.3 - length, 0.7 - 4*length} {
		times = append(times, "--time="+fmt.Sprint(at))
	}
	got := posing(t, file, append(times, "--clip", "walk", "--root-motion=xz,yaw,start")...)
	for k, want := range plain.Samples {
		by := exact.FromFloat32(got.place(k).Affine())
		carried := make([]bool, len(want.Joints)) // by the root; the file has others beside it
		for j, joint := range want.Joints {
			if carried[j] = joint.Name == "root" || joint.Parent >= 0 && carried[joint.Parent]; !carried[j] {
				continue
			}
			moved := by.Mul(exact.FromFloat32(got.Samples[k].Joints[j].Matrix))
			if d := difference32(moved.Float32(), joint.Matrix); d > 2e-4 {
				t.Errorf("at %v s %s is %v off", want.Time, joint.Name, d)
			}
		}
	}
	loop := got.place(4)
	if math.Hypot(loop.X, loop.Z) < 1 {
		t.Errorf("a loop leads to %+v", loop)
	}
	for _, c := range []struct {
		k, in int
		loops int64
	}{{5, 1, 1}, {6, 2, 9}, {7, 1, -1}, {8, 2, -4}} {
		if d := placesDiffer(got.place(c.k), loop.Pow(c.loops).Mul(got.place(c.in))); d > 1e-9 {
			t.Errorf("sample %d is %v off loop %d", c.k, d, c.loops)
		}
		for j, joint := range got.Samples[c.in].Joints {
			if d := difference32(got.Samples[c.k].Joints[j].Matrix, joint.Matrix); d > 1e-5 {
				t.Errorf("sample %d: %s is %v off", c.k, joint.Name, d)
			}
		}
	}
}

// TestPoseTravelsBaked: a clip whose motion was taken out is in place without the flag,
// and goes by its own motion with it.
func TestPoseTravelsBaked(t *testing.T) {
	baked := filepath.Join(t.TempDir(), "baked.sinew")
	succeed(t, "bake", strider(t, "strider.sinew"), "-o", baked, "--clips", "exact", "--meshes=false", "--root-motion=z")
	at := []string{"--clip", "walk", "--time", "0,0.5,2"}
	still := posing(t, baked, at...)
	gone := posing(t, baked, append(at, "--root-motion=x")...) // which is for others
	own := posing(t, strider(t, "strider.sinew"), append(at, "--root-motion=z")...)
	for k := range gone.Samples {
		if p := gone.Samples[k].Place; p == nil || p.X != 0 || k > 0 && p.Z < 0.3 {
			t.Errorf("sample %d is at %+v", k, p)
		}
		if d := placesDiffer(gone.place(k), own.place(k)); d > 1e-6 {
			t.Errorf("sample %d is %v off that of the file", k, d)
		}
		if k < 2 && !slices.Equal(gone.Samples[k].Joints, still.Samples[k].Joints) {
			t.Errorf("sample %d has another pose", k)
		}
	}
}

// TestLayersTravel: a layer alone goes as its clip; masked waves and additive layers
// leave the way of a walk as it is.
func TestLayersTravel(t *testing.T) {
	file := strider(t, "strider.sinew")
	at := []string{"--root-motion", "--time=-1.5,0,0.3,2.7,60"}
	walk := posing(t, file, append(at, "--clip", "walk")...)
	for name, layers := range map[string]string{
		"alone":    `[{"clip": "walk"}]`,
		"masked":   waveWhileWalking,
		"additive": `[{"clip": "walk"}, {"clip": "jump", "kind": "additive", "reference": "first"}]`,
	} {
		got := posing(t, file, append(at, "--layers", write(t, "a.json", layers))...)
		for k := range walk.Samples {
			if d := placesDiffer(got.place(k), walk.place(k)); d > 2e-4 {
				t.Errorf("%s: at %v s it is at %+v, the walk at %+v", name, walk.Samples[k].Time, got.place(k), walk.place(k))
			}
		}
	}
	half := `[{"clip": "walk", "weight": 0.5}, {"clip": "walk", "weight": 0.5, "speed": 0}]`
	got := posing(t, file, append(at, "--layers", write(t, "a.json", half))...)
	if a, b := got.place(4), walk.place(4); math.Abs(math.Hypot(a.X, a.Z)/math.Hypot(b.X, b.Z)-0.5) > 0.01 {
		t.Errorf("half a walk leads to %+v, a whole one to %+v", a, b)
	}
	// What the flags name is taken out of additive clips too.
	named := posing(t, file, at[1], "--root-motion=xz,clip=jump", "--layers",
		write(t, "a.json", `[{"clip": "jump", "kind": "additive"}]`))
	if p := named.place(4); math.Hypot(p.X, p.Z) < 10 {
		t.Errorf("an additive clip leads to %+v", p)
	}
}

// TestFadeTravels: before the fade the way is that of the first clip, after it the second
// clip moves on from there, and times in any order have the same places.
func TestFadeTravels(t *testing.T) {
	o := openStrider(t)
	s := performance.Flags{Fade: "walk:jump@0.4/0.5/straight", RootMotion: []string{"xz,yaw"}}
	must.Do(t, s.Check(new(models.Choice)))
	p, err := s.Performance(t.Context(), o, new(models.Choice))
	must.Do(t, err)
	track := func(name string) *motion.Track {
		c := o.Model.Clip(name)
		track, err := motion.NewTrack(c.Motion, c.TicksPerSecond, c.Seconds(), motion.Wrap)
		must.Do(t, err)
		return track
	}
	walk, jump := track("walk"), track("jump")
	times := []float64{1.3, 0.2, 0.95, 0, 0.61, 1.2, 0.4, 0.95}
	var first []soa.RootTransform
	for range 2 {
		w, err := p.Way()
		must.Do(t, err)
		places := make([]soa.RootTransform, len(times))
		for k, at := range times {
			if places[k], err = w.At(0, at); err != nil {
				t.Fatal(err)
			}
			if at <= 0.4 {
				if d := placesDiffer(places[k], walk.M(at)); d > 2e-4 {
					t.Errorf("at %v s it is %v off the walk", at, d)
				}
			}
		}
		by := places[slices.Index(times, 0.95)].Inverse().Mul(places[slices.Index(times, 1.3)])
		if d := placesDiffer(by, jump.Delta(motion.Moment{Phase: 0.55}, motion.Moment{Phase: 0.9})); d > 2e-4 {
			t.Errorf("after the fade it is %v off the jump", d)
		}
		if first == nil {
			first = slices.Clone(places)
			slices.Reverse(times)
			continue
		}
		slices.Reverse(places)
		if !slices.Equal(first, places) {
			t.Errorf("in another order the places are %v, not %v", places, first)
		}
	}
	// In the fade it goes about as far as the mean of the two, by the course of the weights.
	w, err := p.Way()
	must.Do(t, err)
	a, _ := w.At(0, 0.4)
	b, _ := w.At(0, 0.9)
	want := 0.
	const steps = 1000
	for k := range steps {
		f, dt := (float64(k)+0.5)/steps, 0.5/steps
		at := float64(k) * dt
		x := walk.Delta(motion.Moment{Phase: 0.4 + at}, motion.Moment{Phase: 0.4 + at + dt})
		y := jump.Delta(motion.Moment{Phase: at}, motion.Moment{Phase: at + dt})
		want += (1-f)*math.Hypot(x.X, x.Z) + f*math.Hypot(y.X, y.Z)
	}
	if by := a.Inverse().Mul(b); math.Abs(math.Hypot(by.X, by.Z)-want) > 0.03*want {
		t.Errorf("the fade leads %v m, want %v", math.Hypot(by.X, by.Z), want)
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct {
		t     float64
		cycle int64
		in    float64
	}{
		{2, 0, 2}, {2.25, 0, 2.25}, {2.5, 0, 2.5}, {2.75, 1, 2.25}, {3, 1, 2.5}, {7, 9, 2.5}, {7.125, 10, 2.125},
		{1.75, -1, 2.25}, {1.5, -1, 2}, {1, -2, 2}, {2 + 0.5*(1+1e-12), 0, 2.5}, {1e300, 0, 2}, {math.Inf(-1), 0, 2},
	} {
		if cycle, in := performance.Fold(2, 2.5, c.t); cycle != c.cycle || math.Abs(in-c.in) > 1e-12 {
			t.Errorf("%v is %v in loop %d, want %v in %d", c.t, in, cycle, c.in, c.cycle)
		}
	}
	if cycle, in := performance.Fold(3, 3, 5); cycle != 0 || in != 3 {
		t.Errorf("of no length: %v in loop %d", in, cycle)
	}
}

// Nothing to move is no mistake.
func TestNothingToMove(t *testing.T) {
	o := &models.Opened{Source: models.Source{File: "a"}, Model: &soa.Model{Skeleton: &soa.Skeleton{}}}
	s := performance.Flags{RootMotion: []string{"xz"}}
	must.Do(t, s.Check(new(models.Choice)))
	p, err := s.Performance(t.Context(), o, new(models.Choice))
	must.Do(t, err)
	if w, err := p.Way(); w != nil || err != nil {
		t.Errorf("without clips it goes %+v, %v", w, err)
	}
}
