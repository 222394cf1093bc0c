package active

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// moment is where a clock stands: whole periods, and seconds in the period.
type moment struct {
	cycle int64
	phase float64
}

// crossing is a point of a period at which an event, or an end of its interval, is passed.
type crossing struct {
	phase float64
	event int32
	end   bool // of the interval, as time goes in the clip
	back  bool // on PingPong's way back
	last  bool // at the end of the period before
	turn  bool // where PingPong turns: it is passed once
}

// eventLine is the crossings of one period of a clip, in their order. Those between
// two moments are a range of ranks: the number of crossings up to a moment is
//
//	rank = cycle·len(line) + crossings up to its phase
//
// whatever the number of periods between.
type eventLine struct {
	mode play.LoopMode
	list []crossing
	busy busyParts
}

// newEventLine lists the crossings of events of a clip that lasts some seconds.
func newEventLine(events []soa.Event, perSecond, seconds float64, mode play.LoopMode) eventLine {
	line := eventLine{mode: mode}
	add := func(at float64, event int, end bool) {
		at = min(at, seconds)
		switch turn := at == 0 || at == seconds; {
		case mode == play.PingPong && turn && events[event].Length > 0: // an interval is not left there
		case mode == play.PingPong:
			line.list = append(line.list, crossing{phase: at, event: int32(event), turn: turn})
			if !turn {
				line.list[len(line.list)-1].end = end
				line.list = append(line.list, crossing{phase: 2*seconds - at, event: int32(event), end: end, back: true})
			}
		case mode == play.Wrap && at == seconds: // passed as the next period starts
			line.list = append(line.list, crossing{event: int32(event), end: end, last: true})
		default:
			line.list = append(line.list, crossing{phase: at, event: int32(event), end: end})
		}
	}
	for k, e := range events {
		add(float64(e.Time)/perSecond, k, false)
		if e.Length > 0 {
			add((float64(e.Time)+float64(e.Length))/perSecond, k, true)
		}
	}
	slices.SortStableFunc(line.list, func(a, b crossing) int {
		if c := cmp.Compare(a.phase, b.phase); c != 0 || a.last == b.last {
			return c
		}
		if a.last {
			return -1
		}
		return 1
	})
	line.divide(events, perSecond, seconds)
	return line
}

// divide marks the parts of the period with something to report.
func (l *eventLine) divide(events []soa.Event, perSecond, seconds float64) {
	period := seconds
	if l.mode == play.PingPong {
		period *= 2
	}
	b := &l.busy
	b.perSecond = eventParts / period
	if !(period > 0) || !play.Finite(b.perSecond) {
		*b = busyParts{set: math.MaxUint64}
		return
	}
	mark := func(from, to float64) { b.set |= b.partBits(from, to) }
	for k := range l.list {
		mark(l.list[k].phase, l.list[k].phase)
	}
	for k := range events {
		if e := &events[k]; e.Length > 0 {
			from, to := float64(e.Time)/perSecond, (float64(e.Time)+float64(e.Length))/perSecond
			mark(from, to)
			if l.mode == play.PingPong {
				mark(period-to, period-from)
			}
		}
	}
}

const eventParts = 64

// busyParts are those of 64 parts of a period that have a crossing, or are inside an interval.
type busyParts struct {
	set       uint64
	perSecond float64
}

// partBits returns the bits of the parts of a period from that of one phase to that of another.
func (b *busyParts) partBits(from, to float64) uint64 {
	return math.MaxUint64 >> ((eventParts - 1 - b.part(to)) % eventParts) & (math.MaxUint64 << (b.part(from) % eventParts))
}

// part is the part that a phase is in. Rounding may take it to the part beside it, but
// the order of phases is that of their parts.
func (b *busyParts) part(phase float64) uint {
	return uint(min(int(phase*b.perSecond), eventParts-1))
}

// silent reports whether nothing lies between two phases of one period, with both ends.
func (b *busyParts) silent(from, to float64) bool {
	if to < from {
		from, to = to, from
	}
	return b.set&b.partBits(from, to) == 0
}

// side says which of the crossings at a moment itself count to its rank.
type side uint8

const (
	sideNone side = iota
	sideLast      // those of the end of the period before
	sideAll
)

// maxRank bounds ranks, so that their differences do not overflow. Cycles beyond it count as the
// last.
const maxRank = 1 << 61

// rank is the number of crossings before a moment, with those of a side of it.
func (l *eventLine) rank(m moment, s side) int64 {
	n := sort.Search(len(l.list), func(k int) bool {
		x := &l.list[k]
		if x.phase != m.phase {
			return x.phase > m.phase
		}
		return s == sideNone || s == sideLast && !x.last
	})
	last := maxRank / int64(max(1, len(l.list)))
	return max(-last, min(m.cycle, last))*int64(len(l.list)) + int64(n)
}

// rankRange returns the range of ranks low:high that the way from one moment to another passes, and
// whether it goes back. A way includes its end, and its start only if it is a clip's first.
func (l *eventLine) rankRange(from, to moment, first bool, speed float64) (low, high int64, back bool) {
	back = to.cycle < from.cycle || to.cycle == from.cycle && to.phase < from.phase
	if from == to {
		back = speed < 0
	}
	began := sideLast
	switch {
	case back && !first:
		began = sideNone
	case !first || back && (l.mode != play.Wrap || from.phase > 0):
		began = sideAll
	}
	if back {
		return l.rank(to, sideNone), l.rank(from, began), true
	}
	return l.rank(from, began), l.rank(to, sideAll), false
}

// at returns the crossing of a rank, and the cycle that it is in.
func (l *eventLine) at(rank int64) (*crossing, int64) {
	n := int64(len(l.list))
	cycle := rank / n
	if rank%n < 0 {
		cycle--
	}
	return &l.list[rank-cycle*n], cycle
}
