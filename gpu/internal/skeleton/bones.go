// Package skeleton draws joints and bones as octahedra.
package skeleton

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/gpu/internal/view"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// bone is one octahedron as the vertex shader reads it, in world space.
type bone struct {
	head  [3]float32
	width float32 // half of the widest part
	tail  [3]float32
	_     float32
}

const bytesPerBone = int32(unsafe.Sizeof(bone{}))

// Bones draws skeletons: one instanced octahedron for every joint and for every
// bone from a joint to its parent.
type Bones struct {
	array, shape, stream uint32
	list                 []bone
}

// trianglesPerBone is the number of faces of an octahedron.
const trianglesPerBone = 8

// boneWaist is the height of the widest part of an octahedron from its head at (0, 0, 0) to
// its tail at (0, 1, 0).
const boneWaist = 0.14

// Make uploads the octahedron, with flat faces.
func (b *Bones) Make() {
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
		gl.EnableVertexAttribArray(driver.AttributeInstance + k)
		gl.VertexAttribPointerWithOffset(driver.AttributeInstance+k, 4, gl.FLOAT, false, bytesPerBone, uintptr(16*k))
		gl.VertexAttribDivisor(driver.AttributeInstance+k, 1)
	}
	gl.BindVertexArray(0)
}

func faceNormal(a, b, c [3]float32) [3]float32 {
	var u, v exact.Vec
	for k := range 3 {
		u[k], v[k] = float64(b[k]-a[k]), float64(c[k]-a[k])
	}
	n, _ := view.Unit(u.Cross(v))
	return [3]float32{float32(n[0]), float32(n[1]), float32(n[2])}
}

// Close frees the buffers.
func (b *Bones) Close() {
	gl.DeleteVertexArrays(1, &b.array)
	gl.DeleteBuffers(1, &b.shape)
	gl.DeleteBuffers(1, &b.stream)
	*b = Bones{}
}

// Reset empties the list.
func (b *Bones) Reset() { b.list = b.list[:0] }

// Add lists one instance's bones, and a small octahedron on each joint, so that end joints
// and single ones are visible. Joints are in model space; only those of the figure are
// shown, see soa.Model.Figure.
func (b *Bones) Add(parent []int16, figure []bool, joints []soa.Affine, world *soa.Affine) {
	first := len(b.list)
	for j := range parent {
		moved := world.Mul(&joints[j])
		b.list = append(b.list, bone{head: [3]float32{moved[3], moved[7], moved[11]}})
	}
	size := jointSize(parent, figure, b.list[first:])
	for j, p := range parent {
		if p < 0 || !figure[j] || !figure[p] {
			continue
		}
		joint, head := b.list[first+j].head, b.list[first+int(p)].head
		if d := float32(distance(head, joint)); d > 0.2*size {
			b.list = append(b.list, bone{head: head, tail: joint, width: min(0.11*d, 1.6*size)})
		}
	}
	for j := range parent { // the joints, around their positions
		at := &b.list[first+j]
		at.tail = at.head
		if figure[j] {
			at.width = 0.45 * size
			at.head[1] -= 0.2 * size
			at.tail[1] += 0.75 * size
		}
	}
}

// The size of joints: relative to the mean bone or, without bones, to the diagonal of the
// joints' bounding box; in metres for a single joint.
const (
	partOfBone = 0.09
	partOfRoom = 0.02
	loneJoint  = 0.05
)

// jointSize returns the size of the octahedra on joints at the heads.
func jointSize(parent []int16, figure []bool, joints []bone) float32 {
	length, links := 0.0, 0
	inf := float32(math.Inf(1))
	low, high := [3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}
	for j, p := range parent {
		at := joints[j].head
		if !figure[j] {
			continue
		}
		for k, v := range at {
			if v-v == 0 { // finite
				low[k], high[k] = min(low[k], v), max(high[k], v)
			}
		}
		if p >= 0 && figure[p] {
			length += distance(at, joints[p].head)
			links++
		}
	}
	if links > 0 && length > 0 {
		return float32(partOfBone * length / float64(links))
	}
	if size := float32(partOfRoom * distance(low, high)); size > 0 && !math.IsInf(float64(size), 0) {
		return size
	}
	return loneJoint
}

func distance(a, b [3]float32) float64 { return exact.WidenVec(a).Sub(exact.WidenVec(b)).Length() }

// Draw draws the listed bones in a linear colour.
func (b *Bones) Draw(p *shader.Program, color [3]float32) {
	if len(b.list) == 0 {
		return
	}
	bytes := len(b.list) * int(bytesPerBone)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.stream)
	gl.BufferData(gl.ARRAY_BUFFER, driver.PowerOfTwo(bytes), nil, gl.STREAM_DRAW)
	gl.BufferSubData(gl.ARRAY_BUFFER, 0, bytes, unsafe.Pointer(&b.list[0]))
	gl.UseProgram(p.ID)
	gl.Uniform4f(p.BaseColor, color[0], color[1], color[2], 1)
	gl.BindVertexArray(b.array)
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, trianglesPerBone*3, int32(len(b.list)))
}
