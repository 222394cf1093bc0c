package assimp

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/internal/xfile"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// readMatrixKeys replaces the channels of matrix keys that mirror, flatten or shear: libassimp
// splits matrices into rotations and scales above 0.
func (a *Format) readMatrixKeys(b *scene.Binder) {
	data, err := a.Read()
	if err != nil {
		return
	}
	sets, err := xfile.Parse(data, source.MaxSize)
	if err != nil {
		return
	}
	n := 0
	for _, set := range sets {
		if len(set.Animations) == 0 { // libassimp leaves it out
			continue
		}
		if n < len(b.Clips) {
			for k := range set.Animations {
				bindMatrices(b, &b.Clips[n], &set.Animations[k])
			}
		}
		n++
	}
}

// bindMatrices replaces a channel, if its matrices are more than rotations and scales.
func bindMatrices(b *scene.Binder, src *track.Clip, from *xfile.Animation) {
	i, ok := b.Tree.ByName[from.Frame]
	if !ok || src.ByNode[i] == nil || len(src.ByNode[i].T.Keys) == 0 || len(from.Keys) == 0 {
		return
	}
	s := splitter{}
	for k := range from.Keys {
		s.add(from.Keys[k].Time, righted(from.Keys[k].Matrix))
	}
	if !s.needed {
		return
	}
	src.ByNode[i] = &track.Channel{T: &track.Track{Keys: s.t}, R: &track.Track{Keys: s.r}, S: &track.Track{Keys: s.s}}
	if s.shear > track.ShearTolerance {
		b.Report.AddSized(report.Loss, report.LostShear, from.Frame, report.Size{Value: 1000 * s.shear, Unit: "mm"},
			"matrices of %q shear by up to %.2g, which translation, rotation and scale cannot represent: a point a metre away is off by up to %.3g mm", src.Name, s.shear, 1000*s.shear)
	}
	if s.flips > 0 {
		b.Report.Add(report.Info, report.DifferentFrames, from.Frame, "matrices of %q mirror at some keys only; between them it is flat for a moment, %d times", src.Name, s.flips)
	}
}

// righted returns a matrix of left-handed axes in right-handed ones, with z negated as libassimp
// does.
func righted(m exact.Matrix) exact.Matrix {
	for _, k := range [...]int{2, 6, 8, 9, 11} {
		m[k] = -m[k]
	}
	return m
}

// splitter splits matrices into keys of translations, rotations and scales.
type splitter struct {
	t, r, s []track.Key
	needed  bool    // some matrix mirrors, flattens or shears
	shear   float64 // the largest
	flips   int     // pairs of neighbours, one of them mirrored
	signs   exact.Vec
	side    float64 // sign of the determinant of the last matrix that is not flat
	turned  exact.Quat
}

// flat is the determinant, relative to the product of the columns' lengths, below which a matrix
// has no side.
const flat = 1e-9

func (p *splitter) add(time float64, m exact.Matrix) {
	place, q, s, residual := m.Decompose()
	size := math.Max(math.Abs(s[0]), math.Max(s[1], s[2]))
	side := p.side
	switch d := m.Determinant(); {
	case d < -flat*size*size*size:
		side = -1
	case d > flat*size*size*size:
		side = 1
	}
	for c := range 3 { // what is left of a scale of 0
		if math.Abs(s[c]) < 1e-7*size {
			s[c] = 0
		}
	}
	p.needed = p.needed || side < 0 || residual > track.ShearTolerance || s[0] == 0 || s[1] == 0 || s[2] == 0
	p.shear = math.Max(p.shear, residual)
	switch {
	case p.side == 0 || size == 0: // the first, or one that tells no rotation
		if p.side != 0 {
			q = p.turned
		}
		p.signs = exact.Vec{1, 1, 1}
		if s[0] < 0 {
			p.signs[0] = -1
		}
	case side != p.side:
		p.flips++
		q, s = p.nearest(q, s)
	default:
		q, s = p.signed(q, s, p.signs)
	}
	if side != 0 {
		p.side = side
	}
	p.turned = q
	p.t = append(p.t, track.Key{Time: time, Value: track.Vec4(place)})
	p.r = append(p.r, track.Key{Time: time, Value: q})
	p.s = append(p.s, track.Key{Time: time, Value: track.Vec4(s)})
}

// signed returns a rotation and a scale with other signs, of the same product.
func (p *splitter) signed(q exact.Quat, s, signs exact.Vec) (exact.Quat, exact.Vec) {
	change, odd, free := exact.Vec{1, 1, 1}, false, -1
	for c := range 3 {
		switch {
		case s[c] == 0:
			free = c
		case s[c]*signs[c] < 0:
			change[c], odd = -1, !odd
		}
	}
	if odd && free >= 0 { // a scale of 0 has any sign
		change[free] = -1
	}
	for axis := range 3 { // two signs are a half turn about the third axis
		a, b := (axis+1)%3, (axis+2)%3
		if change[a] < 0 && change[b] < 0 && change[axis] > 0 {
			half := exact.Quat{}
			half[axis] = 1
			s[a], s[b] = -s[a], -s[b]
			return q.Mul(half), s
		}
	}
	return q, s
}

// nearest returns the rotation of a matrix that is nearest to the one before, and remembers its
// signs.
func (p *splitter) nearest(q exact.Quat, s exact.Vec) (exact.Quat, exact.Vec) {
	own := exact.Vec{1, 1, 1}
	if s[0] < 0 {
		own[0] = -1
	}
	best, bestScale, near := q, s, math.Abs(q.Dot(p.turned))
	p.signs = own
	for axis := range 3 {
		signs := own
		signs[(axis+1)%3], signs[(axis+2)%3] = -signs[(axis+1)%3], -signs[(axis+2)%3]
		r, scale := p.signed(q, s, signs)
		if d := math.Abs(r.Dot(p.turned)); d > near+1e-9 {
			best, bestScale, near, p.signs = r, scale, d, signs
		}
	}
	return best, bestScale
}
