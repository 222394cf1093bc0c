package runtime_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// masksOf are two masks for a layout: a random one, and one of zeros and ones.
func masksOf(joints int) []pose.Mask {
	r := rand.New(rand.NewPCG(uint64(joints), 3))
	soft, hard := make(pose.Mask, joints), make(pose.Mask, joints)
	for j := range soft {
		soft[j], hard[j] = r.Float32(), float32(r.IntN(2))
	}
	return []pose.Mask{soft, hard}
}

// director tells instances what to play. What it does at a frame follows from the
// instance's number, the frame and the seed alone.
type director struct {
	layers, masks int
	inertializes  bool // and does nothing else
	seed          uint64
}

// act does something to instance i of a crowd, which plays the part of instance as.
func (d *director) act(t must.T, c *runtime.Crowd, i, as, frame int) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(as)^d.seed, uint64(frame)))
	for range r.IntN(3) {
		if d.inertializes {
			clip := clipOrRest(r.IntN(c.Clips()+1) - 1)
			must.Do(t, c.Instance(i).Play(clip, play.Options{Fade: r.Float64() * float64(r.IntN(3)) * 0.2, Transition: play.Inertialize, Speed: r.Float64()}))
			continue
		}
		d.one(t, c, i, r)
	}
}

func (d *director) one(t must.T, c *runtime.Crowd, i int, r *rand.Rand) {
	t.Helper()
	layer, clip := r.IntN(d.layers), clipOrRest(r.IntN(c.Clips()+1)-1)
	var err error
	switch r.IntN(12) {
	default:
		o := play.Options{
			Layer: layer, Mode: play.LoopMode(r.IntN(3)), Speed: r.Float64()*3 - 1, Mask: r.IntN(d.masks + 1),
			Kind: play.Kind(r.IntN(5)), Weight: r.Float64() * 1.2, Curve: play.Curve(r.IntN(4)), Match: r.IntN(4) == 0, Queue: r.IntN(6) == 0,
		}
		if r.IntN(5) > 0 {
			o.Fade, o.FadePart, o.Transition = r.Float64()*0.3, float64(r.IntN(2))*0.1, play.Transition(r.IntN(4))
		}
		if r.IntN(4) == 0 {
			o.Sync = 1 + r.IntN(2)
		}
		err = c.Instance(i).Play(clip, o)
	case 0:
		err = c.Instance(i).Layer(layer).SetWeight(r.Float64() * float64(r.IntN(3)))
	case 1:
		err = c.Instance(i).Layer(layer).SetMask(r.IntN(d.masks+1), r.Float64()*0.2*float64(r.IntN(2)))
	case 2:
		err = c.Instance(i).Layer(layer).Seek((r.Float64() - 0.5) * 1e3)
	case 3:
		err = c.Instance(i).Layer(layer).SetSpeed(r.Float64()*4 - 2)
	case 4:
		err = c.Instance(i).Pause()
	case 5:
		err = c.Instance(i).Resume()
	case 6:
		if r.IntN(4) == 0 {
			err = c.Instance(i).Stop()
		}
	}
	if err != nil && !errors.Is(err, runtime.ErrRange) && !errors.Is(err, play.ErrLayers) { // the layer may play nothing, or all do
		t.Fatal(err)
	}
}

// layerFrames are the steps in time of a crowd whose instances change what they play.
var layerFrames = [...]float64{0, 0.03, 0.1, 0.02, -0.15, 0.01, 0.4, 0, 0.033, 7, 0.016}

// layered makes a crowd whose instances have layers.
func (r *road) layered(t must.T, n int, o runtime.CrowdOptions) (*runtime.Crowd, *director) {
	joints := len(r.crowd(t, 1, runtime.CrowdOptions{}).Layout().Slot)
	o.Masks = masksOf(joints)
	c := r.crowd(t, n, o)
	return c, &director{layers: max(o.Layers, 4), masks: len(o.Masks)}
}

// What instances combine has the same bits alone, in blocks of others, with any
// instruction set, any number of workers and whatever the way to update them.
func TestLayersAreTheSameEverywhere(t *testing.T) {
	for s := range seed.Cases(t, 1) {
		eachRoadOf(t, layeredSubjects(s), func(t *testing.T, r *road) { r.sameEverywhere(t, 40, director{seed: s}) })
	}
}

// The same of instances with one clip, while the difference from what they played before
// dies out.
func TestInertializedAreTheSameEverywhere(t *testing.T) {
	for s := range seed.Cases(t, 1) {
		eachRoadOf(t, layeredSubjects(s), func(t *testing.T, r *road) { r.sameEverywhere(t, 60, director{seed: s, inertializes: true}) })
	}
}

func (r *road) sameEverywhere(t *testing.T, n int, like director) {
	want := r.layersAlone(t, n, like)
	everySIMD(t, func(isa simd.ISA) {
		for _, way := range ways {
			c, d := r.layered(t, n, way.options)
			d.seed, d.inertializes = like.seed, like.inertializes
			for f, dt := range layerFrames {
				for i := range n {
					d.act(t, c, i, i, f)
				}
				way.update(t, c, dt)
				for i := range n {
					sameBits(t, fmt.Sprintf("%v, %s, frame %d, instance %d", isa, way.name, f, i), bitsOf(t, c, i), want[f][i])
				}
			}
			c.Close()
		}
	})
}

// layersAlone are, per frame and instance, what instances computed alone, in plain Go.
func (r *road) layersAlone(t *testing.T, n int, like director) [len(layerFrames)][][]uint32 {
	restore, err := simd.Use(simd.Generic)
	must.Do(t, err)
	defer restore()
	var all [len(layerFrames)][][]uint32
	for i := range n {
		c, d := r.layered(t, 1, runtime.CrowdOptions{})
		d.seed, d.inertializes = like.seed, like.inertializes
		for f, dt := range layerFrames {
			d.act(t, c, 0, i, f)
			must.Do(t, c.Update(dt))
			bits := bitsOf(t, c, 0)
			for k, b := range bits {
				if v := math.Float32frombits(b); v != v || math.Abs(float64(v)) > 1e6 {
					t.Fatalf("instance %d, frame %d: value %d is %v", i, f, k, v)
				}
			}
			all[f] = append(all[f], bits)
		}
	}
	return all
}

// A level of detail leaves the layers of the greatest weights, which share what the
// others of their group had.
func TestLevelThinsLayers(t *testing.T) {
	r := keysOf(counting(), pose.FormAuto)
	c := r.crowd(t, 1, runtime.CrowdOptions{LODs: []play.LOD{{}, {Layers: 1}, {Layers: 2}}})
	for layer, weight := range []float64{0.2, 0.5, 0.3} {
		must.Do(t, c.Instance(0).Play(layer%2, play.Options{Layer: layer, Weight: weight, Offset: 0.5, Speed: 1e-9}))
	}
	// Clip 0 stands at 1 with 0.2 and 0.3, clip 1 at 7 with 0.5.
	for level, want := range []float64{0.5*1 + 0.5*7, 7, 0.375*1 + 0.625*7} {
		must.Do(t, c.Instance(0).SetLOD(level))
		must.Do(t, c.Update(0))
		if got := place(t, c, 0, 0); math.Abs(got-want) > 1e-5 {
			t.Errorf("level %d: joint is at %v, want %v", level, got, want)
		}
	}
}

// Numbers for the bits of instances that combine clips, after frames in which all of them
// change what they play: the same on every processor.
func TestLayersGiveTheseBits(t *testing.T) {
	want := map[string]map[string]uint64{
		"general": {"keys": 0xa4802056e0ef4b55, "rows": 0xa4802056e0ef4b55, "spans": 0xe36fad228337ea2c},
		"rig":     {"keys": 0xf425da6fc5421cbc, "rows": 0xa68f8ae191f61a49, "spans": 0x37088cecff0fe4a9},
	}
	for _, s := range subjects()[2:4] {
		for k := range s.roads {
			r := &s.roads[k]
			everySIMD(t, func(isa simd.ISA) {
				for _, workers := range []int{1, 7} {
					c, d := r.layered(t, 35, runtime.CrowdOptions{Workers: workers})
					h := fnv.New64a()
					for f, dt := range layerFrames {
						for i := range c.Len() {
							d.act(t, c, i, i, f)
						}
						must.Do(t, c.Update(dt))
						for i := range c.Len() {
							for _, b := range bitsOf(t, c, i) {
								h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
							}
						}
					}
					c.Close()
					if got := h.Sum64(); got != want[s.name][r.name] {
						t.Errorf("%s, %s, %v, %d workers: %#x, want %#x", s.name, r.name, isa, workers, got, want[s.name][r.name])
					}
				}
			})
		}
	}
}

// A layer that leaves a joint alone leaves morph weights alone.
func TestMaskLeavesMorphWeights(t *testing.T) {
	r := &subjects()[2].roads[0]
	mask := make(pose.Mask, len(r.model.Skeleton.Name))
	for j := range mask[1:] {
		mask[1+j] = 1
	}
	c := r.crowd(t, 2, runtime.CrowdOptions{Masks: []pose.Mask{mask}})
	must.Do(t, c.PlayAll(0, play.Options{}))
	must.Do(t, c.Instance(1).Play(1, play.Options{Layer: 1, Kind: play.Override, Mask: 1}))
	must.Do(t, c.Update(0.3))
	a, b := c.Instance(0).Weights(), c.Instance(1).Weights()
	if len(a) == 0 {
		t.Fatal("the model has no morph weights")
	}
	for k := range a {
		if math.Abs(float64(a[k]-b[k])) > 1e-6 {
			t.Errorf("weight %d is %v, without the layer %v", k, b[k], a[k])
		}
	}
	if c.Instance(0).Palette()[12*int(c.Layout().Slot[1])] == c.Instance(1).Palette()[12*int(c.Layout().Slot[1])] {
		t.Error("the layer moves nothing")
	}
}
