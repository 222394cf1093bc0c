package driver

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// RingLength is the number of pictures whose data may be in flight: the one that is
// written, the one that is drawn and one that waits.
const RingLength = 3

// Ring streams data to the GPU, a block per picture, in buffers that are used in turn.
// Each keeps its memory, since allocation for every picture costs more than the copy. A
// fence is signalled when the GPU has read a buffer to the end.
type Ring struct {
	Target uint32
	At     int // slot of the current buffer, below RingLength
	slots  [RingLength]ringSlot
	spare  []float32 // written instead where the driver maps nothing
}

type ringSlot struct {
	buffer uint32
	bytes  int // capacity
	used   int
	open   bool // between begin and end
	fence  uintptr
}

// Buffer returns the buffer that Begin chose last.
func (r *Ring) Buffer() uint32 { return r.current().buffer }

func (r *Ring) current() *ringSlot { return &r.slots[r.At] }

// Begin binds the next buffer and returns room for that many bytes, a multiple of four, of
// undefined content. Earlier draws read the earlier buffers. grown reports that the buffer
// has new memory; sizes are powers of two, so a crowd that changes a little needs none.
func (r *Ring) Begin(bytes int) (room []float32, grown bool) {
	if s := r.current(); s.used > 0 {
		s.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	}
	r.At = (r.At + 1) % RingLength
	s := r.current()
	s.wait()
	s.used, s.open = bytes, bytes > 0
	if s.buffer == 0 {
		gl.GenBuffers(1, &s.buffer)
	}
	gl.BindBuffer(r.Target, s.buffer)
	if s.bytes < bytes {
		grown, s.bytes = true, PowerOfTwo(bytes)
		gl.BufferData(r.Target, s.bytes, nil, gl.STREAM_DRAW)
	}
	if bytes == 0 {
		return nil, grown
	}
	to := gl.MapBufferRange(r.Target, 0, bytes, gl.MAP_WRITE_BIT|gl.MAP_INVALIDATE_RANGE_BIT|gl.MAP_UNSYNCHRONIZED_BIT)
	if to == nil {
		r.spare = make([]float32, bytes/4)
		return r.spare, grown
	}
	return unsafe.Slice((*float32)(to), bytes/4), grown
}

// End passes what was written to the GPU.
func (r *Ring) End() {
	s := r.current()
	if !s.open {
		return
	}
	s.open = false
	gl.BindBuffer(r.Target, s.buffer)
	if r.spare != nil {
		gl.BufferSubData(r.Target, 0, s.used, unsafe.Pointer(&r.spare[0]))
		r.spare = nil
		return
	}
	gl.UnmapBuffer(r.Target)
}

// wait blocks until the GPU has read the buffer.
func (s *ringSlot) wait() {
	if s.fence == 0 {
		return
	}
	gl.ClientWaitSync(s.fence, gl.SYNC_FLUSH_COMMANDS_BIT, gl.TIMEOUT_IGNORED)
	gl.DeleteSync(s.fence)
	s.fence = 0
}

// Close frees the buffers.
func (r *Ring) Close() {
	for i := range r.slots {
		s := &r.slots[i]
		if s.fence != 0 {
			gl.DeleteSync(s.fence)
		}
		if s.buffer != 0 {
			gl.DeleteBuffers(1, &s.buffer)
		}
	}
	r.slots = [RingLength]ringSlot{}
}

// PowerOfTwo returns the smallest power of two that is at least n.
func PowerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
