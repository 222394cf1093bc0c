package bvh

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// TestNumber: numbers have the bits that strconv gives them, in every spelling.
func TestNumber(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 31))
		for range 2000 {
			v := (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(40)-20))
			if r.IntN(4) == 0 {
				v = math.Float64frombits(r.Uint64())
			}
			text := strconv.FormatFloat(v, "efgG"[r.IntN(4)], r.IntN(24)-1, 64)
			if len(text) > 300 {
				continue
			}
			point := byte('.')
			word := text
			if r.IntN(3) == 0 {
				point, word = ',', strings.Replace(text, ".", ",", 1)
			}
			want, _ := strconv.ParseFloat(text, 64)
			got, n := number([]byte(word+" 5"), point)
			if want-want != 0 && math.IsNaN(got) {
				want = got
			}
			if n != len(word) || math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%q is %v (%d bytes), want %v", word, got, n, want)
			}
		}
	}
	for _, word := range []string{"nan", "-NaN", "-nan(ind)", "inf", "-Infinity", "1.#QNAN", "-1.#IND00", "1.#INF", "1e999"} {
		if v, n := number([]byte(word+"\n"), '.'); n != len(word) || v-v == 0 {
			t.Errorf("%q is %v (%d bytes)", word, v, n)
		}
	}
	for _, word := range []string{"", "-", ".", "+.", "e5", "1e", "1e+", "--1", "1.2.3", "1-2", "0x10", "1_000", "1f", "nanometre_is_no_number_at_all", "one"} {
		if v, n := number([]byte(word+"\n"), '.'); n != 0 {
			t.Errorf("%q is %v", word, v)
		}
	}
}

// TestTurn: a rotation is the product of matrices, in the order of the channels, at any angle.
func TestTurn(t *testing.T) {
	for s := range seed.Cases(t, 50) {
		r := rand.New(rand.NewPCG(s, 32))
		j := Joint{Column: r.IntN(3)}
		row := make([]float64, j.Column)
		want := exact.Identity()
		for range r.IntN(8) {
			c := Channel(r.IntN(int(Unknown) + 1))
			angle := (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(7)))
			j.Channels, row = append(j.Channels, c), append(row, angle)
			if c >= Xrotation && c <= Zrotation {
				want = want.Mul(about(int(c-Xrotation), math.Remainder(angle, 360)*math.Pi/180))
			}
		}
		got := j.Turn(row).Matrix()
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-12 {
				t.Fatalf("%v %v: %v, want %v", j.Channels, row, got, want)
			}
		}
	}
	j := Joint{Channels: []Channel{Xrotation, Yrotation}}
	for _, row := range [][]float64{{math.Inf(1), 0}, {0, math.NaN()}} {
		if q := j.Turn(row); !math.IsNaN(q[3]) {
			t.Errorf("%v turns by %v", row, q)
		}
	}
}

func about(axis int, angle float64) exact.Matrix {
	sin, cos := math.Sincos(angle)
	m := exact.Identity()
	a, b := (axis+1)%3, (axis+2)%3
	m[4*a+a], m[4*b+b], m[4*a+b], m[4*b+a] = cos, cos, -sin, sin
	return m
}

// TestLongChain: a chain of as many joints as a model may have is read.
func TestLongChain(t *testing.T) {
	for _, n := range []int{1000, 32_000} {
		text := strings.Repeat("JOINT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n", n) + "End Site{OFFSET 0 0 0}" + strings.Repeat("}\n", n) + "MOTION\nFrames: 1\nFrame Time: 1\n" + strings.Repeat("1 ", n)
		d, err := Parse(context.Background(), []byte(text), Limits{Joints: 32_764, Keys: 1 << 20, Name: 100})
		if err != nil || len(d.Joints) != n+1 || d.Joints[n].Parent != n-1 || d.Frames != 1 {
			t.Fatal(err)
		}
	}
}
