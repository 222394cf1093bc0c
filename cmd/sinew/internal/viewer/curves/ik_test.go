package curves_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// limbs is a control with an arm, whose elbow has a pole, a leg that stretches, and the tail as a
// chain.
const limbs = `{"control": {"version": 1, "modifiers": [
  {"lookAt": {"joints": ["neck", "head"], "weights": [0.5], "forward": [0, 0, 1], "target": [0, 1, 5]}},
  {"name": "arm", "twoBoneIK": {"root": "upperarm.R", "mid": "forearm.R", "end": "hand.R", "target": [-0.3, 1.2, 0.3], "pole": [0, -1, -0.2]}},
  {"name": "leg", "twoBoneIK": {"root": "thigh.L", "mid": "shin.L", "end": "foot.L", "stretch": 1.5, "target": {"joint": "foot.R"}}},
  {"name": "tail", "chainIK": {"joints": ["tail.0", "tail.1", "tail.2", "tail.3", "tail.4"], "effectors": [{"joint": "tail.4", "target": [0, 0.5, -1]}]}, "weight": 0.5}]}}`

func declared(t testing.TB, m *soa.Model, text string) *control.DocumentStack {
	t.Helper()
	c, err := control.Parse([]byte(text))
	must.Do(t, err)
	d, err := control.NewDocumentStack(m.Skeleton, c)
	must.Do(t, err)
	return d
}

// posedBy returns the joints of a clip at a time, with a modifier of a control that goes to a place,
// as a program sets it up.
func posedBy(t testing.TB, m *soa.Model, clip *soa.Clip, seconds float64, name string, place exact.Vec) []soa.Affine {
	t.Helper()
	one := *m
	one.Clips = []*soa.Clip{clip}
	d := declared(t, m, strings.Replace(limbs, `{"joint": "foot.R"}`, `[0, 0, 0]`, 1)) // a joint would go on leading it
	crowd, err := runtime.NewCrowd(runtime.Keyframes(&one), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Reserve: d.Reserve()}})
	must.Do(t, err)
	defer crowd.Close()
	g, err := d.Stack.Start(crowd.Layout(), 1)
	must.Do(t, err)
	at := [3]float32{float32(place[0]), float32(place[1]), float32(place[2])}
	switch n, _ := d.Find(name); name {
	case "arm":
		must.Do(t, g.SetTwoBoneIK(0, n, control.TwoBoneTarget{Place: at, Pole: [3]float32{0, -1, -0.2}, PoleWeight: 1}))
		must.Do(t, g.SetWeight(0, n, 1))
	case "leg":
		must.Do(t, g.SetTwoBoneIK(0, n, control.TwoBoneTarget{Place: at}))
		must.Do(t, g.SetWeight(0, n, 1))
	case "tail":
		must.Do(t, g.SetChainIK(0, n, 0, control.ChainTarget{Place: at, Weight: 1}))
		must.Do(t, g.SetWeight(0, n, 1))
	}
	must.Do(t, crowd.SetControl(g))
	must.Do(t, crowd.PlayAll(0, play.Options{Mode: play.Clamp}))
	must.Do(t, crowd.Instance(0).Seek(clip.Start+seconds))
	must.Do(t, crowd.Update(0))
	joints := make([]soa.Affine, m.Skeleton.Len())
	for j := range joints {
		joints[j], err = crowd.Instance(0).Joint(j)
		must.Do(t, err)
	}
	return joints
}

// TestIKKeys drags the targets of a control's IK: at the cursor the clip alone, and the saved list, have
// the pose that the control gives; no joint but those of the chain has keys that moved.
func TestIKKeys(t *testing.T) {
	m := loadStrider(t)
	chains := curves.Chains(m.Skeleton, declared(t, m, limbs))
	names := []string{"arm", "leg", "tail"}
	if len(chains) != len(names) || chains[0].Modifier != 1 || chains[2].End != m.Skeleton.Joint("tail.4") || len(chains[2].Joints) != 5 {
		t.Fatalf("the chains are %+v", chains)
	}
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 11))
		n := r.IntN(len(chains))
		ik := &chains[n]
		e := open(t, m, 1)
		seconds := e.Current().Seconds * r.Float64()
		p, err := e.PoseIK(ik, seconds)
		must.Do(t, err)
		place := p.Place()
		for axis := range place {
			place[axis] += 0.1 * r.NormFloat64()
		}
		must.Do(t, p.DragTo(curves.Reach, p.Place()))
		must.Do(t, p.DragTo(curves.Reach, place))
		must.Do(t, p.End())
		clip, err := e.Built(1)
		must.Do(t, err)
		want := posedBy(t, m, m.Clips[1], seconds, names[n], place)
		got := posedBy(t, m, clip, seconds, "", place)
		for j := range want {
			for c := range want[j] {
				if d := math.Abs(float64(want[j][c] - got[j][c])); d > 2e-4 {
					t.Fatalf("%s at %v s to %v: joint %q is off by %v", names[n], seconds, place, m.Skeleton.Name[j], d)
				}
			}
		}
		for k := range e.Document().Clips[0].Edits {
			var target list.Target
			switch x := e.Document().Clips[0].Edits[k].(type) {
			case *list.SetKey:
				target = x.Track
			case *list.InsertKey:
				target = x.Track
			}
			if !slices.Contains(ik.Joints, m.Skeleton.Joint(target.Joint)) {
				t.Errorf("%s keys %+v", names[n], target)
			}
		}
		replays(t, e)
		if e.Undo(); e.Changed() {
			t.Error("one undo does not take it back")
		}
	}
}

// A clip without keys of the chain gets some, at the cursor alone.
func TestIKKeysBareClip(t *testing.T) {
	m := *loadStrider(t)
	c := &soa.Clip{Name: "bare", TicksPerSecond: 30, Duration: 30}
	exact.AppendLinear(c, soa.Translation, 0, 2, func(i int) (float32, exact.Quat) { return float32(30 * i), exact.Quat{} })
	m.Clips = []*soa.Clip{c}
	chains := curves.Chains(m.Skeleton, declared(t, &m, limbs))
	e := open(t, &m, 0)
	p, err := e.PoseIK(&chains[0], 0.5)
	must.Do(t, err)
	must.Do(t, p.DragTo(curves.Reach, p.Place().Add(exact.Vec{0.05, 0.1, 0.1})))
	must.Do(t, p.End())
	track := e.Current().Track(edit.ID{Property: soa.Rotation, Target: m.Skeleton.Joint("forearm.R")})
	if track == nil || len(track.Keys) != 1 || track.Keys[0].Time != 0.5 {
		t.Errorf("the keys of the forearm are %+v", track)
	}
	replays(t, e)
	if curves.Chains(m.Skeleton, nil) != nil {
		t.Error("there are chains without a control")
	}
}
