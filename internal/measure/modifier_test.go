package measure

import (
	"errors"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
)

// framed is where a joint of an instance is, and where its axes point.
type framed struct{ x, y, z, place geom.Vec }

func (f *framed) turn(v [3]float32) geom.Vec {
	return f.x.Times(v[0]).AddTimes(f.y, v[1]).AddTimes(f.z, v[2])
}

func (c *Character) frame(w *Work, i int, name string) (f framed) {
	k := slices.Index(c.model.Skeleton.Name, name)
	m := w.Matrix(i, 0, k)
	f.x, f.y, f.z = geom.Columns(&m)
	f.place = f.turn(geom.Translation(&c.model.Skins[0].InverseBind[k]).Neg().Array()).Add(geom.Translation(&m))
	return f
}

// miss is how far the modifier of a crowd is from what it shall do with an instance: an
// ankle from its target, in parts of the leg, the cosine of the angle from its knee to its
// pole from 1, and the line of the head from what it looks at, in parts of the distance.
type miss struct{ ankle, knee, look float32 }

func (a miss) or(b miss) miss {
	return miss{max(a.ankle, b.ankle), max(a.knee, b.knee), max(a.look, b.look)}
}

func (c *Character) missed(w *Work, m Modifier, i int) (worst miss) {
	for k, l := range legJoints {
		if !m.legs() {
			break
		}
		hip, knee, end := c.frame(w, i, l[0]).place, c.frame(w, i, l[1]).place, c.frame(w, i, l[2]).place
		along := end.Sub(hip).Unit(geom.Vec{})
		beside := func(v geom.Vec) geom.Vec { return v.AddTimes(along, -v.Dot(along)).Unit(geom.Vec{}) }
		length := knee.Sub(hip).Length() + end.Sub(knee).Length()
		worst = worst.or(miss{end.Sub(geom.VecOf(ankle(i, k))).Length() / length, 1 - beside(knee.Sub(hip)).Dot(beside(geom.VecOf(kneesAhead))), 0})
	}
	if m.looking() != nil {
		head := c.frame(w, i, gazing[len(gazing)-1])
		v, line := geom.VecOf(seen(i)).Sub(head.place.Add(head.turn(eyes))), head.turn(ahead)
		worst.look = v.AddTimes(line, -v.Dot(line)).Length() / v.Length()
		if v.Dot(line) < 0 {
			worst.look = 2
		}
	}
	return worst
}

// TestModifiersReach holds that each path puts ankles and knees where they shall be, and
// has the line of the head pass through what it looks at, all the time: the benchmark
// would compare different work otherwise.
func TestModifiersReach(t *testing.T) {
	c, err := NewWalker()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range Modifiers()[:LegsLook] {
		for _, p := range Paths() {
			crowd := Crowd{Instances: 37, Clips: 1, Workers: 1, Modifier: m}
			w, err := p.Start(c, crowd)
			if errors.Is(err, ErrLeftOut) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			var worst miss
			for range 12 {
				w.Run(7)
				for i := range crowd.Instances {
					worst = worst.or(c.missed(w, m, i))
				}
			}
			look := float32(1e-5)
			if p.Kind == Peer {
				look = 1e-3 // ozz estimates the length of a rotation that it weighs
			}
			if !(worst.ankle < 1e-4) || !(worst.knee < 1e-4) || !(worst.look < look) {
				t.Errorf("%v, %s: %+v", m, p.Name, worst)
			}
		}
	}
}
