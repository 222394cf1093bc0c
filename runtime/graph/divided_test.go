package graph_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// course is what an instance of a graph comes through.
type course struct {
	crowd  *runtime.Crowd
	graph  *graph.Instances
	time   float64
	far    float64 // metres that it has gone
	events []happening
}

// happening is an event, seconds after the start.
type happening struct {
	at     float64
	what   string
	share  float64
	enters bool // a state
}

func newCourse(t must.T, model *soa.Model, p *graph.Program) *course {
	c, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{RootMotion: play.RootApplied, Layers: play.MaxLayers})
	must.Do(t, err)
	g := p.Start(1)
	must.Do(t, c.SetGraph(g))
	return &course{crowd: c, graph: g}
}

// goTo takes the instance to a time.
func (c *course) goTo(t must.T, time float64) {
	t.Helper()
	before := c.crowd.Instance(0).Transform()
	must.Do(t, c.crowd.Update(time-c.time))
	c.time = time
	c.far += checkDistinct(before, c.crowd.Instance(0).Transform())
	for _, e := range c.crowd.Events() {
		if e.Kind != play.EventInside {
			c.events = append(c.events, happening{time - e.Overshoot, fmt.Sprint(e.Name, " ", e.Kind, " of clip ", e.Clip, ", cycle ", e.Cycle), float64(e.Weight), e.Clip == soa.None})
		}
	}
}

// others returns the events that one of two courses alone has.
func (c *course) others(o *course) (list []string) {
	lists := [2][]happening{c.events, o.events}
	used := [2][]bool{make([]bool, len(c.events)), make([]bool, len(o.events))}
	for k, e := range lists[0] {
		for n, x := range lists[1] {
			if !used[1][n] && x.what == e.what && math.Abs(x.at-e.at) <= 1e-9 && (math.Abs(x.share-e.share) <= 1e-6 || c.cutsAt(e.at)) {
				used[0][k], used[1][n] = true, true
				break
			}
		}
	}
	for k, all := range used {
		for n, is := range all {
			if e := &lists[k][n]; !is && math.Abs(e.at-c.time) > 1e-9 {
				list = append(list, fmt.Sprintf("%.12f course %d: %s, share %.9f", e.at, k, e.what, e.share))
			}
		}
	}
	slices.SortStableFunc(list, cmp.Compare[string])
	return list
}

// cutsAt reports whether a state is entered at a time, when weights may jump.
func (c *course) cutsAt(time float64) bool {
	return slices.ContainsFunc(c.events, func(e happening) bool { return e.enters && math.Abs(e.at-time) <= 1e-8 })
}

// Any division of time into steps leads to the same states, events, weights and places, whatever the
// graph: states that are entered and left at one moment, fades of 0, interrupts, markers, and what
// fades while others come and go.
func TestDividedTime(t *testing.T) {
	n := uint64(2500)
	if testing.Short() {
		n = 150
	}
	model := dancer()
	seeds := []uint64{7950603698128691551, 3130161550627397959} // clips that stay at their ends while others fade
	for s := range n {
		seeds = append(seeds, s)
	}
	for _, s := range seeds {
		d := &divided{Rand: rand.New(rand.NewPCG(s, 77))}
		g := d.graph()
		p, err := graph.Compile(g, graph.ClipsOfModel(model))
		if err != nil {
			continue
		}
		whole, parts := newCourse(t, model, p), newCourse(t, model, p)
		var did []string
		for range 5 {
			did = append(did, fmt.Sprintf("%v s: %s", whole.time, d.set(whole.graph, parts.graph)))
			end := whole.time + 2*d.Float64()
			whole.goTo(t, end)
			n := pick(d, 2, 7, 60)
			for from, k := parts.time, 1; k < n; k++ {
				parts.goTo(t, from+(end-from)*(float64(k)-pick(d, 0, d.Float64()))/float64(n))
			}
			parts.goTo(t, end)
			if list := whole.others(parts); len(list) > 0 {
				t.Fatalf("seed %d: after %s, %v s: whole (0) and parts (1) differ:\n%s\n%s", s, strings.Join(did, "; "), whole.time, strings.Join(list, "\n"), document(g))
			}
			a, b := fmt.Sprint(whole.graph.States(nil, 0)), fmt.Sprint(parts.graph.States(nil, 0))
			if d := checkDistinct(whole.crowd.Instance(0).Transform(), parts.crowd.Instance(0).Transform()); d > max(1e-6, 1e-6*parts.far) {
				t.Fatalf("seed %d: after %s, %v s: %v m apart\n%s\n%s\n%s", s, strings.Join(did, "; "), whole.time, d, a, b, document(g))
			}
		}
	}
}

func document(g *graph.Graph) string {
	data, _ := g.JSON()
	return string(data)
}
