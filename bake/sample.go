package bake

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/soa"
)

// edge is the part of a cell within which a jump counts as lying on the cell's
// end: a line through less of a cell says nothing about the rest.
const edge = 1. / 64

// maxParts is how many parts a cell is divided into at most: a clip with cells
// that need more gets a higher rate instead.
const maxParts = 64

// margin is the part of the bound that measured errors may take: between the
// probes there may be worse.
const margin = 0.9

// surely is the part of the bound within which few probes are enough: between
// them an arc strays little farther than at them.
const surely = 0.6

// maxGaps is the part of a clip that may move too fast to be followed.
const maxGaps = 1. / 100

// stretch is a part of a cell without a jump: its rows lie on the line through the values at its
// two ticks, the first from the right, the second from the left.
type stretch struct{ from, to float64 }

// clipSampler samples a clip at one rate, cell by cell, and divides those that miss the bound.
type clipSampler struct {
	b *clipBuilder
	r *clipRows
	samplerState
	first, last []float64 // the values at a stretch's two ends
	worst       clipError // of what could not be kept

	beforeCell, beforePart []float64 // what last was then

	recent [recentRows]recentRow
	uses   int // of recent
}

// samplerState is what a cell leaves to the next.
type samplerState struct {
	rows, parts, gaps int // how many there are
	lastGap           jump
	fast              float64 // ticks of gaps that no jump explains
	// whole tells whether the last row is the pose where the cell ended, broken
	// that values may jump there.
	whole, broken bool
	settled       bool // it is not quite that
	settledBefore bool // the row where the cell starts is not quite on the curve
	err           clipError
}

// sample samples the clip at a rate in cells per tick. It returns nil where the result would cost more
// than a limit, the limit of work is reached or the context has ended. The error wraps ErrBound.
func (b *clipBuilder) sample(perTick, limit float64) (*clipRows, error) {
	cells := float64(b.clip.Duration * perTick)
	// A last cell with only a sliver in the clip, mostly from rounding, is left out.
	if n := math.Floor(cells); n >= 1 && cells-n < 1e-4 {
		cells, perTick = n, n/b.clip.Duration
	}
	if cells > math.MaxInt32 { // a bank numbers its rows in 32 bits
		return nil, nil
	}
	n := b.l.Values()
	s := &clipSampler{
		b: b, r: &clipRows{perTick: perTick, frames: max(1, int(math.Ceil(cells))), plain: true},
		first: make([]float64, n), last: make([]float64, n), beforeCell: make([]float64, n), beforePart: make([]float64, n),
	}
	for f := range s.r.frames {
		if b.c.Ctx.Err() != nil {
			return nil, nil
		}
		if !s.cell(f) {
			if b.limit.reached {
				return nil, nil
			}
			return nil, fmt.Errorf("%w of %.3g m (%.3g of a weight): %.3g (%.3g) at tick %.6g",
				ErrBound, b.bound, b.c.Weight, s.worst.distance, s.worst.weight, float64(f)/perTick)
		}
		rows := float64(s.rows + s.r.frames - f - 1)
		if f >= 8 { // enough cells to predict the rest
			rows = max(rows, 0.9*float64(s.rows)*float64(s.r.frames)/float64(f+1))
		}
		if rows > limit {
			return nil, nil
		}
	}
	s.r.err = s.err
	return s.r, nil
}

// cell samples cell f, divided as often as the bound demands.
func (s *clipSampler) cell(f int) bool {
	before := s.samplerState
	copy(s.beforeCell, s.last)
	fastest := s.b.c.o.MaxRate / s.b.clip.TicksPerSecond / s.r.perTick
	most := max(1, int(min(fastest, maxParts)))
	for parts := 1; ; {
		s.worst = clipError{}
		if s.divide(f, parts, parts == most && most < maxParts) {
			return true
		}
		if parts == most || s.b.limit.reached {
			return false
		}
		s.reset(before, s.beforeCell)
		parts = min(most, max(parts+1, s.enough(parts)))
	}
}

// enough returns the least number of parts for a cell that missed the bound: errors shrink at most
// with the cube of a part's length, as a chord's speed along its arc does.
func (s *clipSampler) enough(parts int) int {
	over := max(s.worst.distance/s.b.bound, s.worst.weight/s.b.c.Weight) / margin
	n := parts
	for old := float64(parts * parts * parts); n < maxParts && float64(n*n*n) < float64(over*old); {
		n++
	}
	return n
}

// reset goes back to a state.
func (s *clipSampler) reset(to samplerState, last []float64) {
	s.samplerState = to
	s.r.values = s.r.values[:to.rows*len(last)]
	s.r.rows = to.rows
	s.r.parts = s.r.parts[:to.parts]
	s.r.gaps = s.r.gaps[:to.gaps]
	if to.gaps > 0 {
		s.r.gaps[to.gaps-1] = to.lastGap
	}
	copy(s.last, last)
}

// divide samples cell f in a number of parts. Where frames cannot follow each
// other faster, a part that misses the bound becomes a gap.
func (s *clipSampler) divide(f, parts int, fastest bool) bool {
	at := s.parts
	for k := range parts {
		start := (float64(f) + float64(k)/float64(parts)) / s.r.perTick
		end := (float64(f) + float64(k+1)/float64(parts)) / s.r.perTick
		cell, ok := s.part(start, end, fastest)
		if !ok {
			return false
		}
		if parts == 1 {
			s.r.plain = s.r.plain && int(cell.Row) == f && cell.Split > 1
			s.r.cells = append(s.r.cells, cell)
			return true
		}
		s.r.parts = append(s.r.parts, cell)
		s.parts++
	}
	s.r.plain = false
	s.r.cells = append(s.r.cells, soa.BankCell{Row: uint32(at), Parts: uint32(parts), Split: 2})
	return true
}

// part samples a cell that is not divided. Where it misses the bound and has a
// key inside, it is split there.
func (s *clipSampler) part(start, end float64, fastest bool) (soa.BankCell, bool) {
	before := s.samplerState
	copy(s.beforePart, s.last)
	corner := math.NaN()
	for {
		p := s.plan(start, end, corner)
		if !p.ok {
			return soa.BankCell{}, false
		}
		cell := s.rowsOf(&p)
		e, at := s.misses(&p, cell)
		if s.b.limit.reached {
			return cell, false
		}
		if s.b.meetsBounds(e, margin) {
			s.err.merge(e)
			return cell, true
		}
		s.worst = e
		if math.IsNaN(corner) && p.parts == 1 {
			if corner = s.corner(&p, at); !math.IsNaN(corner) {
				s.reset(before, s.beforePart)
				continue
			}
		}
		too := jump{p.part[0].from, p.part[p.parts-1].to}
		if fastest && s.fast+too.after-too.before <= maxGaps*s.b.clip.Duration {
			s.fast += too.after - too.before
			s.gap(too)
			return cell, true
		}
		return cell, false
	}
}

// gap adds a stretch without a promise; they ascend.
func (s *clipSampler) gap(g jump) {
	if n := len(s.r.gaps); n > 0 && s.r.gaps[n-1].after >= g.before {
		g = jump{s.r.gaps[n-1].before, max(s.r.gaps[n-1].after, g.after)}
		s.r.gaps[n-1] = g
	} else {
		s.r.gaps = append(s.r.gaps, g)
		s.gaps++
	}
	s.lastGap = g
}

// partPlan is what a cell that is not divided consists of.
type partPlan struct {
	start, end, perTick float64 // the cell; its end may lie beyond the clip's
	part                [2]stretch
	parts               int
	split               float64 // alpha of the second stretch
	broken, brokenEnd   bool    // values may jump at its start, at its end
	gaps                [2]jump
	gapCount            int
	ok                  bool // not so where it would need two splits
}

// plan finds the stretches of a cell: it is split at a jump or at the tick of
// a corner, if that is a number.
func (s *clipSampler) plan(start, end, corner float64) partPlan {
	last := s.b.clip.Duration
	p := partPlan{start: start, end: end, perTick: 1 / (end - start), parts: 1, split: 2, ok: true, broken: s.broken}
	p.part[0] = stretch{min(start, last), min(end, last)}
	if !math.IsNaN(corner) {
		p.cut(jump{corner, corner}, corner)
	}
	i, _ := slices.BinarySearchFunc(s.b.jumps, start, func(j jump, at float64) int { return cmp.Compare(j.after, at) })
	for ; i < len(s.b.jumps) && s.b.jumps[i].before <= p.part[p.parts-1].to && p.ok; i++ {
		if j := s.b.jumps[i]; j.before < end || j.after == last {
			p.jump(j, last)
		}
	}
	return p
}

// jump takes a jump into account that touches the cell.
func (p *partPlan) jump(j jump, last float64) {
	low, high := float64((j.before-p.start)*p.perTick), float64((j.after-p.start)*p.perTick)
	window := edge / p.perTick
	p.addGap(jump{j.before - window, j.after + window})
	switch {
	case j.after == last && low >= 0:
		// At the clip's end the value after the jump holds: a zero-length stretch, split off just
		// below the end.
		if p.parts == 2 {
			p.ok = false
			return
		}
		p.part[1] = stretch{last, last}
		p.part[0].to = max(j.before, p.part[0].from)
		p.parts, p.split = 2, float64(high*(1-1e-6))
	case low < 0 && high > 1: // the cell lies within the jump
		p.part[0].from, p.broken, p.brokenEnd = p.part[0].to, true, true
	case low < 0, high < edge:
		p.part[0].from, p.broken = min(j.after, p.part[0].to), true
	case high > 1, low > 1-edge:
		end := &p.part[p.parts-1]
		end.to, p.brokenEnd = max(j.before, end.from), true
	default:
		p.cut(j, j.after)
	}
}

// cut splits the cell.
func (p *partPlan) cut(j jump, at float64) {
	if p.parts == 2 {
		p.ok = false
		return
	}
	p.part[1] = stretch{min(j.after, p.part[0].to), p.part[0].to}
	p.part[0].to = max(j.before, p.part[0].from)
	p.parts, p.split = 2, float64((at-p.start)*p.perTick)
}

func (p *partPlan) addGap(g jump) {
	if p.gapCount == len(p.gaps) {
		p.ok = false
		return
	}
	p.gaps[p.gapCount] = g
	p.gapCount++
}

// rowsOf appends the rows of a cell.
func (s *clipSampler) rowsOf(p *partPlan) soa.BankCell {
	cell := soa.BankCell{Split: float32(p.split)}
	shared := s.whole && !p.broken
	for i, part := range p.part[:p.parts] {
		a0, a1 := float64((part.from-p.start)*p.perTick), float64((part.to-p.start)*p.perTick)
		if part.from == p.start {
			a0 = 0
		}
		if part.to == p.end {
			a1 = 1
		}
		copy(s.first, s.last) // the row there is, or its hemispheres
		if !shared || a0 != 0 {
			shared = false
			s.b.encode(part.from, false, s.first)
		}
		copy(s.last, s.first)
		s.settledBefore, s.settled = s.settled && shared, false
		if a1-a0 > edge/2 || p.parts == 1 && a1 > a0 {
			s.b.encode(part.to, true, s.last)
			s.settled = s.settle(p)
		}
		if !shared {
			s.appendRow(a0, a1, 0)
		}
		if i == 0 {
			cell.Row = uint32(s.rows - 1)
		}
		s.appendRow(a0, a1, 1)
		shared, s.whole = false, a1 == 1
	}
	for _, g := range p.gaps[:p.gapCount] {
		s.gap(g)
	}
	s.broken = p.brokenEnd
	return cell
}

// appendRow appends the row at alpha on the line through first at a0 and last at a1.
func (s *clipSampler) appendRow(a0, a1, alpha float64) {
	r := s.r
	s.rows++
	r.rows = s.rows
	switch {
	case alpha == a0 || a0 == a1:
		r.values = append(r.values, s.first...)
		return
	case alpha == a1:
		r.values = append(r.values, s.last...)
		return
	}
	f := (alpha - a0) / (a1 - a0)
	for i := range s.first {
		r.values = append(r.values, s.first[i]+float64((s.last[i]-s.first[i])*f))
	}
}

// misses measures a cell and returns the tick where it is worst: first at few
// places, and where it passes there at more.
func (s *clipSampler) misses(p *partPlan, cell soa.BankCell) (worst clipError, at float64) {
	probe, n := s.b.probe, s.b.l.Values()
	probe.rows = layout.AppendFloat32(probe.rows[:0], s.r.values[int(cell.Row)*n:])
	local := cell
	local.Row = 0
	end := min(p.end, s.b.clip.Duration)
	stops := append(make([]float64, 0, 16), p.start)
	i, _ := slices.BinarySearch(s.b.keys, p.start)
	for ; i < len(s.b.keys) && s.b.keys[i] < end; i++ {
		if s.b.keys[i] > p.start {
			stops = append(stops, s.b.keys[i])
		}
	}
	if p.parts == 2 && p.part[1].from > p.start && p.part[1].from < end {
		stops = append(stops, p.part[1].from)
		slices.Sort(stops)
	}
	stops = append(stops, end)
	try := func(tick float64) {
		if tick > end || s.b.limit.reached || !promised(s.r.gaps, tick) {
			return
		}
		s.b.limit.pose()
		row, alpha := local.RowAt(float64((tick-p.start)*p.perTick), nil)
		probe.clip.At(tick, false, &probe.pose)
		e := probe.compare(int(row)*n, alpha, &probe.pose)
		if e.distance > worst.distance {
			at = tick
		}
		worst.merge(e)
	}
	at = p.start
	for pass, probes := range [...][]float64{coarseProbes[:], fineProbes[:]} {
		if pass == 1 && s.b.meetsBounds(worst, surely) {
			break
		}
		for k := range len(stops) - 1 {
			if pass == 0 && (k > 0 || p.part[0].from > p.start || s.settledBefore) {
				try(stops[k])
			}
			for _, f := range probes {
				try(stops[k] + float64((stops[k+1]-stops[k])*f))
			}
			if pass == 0 && s.settled && k == len(stops)-2 {
				try(end)
			}
			if !s.b.meetsBounds(worst, margin) {
				return worst, at
			}
		}
	}
	return worst, at
}

// corner returns the key inside a cell nearest to a tick, or not a number.
func (s *clipSampler) corner(p *partPlan, at float64) float64 {
	low, high := p.start+edge/p.perTick, min(p.end, s.b.clip.Duration)-edge/p.perTick
	best := math.NaN()
	i, _ := slices.BinarySearch(s.b.keys, low)
	for ; i < len(s.b.keys) && s.b.keys[i] <= high; i++ {
		if !(math.Abs(s.b.keys[i]-at) >= math.Abs(best-at)) {
			best = s.b.keys[i]
		}
	}
	return best
}
