package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// ringLength is the number of pictures whose data may be in flight: the one that is
// written, the one that is drawn and one that waits.
const ringLength = 3

// ring is a stream of data to the GPU, a block per picture, in buffers that are used in
// turn. Each keeps its memory: to take fresh memory for every picture costs more than to
// fill it. A fence tells when the GPU has read a buffer to the end.
type ring struct {
	target uint32
	at     int
	slots  [ringLength]ringSlot
	spare  []float32 // written instead where the driver maps nothing
}

type ringSlot struct {
	buffer uint32
	bytes  int // capacity
	used   int
	open   bool // between begin and end
	fence  uintptr
}

// current is the buffer that begin chose last.
func (r *ring) current() *ringSlot { return &r.slots[r.at] }

// begin returns room for that many bytes, a multiple of four, in the next buffer, which it
// binds; the bytes are undefined. What was drawn before reads the buffers before. grown
// reports that the buffer has new memory. Sizes grow in powers of two, so that a crowd
// that changes a little needs none.
func (r *ring) begin(bytes int) (room []float32, grown bool) {
	if s := r.current(); s.used > 0 {
		s.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	}
	r.at = (r.at + 1) % ringLength
	s := r.current()
	s.wait()
	s.used, s.open = bytes, bytes > 0
	if s.buffer == 0 {
		gl.GenBuffers(1, &s.buffer)
	}
	gl.BindBuffer(r.target, s.buffer)
	if s.bytes < bytes {
		grown, s.bytes = true, powerOfTwo(bytes)
		gl.BufferData(r.target, s.bytes, nil, gl.STREAM_DRAW)
	}
	if bytes == 0 {
		return nil, grown
	}
	to := gl.MapBufferRange(r.target, 0, bytes, gl.MAP_WRITE_BIT|gl.MAP_INVALIDATE_RANGE_BIT|gl.MAP_UNSYNCHRONIZED_BIT)
	if to == nil {
		r.spare = make([]float32, bytes/4)
		return r.spare, grown
	}
	return unsafe.Slice((*float32)(to), bytes/4), grown
}

// end hands what was written to the GPU.
func (r *ring) end() {
	s := r.current()
	if !s.open {
		return
	}
	s.open = false
	gl.BindBuffer(r.target, s.buffer)
	if r.spare != nil {
		gl.BufferSubData(r.target, 0, s.used, unsafe.Pointer(&r.spare[0]))
		r.spare = nil
		return
	}
	gl.UnmapBuffer(r.target)
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

func (r *ring) close() {
	for i := range r.slots {
		s := &r.slots[i]
		if s.fence != 0 {
			gl.DeleteSync(s.fence)
		}
		if s.buffer != 0 {
			gl.DeleteBuffers(1, &s.buffer)
		}
	}
	r.slots = [ringLength]ringSlot{}
}

// powerOfTwo returns the smallest power of two that is at least n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
