package bone

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// DeriveRadii gives bones that have no radii the mean distance of the places that they are nearest to,
// or, without any, a tenth of their length. The error is the context's.
func (l List) DeriveRadii(ctx context.Context, places []exact.Vec) error {
	const few = 16 // places between two checks of the context
	sum, count, square := make([]float64, len(l)), make([]float64, len(l)), make([]float64, len(l))
	for k, at := range places {
		if k%few == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		nearest := math.Inf(1)
		for b := range l { // as Nearest does
			square[b] = l[b].Square(at)
			if square[b] < float64(nearest*tie) {
				nearest = square[b]
			}
		}
		for b, d := range square { // all that are equally near, so that left and right get the same
			if float64(d*tie) <= nearest {
				sum[b] += math.Sqrt(d)
				count[b]++
			}
		}
	}
	for i := range l {
		b := &l[i]
		if b.HeadRadius != 0 || b.TailRadius != 0 || b.Reach != 0 {
			continue
		}
		r := b.Length() / 10
		if count[i] > 0 {
			r = sum[i] / count[i]
		}
		b.HeadRadius, b.TailRadius, b.Reach = r, r, r
	}
	return nil
}

// Envelope gives a place to the bones whose envelopes have it: 1 within the radius at the nearest
// place of the bone, 1 − (d/reach)² at the distance d from there.
func (l List) Envelope() Rule {
	return func(at exact.Vec, r Row) Row {
		for i := range l {
			b := &l[i]
			place, along := b.Nearest(at)
			d := place.Sub(at).Length() - (b.HeadRadius + float64((b.TailRadius-b.HeadRadius)*along))
			switch {
			case d <= 0:
				r = append(r, Weight{int32(i), 1})
			case d < b.Reach:
				part := d / b.Reach
				r = append(r, Weight{int32(i), 1 - float64(part*part)})
			}
		}
		return r
	}
}

// Boxes gives a place to the bones whose boxes have it, in equal parts.
func (l List) Boxes() Rule {
	axes := make([][3]exact.Vec, len(l))
	for i := range l {
		along := l[i].Tail.Sub(l[i].Head).Unit()
		if along == (exact.Vec{}) {
			along = exact.Vec{1}
		}
		across := along.Perpendicular()
		axes[i] = [3]exact.Vec{along, across, along.Cross(across)}
	}
	return func(at exact.Vec, r Row) Row {
		for i := range l {
			b := &l[i]
			d, wide := at.Sub(b.Head), max(b.HeadRadius, b.TailRadius)
			x, y, z := d.Dot(axes[i][0]), d.Dot(axes[i][1]), d.Dot(axes[i][2])
			if x >= -wide && x <= b.Length()+wide && math.Abs(y) <= wide && math.Abs(z) <= wide {
				r = append(r, Weight{int32(i), 1})
			}
		}
		r.Normalize()
		return r
	}
}
