package retarget_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"pgregory.net/rapid"
)

// A foot that stands and swings by turns is found to stand when it does, within a place or
// two, and what is at the ends of a loop is one contact.
func TestFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loop := rapid.Bool().Draw(t, "loop")
		n := rapid.IntRange(2, 5).Draw(t, "phases")
		down := rapid.Bool().Draw(t, "begins down")
		var want [][2]int // of places
		path, at := [][3]float64{}, [3]float64{}
		for range n {
			places := rapid.IntRange(20, 60).Draw(t, "places")
			if down {
				want = append(want, [2]int{len(path), len(path) + places - 1})
			}
			for k := range places {
				v := at
				if !down {
					x := float64(k+1) / float64(places+1)
					v[0], v[1] = at[0]+x*x*(3-2*x), math.Sin(math.Pi*x)/4
				}
				path = append(path, v)
			}
			if !down {
				at[0]++
			}
			down = !down
		}
		if len(want) == 0 {
			return
		}
		clip := &soa.Clip{Name: "walk", TicksPerSecond: 30, Duration: float64(len(path)-1) / 4, Loop: loop, Start: rapid.SampledFrom([]float64{0, -1.5, 100}).Draw(t, "start")}
		var o retarget.ContactOptions
		if err := o.Fill(); err != nil {
			t.Fatal(err)
		}
		got := retarget.FindContacts(retarget.FootPath{Places: path}, clip, o)
		// Slow and low a little before and after: a 20th of the swing.
		const slack = 8. / retarget.ContactRate
		got = slices.DeleteFunc(got, func(i retarget.ContactInterval) bool { return i.Joined && i.To-i.From <= slack })
		if len(got) != len(want) {
			t.Fatalf("%d intervals, want %d: %+v", len(got), len(want), got)
		}
		for k, g := range got {
			at := func(place int) float64 { return clip.Start + float64(place)/retarget.ContactRate }
			if math.Abs(g.From-at(want[k][0])) > slack || math.Abs(g.To-at(want[k][1])) > slack {
				t.Errorf("from %v s to %v s, want %v s to %v s", g.From, g.To, at(want[k][0]), at(want[k][1]))
			}
			if !(g.Blend >= 0 && g.Blend <= 0.1+1e-9) || g.Loops == 0 && (g.Still < g.From || g.Still > g.To) {
				t.Errorf("%+v", g)
			}
			if k > 0 && got[k-1].To+got[k-1].Blend > g.From-g.Blend+1e-9 {
				t.Errorf("%+v sets in before %+v ends", g, got[k-1])
			}
		}
	})
}

// A runner's foot that rolls and slips on the ground, faster than a walker's, stands while
// the other is in the air: also over the end of the loop, and though its curve bends
// between the frames. With a pace of next to nothing it does not.
func TestFindRuns(t *testing.T) {
	const places, contacts = 80, 20 // of 2/3 s, in which the body gets on 3.4 m
	for _, shift := range []int{0, 30, 70} {
		path := make([][3]float64, places+1)
		for k := range path {
			at := (k + shift) % places
			laps := float64((k + shift) / places)
			v := [3]float64{0, 0.01, 3.4 * laps}
			if at < contacts {
				v[2] += 0.005*float64(at) + 0.006*math.Sin(math.Pi/2*float64(at))
			} else {
				x := float64(at-contacts) / (places - contacts)
				v[1], v[2] = 0.01+0.5*math.Sin(math.Pi*x), v[2]+0.1+3.3*x*x*(3-2*x)
			}
			path[k] = v
		}
		clip := &soa.Clip{Name: "run", TicksPerSecond: 30, Duration: 20, Loop: true}
		var o retarget.ContactOptions
		must.Do(t, o.Fill())
		stands := 0.
		for _, i := range retarget.FindContacts(retarget.FootPath{Places: path}, clip, o) {
			stands += i.To - i.From
		}
		if want := contacts / 120.; math.Abs(stands-want) > 0.04 {
			t.Errorf("shift %d: it stands for %v s, want %v", shift, stands, want)
		}
		o.Pace = 1e-9
		if list := retarget.FindContacts(retarget.FootPath{Places: path}, clip, o); list != nil {
			t.Errorf("shift %d: no faster than %v m/s it stands at %+v", shift, o.Speed, list)
		}
	}
}

// stepping is a character of whose feet one steps in each of two clips, the left from a
// quarter to three quarters of a second, the right later.
func stepping(t testing.TB) (*soa.Model, []retarget.Leg) {
	t.Helper()
	m := figure.Character()
	for k, name := range []string{"left", "right"} {
		upper := int16(m.Skeleton.Joint(name + " leg0"))
		c := &soa.Clip{Name: name, TicksPerSecond: 100, Duration: 100, Loop: true}
		c.Tracks = []soa.Track{{Target: upper, Property: soa.Rotation}}
		begin := float32(25 + 20*k)
		for i, x := range []float32{0, 0, 0.5, 0, 0} {
			c.Time = append(c.Time, []float32{0, begin, begin + 25, begin + 50, 100}[i])
			c.X, c.Y, c.Z = append(c.X, -x), append(c.Y, 0), append(c.Z, 0)
			c.W = append(c.W, float32(math.Sqrt(1-float64(x)*float64(x))))
		}
		m.Clips = append(m.Clips, c)
	}
	must.Do(t, m.Validate())
	var legs []retarget.Leg
	for _, name := range []string{"left", "right"} {
		j := func(k string) int { return m.Skeleton.Joint(name + " leg" + k) }
		legs = append(legs, retarget.Leg{Upper: j("0"), Lower: j("1"), Ankle: j("2"), Toes: j("3")})
	}
	return m, legs
}

// ending is a context that ends when it has been asked a number of times.
type ending struct {
	context.Context
	asked, most int
}

func (e *ending) Err() error {
	if e.asked++; e.asked > e.most {
		return context.Canceled
	}
	return nil
}

// A context that ends within any pose of any clip ends BakeContacts, which leaves the clips as they are.
func TestBakeEndsWithItsContext(t *testing.T) {
	m, legs := stepping(t)
	before := slices.Clone(m.Clips)
	whole := &ending{t.Context(), 0, math.MaxInt}
	copied := *m
	copied.Clips = slices.Clone(before)
	_, err := retarget.BakeContacts(whole, &copied, legs, retarget.ContactOptions{})
	must.Do(t, err)
	if poses := retarget.ContactSteps(before[0]) + retarget.ContactSteps(before[1]); whole.asked < poses {
		t.Errorf("it asks %d times, for %d poses", whole.asked, poses)
	}
	for _, most := range []int{0, 1, whole.asked / 3, whole.asked / 2, whole.asked - 1} {
		ctx := &ending{t.Context(), 0, most}
		_, err := retarget.BakeContacts(ctx, m, legs, retarget.ContactOptions{})
		if !errors.Is(err, context.Canceled) || ctx.asked > most+2 || !slices.Equal(m.Clips, before) {
			t.Errorf("cancelled at question %d: %v, asked %d times, the clips are the same: %v", most, err, ctx.asked, slices.Equal(m.Clips, before))
		}
	}
}

// Of whatever a crowd plays, and after an archive, a foot stands when it does: its value
// goes with the clip's time.
func TestBake(t *testing.T) {
	m, legs := stepping(t)
	before := slices.Clone(m.Clips)
	found, err := retarget.BakeContacts(t.Context(), m, legs, retarget.ContactOptions{})
	must.Do(t, err)
	if len(found) != 4 || len(before[0].Tracks) != 1 || len(m.Clips[0].Tracks) != 3 {
		t.Fatalf("%d found, %d and %d tracks", len(found), len(before[0].Tracks), len(m.Clips[0].Tracks))
	}
	again, err := retarget.BakeContacts(t.Context(), m, legs, retarget.ContactOptions{})
	must.Do(t, err)
	if len(m.Floats) != 2 || len(m.Clips[0].Tracks) != 3 || len(again) != 4 {
		t.Errorf("a second time: %d properties, %d tracks", len(m.Floats), len(m.Clips[0].Tracks))
	}
	baked, err := bake.Bake(t.Context(), m, bake.Options{Bank: true})
	must.Do(t, err)
	data, err := archive.Encode(&baked.Content)
	must.Do(t, err)
	a, err := archive.Decode(data)
	must.Do(t, err)
	stored, err := bake.Model(a)
	must.Do(t, err)
	bank, err := bake.Bank(context.Background(), m, nil, bake.BankOptions{})
	must.Do(t, err)
	for name, from := range map[string]struct {
		source runtime.Source
		model  *soa.Model
	}{"keys": {runtime.Keyframes(m), m}, "rows": {runtime.Baked(bank), m}, "archive": {runtime.Keyframes(stored), stored}} {
		crowd, err := runtime.NewCrowd(from.source, 2, runtime.CrowdOptions{})
		must.Do(t, err)
		for clip := range 2 {
			must.Do(t, crowd.Instance(clip).Play(clip, play.Options{}))
		}
		for k := range 100 {
			for clip := range 2 {
				begin := 25 + 20*clip
				for l := range legs {
					got := crowd.Instance(clip).Float(retarget.ContactProperty(from.model, legs[l]))
					outside := k < begin-1 || k > begin+51
					inside := k > begin+11 && k < begin+39 // the blend is 10 ticks
					if l != clip && got != 1 || l == clip && (outside && got < 0.9 || inside && got != 0) {
						t.Errorf("%s: clip %d: foot %d stands by %v at %d", name, clip, l, got, k)
					}
				}
			}
			must.Do(t, crowd.Update(0.01))
		}
	}
}

// The contacts that BakeContacts finds are those of the paths.
func TestPaths(t *testing.T) {
	m, legs := stepping(t)
	clip := m.Clips[0]
	paths, err := retarget.FootPaths(t.Context(), m, clip, legs)
	if err != nil || len(paths) != len(legs) {
		t.Fatal(paths, err)
	}
	found, err := retarget.BakeContacts(t.Context(), m, legs, retarget.ContactOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var o retarget.ContactOptions
	if err := o.Fill(); err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if got := retarget.FindContacts(paths[f.Leg], clip, o); f.Clip == 0 && !slices.Equal(got, f.Intervals) {
			t.Errorf("leg %d: %v, Bake finds %v", f.Leg, got, f.Intervals)
		}
	}
	if list, err := retarget.FootPaths(t.Context(), m, clip, nil); list != nil || err != nil {
		t.Errorf("without legs: %v, %v", list, err)
	}
	if _, err := retarget.FootPaths(t.Context(), m, clip, []retarget.Leg{{Upper: -1}}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a leg without joints: %v", err)
	}
}

// Mirrored, the other foot steps; carried over to a model that has the properties, the same.
func TestMirrorAndRetarget(t *testing.T) {
	m, legs := stepping(t)
	_, err := retarget.BakeContacts(t.Context(), m, legs, retarget.ContactOptions{})
	must.Do(t, err)
	track := func(model *soa.Model, c *soa.Clip, l int) []float32 {
		for i, tr := range c.Tracks {
			if tr.Property == soa.Float && int(tr.Target) == retarget.ContactProperty(model, legs[l]) {
				first, end := c.Keys(i)
				return c.X[first:end]
			}
		}
		t.Fatalf("clip %q has no contacts of foot %d", c.Name, l)
		return nil
	}
	mirrored, _, err := retarget.Mirror(t.Context(), m, m.Clips[0], retarget.MirrorOptions{})
	must.Do(t, err)
	if !slices.Equal(track(m, mirrored, 1), track(m, m.Clips[0], 0)) || !slices.Equal(track(m, mirrored, 0), track(m, m.Clips[0], 1)) {
		t.Error("mirrored, contacts do not swap")
	}
	other, _ := stepping(t)
	must.Do(t, retarget.DeclareContacts(other, legs))
	carried, report, err := retarget.Retarget(t.Context(), m, m.Clips[0], other, retarget.Options{})
	must.Do(t, err)
	if len(report.Lost) > 0 || !slices.Equal(track(other, carried, 0), track(m, m.Clips[0], 0)) {
		t.Errorf("carried over, contacts are others: lost %v", report.Lost)
	}
	found := retarget.Legs(m.Skeleton)
	if len(found) != 0 { // its joints have numbers for names
		t.Errorf("legs %v", found)
	}
}

func TestBakeRefuses(t *testing.T) {
	m, legs := stepping(t)
	for _, o := range []retarget.ContactOptions{{Speed: -1}, {Height: math.Inf(1)}, {Blend: math.NaN()}, {Pace: -1}} {
		if _, err := retarget.BakeContacts(t.Context(), m, legs, o); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, l := range []retarget.Leg{{Upper: -1}, {Upper: 1, Lower: 2, Ankle: 67, Toes: soa.NoJoint}, {Upper: 1, Lower: 2, Ankle: 3, Toes: 99}} {
		if _, err := retarget.BakeContacts(t.Context(), m, []retarget.Leg{l}, retarget.ContactOptions{}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%+v: %v", l, err)
		}
		if _, err := retarget.Stride(t.Context(), m, m.Clips[0], []retarget.Leg{l}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%+v: %v", l, err)
		}
	}
	if _, err := retarget.Stride(t.Context(), m, m.Clips[0], nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no legs: %v", err)
	}
	if len(m.Floats) > 0 {
		t.Errorf("refused, it has %v", m.Floats)
	}
}
