package runtime

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func TestCrowdPlayAndStand(t *testing.T) {
	b := randomBank(t, soa.Rig, 1)
	c, err := NewCrowd(b, 40, CrowdOptions{Clip: 1, Play: &PlayOptions{Speed: 2}})
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, i int, want float64) {
		t.Helper()
		if got := c.Time(i); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: instance %d is at %v s, want %v", what, i, got, want)
		}
	}
	c.Update(0.1)
	near("the crowd's default", 39, -1+0.2)
	if c.Clip(39) != 1 {
		t.Errorf("it plays clip %d, want 1", c.Clip(39))
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(c.Pause(3))
	check(c.Stop(4))
	check(c.PlaySome([]int{7, 5}, 0, PlayOptions{Mode: Clamp, Speed: -1, Offset: 0.1}))
	c.Update(0.1)
	near("playing on", 0, -1+0.4)
	near("paused", 3, -1+0.2)
	near("stopped", 4, -1)
	near("backwards", 5, 2+0.93-0.2)
	near("backwards", 7, 2+0.93-0.2)
	check(c.Stop(5))
	near("stopped backwards", 5, 2+0.93)
	check(c.Resume(3))
	check(c.Resume(4))
	check(c.SetSpeed(6, -1))
	check(c.Seek(8, -0.95))
	c.Update(0.1)
	near("resumed", 3, -1+0.4)
	near("resumed after a stop", 4, -1+0.2)
	near("the other way", 6, -1+0.3)
	near("sought", 8, -0.95+0.2)
	check(c.PlayAll(0, PlayOptions{Offset: 0.5}))
	for i := range c.Len() {
		near("all", i, 2.5)
	}

	still, err := NewCrowd(b, 3, CrowdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	still.Update(0.4)
	if still.Time(1) != 2 {
		t.Errorf("who was told nothing is at %v, want the clip's start", still.Time(1))
	}
}

// A seed puts every instance somewhere else, always the same place, evenly over
// what the mode plays.
func TestPlayOptionsSeed(t *testing.T) {
	b := randomBank(t, soa.Rig, 1)
	const n = 4000
	for _, mode := range []LoopMode{Wrap, Clamp, PingPong} {
		c, err := NewCrowd(b, n, CrowdOptions{Play: &PlayOptions{Mode: mode, Seed: 42}})
		if err != nil {
			t.Fatal(err)
		}
		tenth := [10]int{}
		for i := range n {
			x := (c.Time(i) - 2) / b.Clips[0].Seconds
			tenth[int(x*10)]++
			if err := c.Play(i, 0, PlayOptions{Mode: mode, Seed: 42}); err != nil {
				t.Fatal(err)
			}
			if again := (c.Time(i) - 2) / b.Clips[0].Seconds; again != x {
				t.Fatalf("%v: instance %d starts at %v, then at %v", mode, i, x, again)
			}
		}
		for k, count := range tenth {
			if count < n/10-80 || count > n/10+80 {
				t.Errorf("%v: %d of %d start in tenth %d", mode, count, n, k)
			}
		}
	}
	// The generator's own bits, for every processor.
	for i, want := range []float64{0.5243459416779314, 0.30213903321684277, 0.9409962312900013} {
		if got := random(7, i); got != want {
			t.Errorf("random(7, %d) = %v, want %v", i, got, want)
		}
	}
	if random(7, 0) == random(8, 0) || random(7, 0) == random(8, 1) {
		t.Error("neighbouring seeds give the same numbers")
	}
}

func TestCrowdErrors(t *testing.T) {
	b := randomBank(t, soa.Rig, 1)
	broken := *b
	broken.Parent = nil
	make := func(b *soa.Bank, n int, o CrowdOptions) error { _, err := NewCrowd(b, n, o); return err }
	c, err := NewCrowd(b, 3, CrowdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	var m soa.Affine
	for name, x := range map[string]struct{ err, want error }{
		"no bank":           {make(nil, 1, CrowdOptions{}), soa.ErrInvalid},
		"broken bank":       {make(&broken, 1, CrowdOptions{}), soa.ErrInvalid},
		"negative count":    {make(b, -1, CrowdOptions{}), ErrRange},
		"huge count":        {make(b, math.MaxInt, CrowdOptions{}), ErrRange},
		"workers":           {make(b, 1, CrowdOptions{Workers: -1}), ErrRange},
		"default clip":      {make(b, 1, CrowdOptions{Clip: 3}), ErrRange},
		"default speed":     {make(b, 1, CrowdOptions{Play: &PlayOptions{Speed: nan}}), ErrTime},
		"play who":          {c.Play(3, 0, PlayOptions{}), ErrRange},
		"play what":         {c.Play(0, -1, PlayOptions{}), ErrRange},
		"play how":          {c.Play(0, 0, PlayOptions{Mode: 3}), ErrRange},
		"play when":         {c.Play(0, 0, PlayOptions{Offset: math.Inf(1)}), ErrTime},
		"play some who":     {c.PlaySome([]int{0, 3}, 0, PlayOptions{}), ErrRange},
		"play some what":    {c.PlaySome([]int{0}, 3, PlayOptions{}), ErrRange},
		"play all what":     {c.PlayAll(3, PlayOptions{}), ErrRange},
		"stop":              {c.Stop(-1), ErrRange},
		"pause":             {c.Pause(3), ErrRange},
		"resume":            {c.Resume(3), ErrRange},
		"seek who":          {c.Seek(3, 0), ErrRange},
		"seek when":         {c.Seek(0, nan), ErrTime},
		"speed of whom":     {c.SetSpeed(3, 1), ErrRange},
		"speed":             {c.SetSpeed(0, nan), ErrTime},
		"joint of whom":     {c.Joint(3, 0, &m), ErrRange},
		"joint":             {c.Joint(0, testSlots, &m), ErrRange},
		"joints of whom":    {c.Joints([]soa.Affine{m}, []int{3}, []int{0}), ErrRange},
		"joints":            {c.Joints([]soa.Affine{m}, []int{0}, []int{-1}), ErrRange},
		"too few matrices":  {c.Joints([]soa.Affine{m}, []int{0, 1}, []int{0}), ErrLength},
		"no scratch":        {c.RunBlocks(nil, 0, 1, 0), ErrRange},
		"blocks":            {c.RunBlocks(c.NewScratch(), 0, 2, 0), ErrRange},
		"blocks backwards":  {c.RunBlocks(c.NewScratch(), 1, 0, 0), ErrRange},
		"blocks in no time": {c.RunBlocks(c.NewScratch(), 0, 1, nan), ErrTime},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v, want %v", name, x.err, x.want)
		}
	}
}

// Joints are the palette's matrices with the bind matrices, one by one and many
// at once.
func TestCrowdJoints(t *testing.T) {
	crowds(t, 9, CrowdOptions{}, func(name string, c *Crowd, slow *slowCrowd) {
		c.Update(0.1)
		instances, joints := []int{8, 0, 3}, []int{5, 17, 2, 0}
		many := make([]soa.Affine, len(instances)*len(joints))
		if err := c.Joints(many, instances, joints); err != nil {
			t.Fatal(err)
		}
		for k, i := range instances {
			slow.advance(i, 0.1)
			palette, _ := slow.evaluate(i, 0)
			for j, joint := range joints {
				var one soa.Affine
				if err := c.Joint(i, joint, &one); err != nil {
					t.Fatal(err)
				}
				p := palette[12*joint:]
				for r := range 3 {
					// The bind matrix moves by the joint's number along x.
					want := float64(p[4*r])*float64(joint) + float64(p[4*r+3])
					if math.Abs(float64(one[4*r+3])-want) > 1e-5 || one[4*r+1] != p[4*r+1] {
						t.Errorf("%s: joint %d of %d is %v", name, joint, i, one)
					}
				}
				if many[k*len(joints)+j] != one {
					t.Errorf("%s: joint %d of %d is %v, among many %v", name, joint, i, one, many[k*len(joints)+j])
				}
			}
		}
	})
}

func TestCrowdWeights(t *testing.T) {
	crowds(t, 20, CrowdOptions{}, func(name string, c *Crowd, _ *slowCrowd) {
		c.Update(0.1)
		all, each := c.AllWeights(), c.WeightStride()
		if each != 3 || len(all) != 60 {
			t.Fatalf("%s: %d weights, %d apart", name, len(all), each)
		}
		for i := range c.Len() {
			if &all[each*i] != &c.Weights(i)[0] || c.Weights(i)[1] != 0.2 {
				t.Errorf("%s: the weights of %d are %v", name, i, c.Weights(i))
			}
		}
		if c.Weights(3)[0] == c.Weights(9)[0] {
			t.Errorf("%s: weights do not move", name)
		}
	})
}
