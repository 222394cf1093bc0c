package runtime

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/native/simd"
)

// rowPool is rows of values that instances hold for a while. It grows as they need
// more, and never shrinks. Rows are taken and written under Crowd.soloLock, for growth
// moves them; any goroutine may release one, or read one that it has.
type rowPool struct {
	mu     sync.Mutex
	each   int
	values atomic.Pointer[[]float32]
	key    []uint32 // per row, see seal
	free   []int
}

// firstRows is the number of rows that a pool begins with.
const firstRows = 16

func (p *rowPool) take() (int, []float32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		have := len(p.all()) / p.each
		more := max(have, firstRows)
		grown := simd.AlignedFloat32((have + more) * p.each)
		copy(grown, p.all())
		p.values.Store(&grown)
		p.key = append(p.key, make([]uint32, more)...)
		for k := have + more - 1; k >= have; k-- {
			p.free = append(p.free, k)
		}
	}
	last := len(p.free) - 1
	k := p.free[last]
	p.free = p.free[:last]
	return k, p.row(k)
}

func (p *rowPool) row(k int) []float32 { return p.all()[k*p.each : (k+1)*p.each] }

// all returns the values of all rows.
func (p *rowPool) all() []float32 {
	if values := p.values.Load(); values != nil {
		return *values
	}
	return nil
}

// seal gives a row a number that follows from its values: the order of rows that does
// not depend on where they lie.
func (p *rowPool) seal(k int) {
	h := uint32(2166136261) // FNV-1a
	for _, v := range p.row(k) {
		h = (h ^ math.Float32bits(v)) * 16777619
	}
	p.key[k] = h
}

func (p *rowPool) release(k int) {
	p.mu.Lock()
	p.free = append(p.free, k)
	p.mu.Unlock()
}
