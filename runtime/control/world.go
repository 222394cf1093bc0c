package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// world is the world matrices of instances and the air around them.
type world struct {
	at   []soa.Affine // per instance; nil: no modifier needs it
	turn []geom.Quat  // of at
	rows perInstance  // formula.WorldRows
}

// inWorld returns the world to a modifier that needs it.
func (s *starting) inWorld() *world {
	s.world.prepare(s.n)
	return s.world
}

func (s *world) prepare(n int) {
	if s.at != nil {
		return
	}
	s.at, s.turn, s.rows = make([]soa.Affine, n), make([]geom.Quat, n), newPerInstance(n, formula.WorldRows)
	for i := range n {
		s.put(i, soa.IdentityAffine())
		s.rows.set(i, formula.WorldGravity, 0, -9.81, 0)
	}
}

// put sets the world matrix of instance i, a rotation with a uniform scale and a place.
func (s *world) put(i int, m soa.Affine) {
	x, y, z := geom.Columns(&m)
	square := x.Dot(x)
	s.at[i] = m
	s.turn[i], _ = parts(&m)
	s.rows.set(i, formula.WorldMatrix, m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[3], m[7], m[11])
	for k, v := range [...]geom.Vec{x, y, z} {
		v = v.Times(1 / square)
		s.rows.set(i, formula.WorldBack+3*k, v.X, v.Y, v.Z)
	}
	s.rows.set(i, formula.WorldScale, geom.Sqrt(square))
}

// intoModel transforms a place, a direction and a rotation into the model of instance i.
func (s *world) intoModel(i int, place, way geom.Vec, turn geom.Quat) (geom.Vec, geom.Vec, geom.Quat) {
	back, m := s.turn[i].Conjugate(), &s.at[i]
	x, y, z := geom.Columns(m)
	v, per := place.Sub(geom.Translation(m)), 1/x.Dot(x)
	return geom.XYZ(x.Dot(v), y.Dot(v), z.Dot(v)).Times(per), back.Rotate(way), back.Mul(turn)
}

// SetWorld sets the model-to-world matrix of instance i: a rotation, a uniform scale and a place.
// Springs react to the change as motion. The error wraps ErrValue.
func (g *Instances) SetWorld(i int, m soa.Affine) error {
	err := g.checkWorld(i, &m)
	if err == nil && g.world.at != nil && g.world.at[i] != m {
		g.world.put(i, m)
	}
	return err
}

// Teleport is SetWorld for a jump: springs and feet go on as if nothing had moved. The error
// wraps ErrValue.
func (g *Instances) Teleport(i int, m soa.Affine) error {
	err := g.checkWorld(i, &m)
	if err != nil || g.world.at == nil {
		return err
	}
	back, _ := g.world.at[i].Inverse()
	jump := m.Mul(&back)
	for _, v := range jump {
		if v-v != 0 {
			return fmt.Errorf("%w: instance %d jumps from %v to %v", ErrValue, i, g.world.at[i], m)
		}
	}
	for _, a := range g.actor {
		if a, ok := a.(jumps); ok {
			if err := a.jump(i, &jump); err != nil {
				return fmt.Errorf("%w: instance %d jumps from %v to %v", ErrValue, i, g.world.at[i], m)
			}
		}
	}
	g.world.put(i, m)
	return nil
}

// checkWorld refuses shear and uneven scales above a thousandth, and no extent.
func (g *Instances) checkWorld(i int, m *soa.Affine) error {
	if err := g.checkInstance(i); err != nil {
		return err
	}
	if !turnsEvenly(m) {
		return fmt.Errorf("%w: instance %d in the world: the matrix %v is no rotation with a scale", ErrValue, i, *m)
	}
	return nil
}

// turnsEvenly reports whether a matrix is a rotation with a uniform scale and a place.
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

// SetAir sets gravity and wind around instance i, in world space: initially 9.81 m/s² downwards
// and no wind. The error wraps ErrValue.
func (g *Instances) SetAir(i int, air spring.Air) error {
	if err := g.checkInstance(i); err != nil {
		return err
	}
	if err := air.Validate(); err != nil {
		return fmt.Errorf("%w: instance %d: %w", ErrValue, i, err)
	}
	if g.world.at != nil {
		g.world.rows.set(i, formula.WorldGravity, air.Gravity[:]...)
		g.world.rows.set(i, formula.WorldWind, air.Wind[:]...)
	}
	return nil
}
