package spring

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// State is the state of a chain of one instance.
type State struct {
	joints  []swing
	started bool
	asleep  bool
	still   *stillness
}

// swing is the state of a joint's tail, which is free of lengths and colliders.
type swing struct {
	offset, velocity point // from the goal; in the world
	goal             point
}

// stillness is what a chain that sleeps has been asked last, and what has come out.
type stillness struct {
	head      point
	colliders []Collider
	out       [][4]float32
}

// NewState returns a state of a chain, which begins at rest.
func (c *Chain) NewState() *State { return &c.NewStates(1, 0)[0] }

// NewStates returns the states of n instances, whose turns are kept while they sleep if
// they have no more than some colliders.
func (c *Chain) NewStates(n, colliders int) []State {
	joints := len(c.joints)
	states, swings := make([]State, n), make([]swing, n*joints)
	still, met, out := make([]stillness, n), make([]Collider, n*colliders), make([][4]float32, n*joints)
	for i := range states {
		still[i].colliders, still[i].out = met[i*colliders:][:0:colliders], out[i*joints:][:joints:joints]
		states[i] = State{joints: swings[i*joints:][:joints:joints], still: &still[i]}
	}
	return states
}

// Reset lets the next step begin at rest, where gravity and wind leave the chain.
func (s *State) Reset() { s.started, s.asleep = false, false }

// Wake says that what is not an input of a step has changed, such as the space of Turn.
func (s *State) Wake() { s.asleep = false }

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
	s.asleep = false
	return nil
}

// Asleep reports that the last step ended at rest on a pose that stood still: while the
// pose, the air and the colliders stay, so does the result.
func (s *State) Asleep() bool { return s.asleep }

// savedSwing is the bytes of a joint in a saved state.
const savedSwing = 9 * 4

// Save appends the state to data: a byte that tells whether it has begun, then offset,
// velocity and goal of each joint, float32 in little endian.
func (s *State) Save(data []byte) []byte {
	started := byte(0)
	if s.started {
		started = 1
	}
	data = append(data, started)
	for i := range s.joints {
		j := &s.joints[i]
		for _, p := range [...]point{j.offset, j.velocity, j.goal} {
			for _, v := range [...]float32{p.x, p.y, p.z} {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
			}
		}
	}
	return data
}

// Restore takes the state that Save has written off data and returns the rest. The error
// wraps ErrInput, and nothing has changed then.
func (s *State) Restore(data []byte) ([]byte, error) {
	n := 1 + savedSwing*len(s.joints)
	if len(data) < n || data[0] > 1 {
		return data, fmt.Errorf("%w: %d bytes of a saved state, want %d", ErrInput, len(data), n)
	}
	value := func(k int) float32 {
		return math.Float32frombits(binary.LittleEndian.Uint32(data[1+4*k:]))
	}
	for k := range 9 * len(s.joints) {
		if v := value(k); v-v != 0 {
			return data, fmt.Errorf("%w: a saved state holds %v", ErrInput, v)
		}
	}
	for i := range s.joints {
		p := func(k int) point { return point{value(9*i + k), value(9*i + k + 1), value(9*i + k + 2)} }
		s.joints[i] = swing{p(0), p(3), p(6)}
	}
	s.started, s.asleep = data[0] == 1, false
	return data[n:], nil
}

// sleeps reports whether a chain sleeps on and its turns are what they were.
func (s *State) sleeps(head point, colliders []Collider) bool {
	return s.asleep && head == s.still.head && slices.Equal(colliders, s.still.colliders)
}

// keep remembers what a chain that falls asleep has been asked, and what comes out.
func (s *State) keep(head point, colliders []Collider, out [][4]float32) {
	if s.still.head = head; len(colliders) > cap(s.still.colliders) {
		s.still.head.x = nan
		return
	}
	s.still.colliders = append(s.still.colliders[:0], colliders...)
	copy(s.still.out, out)
}
