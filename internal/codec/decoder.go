package codec

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Decoder decodes the spans of a clip of soa.PackedSpans, from anywhere in the clip.
// It writes the keys of the tracks of a grid to rows, one row per key:
//
//	grid g   row of key k   │ x of eight tracks │ y │ z │ w │ x of the next eight │ …
//
// A Decoder may be shared by goroutines. It refers to the packed clip, which must not change.
type Decoder struct {
	packed    *soa.Packed
	mapped    fault.Set
	grids     []decoderGrid
	constants []Constant
}

// decoderGrid is the tracks of one grid.
type decoderGrid struct {
	grid   *soa.PackedGrid
	tracks []DecodedTrack
	spans  *spanReader
}

// DecodedTrack is the place of a track's values in a row.
type DecodedTrack struct {
	Property soa.Property
	Target   int
	At       int // the first component; others follow kernel.VectorLanes values apart
}

// Constant is the value of a constant track.
type Constant struct {
	Property soa.Property
	Target   int
	Value    [4]float32
}

// NewDecoder checks a packed clip against its model and prepares it. The error wraps
// soa.ErrInvalid, also for another coding than soa.PackedSpans. It decodes no values: only Unpack
// checks the scales along chains of joints. If the clip lies in a mapped archive whose file
// becomes shorter or is written to, the errors of NewDecoder, Decode and DecodeCurve wrap
// archive.ErrTruncated or archive.ErrChanged.
func NewDecoder(model *soa.Model, p *soa.Packed) (d *Decoder, err error) {
	files := mapped(model, p)
	err = files.Guard(func() error {
		d, err = newDecoder(model, p)
		return err
	})
	if err == nil {
		d.mapped = files
	}
	return d, err
}

func newDecoder(model *soa.Model, p *soa.Packed) (*Decoder, error) {
	if err := check(model, p); err != nil {
		return nil, fmt.Errorf("new decoder: %w", err)
	}
	if p.Coding != soa.PackedSpans {
		return nil, fmt.Errorf("new decoder: clip %q: %w: coding %d has no spans", p.Exact.Name, soa.ErrInvalid, p.Coding)
	}
	d := &Decoder{packed: p}
	l := layOut(p)
	widths := knotWidths{p.First, p.Knot}
	for g, tracks := range l.grids {
		rows := newRowLayout(tracks)
		spans, err := newSpanReader(p, g, rows, &widths)
		if err != nil {
			return nil, fmt.Errorf("new decoder: %w", err)
		}
		d.grids = append(d.grids, decoderGrid{&p.Grids[g], rows.places(), spans})
	}
	d.listConstants(model, l)
	return d, nil
}

// listConstants collects the tracks at rest and the constant ones.
func (d *Decoder) listConstants(model *soa.Model, l *layout) {
	add := func(t *track, values [4][]float32) {
		c := Constant{Property: t.property, Target: t.target}
		for i, v := range values {
			if len(v) > 0 {
				c.Value[i] = v[0]
			}
		}
		d.constants = append(d.constants, c)
	}
	for i := range l.rest {
		t := &l.rest[i]
		add(t, restValue(model, t.property, t.target))
	}
	values := constants(d.packed, l)
	for i := range l.constants {
		add(&l.constants[i], values[i])
	}
}

// Clip returns a clip with the packed one's times, name, events and exact tracks.
func (d *Decoder) Clip() *soa.Clip { return &d.packed.Exact }

// Constants returns the constant tracks.
func (d *Decoder) Constants() []Constant { return d.constants }

// Grids returns the number of grids.
func (d *Decoder) Grids() int { return len(d.grids) }

// Intervals returns the number of intervals of a grid; it has a key more.
func (d *Decoder) Intervals(grid int) int { return int(d.grids[grid].grid.Intervals) }

// Tracks returns the tracks of a grid.
func (d *Decoder) Tracks(grid int) []DecodedTrack { return d.grids[grid].tracks }

// Stride returns the number of values of a grid's row.
func (d *Decoder) Stride(grid int) int { return d.grids[grid].spans.rows.stride }

// Decode decodes span s of a grid: the keys from 9s on, up to ten rows. The last row is the next
// span's first. rows must have room for SpanRows rows. The error wraps simd.ErrLength.
func (d *Decoder) Decode(grid, s int, rows []float32) error {
	if len(d.mapped) == 0 {
		return d.decode(grid, s, rows)
	}
	return d.mapped.Guard(func() error { return d.decode(grid, s, rows) })
}

func (d *Decoder) decode(grid, s int, rows []float32) error {
	return d.failed(d.grids[grid].spans.decode(s, rows))
}

// failed names the clip in an error.
func (d *Decoder) failed(err error) error {
	if err != nil {
		return fmt.Errorf("decoding clip %q: %w", d.packed.Exact.Name, err)
	}
	return nil
}

// Curved reports whether the tracks of a grid follow the Catmull-Rom curve through their keys
// instead of lines, see soa.Packed.
func (d *Decoder) Curved(grid int) bool { return d.grids[grid].grid.Curve == soa.PackedCatmullRom }

// DecodeCurve decodes span s of a curved grid with its neighbouring keys: row 0 is key 9s−1, the
// span follows from row 1, then a key of the next span. Beyond the first and the last key of the
// grid the row mirrors the neighbour, as the curve requires. rows must have room for CurveBuffer
// rows. The error wraps simd.ErrLength.
func (d *Decoder) DecodeCurve(grid, s int, rows []float32) error {
	if len(d.mapped) == 0 {
		return d.decodeCurve(grid, s, rows)
	}
	return d.mapped.Guard(func() error { return d.decodeCurve(grid, s, rows) })
}

func (d *Decoder) decodeCurve(grid, s int, rows []float32) error {
	spans := d.grids[grid].spans
	stride, n := spans.rows.stride, spans.rowsOf(s)
	if len(rows) < CurveBuffer*stride {
		return d.failed(fmt.Errorf("%w: %d values, want %d", simd.ErrLength, len(rows), CurveBuffer*stride))
	}
	row := func(k int) []float32 { return rows[k*stride : (k+1)*stride] }
	if err := d.decode(grid, s, rows[stride:]); err != nil {
		return err
	}
	mirror(row(0), row(1), row(2))
	mirror(row(n+1), row(n), row(n-1))
	if s > 0 {
		if err := d.decodeKey(spans, s-1, spans.rowsOf(s-1)-2, rows[CurveRows*stride:], row(0)); err != nil {
			return err
		}
	}
	if s+1 < spans.grid.Segments() {
		return d.decodeKey(spans, s+1, 1, rows[CurveRows*stride:], row(n+1))
	}
	return nil
}

// decodeKey decodes one key of a span, by way of rows.
func (d *Decoder) decodeKey(spans *spanReader, s, key int, rows, to []float32) error {
	if err := spans.read(s, rows, key, key); err != nil {
		return d.failed(err)
	}
	copy(to, rows[key*spans.rows.stride:])
	return d.failed(spans.complete(to, 1))
}

// mirror writes the reflection of b at a.
func mirror(to, a, b []float32) {
	for i := range to {
		to[i] = a[i] + (a[i] - b[i])
	}
}

// CurveRows is the most rows that DecodeCurve writes, CurveBuffer the rows that it needs.
const (
	CurveRows   = SpanRows + 2
	CurveBuffer = CurveRows + SpanRows
)

// SpanKeys is the number of keys from one span to the next.
const SpanKeys = packing.Span

// SpanRows is the most rows that Decode writes.
const SpanRows = kernel.SpanRows

// VectorLanes is the distance of the components of a value in a row.
const VectorLanes = kernel.VectorLanes

// places lists the places of tracks in a row.
func (l *rowLayout) places() (list []DecodedTrack) {
	for run := range l.runs {
		r := &l.runs[run]
		for i, t := range r.tracks {
			list = append(list, DecodedTrack{t.property, t.target, r.float(i, 0)})
		}
	}
	return list
}
