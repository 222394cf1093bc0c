package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// shared is what several modifiers of the instances of a crowd have in common.
type shared struct {
	actors  []actor
	springs []*springsActor
	looks   []*lookActor
	chains  []int // joints of each chain that kernels solve
	vrm     []*vrmActor
	feet    []*feetActor
	world   []soa.Affine // per instance; nil: no modifier asks for it
	turn    []geom.Quat  // of world
	rows    perInstance  // formula.WorldRows
}

// inWorld prepares the place of n instances in the world.
func (s *shared) inWorld(n int) {
	if s.world != nil {
		return
	}
	s.world, s.turn, s.rows = make([]soa.Affine, n), make([]geom.Quat, n), newPerInstance(n, formula.WorldRows)
	for i := range n {
		s.put(i, soa.IdentityAffine())
		s.rows.set(i, formula.WorldGravity, 0, -9.81, 0)
	}
}

// put sets where the model of instance i is, which has to be a rotation with a scale.
func (s *shared) put(i int, m soa.Affine) {
	x, y, z := geom.Columns(&m)
	square := x.Dot(x)
	s.world[i] = m
	s.turn[i], _ = parts(&m)
	s.rows.set(i, formula.WorldMatrix, m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[3], m[7], m[11])
	for k, v := range [...]geom.Vec{x, y, z} {
		v = v.Times(1 / square)
		s.rows.set(i, formula.WorldBack+3*k, v.X, v.Y, v.Z)
	}
	s.rows.set(i, formula.WorldScale, geom.Sqrt(square))
}

// intoModel are a place, a direction and a rotation in the world in the model of instance i.
func (s *shared) intoModel(i int, place, way geom.Vec, turn geom.Quat) (geom.Vec, geom.Vec, geom.Quat) {
	back, m := s.turn[i].Conjugate(), &s.world[i]
	x, y, z := geom.Columns(m)
	v, per := place.Sub(geom.Translation(m)), 1/x.Dot(x)
	return geom.XYZ(x.Dot(v), y.Dot(v), z.Dot(v)).Times(per), back.Rotate(way), back.Mul(turn)
}

// SetWorld sets where the model of instance i is in the world: a rotation, a uniform scale
// and a place. Springs take the way from one matrix to the next as motion. The error wraps
// ErrValue.
func (g *Instances) SetWorld(i int, m soa.Affine) error {
	err := g.checkWorld(i, &m)
	if err == nil && g.shared.world != nil && g.shared.world[i] != m {
		g.shared.put(i, m)
	}
	return err
}

// Teleport is SetWorld of an instance that jumps there: springs swing on and feet stand on
// as if nothing had moved. The error wraps ErrValue.
func (g *Instances) Teleport(i int, m soa.Affine) error {
	err := g.checkWorld(i, &m)
	if err != nil || g.shared.world == nil {
		return err
	}
	back, _ := g.shared.world[i].Inverse()
	jump := m.Mul(&back)
	for _, v := range jump {
		if v-v != 0 {
			return fmt.Errorf("%w: instance %d jumps from %v to %v", ErrValue, i, g.shared.world[i], m)
		}
	}
	for _, a := range g.shared.springs {
		a.jump(i, &jump)
	}
	for _, a := range g.shared.vrm {
		if err := a.state[i].Teleport(jump); err != nil {
			return fmt.Errorf("%w: instance %d jumps from %v to %v", ErrValue, i, g.shared.world[i], m)
		}
	}
	for _, a := range g.shared.feet {
		a.jump(i, &jump)
	}
	g.shared.put(i, m)
	return nil
}

// checkWorld refuses what scales or shears by more than a thousandth, or has no extent.
func (g *Instances) checkWorld(i int, m *soa.Affine) error {
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: %w: instance %d of %d", ErrValue, soa.ErrRange, i, g.n)
	}
	if !turnsEvenly(m) {
		return fmt.Errorf("%w: instance %d in the world: the matrix %v is no rotation with a scale", ErrValue, i, *m)
	}
	return nil
}

// turnsEvenly reports whether a matrix is a rotation with a scale, and a place.
func turnsEvenly(m *soa.Affine) bool {
	x, y, z := geom.Columns(m)
	square := x.Dot(x)
	const uneven = 2e-3
	good := x.Finite() && y.Finite() && z.Finite() && geom.Translation(m).Finite() && square > 1e-12 && square < 1e12
	for _, d := range [...]float32{y.Dot(y) - square, z.Dot(z) - square, x.Dot(y), y.Dot(z), z.Dot(x)} {
		good = good && math.Abs(float64(d)) <= uneven*float64(square)
	}
	return good
}

// SetAir sets the gravity and the wind around instance i, in the world. At first there is
// gravity of 9.81 m/s² downwards, and no wind. The error wraps ErrValue.
func (g *Instances) SetAir(i int, air spring.Air) error {
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: %w: instance %d of %d", ErrValue, soa.ErrRange, i, g.n)
	}
	if err := air.Validate(); err != nil {
		return fmt.Errorf("%w: instance %d: %w", ErrValue, i, err)
	}
	if g.shared.world != nil {
		g.shared.rows.set(i, formula.WorldGravity, air.Gravity[:]...)
		g.shared.rows.set(i, formula.WorldWind, air.Wind[:]...)
	}
	return nil
}
