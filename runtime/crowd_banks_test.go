package runtime

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// bankForms are all forms of banks.
var bankForms = []soa.BankForm{soa.Rig, soa.General}

const (
	testSlots  = 18 // of 20
	testOthers = 8
)

// randomBank is a bank of random motions: 18 slots, three levels of detail,
// translations, scales and weights that move, a clip of plain frames, one of
// cells that are split and divided, and one that lasts no time.
func randomBank(t testing.TB, form soa.BankForm, seed uint64) *soa.Bank {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	const slots = (testSlots + 3) / 4 * 4
	b := &soa.Bank{
		Name: "random", Form: form, K: 0.5, Others: testOthers,
		Joint: make([]int16, slots), Parent: make([]int16, slots), Pivot: make([][3]float32, slots),
		TranslationColumn: make([]int16, slots), InverseBind: make([]soa.Affine, slots), Bind: make([]soa.Affine, slots),
		Slot: make([]int16, testSlots), WeightColumn: []int16{4 * 7, soa.None, 4*7 + 2}, WeightRest: []float32{0.1, 0.2, 0.3},
		Clips: []soa.BankClip{
			{Name: "plain", Seconds: 0.93, Start: 2, Rate: 11.7, Frames: 11, Rows: 12, FirstCell: soa.None},
			{Name: "cells", Seconds: 0.7, Start: -1, Rate: 10, Frames: 7, Row: 12, Rows: 20},
			{Name: "instant", Rate: 30, Frames: 1, Row: 32, Rows: 2, FirstCell: soa.None},
		},
		Cells: []soa.BankCell{{Row: 12, Split: 2}, {Row: 13, Split: 0.4}, {Row: 7, Parts: 3}, {Row: 20, Split: 2}, {Row: 10, Parts: 2}, {Row: 25, Split: 0}, {Row: 27, Split: 0.9},
			{Row: 16, Split: 0.5}, {Row: 18, Split: 2}, {Row: 19, Split: 2}, {Row: 22, Split: 0.3}, {Row: 23, Split: 2}},
	}
	float := func() float32 { return float32(r.IntN(2001)-1000) / 1000 }
	for s := range b.Joint {
		b.Joint[s], b.Parent[s], b.TranslationColumn[s] = soa.NoJoint, soa.NoJoint, soa.None
		b.InverseBind[s], b.Bind[s] = soa.IdentityAffine(), soa.IdentityAffine()
		if s >= testSlots {
			continue
		}
		b.Joint[s], b.Slot[s] = int16(s), int16(s)
		b.Pivot[s] = [3]float32{float(), float(), float()}
		if s > 0 {
			b.Parent[s] = int16(r.IntN(s))
		}
		if s%5 == 0 {
			b.TranslationColumn[s] = int16(s / 5)
		}
		b.Bind[s][3], b.InverseBind[s][3] = float32(s), -float32(s)
	}
	if form == soa.General {
		b.Scale, b.ScaleColumn = make([][3]float32, slots), make([]int16, slots)
		for s := range b.Scale {
			b.Scale[s], b.ScaleColumn[s] = [3]float32{1, 1, 1}, soa.None
			if s%6 == 1 {
				b.Scale[s] = [3]float32{0.5, 1.5, 2}
			}
		}
		b.ScaleColumn[2], b.ScaleColumn[17] = 4, 5
		b.Static = []soa.StaticLocal{{Joint: 3, Local: soa.Affine{1, 0.5, 0, 1, 0, 1, 0, 2, 0, 0.25, 1, 3}}}
	}
	for _, n := range []int{slots, 12, 4} {
		level := soa.BankLevel{Slots: n, StandIn: make([]uint16, slots), Error: make([]float64, len(b.Clips))}
		for s := range level.StandIn {
			if level.StandIn[s] = uint16(s); s >= n {
				level.StandIn[s] = uint16(s % n)
			}
		}
		b.Levels = append(b.Levels, level)
	}
	randomRows(b, r)
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
	return b
}

// randomRows fills 34 rows: unit quaternions that turn little from row to row.
func randomRows(b *soa.Bank, r *rand.Rand) {
	quads := make([][4]float64, b.Columns())
	for row := range 34 {
		for i := range quads {
			length := 0.
			for k := range 4 {
				step := float64(r.IntN(2001)-1000) / 1000
				if i < b.Rotations() && row > 0 {
					step *= 0.04
				}
				quads[i][k] += step
				length += float64(quads[i][k] * quads[i][k])
			}
			length = math.Sqrt(length)
			for k := range 4 {
				if i < b.Rotations() || length > 1 {
					quads[i][k] /= length
				}
				b.Rows = append(b.Rows, float32(quads[i][k]))
			}
		}
	}
}

// slowCrowd is what a crowd should do, one instance after the other.
type slowCrowd struct {
	bank  *soa.Bank
	at    []slowInstance
	eval  *scalarBank
	palet []float32
}

type slowInstance struct {
	clip         int
	options      PlayOptions
	phase, speed float64
}

func newSlowCrowd(b *soa.Bank, n int) *slowCrowd {
	return &slowCrowd{bank: b, at: make([]slowInstance, n), eval: newScalarBank(b), palet: make([]float32, affineFloats*b.Rotations())}
}

func (c *slowCrowd) play(i, clip int, o PlayOptions) {
	seconds := c.bank.Clips[clip].Seconds
	at, speed := o.Offset, o.Speed
	if speed == 0 {
		speed = 1
	}
	if speed < 0 {
		at = seconds - at
	}
	c.at[i] = slowInstance{clip, o, phase(at, seconds, o.Mode), speed}
}

func (c *slowCrowd) advance(i int, dt float64) {
	s := &c.at[i]
	s.phase = phase(s.phase+float64(s.speed*dt), c.bank.Clips[s.clip].Seconds, s.options.Mode)
}

// evaluate returns the palette and the weights of an instance, with the slots of
// a level of the bank.
func (c *slowCrowd) evaluate(i, level int) (palette, weights []float32) {
	s := &c.at[i]
	clip := &c.bank.Clips[s.clip]
	u := float64(position(s.phase, clip.Seconds, s.options.Mode) * clip.Rate)
	f := min(int(u), int(clip.Frames)-1)
	x := u - float64(f)
	row, alpha := clip.Row+uint32(f), float32(x)
	if clip.FirstCell != soa.None {
		row, alpha = cellRow(c.bank.Cells[int(clip.FirstCell)+f], c.bank.Cells, x)
	}
	at := int(row) * c.bank.Stride()
	c.eval.evaluate(c.bank.Rows, at, min(alpha, 1), c.palet)
	out := make([]float32, len(c.palet))
	for slot, in := range c.bank.Levels[level].StandIn {
		copy(out[affineFloats*slot:affineFloats*(slot+1)], c.palet[affineFloats*int(in):])
	}
	weights = append(weights, c.bank.WeightRest...)
	for w, k := range c.bank.WeightColumn {
		if k >= 0 {
			weights[w] = c.eval.quad[4*c.bank.Rotations()+int(k)]
		}
	}
	return out, weights
}

// crowds makes a crowd of every form, of instances that play
// all clips in all modes, and the slow one that does the same.
func crowds(t *testing.T, n int, o CrowdOptions, visit func(name string, c *Crowd, slow *slowCrowd)) {
	t.Helper()
	for _, form := range bankForms {
		b := randomBank(t, form, 1)
		c, err := NewCrowd(b, n, o)
		if err != nil {
			t.Fatal(err)
		}
		slow := newSlowCrowd(b, n)
		r := rand.New(rand.NewPCG(5, 5))
		for i := range n {
			o := PlayOptions{Mode: LoopMode(i % 3), Speed: r.Float64()*3 - 1.5, Offset: r.Float64()}
			if i%11 == 7 {
				o.Speed *= 60 // some periods a frame
			}
			clip := i % 7 % len(b.Clips)
			if err := c.Play(i, clip, o); err != nil {
				t.Fatal(err)
			}
			slow.play(i, clip, o)
		}
		visit(form.String(), c, slow)
		c.Close()
	}
}

// everyLevel runs a test with each instruction set.
func everyLevel(t *testing.T, test func(level simd.Level)) {
	t.Helper()
	for _, level := range simd.Levels() {
		restore, err := simd.Use(level)
		if err != nil {
			t.Fatal(err)
		}
		test(level)
		restore()
	}
}

// compareInstance holds an instance against the slow crowd's, bit for bit.
func compareInstance(t *testing.T, what string, c *Crowd, slow *slowCrowd, i, level int) {
	t.Helper()
	palette, weights := slow.evaluate(i, level)
	for k, want := range palette[:affineFloats*testSlots] {
		if got := c.Palette(i)[k]; math.Float32bits(got) != math.Float32bits(want) {
			t.Fatalf("%s: instance %d, slot %d: value %d is %v, want %v", what, i, k/12, k%12, got, want)
		}
	}
	for k, want := range weights {
		if got := c.Weights(i)[k]; math.Float32bits(got) != math.Float32bits(want) {
			t.Fatalf("%s: instance %d: weight %d is %v, want %v", what, i, k, got, want)
		}
	}
}
