package control_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// blade hangs in a hand, the other one, or on the back; a finger of the head plays its
// joint.
func blade() control.Socket {
	return control.Socket{Joint: "jaw0", Fade: 0.2, Sockets: []control.SocketPlace{
		{"left arm3", [3]float32{0.1, 0, 0}, [4]float32{0, 0.5, 0, 0.5}},
		{Joint: "right arm3"},
		{"spine3", [3]float32{0, 0, -0.2}, [4]float32{1, 0, 0, 0}},
	}}
}

func (s *stage) socket(c *runtime.Crowd, i int, o control.SocketPlace) (geom.Vec, geom.Quat) {
	m := s.joint(c, i, o.Joint)
	turn := rotation(m)
	if o.Rotation != [4]float32{} {
		turn = turn.Mul(geom.QuatOf(o.Rotation).Unit())
	}
	return geom.VecOf(m.Apply(o.Place)), turn
}

// What hangs on a socket is there, as a joint and as a matrix; after a switch it goes to
// the other one without a leap.
func TestAttach(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		o := blade()
		s := newStage(t, form, 3, func(s *control.Stack) {
			_, err := s.Add(&o)
			must.Do(t, err)
			free := o
			free.Joint = ""
			_, err = s.Add(&free)
			must.Do(t, err)
		})
		for i := range 3 {
			must.Do(t, s.g.SetSocket(i, 0, i))
			must.Do(t, s.g.SetSocket(i, 1, i))
			must.Do(t, s.g.SetWeight(i, 0, 1))
			must.Do(t, s.g.SetWeight(i, 1, 1))
			must.Do(t, s.crowd.Instance(i).SetSpeed(0.05))
			must.Do(t, s.plain.Instance(i).SetSpeed(0.05))
		}
		at := func(i, k int) (place, angular float64) {
			m := s.joint(s.crowd, i, "jaw0")
			free, err := s.g.Attached(i, 1)
			must.Do(t, err)
			if d, a := distance(geom.Translation(&m), geom.Translation(&free)), angle(rotation(m), rotation(free)); d > 3e-6 || a > 3e-3 {
				t.Errorf("instance %d: the joint is %v m and %v from the matrix", i, d, a)
			}
			p, q := s.socket(s.crowd, i, o.Sockets[k])
			return distance(geom.Translation(&m), p), angle(rotation(m), q)
		}
		for range 4 {
			s.update(1. / 60)
			for i := range 3 {
				if d, a := at(i, i); d > 3e-6 || a > 3e-3 {
					t.Fatalf("instance %d: it is %v m and %v from its socket", i, d, a)
				}
			}
		}
		var last, step [3]geom.Vec
		for i := range 3 {
			m := s.joint(s.crowd, i, "jaw0")
			last[i] = geom.Translation(&m)
			must.Do(t, s.g.SetSocket(i, 0, (i+1)%3))
			must.Do(t, s.g.SetSocket(i, 1, (i+1)%3))
		}
		for frame := range 60 {
			s.update(1. / 240)
			for i := range 3 {
				m := s.joint(s.crowd, i, "jaw0")
				now := geom.Translation(&m).Sub(last[i])
				if frame > 0 && distance(now, step[i]) > 0.03 || now.Length() > 0.06 {
					t.Errorf("instance %d, frame %d: it leaps by %v after %v", i, frame, now, step[i])
				}
				last[i], step[i] = geom.Translation(&m), now
				d, a := at(i, (i+1)%3)
				if frame == 0 && d < 0.05 || frame == 59 && (d > 3e-6 || a > 3e-3) {
					t.Errorf("instance %d, frame %d: it is %v m and %v from its new socket", i, frame, d, a)
				}
			}
		}
	})
}

func TestAttachEverywhere(t *testing.T) {
	everywhere(t, "d70ae8d1d2c82d5c", part{
		func(s *control.Stack) error { _, err := s.Add(new(blade())); return err },
		func(g *control.Instances, i, frame int) error { return g.SetSocket(i, 0, (i+frame/3)%3) },
	})
}

func TestAttachRefuses(t *testing.T) {
	s := newStage(t, pose.FormAuto, 2, func(s *control.Stack) {
		for want, change := range map[string]func(o *control.Socket){
			`"sword"`:              func(o *control.Socket) { o.Joint = "sword" },
			"0 sockets":            func(o *control.Socket) { o.Sockets = nil },
			`"hand"`:               func(o *control.Socket) { o.Sockets[1].Joint = "hand" },
			`"jaw0" moves with it`: func(o *control.Socket) { o.Sockets[1].Joint = "jaw0" },
			"fade -1":              func(o *control.Socket) { o.Fade = -1 },
			"socket 2 is":          func(o *control.Socket) { o.Sockets[2].Place[0] = float32(math.NaN()) },
		} {
			o := blade()
			change(&o)
			_, err := s.Add(&o)
			refusedAny(t, err, want)
		}
		_, err := s.Add(new(blade()))
		must.Do(t, err)
		_, err = s.Add(&control.Aim{Joint: "neck1", Forward: [3]float32{1}})
		must.Do(t, err)
	})
	refused(t, s.g.SetSocket(1, 0, 3), control.ErrValue, "socket 3 of 3 of instance 1")
	refused(t, s.g.SetSocket(1, 1, 0), control.ErrValue, "no socket")
	_, err := s.g.Attached(2, 0)
	refused(t, err, control.ErrValue, "instance 2 of 2")
}

// Each socket of the list may be the initial one, and no other number: in a document, where it hangs
// from the first update on, and in a program.
func TestInitialSocket(t *testing.T) {
	model := remembered()
	all := []string{"left arm3", "right arm3", "spine3"}
	for n := 1; n <= len(all); n++ {
		for k := -2; k <= n+1; k++ {
			doc, parsed := control.Parse([]byte(allInRange(fmt.Sprintf(`{"socket": {"joint": "jaw0", "sockets": ["%s"], "socket": %d}}`, strings.Join(all[:n], `", "`), k))))
			if k < 0 || k >= n {
				refused(t, parsed, control.ErrDocument, "/socket/socket: ", fmt.Sprintf("socket %d of %d", k, n))
				o := blade()
				o.Sockets, o.Socket = o.Sockets[:n], k
				_, err := control.New(model.Skeleton).Add(&o)
				refused(t, err, control.ErrValue, fmt.Sprintf("the first %d", k))
				continue
			}
			must.Do(t, parsed)
			s := newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
				_, err := s.Add(doc.Modifiers[0].Do)
				must.Do(t, err)
			})
			must.Do(t, s.g.SetWeight(0, 0, 1))
			s.update(0.1)
			for at, name := range all[:n] {
				m, hand := s.joint(s.crowd, 0, "jaw0"), s.joint(s.crowd, 0, name)
				if d := distance(geom.Translation(&m), geom.Translation(&hand)); (d < 1e-5) != (at == k) {
					t.Errorf("of %d sockets %d is the initial one: it hangs %v m from socket %d", n, k, d, at)
				}
			}
		}
	}
}
