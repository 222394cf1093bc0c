package simd

import (
	"math"
	"testing"
)

// slerp is the textbook's, in float64, on the shorter arc.
func slerp(a, b [4]float64, t float64) [4]float64 {
	norm := func(q [4]float64) [4]float64 {
		n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		return [4]float64{q[0] / n, q[1] / n, q[2] / n, q[3] / n}
	}
	a, b = norm(a), norm(b)
	if a[0]*b[0]+a[1]*b[1]+a[2]*b[2]+a[3]*b[3] < 0 {
		b = [4]float64{-b[0], -b[1], -b[2], -b[3]}
	}
	chord := 0.0
	for i := range a {
		chord += (b[i] - a[i]) * (b[i] - a[i])
	}
	angle := 2 * math.Asin(math.Min(1, math.Sqrt(chord)/2)) // well conditioned for short arcs
	wa, wb := 1-t, t
	if angle > 1e-9 {
		wa, wb = math.Sin((1-t)*angle)/math.Sin(angle), math.Sin(t*angle)/math.Sin(angle)
	}
	for i := range a {
		a[i] = wa*a[i] + wb*b[i]
	}
	return norm(a)
}

// Pairs of keys at every distance: from equal to half a circle apart, on either
// half of the sphere.
func TestSlerpIsSlerp(t *testing.T) {
	const pairs = 2000
	r := newRandom(4)
	from, to := r.quaternions(pairs), r.quaternions(pairs)
	keys, tracks := &Keys{}, &Tracks{}
	for i := range pairs {
		a, b := from.at(i), to.at(i)
		if i%4 != 0 { // near each other, down to no difference at all
			near := float32(math.Pow(2, -float64(i%40)))
			for c := range b {
				b[c] = a[c] + float32(near*b[c])
			}
			b = normalize(b)
		}
		if i%7 == 0 {
			b = [4]float32{-b[0], -b[1], -b[2], -b[3]}
		}
		tracks.First = append(tracks.First, uint32(len(keys.X)))
		tracks.Target = append(tracks.Target, int16(i))
		keys.add(a)
		keys.add(b)
	}
	got := &Keys{X: make([]float32, pairs), Y: make([]float32, pairs), Z: make([]float32, pairs), W: make([]float32, pairs)}
	var worst, longest float64
	for _, alpha := range []float32{0, 1e-7, 0.001, 0.1, 0.25, 1. / 3, 0.5, 0.5000001, 0.7, 0.9, 0.999, 0.99999994} {
		if err := SlerpQuaternions(got.X, got.Y, got.Z, got.W, tracks, keys, 0, alpha); err != nil {
			t.Fatal(err)
		}
		for i := range pairs {
			q, want := wide(got.at(i)), slerp(wide(keys.at(2*i)), wide(keys.at(2*i+1)), float64(alpha))
			length := 0.0
			for c := range q {
				length += q[c] * q[c]
				if d := math.Abs(q[c] - want[c]); d > worst || math.IsNaN(d) {
					worst = d
					if !(d <= 2e-7) {
						t.Fatalf("pair %d %v %v at %v: %v, want %v (off by %.3g)", i, keys.at(2*i), keys.at(2*i+1), alpha, q, want, d)
					}
				}
			}
			longest = max(longest, math.Abs(math.Sqrt(length)-1))
		}
	}
	t.Logf("worst component %.3g, worst length %.3g", worst, longest)
	if longest > 1.5e-7 {
		t.Errorf("a rotation's length is off by %.3g", longest)
	}
}

func (k *Keys) at(i int) [4]float32 { return [4]float32{k.X[i], k.Y[i], k.Z[i], k.W[i]} }

func (k *Keys) add(v [4]float32) {
	k.X, k.Y, k.Z, k.W = append(k.X, v[0]), append(k.Y, v[1]), append(k.Z, v[2]), append(k.W, v[3])
}

func wide(v [4]float32) [4]float64 {
	return [4]float64{float64(v[0]), float64(v[1]), float64(v[2]), float64(v[3])}
}

// The series and the closed form meet at the threshold, so the one may be
// exchanged for the other there.
func TestSlerpSeriesMeetsClosedForm(t *testing.T) {
	e := float32(maxSeriesChord)
	for i := range 1001 {
		alpha := float32(i) / 1000
		s := newArcSeries(alpha)
		series := s.alpha + float32(e*(s.c1+float32(e*(s.c2+float32(e*s.c3)))))
		if d := math.Abs(float64(series) - wideFraction(float64(alpha), float64(e))); d > 1e-7 {
			t.Fatalf("at %v the series is %v, the closed form %v", alpha, series, wideFraction(float64(alpha), float64(e)))
		}
	}
}

func TestLerp(t *testing.T) {
	for _, n := range lengths {
		r := newRandom(uint64(n))
		keys := &Keys{X: r.values(3*n, -9, 9), Y: r.values(3*n, -9, 9), Z: r.values(3*n, -9, 9)}
		tracks := &Tracks{}
		for i := range n {
			tracks.First, tracks.Target = append(tracks.First, uint32(3*i)), append(tracks.Target, int16(n-1-i))
		}
		x, y, z, s := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
		const alpha = float32(0.3)
		if err := LerpVectors(x, y, z, tracks, keys, 1, alpha); err != nil {
			t.Fatal(err)
		}
		if err := LerpScalars(s, tracks, keys.X, 1, alpha); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			j := n - 1 - i
			for c, got := range [][]float32{x, y, z, s} {
				from := [][]float32{keys.X, keys.Y, keys.Z, keys.X}[c]
				a, b := float64(from[3*i+1]), float64(from[3*i+2])
				if want := a + (b-a)*float64(alpha); !(math.Abs(float64(got[j])-want) < 2e-6) {
					t.Fatalf("component %d of track %d of %d is %v, want %v", c, i, n, got[j], want)
				}
			}
		}
	}
}

// glTF's formula, as it stands in the specification.
func TestHermite(t *testing.T) {
	for _, n := range lengths {
		r := newRandom(uint64(n))
		keys, out, in := r.values(3*n, -1, 1), r.values(12*n, -1, 1), r.values(12*n, -1, 1)
		tracks, dst := &Tracks{}, make([]float32, n)
		for i := range n {
			tracks.First, tracks.Target = append(tracks.First, uint32(3*i)), append(tracks.Target, int16(n-1-i))
			tracks.Tangent = append(tracks.Tangent, uint32(3*(n-1-i)))
		}
		for c := range 4 {
			for _, alpha := range []float32{0, 0.1, 0.37, 0.5, 0.99} {
				ticks := 4 * r.Float32()
				if err := Hermite(dst, tracks, keys, out, in, c, 1, alpha, ticks); err != nil {
					t.Fatal(err)
				}
				s, td := float64(alpha), float64(ticks)
				for i := range n {
					j, g := n-1-i, 3*(n-1-i)+1
					a, b := float64(keys[3*i+1]), float64(keys[3*i+2])
					want := (2*s*s*s-3*s*s+1)*a + td*(s*s*s-2*s*s+s)*float64(out[4*g+c]) +
						(-2*s*s*s+3*s*s)*b + td*(s*s*s-s*s)*float64(in[4*(g+1)+c])
					if !(math.Abs(float64(dst[j])-want) < 5e-7) {
						t.Fatalf("component %d of track %d of %d at %v of %v: %v, want %v", c, i, n, alpha, ticks, dst[j], want)
					}
					if alpha == 0 && dst[j] != keys[3*i+1] {
						t.Fatalf("at 0 the spline is %v, want %v", dst[j], keys[3*i+1])
					}
				}
			}
		}
	}
}

func TestNormalizeQuaternions(t *testing.T) {
	x, y, z, w := []float32{3, 0, 1, 9}, []float32{0, 0, 1, 9}, []float32{0, 0, 1, 9}, []float32{4, 0, 1, 9}
	if err := NormalizeQuaternions(x, y, z, w, &Tracks{First: make([]uint32, 3), Target: []int16{1, 0, 2}}); err != nil {
		t.Fatal(err)
	}
	got := [16]float32(append(append(append(append([]float32{}, x...), y...), z...), w...))
	if want := [16]float32{0.6, 0, 0.5, 9, 0, 0, 0.5, 9, 0, 0, 0.5, 9, 0.8, 1, 0.5, 9}; got != want {
		t.Fatalf("normalised to %v, want %v", got, want)
	}
}

func TestCopyKeys(t *testing.T) {
	dst := make([]float32, 3)
	if err := CopyKeys(dst, &Tracks{First: []uint32{0, 2}, Target: []int16{2, 0}}, []float32{5, 6, 7, 8}, 1); err != nil {
		t.Fatal(err)
	}
	if want := [3]float32{8, 0, 6}; [3]float32(dst) != want {
		t.Fatalf("copied to %v, want %v", dst, want)
	}
}
