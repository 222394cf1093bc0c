package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/internal/exact"
)

// bone is one octahedron as the vertex shader reads it, in world space.
type bone struct {
	head  [3]float32
	width float32 // half of the widest part
	tail  [3]float32
	_     float32
}

const bytesPerBone = int32(unsafe.Sizeof(bone{}))

// bones draws skeletons: one instanced octahedron for every joint and for every
// bone from a joint to its parent.
type bones struct {
	array, shape, stream uint32
	list                 []bone
}

// BoneTriangles is the greatest number of triangles that drawing a skeleton takes per joint:
// two octahedra, of the joint and of the bone to its parent.
const BoneTriangles = 16

// octahedron vertices: head at the origin, tail at (0, 1, 0), widest near the
// head, as modelling programs draw bones.
const boneWaist = 0.14

// make builds the octahedron, flat faces.
func (b *bones) make() {
	head, tail := [3]float32{}, [3]float32{0, 1, 0}
	var ring [4][3]float32
	for i, c := range [4][2]float32{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		ring[i] = [3]float32{c[0], boneWaist, c[1]}
	}
	var v []float32
	face := func(a, b, c [3]float32) {
		n := faceNormal(a, b, c)
		for _, p := range [][3]float32{a, b, c} {
			v = append(append(v, p[:]...), n[:]...)
		}
	}
	for i := range ring {
		next := ring[(i+1)%4]
		face(tail, next, ring[i])
		face(head, ring[i], next)
	}
	gl.GenVertexArrays(1, &b.array)
	gl.BindVertexArray(b.array)
	gl.GenBuffers(1, &b.shape)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.shape)
	gl.BufferData(gl.ARRAY_BUFFER, 4*len(v), unsafe.Pointer(&v[0]), gl.STATIC_DRAW)
	for k := range uint32(2) {
		gl.EnableVertexAttribArray(k)
		gl.VertexAttribPointerWithOffset(k, 3, gl.FLOAT, false, 24, uintptr(12*k))
	}
	gl.GenBuffers(1, &b.stream)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.stream)
	for k := range uint32(2) {
		gl.EnableVertexAttribArray(attributeInstance + k)
		gl.VertexAttribPointerWithOffset(attributeInstance+k, 4, gl.FLOAT, false, bytesPerBone, uintptr(16*k))
		gl.VertexAttribDivisor(attributeInstance+k, 1)
	}
	gl.BindVertexArray(0)
}

func faceNormal(a, b, c [3]float32) [3]float32 {
	var u, v exact.Vec
	for k := range 3 {
		u[k], v[k] = float64(b[k]-a[k]), float64(c[k]-a[k])
	}
	n, _ := unit(u.Cross(v))
	return [3]float32{float32(n[0]), float32(n[1]), float32(n[2])}
}

func (b *bones) close() {
	gl.DeleteVertexArrays(1, &b.array)
	gl.DeleteBuffers(1, &b.shape)
	gl.DeleteBuffers(1, &b.stream)
	*b = bones{}
}

// any reports whether an item shows its skeleton.
func (b *bones) any(items []Item) bool {
	for i := range items {
		if items[i].Skeleton && len(items[i].World) > 0 {
			return true
		}
	}
	return false
}

// drawSkeletons draws the items' skeletons. They hide each other by depth, and the
// caller sees to it that nothing else hides them.
func (r *Renderer) drawSkeletons(items []Item) {
	for i := range items {
		it := &items[i]
		if it.Skeleton && len(it.World) > 0 {
			r.bones.fill(it)
			r.bones.draw(r.bone, it.SkeletonColor)
		}
	}
}

// fill lists the bones of all instances of an item.
func (b *bones) fill(it *Item) {
	b.list = b.list[:0]
	for i := range it.World {
		b.addInstance(it, i)
	}
}

// addInstance adds one instance's bones, and a small octahedron on each joint
// so that joints at the ends, and lone ones, show too. Joints that only lead to
// the figure are left out.
func (b *bones) addInstance(it *Item, instance int) {
	model := it.Model
	parent := model.data.Skeleton.Parent
	first := len(b.list)
	for j := range parent {
		moved := it.World[instance].Mul(it.joint(instance, j))
		b.list = append(b.list, bone{head: [3]float32{moved[3], moved[7], moved[11]}})
	}
	size := b.jointSize(model, first)
	for j, p := range parent {
		if p < 0 || !model.figure[j] || !model.figure[p] {
			continue
		}
		joint, head := b.list[first+j].head, b.list[first+int(p)].head
		if d := float32(distance(head, joint)); d > 0.2*size {
			b.list = append(b.list, bone{head: head, tail: joint, width: min(0.11*d, 1.6*size)})
		}
	}
	for j := range parent { // now the joints themselves, around their place
		at := &b.list[first+j]
		at.tail = at.head
		if model.figure[j] {
			at.width = 0.45 * size
			at.head[1] -= 0.2 * size
			at.tail[1] += 0.75 * size
		}
	}
}

// The size of joints, as a part of the mean bone and, where there are no bones, of the room
// that the joints take; that of a lone joint, in metres.
const (
	partOfBone = 0.09
	partOfRoom = 0.02
	loneJoint  = 0.05
)

// jointSize is that of the octahedra on the joints, whose places begin at first.
func (b *bones) jointSize(model *Model, first int) float32 {
	length, links := 0.0, 0
	room := EmptyBounds()
	for j, p := range model.data.Skeleton.Parent {
		if !model.figure[j] {
			continue
		}
		room.Add(b.list[first+j].head)
		if p >= 0 && model.figure[p] {
			length += distance(b.list[first+j].head, b.list[first+int(p)].head)
			links++
		}
	}
	if links > 0 && length > 0 {
		return float32(partOfBone * length / float64(links))
	}
	if size := float32(partOfRoom * distance(room.Min, room.Max)); size > 0 {
		return size
	}
	return loneJoint
}

func distance(a, b [3]float32) float64 { return exact.WidenVec(a).Sub(exact.WidenVec(b)).Length() }

func (b *bones) draw(p *program, c Color) {
	if len(b.list) == 0 {
		return
	}
	if c == (Color{}) {
		c = SRGB(0xff, 0x9a, 0x1f)
	}
	bytes := len(b.list) * int(bytesPerBone)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.stream)
	gl.BufferData(gl.ARRAY_BUFFER, powerOfTwo(bytes), nil, gl.STREAM_DRAW)
	gl.BufferSubData(gl.ARRAY_BUFFER, 0, bytes, unsafe.Pointer(&b.list[0]))
	gl.UseProgram(p.id)
	gl.Uniform4f(p.baseColor, c[0], c[1], c[2], 1)
	gl.BindVertexArray(b.array)
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, 24, int32(len(b.list)))
}
