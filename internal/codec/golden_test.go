package codec_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
)

// sum hashes a packed clip's arrays and what they decode to.
func sum(t *testing.T, m *soa.Model, p *soa.Packed) uint64 {
	t.Helper()
	h := fnv.New64a()
	for _, bytes := range [][]byte{p.Kind, p.Step, p.Grid, p.Left, p.First, p.Knot, p.Data} {
		h.Write(bytes)
	}
	c := unpack(t, m, p)
	for _, values := range [...][]float32{c.Time, c.X, c.Y, c.Z, c.W} {
		if err := binary.Write(h, binary.LittleEndian, values); err != nil {
			t.Fatal(err)
		}
	}
	if err := binary.Write(h, binary.LittleEndian, []float64{p.Error, p.WeightError}); err != nil {
		t.Fatal(err)
	}
	return h.Sum64()
}

// golden are the hashes of clips packed on any processor, in spans and small.
var golden = [...][2]uint64{
	{0x6403983e747f05e6, 0x852a434fe4b8c171}, {0x39e27ce36bcf3be2, 0x41a4e717a706a8fa}, {0x65b695b8b517cf00, 0x9f9a4c96326834e8},
}

func TestGolden(t *testing.T) {
	for seed, want := range golden {
		m := figure.Random(uint64(seed), 6)
		testGolden(t, seed, m, codec.Options{}, want[0])
		testGolden(t, seed, m, codec.Options{Small: true, SegmentKeys: 2}, want[1])
	}
}

func testGolden(t *testing.T, seed int, m *soa.Model, o codec.Options, want uint64) {
	t.Helper()
	p := pack(t, m, smooth(m), o)
	coded := 0
	for place := range p.Places() {
		if p.KindAt(place) == soa.PackedCoded {
			coded++
		}
	}
	if coded < 6 {
		t.Errorf("model %d: only %d coded tracks", seed, coded)
	}
	if got := sum(t, m, p); got != want {
		t.Errorf("model %d: %#x, want %#x", seed, got, want)
	}
}

// smooth returns a clip of a model with 40 keys a track on the way from the rest
// pose to that at the clips' middle.
func smooth(m *soa.Model) *soa.Clip {
	all := m.Clips[len(m.Clips)-1]
	skel := exact.NewSkeleton(m, nil)
	p := skel.NewPose()
	skel.NewClip(all).At(all.Duration/2, false, &p)
	static := map[int16]bool{}
	for _, st := range m.Skeleton.Static {
		static[st.Joint] = true
	}
	c := &soa.Clip{Name: "smooth", TicksPerSecond: 30, Duration: 40}
	from := &m.Skeleton.Rest
	add := func(property soa.Property, j int, a, b [4]float32) {
		if static[int16(j)] {
			return
		}
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: property, First: uint32(len(c.Time))})
		for k := range 41 {
			x := float32(k) / 40
			f := float32(float32(x*x) * (3 - 2*x)) // slow, fast, slow
			var v [4]float32
			for i := range v {
				v[i] = a[i] + float32((b[i]-a[i])*f)
			}
			if property == soa.Rotation {
				v = unitRotation(v)
			}
			c.Time = append(c.Time, float32(k))
			c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
		}
	}
	for j := range m.Skeleton.Len() {
		add(soa.Translation, j, [4]float32{from.TX[j], from.TY[j], from.TZ[j]}, [4]float32{float32(p.T[j][0]) + 0.1, float32(p.T[j][1]), float32(p.T[j][2])})
	}
	for j := range m.Skeleton.Len() {
		a := [4]float32{from.RX[j], from.RY[j], from.RZ[j], from.RW[j]}
		add(soa.Rotation, j, a, [4]float32{a[0] + 0.3, a[1] - 0.2, a[2], a[3] + 0.1})
	}
	return c
}

// unitRotation brings a quaternion to length one; one of hardly any length
// becomes no rotation.
func unitRotation(q [4]float32) [4]float32 {
	square := 0.0
	for _, v := range q {
		square += float64(float64(v) * float64(v))
	}
	if square < 1e-3 {
		return [4]float32{3: 1}
	}
	n := 1 / math.Sqrt(square)
	for i := range q {
		q[i] = float32(float64(q[i]) * n)
	}
	return q
}
