package keys

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// boundClip is a clip on its way to kernels.
type boundClip struct {
	groups []*keyGroup
	exact  []exactTrack
	held   map[int][4]float32 // by column
}

// movedColumns are the columns that a clip moves, or holds elsewhere than at rest.
func movedColumns(clips []*boundClip, rest []float32) map[int]bool {
	moved := map[int]bool{}
	for _, b := range clips {
		maps.Copy(moved, b.keyed())
		for column, v := range b.held {
			if v != [4]float32(rest[4*column:]) {
				moved[column] = true
			}
		}
	}
	return moved
}

// keyed are the columns that the clip moves.
func (b *boundClip) keyed() map[int]bool {
	keyed := map[int]bool{}
	for _, g := range b.groups {
		for _, column := range g.column {
			keyed[column] = true
		}
	}
	for i := range b.exact {
		keyed[b.exact[i].column] = true
	}
	return keyed
}

// rest lists what the clip holds of the columns that any clip moves.
func (b *boundClip) rest(values []float32, moved map[int]bool) (held []kernel.HeldColumn) {
	keyed := b.keyed()
	for c := range len(values) / 4 {
		v, own := b.held[c]
		if !own {
			v = [4]float32(values[4*c:])
		}
		if moved[c] && !keyed[c] {
			held = append(held, kernel.HeldColumn{Column: c, Value: v})
		}
	}
	return held
}

// kernels lists the groups by the way that they go.
func (b *boundClip) kernels() (straight []kernel.KeyGroup, bent []kernel.BendGroup) {
	for _, g := range b.groups {
		if g.keys != nil {
			straight = append(straight, *g.keys)
		} else {
			bent = append(bent, *g.bends)
		}
	}
	return straight, bent
}

// lighten takes groups that are the largest for the keys they stand for from the kernels,
// until about that many bytes are saved. It fails where there are none.
func lighten(clips []*boundClip, bytes int) bool {
	type place struct {
		clip  *boundClip
		group *keyGroup
	}
	var all []place
	left := map[*keyGroup]bool{}
	for _, b := range clips {
		for _, g := range b.groups {
			all = append(all, place{b, g})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.group.ratio(), a.group.ratio()) })
	for _, p := range all {
		if bytes <= 0 {
			break
		}
		bytes -= p.group.bytes()
		p.clip.exact = append(p.clip.exact, p.group.tracks...)
		left[p.group] = true
	}
	for _, b := range clips {
		b.groups = slices.DeleteFunc(b.groups, func(g *keyGroup) bool { return left[g] })
	}
	return len(all) > 0
}

// keyGroup is tracks that share a timeline, straight or bent.
type keyGroup struct {
	keys   *kernel.KeyGroup
	bends  *kernel.BendGroup
	column []int
	tracks []exactTrack
	source int // bytes of the tracks' own keys
}

// bytes is about the memory of the group for kernels.
func (g *keyGroup) bytes() int {
	const record, few = 32, 512
	if g.bends != nil {
		return 4*len(g.bends.Value) + record*len(g.bends.Time) + few
	}
	return 64*((len(g.column)+3)/4)*len(g.keys.Time) + record*len(g.keys.Time) + few
}

func (g *keyGroup) ratio() float64 { return float64(g.bytes()) / float64(g.source) }

// The ways that a track goes to kernels.
const (
	goesStraight = iota
	goesBent
)

// curveGroup is curves on one timeline that go one way and need about as many pieces.
type curveGroup struct {
	line   timeline
	curves []*curve
	column []int
	tracks []exactTrack
}

func (g *curveGroup) group(last float64) *keyGroup {
	out := &keyGroup{column: g.column, tracks: g.tracks}
	for _, c := range g.curves {
		out.source += keyBytes*len(c.time) + (splineKeyBytes-keyBytes)*len(c.out)
	}
	if g.line.way == goesBent {
		bends := g.bend(last)
		out.bends = &bends
	} else {
		keys := g.keys(last)
		out.keys = &keys
	}
	return out
}

// pieces are, per interval, those of the most demanding curve.
func (g *curveGroup) pieces() []int {
	pieces := slices.Clone(g.curves[0].pieces)
	for _, c := range g.curves[1:] {
		for i, n := range c.pieces {
			pieces[i] = max(pieces[i], n)
		}
	}
	return pieces
}

// keys samples the curves at the same times.
func (g *curveGroup) keys(last float64) kernel.KeyGroup {
	step := g.curves[0].interpolation == soa.Step
	grid := newTimeGrid(g.curves[0].time, g.pieces(), last, step)
	keys := kernel.KeyGroup{
		Time: grid.time, Step: step, Column: g.column,
		Value: make([]float32, 4*len(grid.time)*len(g.curves)),
	}
	values := make([]exact.Quat, len(grid.time))
	for i, c := range g.curves {
		c.values(&grid, values)
		for k := range values {
			*(*[4]float32)(keys.Value[4*(k*len(g.curves)+i):]) = values[k].Float32()
		}
	}
	return keys
}
