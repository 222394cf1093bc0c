package runtime_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// sharing is when goroutines may call a method: see Crowd.
type sharing int

const (
	anyTime  sharing = iota
	oneOnly          // ErrBusy while another such call or RunBlocks runs
	byBlocks         // ErrBusy while one of oneOnly runs
	reads            // several instances: while none changes
	ownReads         // its instance, and so beside what changes others
	owns             // changes its instance
)

// methods has all methods of Crowd, Instance and Layer.
var methods = map[string]sharing{
	"Crowd.Len": anyTime, "Crowd.Layout": anyTime, "Crowd.Stride": anyTime, "Crowd.Clips": anyTime, "Crowd.ClipName": anyTime,
	"Crowd.ClipSeconds": anyTime, "Crowd.ClipIndex": anyTime, "Crowd.NewScratch": anyTime, "Crowd.Close": anyTime,
	"Instance.Index": anyTime, "Instance.Layer": anyTime,

	"Crowd.Update": oneOnly, "Crowd.UpdateSome": oneOnly, "Crowd.Advance": oneOnly, "Crowd.PlayAll": oneOnly, "Crowd.PlaySome": oneOnly,
	"Crowd.SetGraph": oneOnly, "Crowd.SetControl": oneOnly, "Instance.Reuse": oneOnly,
	"Crowd.RunBlocks": byBlocks,

	"Crowd.AllWeights": reads, "Crowd.DualQuaternions": reads, "Crowd.Events": reads, "Crowd.Floats": reads, "Crowd.Frames": reads,
	"Crowd.Instance": reads, "Crowd.Joints": reads, "Crowd.LostEvents": reads, "Crowd.Palettes": reads, "Crowd.Similarities": reads,
	"Crowd.WorldJoints": reads,

	"Instance.ActiveClips": ownReads, "Instance.Bounds": ownReads, "Instance.Clip": ownReads, "Instance.Cycle": ownReads, "Instance.Float": ownReads,
	"Instance.Floats": ownReads, "Instance.Joint": ownReads, "Instance.LOD": ownReads, "Instance.Motion": ownReads, "Instance.Palette": ownReads,
	"Instance.Save": ownReads, "Instance.Time": ownReads, "Instance.Transform": ownReads, "Instance.Weights": ownReads,

	"Instance.ClearFloat": owns, "Instance.Pause": owns, "Instance.Play": owns, "Instance.Restore": owns, "Instance.Resume": owns, "Instance.Seek": owns,
	"Instance.SetFloat": owns, "Instance.SetLOD": owns, "Instance.SetSpeed": owns, "Instance.SetTransform": owns, "Instance.Stop": owns,
	"Layer.Seek": owns, "Layer.SetMask": owns, "Layer.SetSpeed": owns, "Layer.SetWeight": owns,
}

// chosen lists the methods of some kinds, Close last: it ends the workers.
func chosen(kinds ...sharing) (names []string) {
	for name, kind := range methods {
		if slices.Contains(kinds, kind) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if k := slices.Index(names, "Crowd.Close"); k >= 0 {
		names = append(slices.Delete(names, k, k+1), "Crowd.Close")
	}
	return names
}

// TestAllMethodsAreListed: of each method it is known when goroutines may call it.
func TestAllMethodsAreListed(t *testing.T) {
	found := 0
	for _, of := range []any{&runtime.Crowd{}, runtime.Instance{}, runtime.Layer{}} {
		kind := reflect.TypeOf(of)
		prefix := reflect.Indirect(reflect.ValueOf(of)).Type().Name() + "."
		for k := range kind.NumMethod() {
			if _, known := methods[prefix+kind.Method(k).Name]; !known {
				t.Errorf("%s is not in the table: when may goroutines call it? See the comment of Crowd", prefix+kind.Method(k).Name)
			}
			found++
		}
	}
	if found != len(methods) {
		t.Errorf("the table has %d methods, there are %d", len(methods), found)
	}
}

// meeting is a crowd on which goroutines meet.
type meeting struct {
	crowd  *runtime.Crowd
	graph  play.Graph
	bounds *pose.Bounds
	state  []byte
	floats int
	did    map[string]*atomic.Bool // which methods have returned without an error
}

// meetingRoads are the sources of a model with events, intervals and an expression.
var meetingRoads = sync.OnceValue(func() []road {
	model := figure.Character(
		figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}, figure.Motion{Name: "run", Seconds: 0.7, Drive: figure.Captured})
	for _, clip := range model.Clips {
		end := float32(clip.Duration)
		clip.Events = []soa.Event{{Name: "L", Time: 0}, {Name: "held", Time: end / 4, Length: end / 4}, {Name: "R", Time: end / 2}}
	}
	model.Weights, model.Floats = []soa.MorphWeight{{Target: "smile"}}, []soa.NamedFloat{{Name: "happy", Joint: soa.NoJoint}}
	model.Expressions = []soa.Expression{{Name: "happy", Float: 0, Binds: []soa.ExpressionBind{{Weight: 0, Value: 1}}}}
	return roadsOf(model, pose.FormAuto)
})

const meetingGraph = `{"version": 1, "parameters": {"speed": {"type": "float"}},
	"root": {"type": "blend1d", "x": "speed", "samples": [{"at": 0, "node": "walk"}, {"at": 1, "node": "run"}]}}`

func newMeeting(t *testing.T, r *road) *meeting {
	t.Helper()
	const n = 40
	joints := len(r.crowd(t, 1, runtime.CrowdOptions{}).Layout().Slot)
	c := r.crowd(t, n, runtime.CrowdOptions{
		Workers: 2, Play: &play.Options{Seed: 1}, LODs: []play.LOD{{}, {Every: 2}}, Masks: masksOf(joints), RootMotion: play.RootApplied,
	})
	t.Cleanup(c.Close)
	m := &meeting{crowd: c, floats: len(r.model.Floats)}
	g, err := graph.Parse([]byte(meetingGraph))
	must.Do(t, err)
	program, err := graph.Compile(g, graph.ClipsOfModel(r.model))
	must.Do(t, err)
	m.graph = program.Start(n)
	m.bounds, err = c.Layout().Bounds(r.model)
	must.Do(t, err)
	m.state, err = c.Instance(0).Save(nil)
	must.Do(t, err)
	return m
}

// argument makes a value of a parameter's type.
func (m *meeting) argument(t *testing.T, r *rand.Rand, kind reflect.Type) reflect.Value {
	var v any
	switch reflect.Zero(kind).Interface().(type) {
	case int:
		v = r.IntN(3)
	case float32:
		v = r.Float32()
	case float64:
		v = 0.1 * r.Float64()
	case string:
		v = []string{"walk", "nothing"}[r.IntN(2)]
	case []byte:
		v = slices.Clone(m.state)
	case []int:
		v = []int{0, 1}
	case []float32:
		v = make([]float32, []int{m.floats, 1 << 14}[r.IntN(2)])
	case []soa.Affine:
		v = make([]soa.Affine, 4)
	case []soa.Frame:
		v = make([]soa.Frame, 64)
	case []play.ActiveClip:
		v = []play.ActiveClip(nil)
	case play.Options:
		v = play.Options{
			Layer: r.IntN(2), Fade: float64(r.IntN(2)) / 8, Transition: []play.Transition{play.CrossFade, play.Frozen, play.DeadBlend, play.Inertialize}[r.IntN(4)],
			Queue: r.IntN(4) == 0, Mask: r.IntN(2),
		}
	case soa.RootTransform:
		v = soa.IdentityRoot()
	case *pose.Bounds:
		v = m.bounds
	case *runtime.Scratch:
		v = m.crowd.NewScratch()
	default:
		if kind == reflect.TypeFor[play.Graph]() && r.IntN(2) == 0 {
			return reflect.ValueOf(m.graph)
		}
		if kind != reflect.TypeFor[play.Graph]() && kind != reflect.TypeFor[play.Control]() {
			t.Errorf("there is no argument of type %v", kind)
		}
		return reflect.Zero(kind)
	}
	return reflect.ValueOf(v)
}

// call calls a method with arguments that are drawn, and returns its error.
func (m *meeting) call(t *testing.T, r *rand.Rand, name string, instance int) error {
	of, method, _ := strings.Cut(name, ".")
	receiver := reflect.ValueOf(m.crowd)
	if of != "Crowd" {
		receiver = reflect.ValueOf(m.crowd.Instance(instance))
	}
	if of == "Layer" {
		receiver = reflect.ValueOf(m.crowd.Instance(instance).Layer(0))
	}
	f := receiver.MethodByName(method)
	var in []reflect.Value
	for k := range f.Type().NumIn() {
		in = append(in, m.argument(t, r, f.Type().In(k)))
	}
	out := f.Call(in)
	if len(out) > 0 {
		if err, ok := out[len(out)-1].Interface().(error); ok {
			return err
		}
	}
	return nil
}

// refused are errors that drawn arguments may have.
var refused = []error{
	runtime.ErrRange, simd.ErrLength, runtime.ErrOption, runtime.ErrFrames, runtime.ErrShear, play.ErrGraph, play.ErrLayers, runtime.ErrScratch,
}

// meet calls two methods at the same time, for different instances of a block.
func (m *meeting) meet(t *testing.T, s uint64, mayBeBusy bool, names ...string) {
	times := 30
	if mayBeBusy { // updates, which take longer
		times = 1
	}
	var group sync.WaitGroup
	for k, name := range names {
		r := rand.New(rand.NewPCG(s, uint64(k)))
		group.Go(func() {
			for range times {
				err := m.call(t, r, name, 3+k)
				if err == nil {
					m.did[name].Store(true)
				}
				known := err == nil || mayBeBusy && errors.Is(err, runtime.ErrBusy)
				for _, e := range refused {
					known = known || errors.Is(err, e)
				}
				if !known {
					t.Errorf("%v: %v", names, err)
				}
			}
		})
	}
	group.Wait()
}

// meetAll lets each method of a list meet each one of another.
func meetAll(t *testing.T, kinds []sharing, with []sharing, mayBeBusy bool) {
	did := make(map[string]*atomic.Bool)
	for _, name := range chosen(slices.Concat(kinds, with)...) {
		did[name] = new(atomic.Bool)
	}
	for s := range seed.Cases(t, 1) {
		for k, a := range chosen(kinds...) {
			roads := meetingRoads()
			m := newMeeting(t, &roads[(k+int(s))%len(roads)])
			m.did = did
			for n, b := range chosen(with...) {
				if slices.Contains(with, methods[a]) && slices.Contains(kinds, methods[b]) && b < a {
					continue // they have met
				}
				m.meet(t, s+uint64(1000*k+n), mayBeBusy, a, b)
				if !mayBeBusy && n%4 == 3 {
					must.Do(t, m.crowd.Update(0.1))
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	for name, ok := range did {
		if !ok.Load() {
			t.Errorf("%s has failed every time", name)
		}
	}
}

// TestMethodsTogetherAtAnyTime: what goroutines may call at any time shares nothing with what is for one at a
// time, and that nothing with its kind, or is ErrBusy. It is the race detector that sees what is shared.
func TestMethodsTogetherAtAnyTime(t *testing.T) {
	claims := []sharing{anyTime, oneOnly, byBlocks}
	meetAll(t, claims, claims, true)
}

// TestMethodsTogetherOfInstances: between updates goroutines may change and read different instances.
func TestMethodsTogetherOfInstances(t *testing.T) {
	meetAll(t, []sharing{owns}, []sharing{owns, ownReads, anyTime}, false)
}

// TestMethodsTogetherRead: between updates any number of goroutines may read.
func TestMethodsTogetherRead(t *testing.T) {
	all := []sharing{reads, ownReads, anyTime}
	meetAll(t, all, all, false)
}

// waits is a control whose change waits.
type waits struct {
	*nod
	acts, on chan bool
}

func (w waits) NewController() pose.Controller { return w }

func (w waits) Change([]float32, *pose.Changing) {
	w.acts <- true
	<-w.on
}

// TestMethodsAreBusy: while an update runs, what is for one at a time is refused, and what is for any time is
// not; while some blocks run, other blocks run besides.
func TestMethodsAreBusy(t *testing.T) {
	m := newMeeting(t, &meetingRoads()[0])
	c := m.crowd
	w := waits{&nod{layout: c.Layout(), acting: make([]uint8, c.Len()), angle: make([]float64, c.Len())}, make(chan bool), make(chan bool)}
	var err error
	w.joint, err = c.Layout().JointColumns(0)
	must.Do(t, err)
	w.acting[20] = 1 // in the second block
	must.Do(t, c.SetControl(w))
	r := rand.New(rand.NewPCG(seed.First(t), 3))
	for name, run := range map[string]func() error{
		"Crowd.Update":    func() error { return c.Update(0.1) },
		"Crowd.RunBlocks": func() error { return c.RunBlocks(c.NewScratch(), 1, 2, 0.1) },
	} {
		ended := make(chan error)
		go func() { ended <- run() }()
		<-w.acts
		for _, other := range chosen(oneOnly) {
			if err := m.call(t, r, other, 1); !errors.Is(err, runtime.ErrBusy) {
				t.Errorf("%s while %s runs: %v", other, name, err)
			}
		}
		for _, other := range chosen(anyTime) {
			if other != "Crowd.Close" {
				must.Do(t, m.call(t, r, other, 1))
			}
		}
		if err := c.RunBlocks(c.NewScratch(), 0, 1, 0.1); errors.Is(err, runtime.ErrBusy) != (name == "Crowd.Update") || err != nil && !errors.Is(err, runtime.ErrBusy) {
			t.Errorf("RunBlocks while %s runs: %v", name, err)
		}
		w.on <- true
		must.Do(t, <-ended)
	}
	must.Do(t, c.PlayAll(0, play.Options{}))
}
