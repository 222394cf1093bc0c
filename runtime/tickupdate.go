package runtime

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Update moves all instances on by dt seconds, which may be negative, and
// computes their palettes and weights. It does nothing where dt is not a finite
// number.
func (c *TickCrowd) Update(dt float64) {
	if finite64(dt) {
		c.pool.run(c, c.Blocks(), dt)
	}
}

// RunBlocks does what Update does for the blocks from:to, with the working
// memory of the goroutine that calls it. The error wraps ErrRange or ErrTime.
func (c *TickCrowd) RunBlocks(s *TickScratch, from, to int, dt float64) error {
	if s == nil || from < 0 || to < from || to > c.Blocks() {
		return fmt.Errorf("run blocks: %w: %d to %d of %d", ErrRange, from, to, c.Blocks())
	}
	if !finite64(dt) {
		return fmt.Errorf("run blocks: %w: %v", ErrTime, dt)
	}
	c.run(s, from, to, dt)
	return nil
}

// runBlocks is a worker's part of an Update.
func (c *TickCrowd) runBlocks(worker, from, to int, dt float64) {
	c.run(c.scratch[worker], from, to, dt)
}

func (c *TickCrowd) run(s *TickScratch, from, to int, dt float64) {
	for b := from; b < to; b += tickWindow {
		first := b * simd.Lanes
		order := c.sort(s, first, min(min(b+tickWindow, to)*simd.Lanes, c.n), dt)
		for len(order) > 0 {
			lanes := order[:min(simd.Lanes, len(order))]
			c.updateLanes(s, first, lanes)
			order = order[len(lanes):]
		}
	}
}

// tickWindow is the number of blocks whose instances are sorted by clip, so that
// most lanes that are evaluated together play the same one.
const tickWindow = 256

// sort moves the instances first:end on and lists them, counted from first, by
// their clips.
func (c *TickCrowd) sort(s *TickScratch, first, end int, dt float64) []uint16 {
	state := c.state[first:max(end, first)]
	whole, rest := s.whole[:len(state)], s.rest[:len(state)]
	clear(s.count)
	for i := range state {
		p := &state[i]
		clock := &c.clips[p.clip]
		p.advance(dt, clock.length)
		whole[i], rest[i] = simd.SplitTick(clock.tick(position(p.phase, clock.length, p.mode)))
		s.count[p.clip]++
	}
	next := int32(0)
	for k, n := range s.count {
		s.count[k] = next
		next += n
	}
	order := s.order[:len(state)]
	for i := range state {
		at := &s.count[state[i].clip]
		order[*at] = uint16(i)
		*at++
	}
	return order
}

// updateLanes evaluates up to sixteen instances, counted from first. It ignores
// the errors of kernels: they are about lengths, which NewTickCrowd fixed.
func (c *TickCrowd) updateLanes(s *TickScratch, first int, lanes []uint16) {
	if c.n == 1 {
		c.updateOne(s)
		return
	}
	var clip [simd.Lanes]int32
	next := len(lanes) == simd.Lanes // they lie one after the other
	for l := range clip {
		lane := lanes[0] // spare lanes do what the first does
		if l < len(lanes) {
			lane = lanes[l]
			next = next && int(lane) == int(lanes[0])+l
		}
		clip[l] = c.state[first+int(lane)].clip
		s.ticks.Tick[l], s.ticks.Rest[l] = s.whole[lane], s.rest[lane]
	}
	c.sample(s, &clip)
	if next {
		start := first + int(lanes[0])
		out := simd.Palettes{Values: c.palettes[start*c.stride:][:simd.Lanes*c.stride], Stride: c.stride}
		c.rig.palette(&out, s.pose, c.layout.columns, s.scratch)
	} else {
		c.rig.palette(&s.staged, s.pose, c.layout.columns, s.scratch)
		for l, lane := range lanes {
			copy(c.palettes[(first+int(lane))*c.stride:][:affineFloats*c.rig.joints()], s.staged.Values[l*c.stride:])
		}
	}
	for w, row := range c.weight {
		if row < 0 {
			continue
		}
		for l, lane := range lanes {
			c.weights[(first+int(lane))*len(c.weight)+w] = s.pose[row+l]
		}
	}
}

// updateOne evaluates the only instance there is, whose joints are the lanes.
func (c *TickCrowd) updateOne(s *TickScratch) {
	k := c.state[0].clip
	if s.held != int(k) {
		_ = simd.HoldKeys(s.pose, c.bound[k])
		s.held = int(k)
	}
	_ = simd.SampleKeys(s.pose, c.bound[k], s.whole[0], s.rest[0])
	_ = simd.SoloPalette(c.palettes, s.pose, s.pose, 0, c.layout.columns, c.rig.solo, s.scratch)
	for w := range c.weight {
		if i, ok := c.layout.other[tickTarget{soa.Weight, w}]; ok {
			c.weights[w] = s.pose[4*(c.layout.columns.Rotations+i)]
		}
	}
}

// sample fills the pose, clip by clip.
func (c *TickCrowd) sample(s *TickScratch, clip *[simd.Lanes]int32) {
	const all = 1<<simd.Lanes - 1
	for left := uint16(all); left != 0; {
		k := clip[bits.TrailingZeros16(left)]
		lanes := uint16(0)
		for l, other := range clip {
			if other == k {
				lanes |= 1 << l
			}
		}
		left &^= lanes
		if s.held != int(k) {
			_ = simd.HoldKeys16(s.pose, c.bound[k], lanes)
			s.held = -1
			if lanes == all {
				s.held = int(k)
			}
		}
		_ = simd.SampleKeys16(s.pose, c.bound[k], &s.ticks, lanes)
	}
}

// Palettes returns the matrices of all instances, 12 values per slot, those of
// instance i from i·Stride() on. The next Update overwrites them.
func (c *TickCrowd) Palettes() []float32 { return c.palettes[:c.n*c.stride] }

// Stride returns how many values apart the palettes of two instances are.
func (c *TickCrowd) Stride() int { return c.stride }

// Palette returns the palette of instance i: 12 values per slot.
func (c *TickCrowd) Palette(i int) []float32 {
	return c.palettes[i*c.stride:][:affineFloats*c.rig.joints()]
}

// Slots returns, per palette entry of a skin of the model, which matrix of an
// instance's palette it is.
func (c *TickCrowd) Slots(skin int) []int { return c.layout.skins[skin] }

// Slot returns the matrix that takes palette entry k of a skin to model space
// in instance i, 12 values.
func (c *TickCrowd) Slot(i, skin, k int) []float32 {
	at := i*c.stride + affineFloats*c.layout.skins[skin][k]
	return c.palettes[at : at+affineFloats : at+affineFloats]
}

// AllWeights returns the morph weights of all instances, WeightStride apart.
func (c *TickCrowd) AllWeights() []float32 { return c.weights }

// WeightStride returns the number of morph weights of an instance.
func (c *TickCrowd) WeightStride() int { return len(c.weight) }

// Weights returns the morph weights of instance i.
func (c *TickCrowd) Weights(i int) []float32 {
	n := len(c.weight)
	return c.weights[i*n : (i+1)*n : (i+1)*n]
}

// Joint computes where a joint of the skeleton is in model space in instance i,
// as of its last evaluation. The error wraps ErrRange for an instance that there
// is not, for joints that neither a skin nor a mesh needs, and for those whose
// skin has no invertible bind matrix.
func (c *TickCrowd) Joint(i, joint int, m *soa.Affine) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("joint: %w", err)
	}
	if joint < 0 || joint >= len(c.layout.slot) || !c.joint(i, joint, m) {
		return fmt.Errorf("joint: %w: joint %d has no matrix", ErrRange, joint)
	}
	return nil
}

// joint undoes the bind matrix of the joint's slot.
func (c *TickCrowd) joint(i, joint int, m *soa.Affine) (ok bool) {
	slot := c.layout.slot[joint]
	if slot < 0 {
		return false
	}
	p := (*[affineFloats]float32)(c.palettes[i*c.stride+affineFloats*slot:])
	var bind [affineFloats]float64
	switch inverse := c.layout.slots[slot].inverseBind; {
	case c.layout.space != nil:
		bind = c.layout.space.matrix(joint)
	case inverse == nil:
		*m = soa.Affine(*p)
		return true
	default:
		if bind, ok = invert64(inverse); !ok {
			return false
		}
	}
	for r := 0; r < affineFloats; r += 4 {
		for k := range 4 {
			v := (float64(float64(p[r])*bind[k]) + float64(float64(p[r+1])*bind[4+k])) + float64(float64(p[r+2])*bind[8+k])
			if k == 3 {
				v += float64(p[r+3])
			}
			m[r+k] = float32(v)
		}
	}
	return true
}

// invert64 inverts an affine matrix by its cofactors.
func invert64(a *soa.Affine) (b [affineFloats]float64, ok bool) {
	at := func(r, c int) float64 { return float64(a[4*(r%3)+c%3]) }
	for r := range 3 {
		for c := range 3 {
			b[4*r+c] = float64(at(c+1, r+1)*at(c+2, r+2)) - float64(at(c+1, r+2)*at(c+2, r+1))
		}
	}
	d := (float64(at(0, 0)*b[0]) + float64(at(0, 1)*b[4])) + float64(at(0, 2)*b[8])
	if d == 0 || d-d != 0 {
		return b, false
	}
	for r := 0; r < affineFloats; r += 4 {
		for k := range 3 {
			b[r+k] /= d
		}
		b[r+3] = -((float64(b[r]*float64(a[3])) + float64(b[r+1]*float64(a[7]))) + float64(b[r+2]*float64(a[11])))
	}
	return b, true
}

// tickRig is the palette kernels' form of a skeleton: in bind space where it
// allows that, for it takes half the arithmetic.
type tickRig struct {
	bind    *simd.Rig
	general *simd.GeneralRig
	solo    *simd.Solo // for a crowd of one
}

func newTickRig(l *tickLayout) (*tickRig, error) {
	var r tickRig
	var err, soloErr error
	if l.space != nil {
		joints, k := l.bindRig(), float32(l.space.k)
		r.bind, err = simd.NewRig(joints, k)
		r.solo, soloErr = simd.NewSolo(joints, k)
	} else {
		joints := l.rig()
		r.general, err = simd.NewGeneralRig(joints)
		r.solo, soloErr = simd.NewGeneralSolo(joints)
	}
	if err == nil {
		err = soloErr
	}
	return &r, err
}

func (r *tickRig) joints() int {
	if r.bind != nil {
		return r.bind.Joints()
	}
	return r.general.Joints()
}

func (r *tickRig) scratchValues(c simd.Columns) int {
	if r.bind != nil {
		return r.bind.ScratchValues(c)
	}
	return r.general.ScratchValues(c)
}

// palette ignores errors, which are about lengths.
func (r *tickRig) palette(out *simd.Palettes, pose []float32, c simd.Columns, scratch []float32) {
	if r.bind != nil {
		_ = simd.RigPalette16(out, pose, c, r.bind, scratch)
	} else {
		_ = simd.GeneralPalette16(out, pose, c, r.general, scratch)
	}
}
