package source

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/layout"
	"github.com/sinew-anim/sinew/runtime/internal/limit"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// keyPlan is the layout of a model's poses and what takes its clips' tracks there.
type keyPlan struct {
	*layout.Plan
	poses     *pose.Layout
	convert   []layout.Conversion // per slot
	columns   simd.Columns
	size      float64 // of the skeleton in its reference pose
	tolerance float64 // of values of translation columns
	rotation  float64 // the same of rotation columns
	arc       float64 // see maxArc
	spare     int     // straight pieces that a track may have in any case
	budget    int     // bytes of all keys for kernels
	scaled    []float64
}

// shallow is the depth of a skeleton down to which keyTolerance and maxArc hold;
// below it the errors of rotations add up to as much as they do there.
const shallow = 5

// planKeys plans the poses of clips that are played from their own keys.
func planKeys(ctx context.Context, model *soa.Model, clips []*soa.Clip, o pose.LayoutOptions) (*keyPlan, error) {
	of, poses, err := layout.OfKeys(ctx, model, clips, o)
	if err != nil {
		return nil, err
	}
	l := poses.Layout
	p := &keyPlan{Plan: of, poses: poses, convert: of.Conversions(l), columns: simd.Columns{Rotations: l.Rotations(), Others: l.Others}}
	p.scaled = limit.OfClips(l, of.Clips)
	p.size = layout.Size(of.Reference)
	p.tolerance, p.rotation, p.arc = keyTolerance*p.size, keyTolerance, maxArc
	if deeper := float64(of.Skeleton.Depth) / shallow; deeper > 1 {
		p.rotation, p.arc = keyTolerance/deeper, maxArc/exact.CubeRoot(deeper)
	}
	if l.Form == soa.Rig {
		p.tolerance /= max(float64(l.K), -float64(l.K))
	}
	return p, nil
}

// column returns the column that a track drives and its conversion. It is -1 where
// the layout has none.
func (p *keyPlan) column(tr *soa.Track) (column int, convert *layout.Conversion) {
	l := p.poses.Layout
	if tr.Property == soa.Weight {
		return p.other(l.WeightColumn[tr.Target]), &layout.Conversion{}
	}
	s := l.Slot[tr.Target]
	if s < 0 {
		return -1, nil
	}
	switch tr.Property {
	case soa.Rotation:
		return int(s), &p.convert[s]
	case soa.Translation:
		return p.other(l.TranslationColumn[s]), &p.convert[s]
	case soa.Scale:
		if l.Form == soa.General {
			return p.other(l.ScaleColumn[s]), &p.convert[s]
		}
	}
	return -1, nil
}

func (p *keyPlan) other(column int16) int {
	if column < 0 {
		return -1
	}
	return p.columns.Rotations + int(column)
}

// keys prepares clips for kernels. Columns that no clip moves or holds elsewhere
// than at rest are written with the rest pose only.
func (p *keyPlan) keys(clips []*soa.Clip) (*keyframes, error) {
	k := &keyframes{poses: p.poses, columns: p.columns, scaled: p.scaled}
	values := p.poses.Rest
	var all []simd.HeldColumn
	for c := range p.poses.Columns() {
		all = append(all, simd.HeldColumn{Column: c, Value: [4]float32(values[4*c:])})
	}
	var err error
	if k.rest, err = simd.NewKeyClip(p.columns, nil, nil, all); err != nil {
		return nil, err
	}
	p.spare, p.budget = spareOf(clips), keyBudget(clips)
	clips = append(slices.Clip(clips), &soa.Clip{TicksPerSecond: 1}) // the rest pose
	list := make([]*boundClip, len(clips))
	for i, c := range clips {
		k.list = append(k.list, newTicks(c))
		if list[i], err = p.bind(c); err != nil {
			return nil, err
		}
	}
	for {
		k.bound = k.bound[:0]
		moved, bytes := movedColumns(list, values), 0
		for i, b := range list {
			clip, err := simd.NewKeyClip(p.columns, b.straight(), b.bent(), b.rest(values, moved))
			if err != nil {
				return nil, fmt.Errorf("clip %q: %w", clips[i].Name, err)
			}
			bytes += clip.Bytes()
			k.bound = append(k.bound, playedKeys{clip, b.exact})
		}
		if bytes <= p.budget || !lighten(list, bytes-p.budget) {
			break
		}
	}
	k.floats = make([]*soa.Clip, len(clips))
	return k, nil
}

// Keys of kernels take at most splineShare times the memory of splines and lineShare times
// that of other tracks, which are the faster for being cut into straight pieces, and
// spareBytes beside.
const (
	spareBytes  = 64 << 10
	splineShare = 2
	lineShare   = 8
)

// keyBudget is how much memory the keys of kernels may take.
func keyBudget(clips []*soa.Clip) int {
	n := spareBytes
	for _, c := range clips {
		for t := range c.Tracks {
			first, end := c.Keys(t)
			if c.Tracks[t].Interpolation == soa.Cubic {
				n += splineShare * splineKeyBytes * (end - first)
			} else {
				n += lineShare * keyBytes * (end - first)
			}
		}
	}
	return n
}

// Bytes of a clip's key.
const (
	keyBytes       = 4 * 5
	splineKeyBytes = keyBytes + 2*4*4
)

// straightPieces is how many straight pieces a curve may have in all, rather than to go to
// kernels as cubic curves, which take the memory of three and the time of two to three.
func (p *keyPlan) straightPieces(c *keyCurve) int {
	each := lineShare
	if c.interpolation == soa.Cubic {
		each = 3
	}
	return max(p.spare, each*(len(c.time)-1))
}

// spareOf is how many straight pieces a track may have in any case: half of the spare
// memory, shared out.
func spareOf(clips []*soa.Clip) int {
	tracks := 1
	for _, c := range clips {
		tracks += len(c.Tracks)
	}
	return spareBytes / 2 / 16 / tracks
}

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
		for column := range b.keyed() {
			moved[column] = true
		}
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
func (b *boundClip) rest(values []float32, moved map[int]bool) (held []simd.HeldColumn) {
	keyed := b.keyed()
	for c := range len(values) / 4 {
		v, own := b.held[c]
		if !own {
			v = [4]float32(values[4*c:])
		}
		if moved[c] && !keyed[c] {
			held = append(held, simd.HeldColumn{Column: c, Value: v})
		}
	}
	return held
}

func (b *boundClip) straight() (list []simd.KeyGroup) {
	for _, g := range b.groups {
		if g.keys != nil {
			list = append(list, *g.keys)
		}
	}
	return list
}

func (b *boundClip) bent() (list []simd.BendGroup) {
	for _, g := range b.groups {
		if g.bends != nil {
			list = append(list, *g.bends)
		}
	}
	return list
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
	keys   *simd.KeyGroup
	bends  *simd.BendGroup
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
	way, class int
	curves     []*keyCurve
	column     []int
	tracks     []exactTrack
}

// bind makes groups of a clip's tracks: those with the same key times whose arcs
// need about as many pieces share one set of key times, cut as the most demanding of
// them needs it in each interval. The error is the context's.
func (p *keyPlan) bind(clip *soa.Clip) (*boundClip, error) {
	b := &boundClip{held: map[int][4]float32{}}
	var groups []*curveGroup
	alike := map[timeline][]int{} // indices of groups
	for t := range clip.Tracks {
		if err := p.Ctx.Err(); err != nil {
			return nil, err
		}
		tr := &clip.Tracks[t]
		column, convert := p.column(tr)
		if column < 0 {
			continue
		}
		c := newKeyCurve(clip, t, p.toleranceOf(tr.Property), p.arc, func(v exact.Quat, slope bool) exact.Quat { return convert.Value(tr.Property, v, slope) })
		if c.still() {
			b.held[column] = c.key(0).Float32()
			continue
		}
		track := exactTrack{clip: clip, track: t, column: column, convert: convert}
		way, class := goesStraight, 0
		switch {
		case c.divide(p.straightPieces(c)):
			class = bits.Len(uint(slices.Max(c.pieces) - 1))
		case c.bendable():
			way = goesBent
		default:
			b.exact = append(b.exact, track)
			continue
		}
		line := c.timeline(way, class)
		i := slices.IndexFunc(alike[line], func(i int) bool { return slices.Equal(groups[i].curves[0].time, c.time) })
		if i < 0 {
			i, alike[line] = len(alike[line]), append(alike[line], len(groups))
			groups = append(groups, &curveGroup{way: way, class: class})
		}
		g := groups[alike[line][i]]
		g.curves, g.column, g.tracks = append(g.curves, c), append(g.column, column), append(g.tracks, track)
	}
	last := newTicks(clip).last
	for _, g := range groups {
		b.groups = append(b.groups, g.group(last))
	}
	return b, p.Ctx.Err()
}

// toleranceOf is by how much values of a property may be off.
func (p *keyPlan) toleranceOf(property soa.Property) float64 {
	switch property {
	case soa.Translation:
		return p.tolerance
	case soa.Rotation:
		return p.rotation
	}
	return keyTolerance
}

func (g *curveGroup) group(last float64) *keyGroup {
	out := &keyGroup{column: g.column, tracks: g.tracks}
	for _, c := range g.curves {
		out.source += keyBytes*len(c.time) + (splineKeyBytes-keyBytes)*len(c.out)
	}
	if g.way == goesBent {
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
func (g *curveGroup) keys(last float64) simd.KeyGroup {
	step := g.curves[0].interpolation == soa.Step
	grid := newKeyGrid(g.curves[0].time, g.pieces(), last, step)
	keys := simd.KeyGroup{
		Time: grid.time, Step: step, Column: g.column,
		Value: make([]float32, 4*len(grid.time)*len(g.curves)),
	}
	for i, c := range g.curves {
		for k, v := range c.values(&grid) {
			q := v.Float32()
			copy(keys.Value[4*(k*len(g.curves)+i):], q[:])
		}
	}
	return keys
}
