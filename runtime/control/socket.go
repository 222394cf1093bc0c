package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Socket attaches a joint to one of several sockets: a weapon to the right hand, the left hand
// or the back.
type Socket struct {
	// Joint is moved to the socket; the layout reserves columns for it. Without one only the
	// matrix is computed, see Instances.Attached.
	Joint   string
	Sockets []SocketPlace
	// Fade is the time in seconds in which a switch of sockets is inertialized; 0: at once.
	Fade float64
	// Socket is the index of the initial socket.
	Socket int
}

// SocketPlace is a place in the frame of a joint.
type SocketPlace struct {
	Joint    string
	Place    [3]float32
	Rotation [4]float32 // of any length; zero: none
}

func (o *Socket) bind(s *Stack) (modifier, error) {
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("socket of %q: %w", o.Joint, err) }
	a := &socketActor{Socket: *o}
	if n := len(o.Sockets); n < 1 || n > maxSockets || o.Socket < 0 || o.Socket >= n || !(o.Fade >= 0 && o.Fade <= 1e4) {
		return fail(fmt.Errorf("%w: %d sockets, from 1 to %d, the first %d, fade %v", ErrValue, n, maxSockets, o.Socket, o.Fade))
	}
	for k, socket := range o.Sockets {
		j, err := s.find(socket.Joint)
		if err != nil {
			return fail(err)
		}
		q := geom.QuatOf(socket.Rotation)
		if !geom.VecOf(socket.Place).Finite() || q != (geom.Quat{}) && !unitable(q) {
			return fail(fmt.Errorf("%w: socket %d is %+v", ErrValue, k, socket))
		}
		a.bound, a.turn = append(a.bound, use{j, reads}), append(a.turn, q.Unit())
	}
	if o.Joint == "" {
		return a, nil
	}
	joint, err := s.find(o.Joint)
	if err != nil {
		return fail(err)
	}
	for k, u := range a.bound {
		if s.skeleton.InSubtree(u.joint, joint) {
			return fail(fmt.Errorf("%w: socket %q moves with it", ErrJoint, o.Sockets[k].Joint))
		}
	}
	a.bound = append(a.bound, use{joint, turns | moves})
	return a, nil
}

func (*Socket) targets() []target { return nil }

// set attaches it to the initial socket at time 0.
func (o *Socket) set(g *Instances, i, number int, t float64) error {
	if t != 0 {
		return nil
	}
	return g.SetSocket(i, number, o.Socket)
}

// SetSocket attaches a Socket of instance i to socket k from the next update on. The error wraps
// ErrValue.
func (g *Instances) SetSocket(i, modifier, k int) error {
	a, err := actorOf[*socketActor](g, i, modifier, "socket")
	if err != nil {
		return err
	}
	if k < 0 || k >= len(a.fixed) {
		return fmt.Errorf("%w: socket %d of %d of instance %d", ErrValue, k, len(a.fixed), i)
	}
	a.want[i] = uint8(k)
	return nil
}

// Attached returns the attached object's model-space matrix, without scale, as of the last
// update of instance i with a weight. The error wraps ErrValue.
func (g *Instances) Attached(i, modifier int) (soa.Affine, error) {
	a, err := actorOf[*socketActor](g, i, modifier, "socket")
	if err != nil {
		return soa.IdentityAffine(), err
	}
	return a.shown[i].matrix(), nil
}

type socketActor struct {
	bound // the joints of sockets, then that which is attached, if any
	Socket
	turn     []geom.Quat // per socket
	frame    int         // −1: none
	fixed    []fixed     // per socket
	want, on []uint8     // per instance: its socket, from the next update on and in the last
	shown    []stand     // per instance
	stood    []stand     // per instance and socket, in the last update
	left     []rest
}

func (a socketActor) start(s *starting, frame []int) actor {
	for k := range a.Sockets {
		a.fixed = append(a.fixed, s.fix(frame[k], geom.VecOf(a.Sockets[k].Place), false))
	}
	if a.frame = -1; len(frame) > len(a.fixed) {
		a.frame = frame[len(a.fixed)]
	}
	a.want, a.on, a.left = make([]uint8, s.n), make([]uint8, s.n), make([]rest, s.n)
	a.shown, a.stood = make([]stand, s.n), make([]stand, s.n*len(a.fixed))
	for k := range a.stood {
		a.stood[k].turn = geom.Identity
	}
	for i := range s.n {
		a.want[i], a.shown[i].turn = uint8(a.Socket.Socket), geom.Identity
		a.begin(i)
	}
	return &a
}

func (a *socketActor) recall(m *memory, i int) {
	n, left := len(a.fixed), &a.left[i]
	m.byte(&a.on[i])
	m.Failed = m.Failed || a.on[i] != nowhere && int(a.on[i]) >= n
	m.stands(a.shown[i : i+1])
	m.stands(a.stood[i*n:][:n])
	m.vectors(&left.place)
	m.within(-1-uneven, 1+uneven, &left.turn.X, &left.turn.Y, &left.turn.Z) // the shorter way round
	m.within(-fastest, 0, &left.placeSpeed, &left.turnSpeed)
	m.within(0, 1, &left.s)
}

// nowhere is the socket before the first update.
const nowhere = 0xff

// begin attaches instance i to its socket at once.
func (a *socketActor) begin(i int) { a.on[i], a.left[i].s = nowhere, 1 }

func (a *socketActor) act(f *frames, p *pose.Lane, i int, weight float32) {
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
		f.put(p, a.frame, turns|moves, &m, weight)
	}
}

func (o *Socket) fields(x *object) {
	x.Type("socket", "Attaches a joint to one of several sockets: a weapon to a hand or the back.")
	joint(x.At("joint", "The joint that is attached."), &o.Joint, true)
	jsondoc.List(x.At("sockets", "The sockets."), &o.Sockets, 1, maxSockets, func(p place, s *SocketPlace) {
		p.OrShort("joint", s.Place == [3]float32{} && s.Rotation == [4]float32{}, func(x *object) {
			x.Type("socketPlace", "A place in a joint's frame.")
			at := x.At("joint", "The joint.")
			joint(at, &s.Joint, true)
			apart(at, s.Joint, o.Joint)
			vector(x.At("place", "The place."), &s.Place)
			quaternion(x.At("rotation", "The rotation."), &s.Rotation)
		})
	})
	x.At("fade", "Seconds of a switch between sockets.").Number(&o.Fade, jsondoc.Positive)
	socket := x.At("socket", "The initial socket, from 0.")
	socket.Integer(&o.Socket, jsondoc.Any)
	if socket.Checks() && (o.Socket < 0 || o.Socket >= len(o.Sockets)) {
		socket.Wrong("there is no socket %d of %d", o.Socket, len(o.Sockets))
	}
}

func (o *Socket) about() (joints []string, does string) {
	return []string{o.Joint}, " hangs on " + strings.Join(names(o.Sockets, func(s *SocketPlace) string { return s.Joint }), ", ")
}
