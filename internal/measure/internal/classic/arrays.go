package classic

import "github.com/sinew-anim/sinew/soa"

// arrays is the method after the first round of cleaning up: joints in one
// array, parents first, channels by index, binary search.
type arrays struct {
	*Rig
	clips          [][]*channel
	rest           []mat4
	offset, global []mat4
}

func newBinary(r *Rig, clips []*soa.Clip, _ int) (Animator, error) {
	a := &arrays{Rig: r, rest: restMatrices(r.Skeleton), global: make([]mat4, r.Skeleton.Len())}
	for i := range r.Entries {
		a.offset = append(a.offset, toMat4(&r.Entries[i].InverseBind))
	}
	for _, c := range clips {
		a.clips = append(a.clips, channels(r.Skeleton, c))
	}
	return a, nil
}

func (a *arrays) Evaluate(_, clip int, tick float64, palette []float32) {
	for j, ch := range a.clips[clip] {
		m := a.rest[j]
		if ch != nil {
			m = ch.matrix(tick, binary)
		}
		if p := a.Skeleton.Parent[j]; p >= 0 {
			m = a.global[p].times(&m)
		}
		a.global[j] = m
	}
	for i := range a.Entries {
		final := a.global[a.Entries[i].Joint].times(&a.offset[i])
		copy(palette[12*i:12*i+12], final[:])
	}
}

// cursors is the method after the second round: what moves has a cursor, which
// an instance keeps from frame to frame, rotations are blended in a straight
// line, matrices have three rows, and what does not move is not computed.
type cursors struct {
	*Rig
	clips   [][]cursorJoint
	rest    []soa.Affine
	global  []soa.Affine
	at      [][3]uint32 // [instance][joint]
	playing []int       // per instance: the clip that its cursors are of
}

// cursorJoint is what a clip does to a joint.
type cursorJoint struct {
	moves                        bool
	translation, rotation, scale []key
}

func newCursor(r *Rig, clips []*soa.Clip, instances int) (Animator, error) {
	n := r.Skeleton.Len()
	c := &cursors{Rig: r, rest: make([]soa.Affine, n), global: make([]soa.Affine, n), at: make([][3]uint32, n*instances), playing: make([]int, instances)}
	for j, m := range restMatrices(r.Skeleton) {
		copy(c.rest[j][:], m[:])
	}
	for _, clip := range clips {
		joints := make([]cursorJoint, n)
		for j, ch := range channels(r.Skeleton, clip) {
			if ch != nil {
				joints[j] = cursorJoint{true, ch.translation, ch.rotation, ch.scale}
			}
		}
		c.clips = append(c.clips, joints)
	}
	return c, nil
}

func (c *cursors) Evaluate(instance, clip int, tick float64, palette []float32) {
	at := c.at[instance*len(c.rest):][:len(c.rest)]
	if c.playing[instance] != clip {
		clear(at)
		c.playing[instance] = clip
	}
	for j := range c.global {
		local := c.rest[j]
		if joint := &c.clips[clip][j]; joint.moves {
			t := c.value(joint.translation, &at[j][0], tick)
			s := c.value(joint.scale, &at[j][2], tick)
			q := joint.rotation[0].value
			if len(joint.rotation) > 1 {
				k := follow(joint.rotation, int(at[j][1]), tick)
				at[j][1] = uint32(k)
				a, b := &joint.rotation[k], &joint.rotation[k+1]
				q = nlerp(a.value, b.value, fraction(a, b, tick))
			}
			local = compose3(t, q, s)
		}
		if p := c.Skeleton.Parent[j]; p >= 0 {
			c.global[j] = product3(&c.global[p], &local)
		} else {
			c.global[j] = local
		}
	}
	for i := range c.Entries {
		e := &c.Entries[i]
		*(*soa.Affine)(palette[12*i:]) = product3(&c.global[e.Joint], &e.InverseBind)
	}
}

// value samples a translation or a scale.
func (c *cursors) value(keys []key, cursor *uint32, tick float64) [4]float32 {
	if len(keys) == 1 {
		return keys[0].value
	}
	k := follow(keys, int(*cursor), tick)
	*cursor = uint32(k)
	a, b := &keys[k], &keys[k+1]
	return lerp(a.value, b.value, fraction(a, b, tick))
}

func compose3(t, q, s [4]float32) soa.Affine {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return soa.Affine{
		(1 - 2*(y*y+z*z)) * s[0], 2 * (x*y - w*z) * s[1], 2 * (x*z + w*y) * s[2], t[0],
		2 * (x*y + w*z) * s[0], (1 - 2*(x*x+z*z)) * s[1], 2 * (y*z - w*x) * s[2], t[1],
		2 * (x*z - w*y) * s[0], 2 * (y*z + w*x) * s[1], (1 - 2*(x*x+y*y)) * s[2], t[2],
	}
}

func product3(a, b *soa.Affine) (m soa.Affine) {
	for r := 0; r < 12; r += 4 {
		x, y, z := a[r], a[r+1], a[r+2]
		m[r] = x*b[0] + y*b[4] + z*b[8]
		m[r+1] = x*b[1] + y*b[5] + z*b[9]
		m[r+2] = x*b[2] + y*b[6] + z*b[10]
		m[r+3] = x*b[3] + y*b[7] + z*b[11] + a[r+3]
	}
	return m
}
