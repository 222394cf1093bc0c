package keys

import (
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// bind groups a clip's tracks: those with the same key times that need about as many pieces share one
// grid, cut in each interval for the most demanding. The error is the context's.
func (p *Plan) bind(clip *soa.Clip) (*boundClip, error) {
	b := &boundClip{held: map[int][4]float32{}}
	s := newSlab(clip)
	groups := grouping{alike: map[timesOf][]*curveGroup{}}
	for t := range clip.Tracks {
		if err := p.Ctx.Err(); err != nil {
			return nil, err
		}
		tr := &clip.Tracks[t]
		column, convert := p.Column(tr)
		if column < 0 {
			continue
		}
		c := s.newCurve(clip, t, p.toleranceOf(tr.Property), p.arc, convert)
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
		g := groups.groupOf(c, way, class)
		g.curves, g.column, g.tracks = append(g.curves, c), append(g.column, column), append(g.tracks, track)
	}
	last := NewTicks(clip).Last
	for _, g := range groups.list {
		b.groups = append(b.groups, g.group(last))
	}
	return b, p.Ctx.Err()
}

// grouping is the groups of a clip's curves.
type grouping struct {
	list  []*curveGroup
	alike map[timesOf][]*curveGroup
}

// timesOf is a timeline and a hash of its times.
type timesOf struct {
	timeline
	hash uint64
}

// recentGroups is the number of groups that a curve's times are compared with before they are hashed:
// mostly all tracks of a clip have the same.
const recentGroups = 4

// groupOf returns the group of a curve, a new one where it is the first of its timeline.
func (g *grouping) groupOf(c *curve, way, class int) *curveGroup {
	line := c.timeline(way, class)
	fits := func(o *curveGroup) bool { return o.line == line && slices.Equal(o.curves[0].time, c.time) }
	for k := range min(recentGroups, len(g.list)) {
		if o := g.list[len(g.list)-1-k]; fits(o) {
			return o
		}
	}
	key := timesOf{line, c.hash()}
	if i := slices.IndexFunc(g.alike[key], fits); i >= 0 {
		return g.alike[key][i]
	}
	o := &curveGroup{line: line}
	g.alike[key], g.list = append(g.alike[key], o), append(g.list, o)
	return o
}

// slab is memory of a clip's curves, in a few pieces.
type slab struct {
	curves []curve
	quats  []exact.Quat
	counts []int
}

// newSlab has room for all curves of a clip.
func newSlab(clip *soa.Clip) *slab {
	return &slab{make([]curve, len(clip.Tracks)), make([]exact.Quat, len(clip.Time)+2*len(clip.In)), make([]int, len(clip.Time))}
}

func (s *slab) curve() *curve {
	c := &s.curves[0]
	s.curves = s.curves[1:]
	return c
}

func (s *slab) values(n int) []exact.Quat {
	v := s.quats[:n:n]
	s.quats = s.quats[n:]
	return v
}

func (s *slab) numbers(n int) []int {
	v := s.counts[:n:n]
	s.counts = s.counts[n:]
	return v
}
