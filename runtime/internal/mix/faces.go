package mix

import (
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Faces are the expressions of a crowd: the way from floats to morph weights.
type Faces struct {
	count  int       // expressions
	place  []int32   // per float: where its value is among those of an instance, or −1
	each   int       // floats that an expression follows
	values []float32 // [instance][float]: what programs have set, NaN where nothing
	still  []int32   // weights that expressions move and clips do not
}

// Prepare makes the state of instances.
func (f *Faces) Prepare(poses *pose.Layout, instances int) {
	f.count, f.place = len(poses.Expressions), make([]int32, len(poses.FloatRest))
	for k := range f.place {
		f.place[k] = -1
	}
	bound := make([]bool, len(poses.WeightRest))
	for k := range poses.Expressions {
		e := &poses.Expressions[k]
		if f.place[e.Float] < 0 {
			f.place[e.Float] = int32(f.each)
			f.each++
		}
		for _, b := range e.Binds {
			bound[b.Weight] = true
		}
	}
	for w, moves := range bound {
		if moves && poses.WeightColumn[w] < 0 {
			f.still = append(f.still, int32(w))
		}
	}
	f.values = make([]float32, f.each*instances)
	for i := range f.values {
		f.values[i] = float32(math.NaN())
	}
}

// Floats is what programs have set the floats of instance i to that an expression follows.
func (f *Faces) Floats(i int) []float32 { return f.values[i*f.each:][:f.each] }

// entry returns where float k of instance i is set, or nil.
func (f *Faces) entry(i, k int) *float32 {
	if k < 0 || k >= len(f.place) || f.place[k] < 0 {
		return nil
	}
	return &f.values[i*f.each+int(f.place[k])]
}

// set returns what a program has set float k of instance i to.
func (f *Faces) set(i, k int) (float32, bool) {
	at := f.entry(i, k)
	if at == nil || *at != *at {
		return 0, false
	}
	return *at, true
}

// Set sets float k of instance i, and reports whether something follows it.
func (f *Faces) Set(i, k int, v float32) bool {
	at := f.entry(i, k)
	if at != nil {
		*at = v
	}
	return at != nil
}

// Clear gives float k of instance i back to its clips.
func (f *Faces) Clear(i, k int) bool { return f.Set(i, k, float32(math.NaN())) }

// Forget gives all floats of instance i back.
func (f *Faces) Forget(i int) {
	for k := range f.Floats(i) {
		f.Floats(i)[k] = float32(math.NaN())
	}
}

// weighs reports whether morph weights have to be computed.
func (c *Mixing) weighs() bool { return len(c.Weights.moves) > 0 || c.Faces.count > 0 }

// weightsOfRows computes the weights of the lanes of a batch.
func (c *Mixing) weightsOfRows(s *Scratch, b *batch, rows *simd.Rows) {
	for l, i := range b.instance[:simd.Lanes*len(b.at)] {
		if i >= 0 {
			at := &b.at[l/simd.Lanes]
			c.weightsOfRow(s, i, rows, at.Row[l%simd.Lanes], at.Alpha[l%simd.Lanes])
		}
	}
}

func (c *Mixing) weightsOfRow(s *Scratch, i int32, rows *simd.Rows, row int64, alpha float32) {
	c.Weights.ofRow(i, rows, row, alpha)
	c.express(s, int(i))
}

func (c *Mixing) weightsOfPose(s *Scratch, i int, row []float32) {
	c.Weights.ofPose(int32(i), row)
	c.express(s, i)
}

func (c *Mixing) weightsOfBlock(s *Scratch, instance []int32, block []float32) {
	c.Weights.ofBlock(instance, block)
	if c.Faces.count == 0 {
		return
	}
	for _, i := range instance {
		if i >= 0 {
			c.express(s, int(i))
		}
	}
}

// express adds what expressions make of floats to the morph weights of an instance's pose.
func (c *Mixing) express(s *Scratch, i int) {
	if c.Faces.count == 0 {
		return
	}
	weights := c.Weights.Row(i)
	for _, w := range c.Faces.still {
		weights[w] = c.Poses.WeightRest[w]
	}
	var list [play.MaxLayers]FloatPart
	var parts []FloatPart
	layered, clip, seconds := c.Active.Clips.Flags[i] != 0, int(c.Active.Clip[i]), c.Active.Clocks.Position(i)
	if layered {
		parts = c.FloatParts(i, &list)
	}
	for k := range c.Poses.Expressions {
		f := c.Poses.Expressions[k].Float
		v, ok := c.Faces.set(i, f)
		switch {
		case ok:
		case layered:
			v = c.BlendFloat(parts, f)
		default:
			v = c.Floats.Value(clip, f, seconds)
		}
		s.expressed[k] = v
	}
	_ = c.Poses.Express(weights, s.expressed) // lengths are right
}
