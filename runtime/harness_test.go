package runtime_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// road is a source of clips, and what it promises.
type road struct {
	name   string
	source runtime.Source
	layout pose.LayoutOptions
	model  *soa.Model // nil for a made-up bank
	clips  []*soa.Clip
	bank   *soa.Bank     // of Baked
	packed []*soa.Packed // of Compressed
	solo   alone
}

// sourceBound is the error bound of the banks and packed clips of tests, in metres.
const sourceBound = 1e-3

// keysOf is a model's own keys, of all of its joints.
func keysOf(m *soa.Model, form pose.FormChoice) road {
	return road{name: "keys", source: runtime.Keyframes(m), layout: pose.LayoutOptions{Form: form, AllJoints: true}, model: m, clips: m.Clips}
}

// roadsOf are the three sources of a model, of all of its joints.
func roadsOf(m *soa.Model, form pose.FormChoice) []road { return roadsWithin(m, form, sourceBound) }

func roadsWithin(m *soa.Model, form pose.FormChoice, bound float64) []road {
	keys := keysOf(m, form)
	o := keys.layout
	bank, err := bake.Bank(context.Background(), m, nil, bake.BankOptions{LayoutOptions: o, ErrorBound: bound})
	if err != nil {
		panic(fmt.Errorf("%s: %w", m.Name, err))
	}
	packed, err := bake.PackClips(context.Background(), m, nil, bake.PackOptions{Bound: bound})
	if err != nil {
		panic(fmt.Errorf("%s: %w", m.Name, err))
	}
	return []road{
		keys,
		{name: "rows", source: runtime.Baked(bank), model: m, clips: m.Clips, bank: bank},
		{name: "spans", source: runtime.Compressed(m, packed), layout: o, model: m, clips: m.Clips, packed: packed},
	}
}

func (r *road) crowd(t must.T, n int, o runtime.CrowdOptions) *runtime.Crowd {
	t.Helper()
	o.Layout = r.layout
	c, err := runtime.NewCrowd(r.source, n, o)
	must.Do(t, err)
	return c
}

// subject is a model, or a bank, and its sources.
type subject struct {
	name  string
	roads []road
}

// subjects are models of all kinds: both forms, mirrored and scaled bind matrices,
// static joints, several skins and meshes without one, steps, splines, clips of one
// key and of no length, morph weights, custom properties.
var subjects = sync.OnceValue(func() []subject { return subjectsOf(0) })

// subjectsOf are those that a seed draws.
func subjectsOf(seed uint64) []subject {
	layered := layeredSubjects(seed)
	list := []subject{
		{"wild", roadsOf(figure.Random(7+seed, 5), pose.FormAuto)},
		{"jumps", roadsOf(banks.Jumps(), pose.FormAuto)},
		layered[0],
		layered[1],
		{"rig of centimetres", roadsOf(banks.Rigid(smooth(figure.Random(6+seed, 67), false), 0.01, 6+seed), pose.FormRig)},
		{"mirrored rig", roadsOf(banks.Rigid(smooth(figure.Random(7+seed, 15), false), -1, 7+seed), pose.FormRig)},
	}
	for _, form := range [...]soa.Form{soa.Rig, soa.General} {
		b := randomBank(form, 1+seed)
		list = append(list, subject{fmt.Sprintf("random %v bank", form), []road{{name: "rows", source: runtime.Baked(b), bank: b}}})
	}
	return list
}

// layeredSubjects are those of both forms that sway.
func layeredSubjects(seed uint64) []subject {
	around := func(joints int) int { return 1 + int((uint64(joints-1)+seed)%40) }
	return []subject{
		{"general", roadsOf(smooth(figure.Random(1+seed, around(17)), true), pose.FormAuto)},
		{"rig", roadsOf(banks.Rigid(smooth(figure.Random(5+seed, around(16)), false), 1, 5+seed), pose.FormRig)},
	}
}

// eachRoad runs a test of every source of every subject.
func eachRoad(t *testing.T, test func(t *testing.T, r *road)) { eachRoadOf(t, subjects(), test) }

func eachRoadOf(t *testing.T, list []subject, test func(t *testing.T, r *road)) {
	for _, s := range list {
		for i := range s.roads {
			t.Run(s.name+"/"+s.roads[i].name, func(t *testing.T) { test(t, &s.roads[i]) })
		}
	}
}

// smooth gives a random model clips that sway, as captured ones do: of 40 keys, of
// 19 with scales, of one key and of no length.
func smooth(m *soa.Model, scale bool) *soa.Model {
	static := map[int]bool{}
	for _, s := range m.Skeleton.Static {
		static[int(s.Joint)] = true
	}
	for i, keys := range [...]int{40, 19, 1, 2} {
		c := &soa.Clip{Name: fmt.Sprintf("smooth %d", i), TicksPerSecond: 30, Start: float64(i) - 1.5, Duration: float64(keys - 1)}
		if i == 3 {
			keys, c.Duration = 1, 0
		}
		for property := soa.Translation; property <= soa.Scale; property++ {
			for j := range m.Skeleton.Len() {
				if !static[j] && (property != soa.Scale || scale && i == 1) {
					swayJoint(c, m.Skeleton, j, property, keys)
				}
			}
		}
		for w := range len(m.Weights) - 1 {
			addTrack(c, soa.Weight, w, keys, func(wave func(int) float64) [4]float32 { return [4]float32{float32(wave(w))} })
		}
		for f := range m.Floats {
			addTrack(c, soa.Float, f, keys, func(wave func(int) float64) [4]float32 { return [4]float32{float32(10 * wave(f))} })
		}
		m.Clips[i] = c
	}
	return m
}

// swayJoint adds a track of a joint: all turn, some move or change their size.
func swayJoint(c *soa.Clip, k *soa.Skeleton, j int, property soa.Property, keys int) {
	rest := &k.Rest
	switch {
	case property == soa.Rotation:
		addTrack(c, property, j, keys, func(wave func(int) float64) [4]float32 {
			q := oracle.Quat{float64(rest.RX[j]) + 0.1*wave(j), float64(rest.RY[j]) - 0.1*wave(j+2), float64(rest.RZ[j]), float64(rest.RW[j])}.Unit()
			return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
		})
	case property == soa.Translation && j%3 == 0:
		addTrack(c, property, j, keys, func(wave func(int) float64) [4]float32 {
			return [4]float32{rest.TX[j] + float32(0.05*wave(j)), rest.TY[j] + float32(0.02*wave(j+1)), rest.TZ[j]}
		})
	case property == soa.Scale && j%4 == 1:
		addTrack(c, property, j, keys, func(wave func(int) float64) [4]float32 {
			return [4]float32{rest.SX[j] * float32(1+0.1*wave(j)), rest.SY[j], rest.SZ[j]}
		})
	}
}

// addTrack appends a track with a key a tick, whose values follow waves.
func addTrack(c *soa.Clip, property soa.Property, target, keys int, value func(wave func(seed int) float64) [4]float32) {
	c.Tracks = append(c.Tracks, soa.Track{Target: int16(target), Property: property, First: uint32(len(c.Time))})
	for k := range keys {
		v := value(func(seed int) float64 { return math.Sin(float64(k)*(0.1+0.03*float64(seed%5)) + float64(seed)) })
		c.Time = append(c.Time, float32(k))
		c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
	}
}

// role is what an instance does.
type role struct {
	clip    int
	options play.Options
	seek    float64 // where not 0
	speed   float64 // where not 0
}

// roles are those of n instances: all clips and rest, all modes, both directions,
// clips that pass several times a frame, times far away.
func roles(clips, n int) []role {
	r := rand.New(rand.NewPCG(5, 5))
	list := make([]role, n)
	for i := range list {
		list[i] = role{clip: clipOrRest(i%7%(clips+1) - 1), options: play.Options{Mode: play.LoopMode(i % 3), Speed: r.Float64()*3 - 1.5, Offset: r.Float64()}}
		if i/16 == 1 {
			list[i].clip = 0 // a block of one clip
		}
		switch i % 11 {
		case 5:
			list[i].seek = (r.Float64() - 0.5) * 1e6
		case 7:
			list[i].options.Speed *= 60
		case 9:
			list[i].speed = -2
		}
	}
	return list
}

// clipOrRest is a clip of a number from 0 on, or Rest.
func clipOrRest(k int) int {
	if k < 0 {
		return play.Rest
	}
	return k
}

func (r *role) play(t must.T, c *runtime.Crowd, i int) {
	t.Helper()
	must.Do(t, c.Instance(i).Play(r.clip, r.options))
	if r.seek != 0 {
		must.Do(t, c.Instance(i).Seek(r.seek))
	}
	if r.speed != 0 {
		must.Do(t, c.Instance(i).SetSpeed(r.speed))
	}
}

// bitsOf lists all that was computed for an instance.
func bitsOf(t must.T, c *runtime.Crowd, i int) []uint32 {
	t.Helper()
	floats := make([]float32, len(c.Layout().FloatRest))
	must.Do(t, c.Instance(i).Floats(floats))
	var bits []uint32
	for _, list := range [...][]float32{c.Instance(i).Palette(), c.Instance(i).Weights(), floats} {
		for _, v := range list {
			bits = append(bits, math.Float32bits(v))
		}
	}
	return bits
}

func sameBits(t must.T, what string, got, want []uint32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: value %d is %v, want %v", what, i, math.Float32frombits(got[i]), math.Float32frombits(want[i]))
		}
	}
}

// pose1 is a mask of one joint.
func pose1(weight float32) []pose.Mask { return []pose.Mask{{weight}} }

// jointOf is the matrix of a joint of an instance.
func jointOf(t must.T, x runtime.Instance, joint int) soa.Affine {
	t.Helper()
	m, err := x.Joint(joint)
	must.Do(t, err)
	return m
}

func jointError(x runtime.Instance, joint int) error {
	_, err := x.Joint(joint)
	return err
}
