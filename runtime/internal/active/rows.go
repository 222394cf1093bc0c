package active

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/native/simd"
)

// Rows is a pool of rows that instances hold for a while. It grows, which moves the rows, and never
// shrinks. Rows are taken and written under AloneLock; any goroutine may release or read its own.
type Rows struct {
	mu     sync.Mutex
	Each   int
	values atomic.Pointer[[]float32]
	Key    []uint32 // per row, see seal
	free   []int
}

// firstRows is the number of rows that a pool begins with.
const firstRows = 16

func (p *Rows) Take() (int, []float32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		have := len(p.All()) / p.Each
		more := max(have, firstRows)
		grown := simd.AlignedFloat32((have + more) * p.Each)
		copy(grown, p.All())
		p.values.Store(&grown)
		p.Key = append(p.Key, make([]uint32, more)...)
		for k := have + more - 1; k >= have; k-- {
			p.free = append(p.free, k)
		}
	}
	last := len(p.free) - 1
	k := p.free[last]
	p.free = p.free[:last]
	return k, p.Row(k)
}

func (p *Rows) Row(k int) []float32 { return p.All()[k*p.Each : (k+1)*p.Each] }

// All returns the values of all rows.
func (p *Rows) All() []float32 {
	if values := p.values.Load(); values != nil {
		return *values
	}
	return nil
}

// Seal gives a row a key from its values, which orders rows whatever their places.
func (p *Rows) Seal(k int) {
	h := uint32(2166136261) // FNV-1a
	for _, v := range p.Row(k) {
		h = (h ^ math.Float32bits(v)) * 16777619
	}
	p.Key[k] = h
}

func (p *Rows) release(k int) {
	p.mu.Lock()
	p.free = append(p.free, k)
	p.mu.Unlock()
}
