package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// skinnedValues is what transform feedback writes for a vertex: position and
// normal, three values each.
const skinnedValues = 6

// Skin deforms one mesh on the GPU, for all instances of the item, with the
// shader code that draws it, and reads the vertices back by transform feedback.
// It appends to dst, for each instance and each vertex, position and unit
// normal, six values in model space: World is left out. It waits for the GPU,
// and is meant for tests, export and picking rather than for every frame. Errors
// wrap ErrItem, or soa.ErrRange for a mesh that the model does not have.
func (r *Renderer) Skin(dst []float32, item *Item, mesh int) ([]float32, error) {
	if err := r.dev.ready(); err != nil {
		return dst, err
	}
	r.dev.enter()
	defer r.dev.leave()
	r.batch.inModelSpace = true
	items := []Item{*item}
	if err := r.batch.plan(items, r.dev, &sight{}); err != nil {
		return dst, err
	}
	m := item.Model.on
	if mesh < 0 || mesh >= len(m.meshes) {
		return dst, fmt.Errorf("gpu: %w: mesh %d of %d", soa.ErrRange, mesh, len(m.meshes))
	}
	me := &m.meshes[mesh]
	if len(item.World) == 0 || me.vertices == 0 {
		return dst, nil
	}
	v := me.variant()
	v.feedback = true
	p, err := r.dev.meshProgram(v)
	if err != nil {
		return dst, err
	}
	if err := r.bindAny(); err != nil {
		return dst, err
	}
	r.batch.upload(r.dev.carrier)
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	defer gl.DeleteBuffers(1, &buffer)
	gl.Enable(gl.RASTERIZER_DISCARD)
	gl.UseProgram(p.id)
	for i := range r.batch.runs {
		ru := &r.batch.runs[i]
		if slices.Contains(m.parts[ru.part].meshes, mesh) {
			dst = r.feedback(dst, p, me, ru, buffer)
		}
	}
	gl.Disable(gl.RASTERIZER_DISCARD)
	gl.BindVertexArray(0)
	return dst, checkError(fmt.Sprintf("skinning mesh %d of %q", mesh, m.data.Name))
}

// feedback captures one run's vertices.
func (r *Renderer) feedback(dst []float32, p *program, me *mesh, ru *run, buffer uint32) []float32 {
	count := ru.front + ru.mirrored
	values := count * int(me.vertices) * skinnedValues
	r.bindRows(ru, p)
	me.bind()
	r.batch.pointInstances(ru.first)
	gl.BindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer)
	gl.BufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 4*values, nil, gl.STREAM_READ)
	gl.BindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
	gl.BeginTransformFeedback(gl.POINTS)
	gl.DrawArraysInstanced(gl.POINTS, 0, me.vertices, int32(count))
	gl.EndTransformFeedback()
	start := len(dst)
	dst = append(dst, make([]float32, values)...)
	gl.GetBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, 4*values, unsafe.Pointer(&dst[start]))
	return dst
}
