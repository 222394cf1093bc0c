package benchmarks

import (
	"math"
	"sort"

	"github.com/sinew-anim/sinew/soa"
)

// mat4 is a 4x4 matrix in row-major order.
type mat4 [16]float32

func identity4() mat4 { return mat4{0: 1, 5: 1, 10: 1, 15: 1} }

func (a *mat4) times(b *mat4) (m mat4) {
	for r := range 4 {
		for c := range 4 {
			m[4*r+c] = a[4*r]*b[c] + a[4*r+1]*b[4+c] + a[4*r+2]*b[8+c] + a[4*r+3]*b[12+c]
		}
	}
	return m
}

func toMat4(a *soa.Affine) mat4 {
	m := mat4{15: 1}
	copy(m[:], a[:])
	return m
}

func translation4(v [3]float32) mat4 {
	m := identity4()
	m[3], m[7], m[11] = v[0], v[1], v[2]
	return m
}

func scaling4(v [3]float32) mat4 { return mat4{0: v[0], 5: v[1], 10: v[2], 15: 1} }

func rotation4(q [4]float32) mat4 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return mat4{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y), 0,
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x), 0,
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y), 0,
		0, 0, 0, 1,
	}
}

// slerp4 is what aiQuaternion::Interpolate does: sines of the angle, a straight
// line where that is small.
func slerp4(a, b [4]float32, t float32) [4]float32 {
	cos := a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
	if cos < 0 {
		cos = -cos
		b = [4]float32{-b[0], -b[1], -b[2], -b[3]}
	}
	u, v := 1-t, t
	if 1-cos > 0.0001 {
		angle := math.Acos(float64(cos))
		sin := math.Sin(angle)
		u = float32(math.Sin((1-float64(t))*angle) / sin)
		v = float32(math.Sin(float64(t)*angle) / sin)
	}
	var q [4]float32
	for i := range q {
		q[i] = u*a[i] + v*b[i]
	}
	n := 1 / float32(math.Sqrt(float64(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3])))
	return [4]float32{q[0] * n, q[1] * n, q[2] * n, q[3] * n}
}

func lerp3(a, b [3]float32, t float32) [3]float32 {
	return [3]float32{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t}
}

// vectorKey and rotationKey are aiVectorKey and aiQuatKey.
type vectorKey struct {
	time  float64
	value [3]float32
}

type rotationKey struct {
	time  float64
	value [4]float32
}

// channel is aiNodeAnim.
type channel struct {
	name        string
	translation []vectorKey
	rotation    []rotationKey
	scale       []vectorKey
}

// classicClip makes channels of a clip whose tracks are linear, in the way
// Assimp has them: three lists of keys for every joint.
func classicClip(m *soa.Model, c *soa.Clip) []*channel {
	r := &m.Skeleton.Rest
	channels := make([]*channel, m.Skeleton.Len())
	for j := range channels {
		channels[j] = &channel{name: m.Skeleton.Name[j]}
	}
	for t := range c.Tracks {
		ch := channels[c.Tracks[t].Target]
		first, end := c.Keys(t)
		for k := first; k < end; k++ {
			time, v := float64(c.Time[k]), [3]float32{c.X[k], c.Y[k], c.Z[k]}
			switch c.Tracks[t].Property {
			case soa.Translation:
				ch.translation = append(ch.translation, vectorKey{time, v})
			case soa.Rotation:
				ch.rotation = append(ch.rotation, rotationKey{time, [4]float32{c.X[k], c.Y[k], c.Z[k], c.W[k]}})
			case soa.Scale:
				ch.scale = append(ch.scale, vectorKey{time, v})
			}
		}
	}
	for j, ch := range channels {
		if ch.translation == nil {
			ch.translation = []vectorKey{{0, [3]float32{r.TX[j], r.TY[j], r.TZ[j]}}}
		}
		if ch.rotation == nil {
			ch.rotation = []rotationKey{{0, [4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}}}
		}
		if ch.scale == nil {
			ch.scale = []vectorKey{{0, [3]float32{r.SX[j], r.SY[j], r.SZ[j]}}}
		}
	}
	return channels
}

// finder returns the index of the key before a tick among n > 1 keys.
type finder func(n int, time func(k int) float64, tick float64) int

// linearSearch is FindPosition of the tutorial.
func linearSearch(n int, time func(int) float64, tick float64) int {
	for k := range n - 1 {
		if tick < time(k+1) {
			return k
		}
	}
	return n - 2
}

func binarySearch(n int, time func(int) float64, tick float64) int {
	return max(sort.Search(n-1, func(k int) bool { return time(k) > tick })-1, 0)
}

// matrix is the node's transformation at a tick.
func (c *channel) matrix(tick float64, find finder) mat4 {
	s := scaling4(sampleVector(c.scale, tick, find))
	r := rotation4(sampleRotation(c.rotation, tick, find))
	t := translation4(sampleVector(c.translation, tick, find))
	t = t.times(&r)
	return t.times(&s)
}

func sampleVector(keys []vectorKey, tick float64, find finder) [3]float32 {
	if len(keys) == 1 {
		return keys[0].value
	}
	k := find(len(keys), func(k int) float64 { return keys[k].time }, tick)
	return lerp3(keys[k].value, keys[k+1].value, fraction(keys[k].time, keys[k+1].time, tick))
}

func sampleRotation(keys []rotationKey, tick float64, find finder) [4]float32 {
	if len(keys) == 1 {
		return keys[0].value
	}
	k := find(len(keys), func(k int) float64 { return keys[k].time }, tick)
	return slerp4(keys[k].value, keys[k+1].value, fraction(keys[k].time, keys[k+1].time, tick))
}

func fraction(from, to, tick float64) float32 {
	return float32(min(max((tick-from)/(to-from), 0), 1))
}

// ogldev is OGLdev's tutorial 38: a tree of named nodes that is walked from the
// root, channels looked for by name among all, bones in a map by name.
type ogldev struct {
	roots         []*node
	channels      []*channel
	bones         map[string]int
	offset, final []mat4
	globalInverse mat4
}

type node struct {
	name      string
	transform mat4
	children  []*node
}

func newOGLdev(m *soa.Model, c *soa.Clip) *ogldev {
	o := &ogldev{channels: classicClip(m, c), bones: map[string]int{}, globalInverse: identity4()}
	nodes := make([]*node, m.Skeleton.Len())
	for j, p := range m.Skeleton.Parent {
		nodes[j] = &node{name: m.Skeleton.Name[j], transform: identity4()}
		if p < 0 {
			o.roots = append(o.roots, nodes[j])
		} else {
			nodes[p].children = append(nodes[p].children, nodes[j])
		}
	}
	for i, j := range m.Skins[0].Joint {
		o.bones[m.Skeleton.Name[j]] = i
		o.offset = append(o.offset, toMat4(&m.Skins[0].InverseBind[i]))
	}
	o.final = make([]mat4, len(o.offset))
	return o
}

// evaluate is BoneTransform.
func (o *ogldev) evaluate(tick float64) []mat4 {
	parent := identity4()
	for _, r := range o.roots {
		o.readNodeHierarchy(tick, r, &parent)
	}
	return o.final
}

func (o *ogldev) readNodeHierarchy(tick float64, n *node, parent *mat4) {
	transform := n.transform
	if c := o.findNodeAnim(n.name); c != nil {
		transform = c.matrix(tick, linearSearch)
	}
	global := parent.times(&transform)
	if bone, ok := o.bones[n.name]; ok {
		final := o.globalInverse.times(&global)
		o.final[bone] = final.times(&o.offset[bone])
	}
	for _, child := range n.children {
		o.readNodeHierarchy(tick, child, &global)
	}
}

func (o *ogldev) findNodeAnim(name string) *channel {
	for _, c := range o.channels {
		if c.name == name {
			return c
		}
	}
	return nil
}

// arrays is the method after the first round of cleaning up: joints in one
// array, parents first, channels by index, binary search.
type arrays struct {
	parent                []int16
	channels              []*channel
	joint                 []uint16
	offset, global, final []mat4
}

func newArrays(m *soa.Model, c *soa.Clip) *arrays {
	a := &arrays{parent: m.Skeleton.Parent, channels: classicClip(m, c), joint: m.Skins[0].Joint, global: make([]mat4, m.Skeleton.Len())}
	for i := range m.Skins[0].InverseBind {
		a.offset = append(a.offset, toMat4(&m.Skins[0].InverseBind[i]))
	}
	a.final = make([]mat4, len(a.offset))
	return a
}

func (a *arrays) evaluate(tick float64) []mat4 {
	for j, p := range a.parent {
		a.global[j] = a.channels[j].matrix(tick, binarySearch)
		if p >= 0 {
			a.global[j] = a.global[p].times(&a.global[j])
		}
	}
	for i, j := range a.joint {
		a.final[i] = a.global[j].times(&a.offset[i])
	}
	return a.final
}
