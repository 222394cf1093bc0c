package bake

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// clipRows is a clip sampled at one rate. Until it is in a bank its rows and parts count from 0.
type clipRows struct {
	perTick float64 // cells per tick
	frames  int
	values  []float64 // rows, one after the other
	rows    int
	cells   []soa.BankCell
	parts   []soa.BankCell // what divided cells are divided into
	plain   bool           // cell f is the rows f and f+1
	gaps    []jump
	err     clipError
}

// clipError is what was measured of a clip.
type clipError struct{ distance, weight float64 }

// jump is where values change at once: a key of a step track, with before =
// after, or two keys so close and so different that no frame rate follows.
type jump struct{ before, after float64 } // ticks

// Beyond these speeds, in metres, radians and unitless per second, a change of
// more than a fraction of the error bound is a jump.
const jumpSpeed = 100

// clipBuilder turns one clip into rows. It works in ticks after the clip's start.
type clipBuilder struct {
	c     *compiler
	l     *layout.Encoder
	clip  *soa.Clip
	exact *exact.Clip
	keys  []float64 // of all tracks, with the clip's start and end
	jumps []jump
	bends bool // see exact.Clip.Bends
	bound float64
	probe *prober
	limit workLimit

	pose exact.Pose
}

func (c *compiler) newClipBuilder(l *layout.Columns, poses *pose.Layout, i int) *clipBuilder {
	b := &clipBuilder{c: c, l: c.NewEncoder(l), clip: c.Clips[i], exact: c.Exact[i].Fork(), bound: c.Bound(c.Reach[i])}
	b.pose = c.Skeleton.NewPose()
	b.keys = b.exact.Ticks()
	b.jumps = b.findJumps()
	b.bends = b.exact.Bends()
	b.limit = newWorkLimit(c, i)
	b.probe = newProber(c, l, poses, b.exact.Fork())
	return b
}

// findJumps lists the jumps of all tracks, ascending, those that touch or are
// too near to each other for any frame rate as one.
func (b *clipBuilder) findJumps() []jump {
	near := 4 * b.clip.TicksPerSecond / b.c.o.MaxRate
	var all []jump
	for t := range b.exact.Tracks {
		tr := &b.exact.Tracks[t]
		for k := tr.First; k < tr.Last; k++ {
			before, after := float64(b.clip.Time[k]), tr.Tick(k+1)
			change := keyDistance(tr.Property, tr.Key(k), tr.Key(k+1))
			seconds := (after - before) / b.clip.TicksPerSecond
			switch {
			case tr.Interpolation == soa.Step && change > 0:
				before = after
			case tr.Interpolation == soa.Linear && change > b.bound/10 && change > jumpSpeed*seconds && seconds < 1e-3:
			default:
				continue
			}
			if after > 0 && before <= b.clip.Duration {
				all = append(all, jump{max(before, 0), min(after, b.clip.Duration)})
			}
		}
	}
	slices.SortFunc(all, func(x, y jump) int { return cmp.Or(cmp.Compare(x.before, y.before), cmp.Compare(x.after, y.after)) })
	var joined []jump
	for _, j := range all {
		if n := len(joined); n > 0 && j.before <= joined[n-1].after+near {
			joined[n-1].after = max(joined[n-1].after, j.after)
		} else {
			joined = append(joined, j)
		}
	}
	return joined
}

// keyDistance returns how far two keys are apart: radians for rotations.
func keyDistance(p soa.Property, a, b exact.Quat) float64 {
	if p == soa.Rotation {
		return 2 * a.Distance(b.NearestSign(a))
	}
	return exact.Vec(a[:3]).Sub(exact.Vec(b[:3])).Length()
}

// encode writes the row of a tick.
func (b *clipBuilder) encode(tick float64, left bool, row []float64) {
	b.limit.pose()
	b.exact.At(tick, left, &b.pose)
	b.l.Encode(&b.pose, row)
}

// checkLayout checks that what the layout leaves out does not exceed the bound, at up to 128 keys and
// as many places between, whatever the frame rate.
func (b *clipBuilder) checkLayout() error {
	part := 0.5 // the rest is for what lies between frames
	if b.l.All {
		part = 0.95
	}
	step := max(1, len(b.keys)/128)
	row := make([]float64, b.l.Values())
	for i := 0; i < len(b.keys); i += step {
		next := b.keys[min(i+1, len(b.keys)-1)]
		for _, f := range [...]float64{0, 0.5} {
			tick := b.keys[i] + float64((next-b.keys[i])*f)
			if b.limit.reached {
				return b.limit.err()
			}
			b.encode(tick, false, row)
			if e := b.probe.still(row, &b.pose); !b.meetsBounds(e, part) {
				return fmt.Errorf("clip %q: %w: by %.3g m at tick %v, the bound is %.3g m", b.clip.Name, errLayout, e.distance, tick, b.bound)
			}
		}
	}
	return nil
}

// worthTable is how many times more rows a clip may have without a table of
// cells than with one: a table costs a little whenever a row is looked up.
const worthTable = 1.25

// cost is what a sampled clip is chosen by.
func (r *clipRows) cost() float64 {
	if r.plain {
		return float64(r.rows)
	}
	return float64(worthTable * float64(r.rows))
}

// build finds the frame rate at which the clip holds the bound in the fewest rows, of the rates that
// the work limit allows to try. The error wraps ErrBound or soa.ErrTooLarge or is the context's.
func (b *clipBuilder) build() (best *clipRows, err error) {
	if err := b.limit.afford(b.leastPoses()); err != nil {
		return nil, fmt.Errorf("clip %q: %w", b.clip.Name, err)
	}
	if err := b.checkLayout(); err != nil {
		return nil, err
	}
	most := b.c.o.MaxBytes / b.c.rowBytes(b.l.Columns)
	limit := float64(min(math.MaxInt32, most))
	failed := ErrBound
	for _, rate := range b.rates() {
		r, err := b.sample(rate, limit)
		if ended := b.c.Ctx.Err(); ended != nil {
			return nil, ended
		}
		if b.limit.reached && r == nil {
			if best == nil {
				return nil, fmt.Errorf("clip %q: %w", b.clip.Name, b.limit.err())
			}
			break
		}
		if err != nil {
			failed = err
		} else if r != nil && r.cost() < limit {
			best, limit = r, r.cost()
			b.limit.found()
		} else if best == nil {
			failed = fmt.Errorf("%w: it takes more than %d rows, the most that Options.MaxBytes, %d, has room for", soa.ErrTooLarge, most, b.c.o.MaxBytes)
		}
	}
	if best == nil {
		return nil, fmt.Errorf("clip %q: %w", b.clip.Name, failed)
	}
	return best, nil
}
