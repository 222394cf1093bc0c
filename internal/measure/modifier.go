package measure

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// Modifier is what acts on the poses of a crowd, of a character of NewWalker.
type Modifier uint8

const (
	NoModifier Modifier = iota
	Legs                // two limbs with a pole, each with a hinge
	FreeLegs            // the same without hinges: they bend as they are bent
	Look                // four joints, the head the last, that share an aim
	ConedLook           // the same with cones
	LegsAim             // Legs, and the head aims alone
	LegsLook            // Legs and Look
	Springs             // six joints of an arm that swing, with one collider that most of them touch
	FABRIK              // six joints of an arm that reach, by eight iterations
	CCD                 // the same by another solver
	Attached            // an object in one of two hands
	Twisted             // half of a wrist's twist goes to the lower arm
	Grabbing            // a hand that holds a handle
	modifiers
)

// Modifiers lists those that there are.
func Modifiers() (list []Modifier) {
	for m := Legs; m < modifiers; m++ {
		list = append(list, m)
	}
	return list
}

// String returns the name that benchmarks have.
func (m Modifier) String() string {
	return [...]string{"none", "legs", "legs-free", "look", "look-cones", "legs+look1", "legs+look4", "springs6", "fabrik6", "ccd6", "attach", "twist", "grab"}[m]
}

func (m Modifier) legs() bool {
	return m == Legs || m == FreeLegs || m == LegsAim || m == LegsLook
}

// looking is the joints that turn to a target, the root first.
func (m Modifier) looking() []string {
	switch m {
	case Look, ConedLook, LegsLook:
		return gazing
	case LegsAim:
		return gazing[len(gazing)-1:]
	}
	return nil
}

var (
	legJoints = [2][3]string{{"left leg0", "left leg1", "left leg2"}, {"right leg0", "right leg1", "right leg2"}}
	// knee is the axis in a knee's frame around which a positive turn bends the leg.
	knee = [3]float32{1, 0, 0}
	// kneesAhead is the pole of legs.
	kneesAhead = [3]float32{0, 0, 1}

	gazing = []string{"spine2", "spine3", "neck0", "neck1"}

	// A look begins between the eyes, in the head's frame.
	ahead, above, eyes = [3]float32{0, 0, 1}, [3]float32{0, 1, 0}, [3]float32{0, 0.1, 0.08}
)

// ankle is where an ankle of instance i shall be: up to 20 cm above its place at rest.
func ankle(i, leg int) [3]float32 {
	part := 2 * math.Pi * 0.381966 * float64(2*i+leg) // nothing comes round
	side := float32(1 - 2*leg)
	return [3]float32{side * (0.1 + float32(0.03*math.Sin(part))), 0.5 + float32(0.05*math.Sin(3*part)), 0.04 + float32(0.1*math.Cos(part))}
}

// seen is what instance i looks at.
func seen(i int) [3]float32 {
	part := 2 * math.Pi * 0.381966 * float64(i)
	return [3]float32{float32(0.8 * math.Sin(part)), 1.8 + float32(0.4*math.Cos(part)), 2.5}
}

// NewWalker returns the character that modifiers act on: figure's, with a captured clip of
// 1.3 seconds. Its roots sway a twentieth as far, so that targets stay within reach, and its
// knees bend around one axis, as ozz's job for two bones assumes.
func NewWalker() (*Character, error) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1.3, Drive: figure.Captured})
	c := m.Clips[0]
	for t := range c.Tracks {
		tr := &c.Tracks[t]
		if tr.Property != soa.Rotation {
			continue
		}
		a, b := c.Keys(t)
		for k := a; k < b; k++ {
			q := geom.XYZW(c.X[k], c.Y[k], c.Z[k], c.W[k])
			switch m.Skeleton.Name[tr.Target] {
			case "root0", "root1":
				q = geom.Identity.Nlerp(q, 0.05).Unit()
			case "left leg1", "right leg1":
				sin, cos := math.Sincos(0.3 + 0.6*float64(q.X)) // half of 0.2 to 1 radians
				q = geom.Quat{X: float32(sin), W: float32(cos)}
			}
			c.X[k], c.Y[k], c.Z[k], c.W[k] = q.X, q.Y, q.Z, q.W
		}
	}
	return NewCharacter(m, m.Clips)
}

// modify starts a modifier on all instances of a crowd.
func (c *Character) modify(r *runtime.Crowd, m Modifier) error {
	if m == NoModifier {
		return nil
	}
	stack := control.New(c.model.Skeleton)
	if err := m.declare(stack); err != nil {
		return err
	}
	g, err := stack.Start(r.Layout(), r.Len())
	if err != nil {
		return err
	}
	for i := range r.Len() {
		if err := m.set(g, i); err != nil {
			return err
		}
		for k := range stack.Len() {
			if err := g.SetWeight(i, k, 1); err != nil {
				return err
			}
		}
	}
	return r.SetControl(g)
}

// declare adds legs first, and one modifier more where there is one.
func (m Modifier) declare(s *control.Stack) (err error) {
	for _, l := range legJoints {
		if o := (control.TwoBoneIK{Root: l[0], Mid: l[1], End: l[2]}); m.legs() {
			if m != FreeLegs {
				o.Hinge = knee
			}
			if _, err := s.Add(&o); err != nil {
				return err
			}
		}
	}
	switch m {
	case Look, ConedLook, LegsLook:
		o := control.LookAt{Joints: gazing, Weights: []float32{0.25, 0.33, 0.5}, Forward: ahead, Up: above, Offset: eyes}
		if m == ConedLook {
			o.Cones = []float32{0.3, 0.3, 0.5, 0.8}
		}
		_, err = s.Add(&o)
	case LegsAim:
		_, err = s.Add(&control.Aim{Joint: gazing[len(gazing)-1], Forward: ahead, Up: above, Offset: eyes})
	default:
		if o, ok := others[m]; ok {
			err = o.declare(s)
		}
	}
	return err
}

// set gives instance i its targets.
func (m Modifier) set(g *control.Instances, i int) error {
	last := 0
	if m.legs() {
		last = len(legJoints)
		for k := range legJoints {
			if err := g.SetTwoBoneIK(i, k, control.TwoBoneTarget{Place: ankle(i, k), Pole: kneesAhead, PoleWeight: 1}); err != nil {
				return fmt.Errorf("leg %d: %w", k, err)
			}
		}
	}
	if m.looking() != nil {
		return g.SetAim(i, last, control.AimTarget{Place: seen(i), Pole: above})
	}
	if o := others[m]; o.set != nil {
		return o.set(g, i)
	}
	return nil
}
