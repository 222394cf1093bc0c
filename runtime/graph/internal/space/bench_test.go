package space

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// moving is places around, as of instances that differ.
func moving() (x, y [1024]float32) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range x {
		x[i], y[i] = float32(r.Float64()*2.4-1.2), float32(r.Float64()*2.4-1.2)
	}
	return x, y
}

// few is a sample in the middle and four around it; many a grid.
func few() places { return places{[]float64{0, 1, 0, -1, 0}, []float64{0, 0, 1, 0, -1}} }

func many() (p places) {
	for i := range 25 {
		p.add(float64(i%5)/2-1, float64(i/5)/2-1)
	}
	return p
}

var (
	sink   float32
	corner uint8
)

func BenchmarkLine(b *testing.B) {
	x, _ := moving()
	for _, n := range []int{2, 5, 25} {
		at := make([]float64, n)
		for i := range at {
			at[i] = float64(i)/float64(n-1)*2 - 1
		}
		l, err := NewLine(at)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				_, _, w := l.At(x[k%1024])
				sink += w
			}
		})
	}
}

func BenchmarkTriangles(b *testing.B) {
	for _, scale := range []float32{0.41, 1} { // all inside of few, or half of them
		x, y := moving()
		for k := range x {
			x[k], y[k] = x[k]*scale, y[k]*scale
		}
		for _, p := range []places{few(), many()} {
			s, err := NewTriangles(p.x, p.y)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%d/%v", len(p.x), scale), func(b *testing.B) {
				for k := 0; b.Loop(); k++ {
					c, w := s.At(x[k%1024], y[k%1024])
					sink += w[0]
					corner += c[0]
				}
			})
		}
	}
}

func BenchmarkBands(b *testing.B) {
	x, y := moving()
	for _, kind := range []string{"cartesian", "polar"} {
		for _, p := range []places{few(), many()} {
			s, err := NewBands(p.x, p.y, kind == "polar")
			if err != nil {
				b.Fatal(err)
			}
			w := make([]float32, len(p.x))
			b.Run(fmt.Sprintf("%s/%d", kind, len(p.x)), func(b *testing.B) {
				for k := 0; b.Loop(); k++ {
					s.At(x[k%1024], y[k%1024], w)
					sink += w[0]
				}
			})
		}
	}
}

func BenchmarkNewTriangles(b *testing.B) {
	var p places
	for i := range MaxSamples {
		p.add(float64(i%8)*0.1, float64(i/8)*0.1)
	}
	for b.Loop() {
		if _, err := NewTriangles(p.x, p.y); err != nil {
			b.Fatal(err)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	p := many()
	l, _ := NewLine([]float64{0, 1, 2})
	s, _ := NewTriangles(p.x, p.y)
	c, _ := NewBands(p.x, p.y, false)
	polar, _ := NewBands(p.x, p.y, true)
	w := make([]float32, len(p.x))
	x, y := moving()
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		i++
		_, _, v := l.At(x[i])
		_, u := s.At(x[i], y[i])
		c.At(x[i], y[i], w)
		polar.At(x[i], y[i], w)
		sink += v + u[0]
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
