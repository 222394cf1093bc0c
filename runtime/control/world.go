package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/vec"
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
	turn    []vec.Q      // of world
	space   []spring.Space
	air     []spring.Air
}

// inWorld prepares the place of n instances in the world.
func (s *shared) inWorld(n int) {
	if s.world != nil {
		return
	}
	s.world, s.turn, s.space, s.air = make([]soa.Affine, n), make([]vec.Q, n), make([]spring.Space, n), make([]spring.Air, n)
	for i := range n {
		s.world[i], s.turn[i] = soa.IdentityAffine(), vec.Identity
		s.space[i], _ = spring.NewSpace(s.world[i])
		s.air[i].Gravity = [3]float32{0, -9.81, 0}
	}
}

// intoModel are a place, a direction and a rotation in the world in the model of instance i.
func (s *shared) intoModel(i int, place, way vec.V, turn vec.Q) (vec.V, vec.V, vec.Q) {
	back := s.turn[i].Conjugate()
	return s.space[i].Place(place), back.Rotate(way), back.Mul(turn)
}

// SetWorld sets where the model of instance i is in the world: a rotation, a uniform scale
// and a place. Springs take the way from one matrix to the next as motion. The error wraps
// ErrValue.
func (g *Instances) SetWorld(i int, m soa.Affine) error {
	space, err := g.spaceOf(i, &m)
	if err == nil && g.shared.world != nil {
		g.put(i, m, space)
	}
	return err
}

// Teleport is SetWorld of an instance that jumps there: springs swing on and feet stand on
// as if nothing had moved. The error wraps ErrValue.
func (g *Instances) Teleport(i int, m soa.Affine) error {
	space, err := g.spaceOf(i, &m)
	if err != nil || g.shared.world == nil {
		return err
	}
	back, _ := g.shared.world[i].Inverse()
	jump := m.Mul(&back)
	for _, a := range g.shared.springs {
		if err := a.state[i].Teleport(jump); err != nil {
			return fmt.Errorf("%w: instance %d jumps from %v to %v", ErrValue, i, g.shared.world[i], m)
		}
	}
	for _, a := range g.shared.vrm {
		if err := a.state[i].Teleport(jump); err != nil {
			return fmt.Errorf("%w: instance %d jumps from %v to %v", ErrValue, i, g.shared.world[i], m)
		}
	}
	for _, a := range g.shared.feet {
		a.jump(i, &jump)
	}
	g.put(i, m, space)
	return nil
}

func (g *Instances) put(i int, m soa.Affine, space spring.Space) {
	if g.shared.world[i] == m {
		return
	}
	g.shared.world[i], g.shared.space[i] = m, space
	g.shared.turn[i], _ = parts(&m)
	for _, a := range g.shared.springs {
		a.state[i].Wake()
	}
}

func (g *Instances) spaceOf(i int, m *soa.Affine) (spring.Space, error) {
	if i < 0 || i >= g.n {
		return spring.Space{}, fmt.Errorf("%w: instance %d of %d", ErrValue, i, g.n)
	}
	space, err := spring.NewSpace(*m)
	if err != nil {
		return space, fmt.Errorf("%w: instance %d in the world: %w", ErrValue, i, err)
	}
	return space, nil
}

// SetAir sets the gravity and the wind around instance i, in the world. At first there is
// gravity of 9.81 m/s² downwards, and no wind. The error wraps ErrValue.
func (g *Instances) SetAir(i int, air spring.Air) error {
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: instance %d of %d", ErrValue, i, g.n)
	}
	if err := air.Validate(); err != nil {
		return fmt.Errorf("%w: instance %d: %w", ErrValue, i, err)
	}
	if g.shared.air != nil {
		g.shared.air[i] = air
	}
	return nil
}
