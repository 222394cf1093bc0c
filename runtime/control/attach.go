package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Attach declares what hangs on one of several sockets: a weapon in the right hand, in the
// left one or on the back.
type Attach struct {
	// Name is a joint that is brought to the socket, for which the layout reserves columns;
	// without one only the matrix is computed, see Instances.Attached.
	Name    string
	Sockets []Socket
	// Fade is the time in seconds in which a switch of sockets dies out: what hangs there
	// goes on from where it is and how it moves. 0: it is at the new socket at once.
	Fade float64
}

// Socket is a place that is fixed to a joint, in its frame.
type Socket struct {
	Joint    string
	Place    [3]float32
	Rotation [4]float32 // of any length; zero: none
}

// maxSockets is the most sockets of one thing.
const maxSockets = 16

// Attach adds what hangs on sockets to the stack and returns the modifier's number. It
// hangs on the first one. The error wraps ErrJoint or ErrValue.
func (s *Stack) Attach(o Attach) (int, error) {
	fail := func(err error) (int, error) { return 0, fmt.Errorf("attach %q: %w", o.Name, err) }
	m := &attachModifier{Attach: o, joint: -1}
	if len(o.Sockets) < 1 || len(o.Sockets) > maxSockets || !(o.Fade >= 0 && o.Fade <= 1e4) {
		return fail(fmt.Errorf("%w: %d sockets, from 1 to %d, fade %v", ErrValue, len(o.Sockets), maxSockets, o.Fade))
	}
	var err error
	if o.Name != "" {
		if m.joint, err = s.find(o.Name); err != nil {
			return fail(err)
		}
	}
	for k, socket := range o.Sockets {
		j, err := s.find(socket.Joint)
		if err != nil {
			return fail(err)
		}
		if m.joint >= 0 && s.isBelow(j, m.joint) {
			return fail(fmt.Errorf("%w: socket %q moves with it", ErrJoint, socket.Joint))
		}
		q := geom.QuatOf(socket.Rotation)
		if !geom.VecOf(socket.Place).Finite() || q != (geom.Quat{}) && !unitable(q) {
			return fail(fmt.Errorf("%w: socket %d is %+v", ErrValue, k, socket))
		}
		m.socket, m.turn = append(m.socket, j), append(m.turn, q.Unit())
	}
	if m.joint >= 0 {
		s.reserve = append(s.reserve, pose.Reservation{Joint: m.joint, Translation: true})
	}
	return s.add(m), nil
}

// SetSocket lets what a modifier of Attach has hang on socket k in instance i, from the
// next update on. The error wraps ErrValue.
func (g *Instances) SetSocket(i, modifier, k int) error {
	a, err := g.attached(i, modifier)
	if err != nil {
		return err
	}
	if k < 0 || k >= len(a.fixed) {
		return fmt.Errorf("%w: socket %d of %d of instance %d", ErrValue, k, len(a.fixed), i)
	}
	a.want[i] = uint8(k)
	return nil
}

// Attached is where what a modifier of Attach has is in the model, as of the last update of
// instance i with a weight: a matrix without scale. The error wraps ErrValue.
func (g *Instances) Attached(i, modifier int) (soa.Affine, error) {
	a, err := g.attached(i, modifier)
	if err != nil {
		return soa.IdentityAffine(), err
	}
	return a.shown[i].matrix(), nil
}

func (g *Instances) attached(i, modifier int) (*attachActor, error) {
	if err := g.check(i, modifier); err != nil {
		return nil, err
	}
	a, ok := g.actor[modifier].(*attachActor)
	if !ok {
		return nil, fmt.Errorf("%w: modifier %d attaches nothing", ErrValue, modifier)
	}
	return a, nil
}

type attachModifier struct {
	Attach
	joint  int // −1: none
	socket []int
	turn   []geom.Quat
}

func (m *attachModifier) joints() []int { return append(m.moves(), m.socket...) }

func (m *attachModifier) moves() []int {
	if m.joint < 0 {
		return nil
	}
	return []int{m.joint}
}

func (m *attachModifier) start(s *starting) (actor, error) {
	a := &attachActor{
		attachModifier: m, frame: -1, want: make([]uint8, s.n), on: make([]uint8, s.n),
		shown: make([]stand, s.n), stood: make([]stand, s.n*len(m.socket)), left: make([]rest, s.n),
	}
	for k, j := range m.socket {
		at, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		a.fixed = append(a.fixed, s.fix(at, geom.VecOf(m.Sockets[k].Place), false))
	}
	if m.joint >= 0 {
		var err error
		if a.frame, err = s.frame(m.joint); err != nil {
			return nil, err
		}
		if a.writes, err = s.writes(a.frame, true, false, m.Name); err != nil {
			return nil, err
		}
	}
	for k := range a.stood {
		a.stood[k].turn = geom.Identity
	}
	for i := range s.n {
		a.shown[i].turn = geom.Identity
		a.begin(i)
	}
	return a, nil
}

type attachActor struct {
	*attachModifier
	frame    int // −1: none
	writes   writes
	fixed    []fixed
	want, on []uint8 // per instance: its socket, from the next update on and since the last
	shown    []stand // per instance
	stood    []stand // per instance and socket: where that was
	left     []rest
}

// nowhere is the socket of what has hung on none yet.
const nowhere = 0xff

// begin lets what hangs in instance i be at its socket at once.
func (a *attachActor) begin(i int) { a.on[i], a.left[i].s = nowhere, 1 }

func (a *attachActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	n := len(a.fixed)
	stood, stands, left := a.stood[i*n:][:n], f.scratch.stands[:n], &a.left[i]
	for k := range a.fixed {
		stands[k] = stand{f.at(&a.fixed[k]), f.rotation(a.fixed[k].frame).Mul(a.turn[k])}
	}
	if left.s < 1 {
		left.s = min(max(left.s+float32(f.dt/a.Fade), 0), 1)
	}
	to := a.want[i]
	if on := a.on[i]; on != to && on != nowhere && a.Fade > 0 {
		rate := float32(0)
		if f.dt > 0 {
			rate = float32(a.Fade / f.dt)
		}
		from := left.after(&stands[on])
		left.begin(&from, &stands[to], &a.shown[i], &stood[to], rate)
	}
	a.on[i], a.shown[i] = to, left.after(&stands[to])
	copy(stood, stands)
	if a.frame >= 0 {
		m := a.shown[i].matrix()
		a.writes.put(f, p, a.frame, &m, weight)
	}
}
