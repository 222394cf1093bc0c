package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Socket declares what hangs on one of several sockets: a weapon in the right hand, in the
// left one or on the back.
type Socket struct {
	// Joint is brought to the socket; the layout reserves columns for it. Without one only the
	// matrix is computed, see Instances.Attached.
	Joint   string
	Sockets []SocketPlace
	// Fade is the time in seconds in which a switch of sockets dies out: what hangs there
	// goes on from where it is and how it moves. 0: it is at the new socket at once.
	Fade float64
	// Socket is on which one it hangs at first.
	Socket int
}

// SocketPlace is a place that is fixed to a joint, in its frame.
type SocketPlace struct {
	Joint    string
	Place    [3]float32
	Rotation [4]float32 // of any length; zero: none
}

// maxSockets is the most sockets of one thing.
const maxSockets = 16

func (o *Socket) bind(s *Stack) (modifier, error) {
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("socket of %q: %w", o.Joint, err) }
	m := &socketModifier{Socket: *o, joint: -1}
	if n := len(o.Sockets); n < 1 || n > maxSockets || o.Socket < 0 || o.Socket >= n || !(o.Fade >= 0 && o.Fade <= 1e4) {
		return fail(fmt.Errorf("%w: %d sockets, from 1 to %d, the first %d, fade %v", ErrValue, n, maxSockets, o.Socket, o.Fade))
	}
	var err error
	if o.Joint != "" {
		if m.joint, err = s.find(o.Joint); err != nil {
			return fail(err)
		}
	}
	for k, socket := range o.Sockets {
		j, err := s.find(socket.Joint)
		if err != nil {
			return fail(err)
		}
		if m.joint >= 0 && s.skeleton.InSubtree(j, m.joint) {
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
	return m, nil
}

func (*Socket) values(func(v *Value)) {}
func (*Socket) remembers()            {}

// set hangs it on its first socket, as at the beginning.
func (o *Socket) set(g *Instances, i, number int, t float64) error {
	if t != 0 {
		return nil
	}
	return g.SetSocket(i, number, o.Socket)
}

// SetSocket lets what a Socket has hang on socket k in instance i, from the
// next update on. The error wraps ErrValue.
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

// Attached is where what a Socket has is in the model, as of the last update of
// instance i with a weight: a matrix without scale. The error wraps ErrValue.
func (g *Instances) Attached(i, modifier int) (soa.Affine, error) {
	a, err := actorOf[*socketActor](g, i, modifier, "socket")
	if err != nil {
		return soa.IdentityAffine(), err
	}
	return a.shown[i].matrix(), nil
}

type socketModifier struct {
	Socket
	joint  int // −1: none
	socket []int
	turn   []geom.Quat
}

func (m *socketModifier) joints() []int { return append(m.moves(), m.socket...) }

func (m *socketModifier) moves() []int {
	if m.joint < 0 {
		return nil
	}
	return []int{m.joint}
}

func (m *socketModifier) start(s *starting) (actor, error) {
	a := &socketActor{
		socketModifier: m, frame: -1, want: make([]uint8, s.n), on: make([]uint8, s.n),
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
		if a.writes, err = s.writes(a.frame, true, false, m.Joint); err != nil {
			return nil, err
		}
	}
	for k := range a.stood {
		a.stood[k].turn = geom.Identity
	}
	for i := range s.n {
		a.want[i], a.shown[i].turn = uint8(m.Socket.Socket), geom.Identity
		a.begin(i)
	}
	return a, nil
}

type socketActor struct {
	*socketModifier
	frame    int // −1: none
	writes   writes
	fixed    []fixed
	want, on []uint8 // per instance: its socket, from the next update on and since the last
	shown    []stand // per instance
	stood    []stand // per instance and socket: where that was
	left     []rest
	stands   *[maxSockets]stand // of a controller
}

func (a *socketActor) fork(*frames) actor {
	own := *a
	own.stands = new([maxSockets]stand)
	return &own
}

func (a *socketActor) recall(m *memory, i int) {
	n, left := len(a.fixed), &a.left[i]
	m.byte(&a.on[i])
	m.failed = m.failed || a.on[i] != nowhere && int(a.on[i]) >= n
	m.stands(a.shown[i : i+1])
	m.stands(a.stood[i*n:][:n])
	m.vectors(&left.place)
	m.within(-1-uneven, 1+uneven, &left.turn.X, &left.turn.Y, &left.turn.Z) // the shorter way round
	m.within(-fastest, 0, &left.placeSpeed, &left.turnSpeed)
	m.within(0, 1, &left.s)
}

// nowhere is the socket of what has hung on none yet.
const nowhere = 0xff

// begin lets what hangs in instance i be at its socket at once.
func (a *socketActor) begin(i int) { a.on[i], a.left[i].s = nowhere, 1 }

func (a *socketActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	n := len(a.fixed)
	stood, stands, left := a.stood[i*n:][:n], a.stands[:n], &a.left[i]
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

func (o *Socket) fields(x *object) {
	x.Type("socket", "A joint hangs on one of several sockets: a weapon in a hand, or on the back.")
	x.at("joint", "What hangs.").joint(&o.Joint, true)
	list(x.at("sockets", "The sockets."), &o.Sockets, 1, 16, func(p place, s *SocketPlace) {
		p.orShort("joint", s.Place == [3]float32{} && s.Rotation == [4]float32{}, func(x *object) {
			x.Type("socketPlace", "A place in a joint's frame.")
			at := x.at("joint", "The joint.")
			at.joint(&s.Joint, true)
			at.apart(s.Joint, o.Joint)
			x.at("place", "The place.").vector(&s.Place)
			x.at("rotation", "The rotation.").quaternion(&s.Rotation)
		})
	})
	x.at("fade", "Seconds from one to another.").Number(&o.Fade, jsondoc.Positive)
	socket := x.at("socket", "On which it hangs at first, from 0.")
	socket.Integer(&o.Socket, jsondoc.Any)
	if socket.Checks() && (o.Socket < 0 || o.Socket >= len(o.Sockets)) {
		socket.Wrong("there is no socket %d of %d", o.Socket, len(o.Sockets))
	}
}

func (o *Socket) changes() []string { return []string{o.Joint} }

func (o *Socket) text(joints string) string {
	return joints + " hangs on " + strings.Join(names(o.Sockets, func(s *SocketPlace) string { return s.Joint }), ", ")
}
