package spring

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/xyz"
	"github.com/sinew-anim/sinew/soa"
)

// State is the state of a chain of one instance.
type State struct {
	joints  []swing
	started bool
	asleep  bool
}

// swing is the state of a joint's tail, which is free of lengths and colliders.
type swing struct {
	offset, velocity xyz.V // from the goal; in the world
	goal             xyz.V
}

// NewState returns a state of a chain, which begins at rest.
func (c *Chain) NewState() *State { return &State{joints: make([]swing, len(c.joints))} }

// Reset lets the next step begin at rest, where gravity and wind leave the chain.
func (s *State) Reset() { s.started, s.asleep = false, false }

// Teleport takes the state along where the instance jumps by a matrix without scale, so
// that the jump does not count as motion.
func (s *State) Teleport(jump soa.Affine) error {
	if !finite(&jump) {
		return fmt.Errorf("%w: a jump by %v", ErrInput, jump)
	}
	for i := range s.joints {
		j := &s.joints[i]
		j.offset, j.velocity, j.goal = directed(&jump, j.offset), directed(&jump, j.velocity), applied(&jump, j.goal)
	}
	return nil
}

// Asleep reports that the last step ended at rest on a pose that stood still: while the
// pose, the air and the colliders stay, so does the result.
func (s *State) Asleep() bool { return s.asleep }
