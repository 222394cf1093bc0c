package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// newComposeCase is a blend case whose poses are complete and whose rest is an origin
// for AddPose16: every second other column has scales.
func newComposeCase(r *rand.Rand, rotations, others, poses int) *blendCase {
	b := newBlendCase(r, rotations, others, poses)
	for p := range b.blocks {
		for c := range rotations {
			for l := range simd.Lanes {
				q := b.rows[p][l][4*c:]
				b.blocks[p][ColumnStart(b.c, c)+4*simd.Lanes+l] = inverseSquare(q[0], q[1], q[2], q[3])
			}
		}
		for l := range simd.Lanes {
			b.weight[p][l] = float32(r.IntN(9)-4) / 4
		}
	}
	for c := range rotations {
		o := castQuads(b.rest)[c][:]
		n := 1 / sqrt32(1/inverseSquare(o[0], o[1], o[2], o[3]))
		for k := range o {
			o[k] *= n
		}
	}
	for c := range others {
		o := &castQuads(b.rest)[rotations+c]
		if o[3] = float32(c % 2); c%2 == 1 {
			o[r.IntN(3)] = 0
		}
	}
	b.offsets = &simd.Offsets{Values: make([]float32, 3*b.c.RowValues()+1)}
	for i := range b.offsets.Values {
		b.offsets.Values[i] = r.Float32() - 0.5
		if i%4 == 0 { // κ: rows start at 1
			b.offsets.Values[i] = -5 * r.Float32()
		}
	}
	for l := range simd.Lanes {
		b.offsets.Row[l] = int64(1 + b.c.RowValues()*r.IntN(3))
		b.offsets.F[l], b.offsets.G[l], b.offsets.H[l] = r.Float32(), r.Float32(), r.Float32()
	}
	return b
}

// spoil makes lane 0 no number, lane 1 as much as there is and lane 2 of zeros of either
// sign, and some masks and kinds −0.
func (b *blendCase) spoil() {
	nan, inf, zero := float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1))
	for column := range b.c.Rotations + b.c.Others {
		last, pose := 4*simd.Lanes, b.blocks[0][ColumnStart(b.c, column):]
		if column >= b.c.Rotations {
			last = 3 * simd.Lanes
			if b.rest[4*column+3] == 0 && column%4 < 2 {
				b.rest[4*column+3] = zero
			}
		}
		pose[last], pose[last+1] = nan, inf // the sum of weights
		for k, v := range [4]float32{zero, -1, 1, 1} {
			pose[k*simd.Lanes+2] = v
		}
		if b.mask[1] != nil && column%3 == 0 {
			b.mask[1][column] = zero
		}
	}
	weight, o := &b.weight[1], b.offsets
	weight[0], weight[1], weight[2] = nan, inf, zero
	o.G[1], o.H[1], o.Row[0], o.Row[1] = inf, nan, 1, 1
	o.F[2], o.G[2], o.H[2] = 0, 0, 0
	for i := 4; i < len(o.Values); i += 12 {
		o.Values[i] = nan // κ
	}
}

// laneOf is the row of a lane of a block.
func laneOf(block []float32, c simd.Columns, lane int) []float32 {
	row := make([]float32, SumValues(c))
	for column := range c.Rotations + c.Others {
		for k := range 4 {
			row[4*column+k] = block[ColumnStart(c, column)+k*simd.Lanes+lane]
		}
		if column < c.Rotations { // of a sum
			row[c.RowValues()+column] = block[ColumnStart(c, column)+4*simd.Lanes+lane]
		}
	}
	return row
}

// composition is a stage that changes a pose by another one: pose 0 by pose 1.
type composition struct {
	name         string
	block, plain func(pose []float32, b *blendCase) error
	row          func(row []float32, b *blendCase, lane int) error
	plainRow     func(row []float32, b *blendCase, lane int)
}

// copyButLast copies the pose of a sum but for the last values of other columns, which are 1 in
// a pose.
func (b *blendCase) copyButLast(row, sum []float32) {
	for i := range row[:b.c.RowValues()] {
		if i < 4*b.c.Rotations || i%4 < 3 {
			row[i] = sum[i]
		}
	}
}

func compositions() []composition {
	return []composition{{
		"over",
		func(pose []float32, b *blendCase) error {
			return OverPose16(pose, b.blocks[1], b.c, b.reference, b.threshold)
		},
		func(pose []float32, b *blendCase) error {
			overPose16Go(pose, b.blocks[1], b.c, b.reference, aboveMin(b.threshold))
			return nil
		},
		func(row []float32, b *blendCase, lane int) error {
			return OverRow(row, b.rows[1][lane], b.c, b.reference, b.threshold)
		},
		func(row []float32, b *blendCase, lane int) {
			overRowGo(row, b.rows[1][lane], b.c, b.reference, aboveMin(b.threshold))
		},
	}, {
		"cover",
		func(pose []float32, b *blendCase) error {
			return CoverPose16(pose, b.blocks[1], b.c, &b.weight[1], b.mask[1], b.reference, b.threshold)
		},
		func(pose []float32, b *blendCase) error {
			coverPose16Go(pose, b.blocks[1], b.c, &b.weight[1], b.mask[1], b.reference, aboveMin(b.threshold))
			return nil
		},
		func(row []float32, b *blendCase, lane int) error {
			sum := make([]float32, SumValues(b.c))
			if err := AccumulateRow(sum, b.rows[1][lane], b.c, b.weight[1][lane], b.mask[1], b.reference, true); err != nil {
				return err
			}
			if err := OverRow(sum, row, b.c, b.reference, b.threshold); err != nil {
				return err
			}
			b.copyButLast(row, sum)
			return nil
		},
		func(row []float32, b *blendCase, lane int) {
			sum := make([]float32, SumValues(b.c))
			sumRowGo(sum, b.rows[1][lane], b.c, b.weight[1][lane], b.mask[1], b.reference, true)
			overRowGo(sum, row, b.c, b.reference, aboveMin(b.threshold))
			b.copyButLast(row, sum)
		},
	}, {
		"add",
		func(pose []float32, b *blendCase) error {
			return AddPose16(pose, b.blocks[1], b.c, &b.weight[1], b.mask[1], b.rest)
		},
		func(pose []float32, b *blendCase) error {
			addPose16Go(pose, b.blocks[1], b.c, &b.weight[1], b.mask[1], b.rest)
			return nil
		},
		func(row []float32, b *blendCase, lane int) error {
			return AddRow(row, b.rows[1][lane], b.c, b.weight[1][lane], b.mask[1], b.rest)
		},
		func(row []float32, b *blendCase, lane int) {
			addRowGo(row, b.rows[1][lane], b.c, b.weight[1][lane], b.mask[1], b.rest)
		},
	}, {
		"offset",
		func(pose []float32, b *blendCase) error { return OffsetPose16(pose, pose, b.c, b.offsets) },
		func(pose []float32, b *blendCase) error {
			offsetPose16Go(pose, pose, b.c, b.offsets)
			return nil
		},
		func(row []float32, b *blendCase, lane int) error {
			o := b.offsets
			return OffsetRow(row[:b.c.RowValues()], o.Values[o.Row[lane]:], b.c, o.F[lane], o.G[lane], o.H[lane])
		},
		func(row []float32, b *blendCase, lane int) {
			o := b.offsets
			if o.F[lane] == 0 {
				return
			}
			offsetRowGo(row, o.Values[o.Row[lane]:], b.c, o.F[lane], o.G[lane], o.H[lane])
		},
	}}
}

// Every instruction set gives the bits of plain Go, of values that make no sense too,
// and one instance those of a lane; nothing outside is read or written.
func TestComposeBits(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		for seed, size := range [][2]int{{0, 0}, {4, 0}, {0, 4}, {16, 8}, {68, 12}, {1000, 4}} {
			for _, wild := range []bool{false, true} {
				for _, stage := range compositions() {
					r := rand.New(rand.NewPCG(uint64(seed), 13))
					b := newComposeCase(r, size[0], size[1], 2)
					if seed%2 == 1 {
						b.mask[1] = nil
					}
					for l := range simd.Lanes {
						b.weight[1][l] = max(b.weight[1][l], -0.75)
					}
					if wild {
						s := shape{values: "wild"}
						for p := range b.blocks {
							for i := range b.blocks[p] {
								b.blocks[p][i] = s.value(r)
							}
						}
						for l := range simd.Lanes {
							b.weight[1][l], b.offsets.F[l], b.offsets.G[l] = s.value(r), s.value(r), s.value(r)
						}
						for i := range b.offsets.Values {
							b.offsets.Values[i] = s.value(r)
						}
						b.spoil()
						for l := range simd.Lanes {
							b.rows[1][l] = laneOf(b.blocks[1], b.c, l)
						}
					}
					what := fmt.Sprintf("%s, %v, wild %v", stage.name, size, wild)
					want := slices.Clone(b.blocks[0])
					whole, pose := guarded(len(want), seed)
					copy(pose, want)
					if err := errors.Join(stage.block(pose, b), stage.plain(want, b)); err != nil {
						t.Fatal(err)
					}
					sameBits(t, what, pose, want)
					untouched(t, what, whole, pose)
					for l := range simd.Lanes {
						row, plain := laneOf(b.blocks[0], b.c, l), laneOf(b.blocks[0], b.c, l)
						if err := stage.row(row, b, l); err != nil {
							t.Fatal(err)
						}
						stage.plainRow(plain, b, l)
						what := fmt.Sprintf("%s: the row of lane %d", what, l)
						sameBits(t, what, row, plain)
						if !wild { // there 1/|q|² is not that of q
							sameBits(t, what, row[:b.c.RowValues()], laneOf(pose, b.c, l)[:b.c.RowValues()])
						}
					}
				}
			}
		}
	})
}

// A lane without weight keeps its bits: of the lower pose below a sum, of the pose that
// nothing is added to.
func TestComposeOfAbsent(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		b := newComposeCase(rand.New(rand.NewPCG(6, 6)), 16, 8, 2)
		b.mask[1] = nil
		for l := 0; l < simd.Lanes; l += 2 {
			b.weight[0][l], b.weight[1][l] = 0, 0
			b.offsets.F[l], b.offsets.G[l], b.offsets.H[l] = 0, 0, 0
		}
		for l := 1; l < simd.Lanes; l += 2 {
			b.weight[0][l] = 0.25
		}
		sum := make([]float32, PoseValues(b.c))
		pose, left := slices.Clone(b.blocks[0]), slices.Clone(b.blocks[0])
		if err := errors.Join(
			OffsetPose16(left, left, b.c, b.offsets),
			AccumulatePose16(sum, b.blocks[0], b.c, &b.weight[0], nil, b.reference, true),
			OverPose16(sum, b.blocks[1], b.c, b.reference, 0.3),
			AddPose16(pose, b.blocks[1], b.c, &b.weight[1], nil, b.rest),
		); err != nil {
			t.Fatal(err)
		}
		for i, v := range sum {
			if i%2 == 0 && math.Float32bits(v) != math.Float32bits(b.blocks[1][i]) {
				t.Fatalf("over: value %d is %v, want %v", i, v, b.blocks[1][i])
			}
			if i%2 == 0 && math.Float32bits(pose[i]) != math.Float32bits(b.blocks[0][i]) {
				t.Fatalf("add: value %d is %v, want %v", i, pose[i], b.blocks[0][i])
			}
			if i%2 == 0 && math.Float32bits(left[i]) != math.Float32bits(b.blocks[0][i]) {
				t.Fatalf("offset: value %d is %v, want %v", i, left[i], b.blocks[0][i])
			}
		}
		changed := 0
		for i := 1; i < len(pose); i += 2 {
			if pose[i] != b.blocks[0][i] && left[i] != b.blocks[0][i] {
				changed++
			}
		}
		if changed < len(pose)/4 {
			t.Errorf("only %d of %d values have changed where the weight is not 0", changed, len(pose)/2)
		}
	})
}

type quaternion [4]float64

func (a quaternion) times(b quaternion) quaternion {
	return quaternion{
		a[3]*b[0] + a[0]*b[3] + a[1]*b[2] - a[2]*b[1],
		a[3]*b[1] + a[1]*b[3] + a[2]*b[0] - a[0]*b[2],
		a[3]*b[2] + a[2]*b[3] + a[0]*b[1] - a[1]*b[0],
		a[3]*b[3] - a[0]*b[0] - a[1]*b[1] - a[2]*b[2],
	}
}

func (a quaternion) dot(b quaternion) float64 {
	return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
}

func (a quaternion) scale(s float64) quaternion {
	return quaternion{a[0] * s, a[1] * s, a[2] * s, a[3] * s}
}

func (a quaternion) unit() quaternion { return a.scale(1 / math.Sqrt(a.dot(a))) }

func (a quaternion) plus(b quaternion) quaternion {
	return quaternion{a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]}
}

func quadOf(row []float32, column int) (q quaternion) {
	for k := range q {
		q[k] = float64(row[4*column+k])
	}
	return q
}

// sameRotation fails where two quaternions of any length are not the same rotation.
func sameRotation(t *testing.T, what string, got, want quaternion) {
	t.Helper()
	if d := 1 - math.Abs(got.unit().dot(want.unit())); !(d < 1e-10) {
		t.Fatalf("%s: %v, want %v", what, got.unit(), want.unit())
	}
}

// Over and Add are what the mathematics says, in float64.
func TestComposeMathematics(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 50 {
		b := newComposeCase(r, 8, 4, 2)
		sum, added := make([]float32, PoseValues(b.c)), slices.Clone(b.blocks[0])
		for l := range simd.Lanes {
			b.weight[0][l] = float32(math.Abs(float64(b.weight[0][l])))
		}
		if err := errors.Join(
			AccumulatePose16(sum, b.blocks[0], b.c, &b.weight[0], nil, b.reference, true),
			OverPose16(sum, b.blocks[1], b.c, b.reference, b.threshold),
			AddPose16(added, b.blocks[1], b.c, &b.weight[1], b.mask[1], b.rest),
		); err != nil {
			t.Fatal(err)
		}
		for l := range simd.Lanes {
			over, add := laneOf(sum, b.c, l), laneOf(added, b.c, l)
			for column := range b.c.Rotations + b.c.Others {
				what := fmt.Sprintf("column %d, lane %d", column, l)
				q, p, o := quadOf(b.rows[0][l], column), quadOf(b.rows[1][l], column), quadOf(b.rest, column)
				weight := float64(b.weight[0][l])
				missing := max(float64(b.threshold)-weight, 0)
				u := float64(b.weight[1][l]) * float64(b.mask[1][column])
				size := math.Abs(u)
				if column < b.c.Rotations {
					reference := quadOf(b.reference, column)
					toward := func(q quaternion) quaternion { return q.scale(math.Copysign(1, q.dot(reference))) }
					sameRotation(t, what+": over", quadOf(over, column), toward(q).scale(evened(weight, q)).plus(toward(p.unit()).scale(missing)))
					d := o.times(p.unit()).unit()
					d = d.scale(math.Copysign(size, d[3])).plus(quaternion{3: 1 - size})
					if u < 0 {
						d = quaternion{-d[0], -d[1], -d[2], d[3]}
					}
					sameRotation(t, what+": add", quadOf(add, column), q.times(d))
					continue
				}
				for k := range 3 {
					if want := (weight*q[k] + missing*p[k]) / (weight + missing); math.Abs(float64(over[4*column+k])-want) > 1e-6 {
						t.Fatalf("%s: over is %v, want %v", what, over[4*column+k], want)
					}
					want := q[k] + u*(p[k]-o[k])
					if f := 1 - size + size*p[k]*o[k]; o[3] == 1 {
						switch {
						case o[k] == 0:
							want = q[k]
						case u < 0:
							want = q[k] / f
						default:
							want = q[k] * f
						}
					}
					if math.Abs(float64(add[4*column+k])-want) > 1e-5*max(1, math.Abs(want)) {
						t.Fatalf("%s: add is %v, want %v", what, add[4*column+k], want)
					}
				}
			}
		}
	}
}

// Columns of mask 0 and wrong lengths change nothing.
func TestComposeRefuses(t *testing.T) {
	b := newComposeCase(rand.New(rand.NewPCG(8, 8)), 8, 4, 2)
	pose, row := slices.Clone(b.blocks[0]), laneOf(b.blocks[0], b.c, 0)
	none := make([]float32, b.c.Rotations+b.c.Others)
	if err := AddPose16(pose, b.blocks[1], b.c, &b.weight[1], none, b.rest); err != nil {
		t.Fatal(err)
	}
	weight, lower := &b.weight[1], b.blocks[1]
	for i, err := range []error{
		AddPose16(pose[1:], lower, b.c, weight, nil, b.rest),
		AddPose16(pose, lower[1:], b.c, weight, nil, b.rest),
		AddPose16(pose, lower, b.c, weight, none[1:], b.rest),
		AddPose16(pose, lower, b.c, weight, nil, b.rest[1:]),
		AddPose16(pose, lower, simd.Columns{Rotations: 1}, weight, nil, b.rest),
		AddRow(row[:b.c.RowValues()-1], lower, b.c, 1, nil, b.rest),
		AddRow(row, lower[:b.c.RowValues()-1], b.c, 1, nil, b.rest),
		AddRow(row, lower, b.c, 1, none[1:], b.rest),
		AddRow(row, lower, b.c, 1, nil, b.rest[1:]),
		OverPose16(pose[1:], lower, b.c, b.reference, 1),
		OverPose16(pose, lower[1:], b.c, b.reference, 1),
		OverPose16(pose, lower, b.c, b.reference[:4*b.c.Rotations-1], 1),
		OverRow(row[1:], lower, b.c, b.reference, 1),
		OverRow(row, lower[:b.c.RowValues()-1], b.c, b.reference, 1),
		OverRow(row, lower, b.c, b.reference[:4*b.c.Rotations-1], 1),
		OffsetPose16(pose[1:], pose, b.c, b.offsets),
		OffsetPose16(pose, pose, b.c, &simd.Offsets{Values: b.offsets.Values, Row: [simd.Lanes]int64{5: int64(len(b.offsets.Values)-b.c.RowValues()) + 1}}),
		OffsetPose16(pose, pose, b.c, &simd.Offsets{Values: b.offsets.Values, Row: [simd.Lanes]int64{3: -1}}),
		OffsetPose16(pose, pose, b.c, &simd.Offsets{}),
		OffsetRow(row[:b.c.RowValues()-1], b.offsets.Values, b.c, 1, 0, 0),
		OffsetRow(row, b.offsets.Values[:b.c.RowValues()-1], b.c, 1, 0, 0),
	} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("call %d: %v, want ErrLength", i, err)
		}
	}
	sameBits(t, "the pose", pose, b.blocks[0])
	sameBits(t, "the row", row, laneOf(b.blocks[0], b.c, 0))
}

// One pose over another has the bits of a sum that is completed over it.
func TestCoverIsOver(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		for _, c := range []simd.Columns{{Rotations: 4, Others: 0}, {Rotations: 0, Others: 4}, {Rotations: 16, Others: 8}, {Rotations: 68, Others: 4}} {
			for seed := range uint64(40) {
				b := newComposeCase(rand.New(rand.NewPCG(seed, 8)), c.Rotations, c.Others, 2)
				sum := make([]float32, PoseValues(c))
				sumPose16Go(sum, b.blocks[1], c, &b.weight[1], b.mask[1], b.reference, true)
				overPose16Go(sum, b.blocks[0], c, b.reference, 1)
				got := append([]float32(nil), b.blocks[0]...)
				if err := CoverPose16(got, b.blocks[1], c, &b.weight[1], b.mask[1], b.reference, 1); err != nil {
					t.Fatal(err)
				}
				sameBits(t, "CoverPose16", got, sum)
			}
		}
	})
}
