package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/view"
	"github.com/sinew-anim/sinew/soa"
)

// skinnedValues is the number of values per vertex: position and normal.
const skinnedValues = 6

// Skin deforms one mesh for all instances of an item with the shader code that draws it,
// and reads the vertices back by transform feedback. It appends to dst, for each instance
// and vertex, position and unit normal: six values in model space, without World. It waits
// for the GPU, and is meant for tests, export and picking rather than for every frame.
// Errors wrap ErrItem, or soa.ErrRange for a mesh that the model does not have.
func (r *Renderer) Skin(dst []float32, item *Item, mesh int) ([]float32, error) {
	if err := r.dev.Ready(); err != nil {
		return dst, err
	}
	r.dev.Enter()
	defer r.dev.Leave()
	r.batch.inModelSpace = true
	items := []Item{*item}
	if err := r.batch.plan(items, r.dev, &view.Sight{}); err != nil {
		return dst, err
	}
	m := item.Model.on
	if mesh < 0 || mesh >= len(m.Data.Meshes) {
		return dst, fmt.Errorf("gpu: %w: mesh %d of %d", soa.ErrRange, mesh, len(m.Data.Meshes))
	}
	vertices := m.Data.Meshes[mesh].Vertices()
	if len(item.World) == 0 || vertices == 0 {
		return dst, nil
	}
	if err := r.bindAny(); err != nil {
		return dst, err
	}
	r.batch.upload(r.dev.Carrier)
	start, values := len(dst), len(item.World)*vertices*skinnedValues
	dst = slices.Grow(dst, values)[:start+values]
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	defer gl.DeleteBuffers(1, &buffer)
	gl.Enable(gl.RASTERIZER_DISCARD)
	defer gl.Disable(gl.RASTERIZER_DISCARD)
	for i := range r.batch.runs {
		ru := &r.batch.runs[i]
		for _, k := range m.Parts[ru.part].Meshes {
			if me := &m.Meshes[k]; me.Of == mesh && me.Vertices > 0 {
				if err := r.feedback(dst[start:], vertices, me, ru, buffer); err != nil {
					return dst[:start], err
				}
			}
		}
	}
	gl.BindVertexArray(0)
	return dst, driver.Check(fmt.Sprintf("skinning mesh %d of %q", mesh, m.Data.Name))
}

// feedback captures the vertices of one run of a mesh, or of a part of a mesh. vertices is their
// number.
func (r *Renderer) feedback(dst []float32, vertices int, me *model.Mesh, ru *run, buffer uint32) error {
	v := me.Variant()
	v.Feedback = true
	p, err := r.dev.MeshProgram(v)
	if err != nil {
		return err
	}
	gl.UseProgram(p.ID)
	count := ru.front + ru.mirrored
	got := make([]float32, count*int(me.Vertices)*skinnedValues)
	r.bindRows(ru, p)
	me.Bind()
	r.batch.pointInstances(ru.first)
	gl.BindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer)
	gl.BufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 4*len(got), nil, gl.STREAM_READ)
	gl.BindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
	gl.BeginTransformFeedback(gl.POINTS)
	gl.DrawArraysInstanced(gl.POINTS, 0, me.Vertices, int32(count))
	gl.EndTransformFeedback()
	gl.GetBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, 4*len(got), unsafe.Pointer(&got[0]))
	ch := &r.batch.chunks[ru.chunk]
	for i := range count {
		to := dst[int(r.batch.order[ch.first+i])*vertices*skinnedValues:]
		from := got[i*int(me.Vertices)*skinnedValues:]
		if me.Vertex == nil {
			copy(to, from[:vertices*skinnedValues])
			continue
		}
		for k, v := range me.Vertex {
			copy(to[int(v)*skinnedValues:], from[k*skinnedValues:(k+1)*skinnedValues])
		}
	}
	return nil
}
