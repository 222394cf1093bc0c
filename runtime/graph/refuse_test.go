package graph_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// What a crowd and a graph cannot do together is a named error, and changes nothing.
func TestSetGraphRefuses(t *testing.T) {
	model := character()
	p, err := graph.Compile(wholeBody(), graph.ClipsOfModel(model))
	must.Do(t, err)
	crowd := func(o runtime.CrowdOptions) *runtime.Crowd {
		c, err := runtime.NewCrowd(runtime.Keyframes(model), 3, o)
		must.Do(t, err)
		return c
	}
	c := crowd(runtime.CrowdOptions{Layers: 8})
	refused(t, c.SetGraph(p.Start(4)), play.ErrGraph, "4 instances", "3")
	refused(t, crowd(runtime.CrowdOptions{Layers: 1}).SetGraph(p.Start(3)), play.ErrGraph, "clips at once", "1 layers")
	other := troupe()
	other.Skeleton, other.Clips[2].Seconds = model.Skeleton, 9
	q, err := graph.Compile(wholeBody(), other)
	must.Do(t, err)
	refused(t, c.SetGraph(q.Start(3)), play.ErrGraph, `"run"`, "9 s")
	other.Clips = other.Clips[:5]
	q, err = graph.Compile(wholeBody(), other)
	must.Do(t, err)
	refused(t, c.SetGraph(q.Start(3)), play.ErrGraph, "5 clips", "6")

	must.Do(t, c.Instance(0).Play(1, play.Options{}))
	old := c.NewScratch()
	must.Do(t, c.SetGraph(p.Start(3)))
	for name, err := range map[string]error{
		"play": c.Instance(0).Play(1, play.Options{}), "play all": c.PlayAll(1, play.Options{}), "seek": c.Instance(0).Seek(1), "stop": c.Instance(0).Stop(),
		"set weight": c.Instance(0).Layer(0).SetWeight(1), "set mask": c.Instance(0).Layer(0).SetMask(0, 0), "set speed": c.Instance(0).SetSpeed(2),
	} {
		refused(t, err, play.ErrGraph, name)
	}
	refused(t, c.RunBlocks(old, 0, 1, 0.1), runtime.ErrScratch)
	must.Do(t, c.RunBlocks(c.NewScratch(), 0, 1, 0.1))
	must.Do(t, c.SetGraph(nil))
	if c.Instance(0).Clip() != play.Rest {
		t.Errorf("without its graph an instance plays clip %d", c.Instance(0).Clip())
	}
	must.Do(t, c.Instance(0).Play(1, play.Options{}))
	must.Do(t, c.Update(0.1))
}

// A parameter takes what it can be, and says what it cannot.
func TestSetRefuses(t *testing.T) {
	p, err := graph.Compile(wholeFlat(), graph.ClipsOfModel(character()))
	must.Do(t, err)
	g := p.Start(2)
	number := func(name string) int {
		k, err := p.Parameter(name)
		must.Do(t, err)
		return k
	}
	speed, move, jump := number("speed"), number("move"), number("jump")
	_, err = p.Parameter("sped")
	refused(t, err, graph.ErrParameter, `"sped"`, `"speed"`)
	for _, i := range []int{-1, 2, math.MaxInt} {
		g.Reset(i)
		if data := g.Save([]byte("x"), i); string(data) != "x" {
			t.Errorf("instance %d is saved in %d bytes", i, len(data))
		}
		refused(t, g.Set(i, speed, 1), runtime.ErrRange, "of 2")
		refused(t, g.SetVec2(i, move, 1, 1), runtime.ErrRange, "of 2")
		refused(t, g.Trigger(i, jump), runtime.ErrRange, "of 2")
		refused(t, g.Clear(i, jump), runtime.ErrRange, "of 2")
		refused(t, g.Restore(i, nil), runtime.ErrRange, "of 2")
		if list := g.States(nil, i); list != nil {
			t.Errorf("instance %d plays %v", i, list)
		}
	}
	refused(t, g.Set(0, 99, 1), graph.ErrParameter, "99")
	refused(t, g.Set(1, speed, math.NaN()), graph.ErrParameter, `"speed"`, "NaN", "instance 1")
	refused(t, g.Set(1, speed, math.Inf(-1)), graph.ErrParameter, "-Inf")
	refused(t, g.Set(1, speed, 1e300), graph.ErrParameter, "1e+300")
	refused(t, g.Set(0, jump, 1), graph.ErrParameter, `"jump"`)
	refused(t, g.Set(0, move, 1), graph.ErrParameter, `"move"`)
	refused(t, g.SetVec2(0, speed, 1, 1), graph.ErrParameter, `"speed"`)
	refused(t, g.SetVec2(0, move, 1, math.NaN()), graph.ErrParameter, "NaN")
	refused(t, g.Trigger(0, speed), graph.ErrParameter, `"speed"`)
	refused(t, g.SetAll(speed, []float32{1}), graph.ErrParameter, "1 values", "2")
	refused(t, g.SetAll(speed, []float32{1, float32(math.NaN())}), graph.ErrParameter, "NaN")
	if x, _ := g.Value(0, speed); x != 0 {
		t.Errorf("speed is %v after what was refused", x)
	}
	must.Do(t, g.SetAll(speed, []float32{99, -99}))
	for i, want := range []float64{4, -1} {
		if x, _ := g.Value(i, speed); x != want {
			t.Errorf("speed of %d is %v, want %v", i, x, want)
		}
	}
	refused(t, g.Restore(0, []byte("short")), graph.ErrState)
}

// Pause holds a driven instance; Resume lets it go on.
func TestGraphPauses(t *testing.T) {
	s := newStage(t, character(), wholeBody(), 2, runtime.CrowdOptions{})
	s.set(0, "speed", 3)
	must.Do(t, s.crowd.Update(0.1))
	must.Do(t, s.crowd.Instance(0).Pause())
	before := slices.Clone(s.crowd.Instance(0).ActiveClips(nil))
	must.Do(t, s.crowd.Update(0.1))
	for k, l := range s.crowd.Instance(0).ActiveClips(nil) {
		if l.Time != before[k].Time {
			t.Errorf("clip %d goes on to %v s", l.Clip, l.Time)
		}
	}
	must.Do(t, s.crowd.Instance(0).Resume())
	must.Do(t, s.crowd.Update(0.1))
	if l := s.crowd.Instance(0).ActiveClips(nil)[0]; l.Time == before[0].Time {
		t.Error("it does not go on")
	}
}

// No frame allocates.
func TestGraphDoesNotAllocate(t *testing.T) {
	s := newStage(t, character(), wholeBody(), 33, runtime.CrowdOptions{RootMotion: play.RootApplied})
	step := 0
	frame := func() {
		for i := range s.crowd.Len() {
			s.script(i, step)
		}
		step++
		must.Do(t, s.crowd.Update(1./60))
	}
	for range 300 { // pools grow once
		frame()
	}
	if n := testing.AllocsPerRun(200, frame); n > 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

// A value or the states of what there is not are none.
func TestOutOfRangeIsNeutral(t *testing.T) {
	p := playGraph(t, &graph.Graph{Parameters: floats("speed"), Root: clip("walk")})
	p.set("speed", 3)
	for _, at := range [][2]int{{-1, 0}, {1, 0}, {math.MaxInt, 0}, {0, -1}, {0, 1}} {
		if x, y := p.g.Value(at[0], at[1]); x != 0 || y != 0 {
			t.Errorf("parameter %d of instance %d is %v, %v", at[1], at[0], x, y)
		}
		if at[1] == 0 && len(p.g.States(nil, at[0])) > 0 {
			t.Errorf("instance %d has states", at[0])
		}
	}
	if x, _ := p.g.Value(0, 0); x != 3 {
		t.Errorf("the parameter is %v", x)
	}
}
