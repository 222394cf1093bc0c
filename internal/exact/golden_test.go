package exact

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"
)

// goldenBits is the hash of what TestBits computes, the same on every processor.
const goldenBits = "12b1e0826e4e994a78f890ed690e3abd97765484b473533019b97f86c160e583"

// TestBits hashes the results of every function over pseudo-random arguments. It
// runs on amd64 and, emulated, on arm64, whose compiler fuses products and sums.
func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hash := sha256.New()
	put := func(values ...float64) {
		for _, v := range values {
			_ = binary.Write(hash, binary.LittleEndian, math.Float64bits(v))
		}
	}
	coordinate := func() float64 { return 2*r.Float64() - 1 } // exact, fused or not
	vec := func() Vec { return Vec{coordinate(), coordinate(), coordinate()} }
	quat := func() Quat { return Quat{coordinate(), coordinate(), coordinate(), coordinate()} }
	for range 2000 {
		v, w, p, q, f := vec(), vec(), quat().Unit(), quat().Unit(), r.Float64()
		m, n := Compose(v, p, w), Compose(w, q, v)
		product := m.Mul(n)
		inverse, _ := product.Inverse()
		put(product[:]...)
		put(inverse[:]...)
		put(product.Determinant(), v.Dot(w), v.Length(), p.Dot(q), p.Distance(q), CubeRoot(f))
		for _, u := range []Vec{
			m.Point(w), m.Direction(w), v.Scale(f), v.Times(w), v.Cross(w), v.Lerp(w, f), v.Unit(), v.Perpendicular(), q.Rotate(v),
		} {
			put(u[:]...)
		}
		uniform := Compose(v, p, Vec{f, f, f})
		rotation, k, residual := uniform.Rigid()
		place, turned, scale, sheared := product.Decompose()
		put(k, residual, sheared)
		put(place[:]...)
		put(scale[:]...)
		for _, u := range []Quat{
			p.Mul(q), p.Lerp(q, f), Slerp(p, q, f), rotation, turned, uniform.Rotation(f),
			Hermite(p, q, quat(), quat(), f, k), HermiteSlope(p, q, quat(), quat(), f, k),
		} {
			put(u[:]...)
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenBits {
		t.Errorf("the hash of the results is %s, want %s", got, goldenBits)
	}
}
