package kernel

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// jointCase is what PlaceJoints is asked for.
type jointCase struct {
	palettes          []float32
	stride            int
	instances, joints []int
	slots             []int16
	bind              []affine
	places            []Place
}

// drawJoints draws a case of five palettes, near the origin or far away.
func drawJoints(r random, instances, joints int) *jointCase {
	slots := 1 + r.IntN(30)
	c := &jointCase{stride: affineFloats*slots + r.IntN(9), bind: make([]affine, slots)}
	c.palettes = r.values(4*c.stride+affineFloats*slots, -2, 2)
	for s := range c.bind {
		c.bind[s] = affine(r.values(affineFloats, -2, 2))
	}
	for range 1 + r.IntN(40) {
		c.slots = append(c.slots, int16(r.IntN(slots)))
	}
	for range joints {
		c.joints = append(c.joints, r.IntN(len(c.slots)))
	}
	reach := math.Pow(10, 5*r.Float64())
	for range instances {
		sin, cos := math.Sincos(7 * r.Float64())
		c.instances = append(c.instances, r.IntN(5))
		c.places = append(c.places, Place{reach * r.NormFloat64(), reach * r.NormFloat64(), reach * r.NormFloat64(), cos, sin})
	}
	if r.IntN(3) == 0 {
		c.places = nil
	}
	return c
}

// into writes the matrices, and one that stays as it is.
func (c *jointCase) into(t *testing.T, dst []affine) []affine {
	t.Helper()
	must.Do(t, PlaceJoints(dst, c.palettes, c.stride, c.instances, c.joints, c.slots, c.bind, c.places))
	return dst
}

func (c *jointCase) room() []affine { return make([]affine, len(c.instances)*len(c.joints)+1) }

// exact is matrix j of instance k, in float64.
func (c *jointCase) exact(k, j int) mat {
	s := int(c.slots[c.joints[j]])
	m := mat(toMatrix(c.palettes[c.instances[k]*c.stride+affineFloats*s:])).mul(mat(toMatrix(c.bind[s][:])))
	if c.places == nil {
		return m
	}
	p := c.places[k]
	return mat{p.C, 0, p.S, p.X, 0, 1, 0, p.Y, -p.S, 0, p.C, p.Z}.mul(m)
}

// Matrices of joints are the products of three, computed in float64, and the same with every
// instruction set.
func TestPlaceJoints(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		r := newRandom(s)
		for _, instances := range []int{0, 1, 2, 15, 16, 17, 33} {
			for _, joints := range []int{0, 1, 2, 5, 67} {
				c := drawJoints(r, instances, joints)
				var want []affine
				eachISA(t, func(t *testing.T) {
					got := c.into(t, c.room())
					if want == nil {
						want = got
					}
					c.compare(t, got, want)
				})
			}
		}
	}
}

// compare holds matrices to bits and to float64.
func (c *jointCase) compare(t *testing.T, got, want []affine) {
	t.Helper()
	for k := range c.instances {
		for j := range c.joints {
			n := k*len(c.joints) + j
			if i := differ(got[n][:], want[n][:]); i >= 0 {
				t.Fatalf("instance %d of %d, joint %d of %d: value %d is %v, want %v", k, len(c.instances), j, len(c.joints), i, got[n][i], want[n][i])
			}
			for i, w := range c.exact(k, j) {
				if d := math.Abs(float64(got[n][i]) - w); !(d <= 1e-5+math.Abs(w)/(1<<23)) {
					t.Fatalf("instance %d, joint %d: value %d is %v, want %v", k, j, i, got[n][i], w)
				}
			}
		}
	}
	if last := got[len(got)-1]; last != (affine{}) {
		t.Fatalf("wrote %v behind the last matrix", last)
	}
}

func TestPlaceJointsRefusesShortSlices(t *testing.T) {
	c := drawJoints(newRandom(1), 3, 4)
	for name, err := range map[string]error{
		"dst":    PlaceJoints(make([]affine, 11), c.palettes, c.stride, c.instances, c.joints, c.slots, c.bind, nil),
		"places": PlaceJoints(make([]affine, 12), c.palettes, c.stride, c.instances, c.joints, c.slots, c.bind, make([]Place, 2)),
	} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
