package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
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
	return standAt(a.shown.at(i)).matrix(), nil
}

type socketActor struct {
	bound // the joints of sockets, then the attached one, if any
	Socket
	turn     []geom.Quat // per socket
	frame    int         // −1: none
	fixed    []fixed     // per socket
	uniforms [][]float32 // per socket, of formula.SocketStand
	move     []float32   // uniforms of formula.SocketMoveRig
	want, on []uint8     // per instance: its socket, from the next update on and in the last

	// Rows of formula.StandRows, of stood for each socket, as of the last update, and
	// formula.RestRows.
	shown, stood, left perInstance
}

func (a socketActor) start(s *starting, frame []int) actor {
	for k := range a.Sockets {
		a.fixed = append(a.fixed, s.fix(frame[k], geom.VecOf(a.Sockets[k].Place), false))
		q := s.frames.bind[frame[k]].Mul(a.turn[k])
		a.uniforms = append(a.uniforms, []float32{q.X, q.Y, q.Z, q.W, float32(k)})
	}
	if a.frame = -1; len(frame) > len(a.fixed) {
		a.frame = frame[len(a.fixed)]
		q, from := s.frames.bind[a.frame].Conjugate(), s.frames.pivotAbove(a.frame).Sub(s.frames.pivot(a.frame))
		a.move = []float32{q.X, q.Y, q.Z, q.W, from.X, from.Y, from.Z, 1 / s.layout.K}
	}
	n := len(a.fixed)
	a.want, a.on = make([]uint8, s.n), make([]uint8, s.n)
	a.shown, a.stood, a.left = newPerInstance(s.n, formula.StandRows), newPerInstance(s.n, n*formula.StandRows), newPerInstance(s.n, formula.RestRows)
	for i := range s.n {
		a.want[i] = uint8(a.Socket.Socket)
		a.shown.set(i, formula.StandTurn+3, 1)
		for k := range n {
			a.stood.set(i, k*formula.StandRows+formula.StandTurn+3, 1)
		}
		a.begin(i)
	}
	return &a
}

func (a *socketActor) recall(m *memory, i int) {
	m.byte(&a.on[i])
	m.Failed = m.Failed || a.on[i] != nowhere && int(a.on[i]) >= len(a.fixed)
	m.stand(a.shown.at(i))
	for k := range a.fixed {
		m.stand(a.stood.at(i)[k*standValues:])
	}
	left := a.left.at(i)
	for row := range formula.RestRows {
		switch v := &left[row*simd.Lanes]; {
		case row < formula.RestTurn:
			m.lengths(v)
		case row < formula.RestPlaceSpeed:
			m.floatsInRange(-1-uneven, 1+uneven, v) // the shorter way round
		case row < formula.RestPart:
			m.floatsInRange(-fastest, 0, v)
		default:
			m.floatsInRange(0, 1, v)
		}
	}
}

// nowhere is the socket before the first update.
const nowhere = 0xff

// begin attaches instance i to its socket at once.
func (a *socketActor) begin(i int) {
	a.on[i] = nowhere
	a.left.set(i, formula.RestPart, 1)
}

func (a *socketActor) act16(f *frames, at *pose.Changing, weight []float32) {
	w, args := &f.scratch.socket, f.args
	rows, stood := &args.Rows, a.stood.load(at, w.stood[:])
	shown, left := a.shown.load(at, w.shown[:]), a.left.load(at, w.left[:])
	switches, settles := a.advance(w, at, weight, left)
	if switches {
		copy(w.was[:], shown)
		copy(w.before[:], stood[:len(a.fixed)*standValues])
	}
	for k := range a.fixed {
		x := &a.fixed[k]
		f.fixed16(x, w.place[:])
		rows[0], rows[1], rows[2], rows[3], rows[4], rows[5] = f.frame(x.frame), w.place[:], stood[k*standValues:], w.want[:], shown, weight
		args.Uniforms = a.uniforms[k]
		_ = kernel.SocketStand16(args)
	}
	if switches {
		a.leave(w, at, stood)
		rows[0], rows[1], rows[2], rows[3], rows[4], rows[5] = w.from[:], w.to[:], w.was[:], w.before[:], left, w.rate[:]
		_ = kernel.SocketBegin16(args)
	}
	if settles {
		rows[0], rows[1], rows[2] = left, shown, weight
		_ = kernel.SocketSettle16(args)
	}
	if a.frame >= 0 {
		a.moveJoint(f, shown, weight)
	}
	a.shown.store(at, shown)
	a.stood.store(at, stood)
	a.left.store(at, left)
}

// advance takes over the sockets that are wanted and advances offsets. It reports whether objects
// switch, and whether any has an offset.
func (a *socketActor) advance(w *socketWork, at *pose.Changing, weight, left []float32) (switches, settles bool) {
	part := left[formula.RestPart*simd.Lanes:]
	for lane, i := range at.Instance[:at.Len] {
		on, to := a.on[i], a.want[i]
		w.want[lane], w.rate[lane] = float32(to), -1
		if !(weight[lane] > 0) {
			continue
		}
		if part[lane] < 1 {
			part[lane] = min(max(part[lane]+float32(at.Seconds[lane]/a.Fade), 0), 1)
			settles = settles || part[lane] < 1
		}
		if a.on[i] = to; on != to && on != nowhere && a.Fade > 0 {
			w.leaves[lane], w.rate[lane], switches, settles = on, 0, true, true
			if dt := at.Seconds[lane]; dt > 0 {
				w.rate[lane] = float32(a.Fade / dt)
			}
		}
	}
	return switches, settles
}

// leave gathers the stands of the sockets between which objects switch.
func (a *socketActor) leave(w *socketWork, at *pose.Changing, stood []float32) {
	for lane, i := range at.Instance[:at.Len] {
		if w.rate[lane] < 0 {
			continue
		}
		from, to := stood[int(w.leaves[lane])*standValues:], int(a.on[i])*standValues
		for v := lane; v < standValues; v += simd.Lanes {
			w.from[v], w.to[v], w.before[v] = from[v], stood[to+v], w.before[to+v]
		}
	}
}

// moveJoint moves the joint to where the object is.
func (a *socketActor) moveJoint(f *frames, shown, weight []float32) {
	args, read := f.args, &f.read16[a.frame]
	rows := &args.Rows
	rows[0], rows[1], rows[2] = f.ofAbove(a.frame), f.frame(a.frame), f.block[read.rotation:]
	rows[3], rows[4], rows[5], args.Uniforms = f.block[read.translation:], shown, weight, a.move
	if f.layout.Form == soa.Rig {
		_ = kernel.SocketMoveRig16(args)
	} else {
		_ = kernel.SocketMoveGeneral16(args)
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
			checkIndependent(at, s.Joint, o.Joint)
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

func (o *Socket) describe() (joints []string, does string) {
	return []string{o.Joint}, " hangs on " + strings.Join(names(o.Sockets, func(s *SocketPlace) string { return s.Joint }), ", ")
}
