package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
)

// Hit is the answer to a Ray: whether it meets the ground, where, and the normal there.
type Hit struct {
	Hit           bool
	Point, Normal [3]float32
}

// Ray asks for the ground from Origin up to Length in Direction, a unit vector, in world space,
// see Instances.SetWorld.
type Ray struct {
	Origin, Direction [3]float32
	Length            float32
}

// Foot is the result of a foot in the last update.
type Foot struct {
	IKResult
	Place    [3]float32 // of its tip, in model space
	Normal   [3]float32 // of the sole
	Grounded bool       // a ray has found ground
	Locked   bool
}

// SetContacts sets the contact of each foot of a FootPlacement in the next pose, 0 to 1, see
// package edit/retarget; initially 1. The error wraps ErrValue.
func (g *Instances) SetContacts(i, modifier int, contacts ...float32) error {
	a, err := actorOf[*feetActor](g, i, modifier, "foot placement")
	if err != nil {
		return err
	}
	if len(contacts) != len(a.legs) {
		return fmt.Errorf("%w: %d contacts for %d feet of instance %d", ErrValue, len(contacts), len(a.legs), i)
	}
	for _, c := range contacts {
		if !(c >= 0 && c <= 1) {
			return fmt.Errorf("%w: contacts %v of instance %d", ErrValue, slices.Clone(contacts), i) // a clone, so that contacts stay off the heap
		}
	}
	for k, c := range contacts {
		a.foot[i*len(a.legs)+k].wish = c
	}
	return nil
}

// FollowContacts sets the contacts of all instances on which a FootPlacement acts from custom
// properties of a crowd's clips, one per leg, see retarget.ContactProperty. The error wraps ErrValue.
func (g *Instances) FollowContacts(modifier int, crowd interface {
	Len() int
	Floats(dst []float32, first, property int) error // of the instances from first on
}, properties []int) error {
	a, err := actorOf[*feetActor](g, 0, modifier, "foot placement")
	if err != nil {
		return err
	}
	if crowd.Len() != g.n || len(properties) != len(a.legs) {
		return fmt.Errorf("%w: %d instances and %d legs, the crowd has %d, properties are %d", ErrValue, g.n, len(a.legs), crowd.Len(), len(properties))
	}
	for i := range g.n {
		if g.weightOf(i, modifier) == 0 {
			continue
		}
		for k, f := range properties {
			if err := crowd.Floats(a.contact[:], i, f); err != nil {
				return err
			}
			a.foot[i*len(a.legs)+k].wish = min(max(a.contact[0], 0), 1)
		}
	}
	return nil
}

// FootRays appends the rays of a FootPlacement to a list, for each instance on which it acts and
// that has had a pose, in order: for each foot one at its tip, one at its ankle if that is not
// the tip, and one ahead if FootPlacement.Ahead is set. Those of locked feet do not move.
// SetFootHits takes the answers in the same order.
func (g *Instances) FootRays(modifier int, rays []Ray) []Ray {
	a, err := actorOf[*feetActor](g, 0, modifier, "foot placement")
	if err != nil {
		return rays
	}
	a.asked = a.asked[:0]
	for i := range g.n {
		if g.weightOf(i, modifier) > 0 && a.body[i].posed {
			a.asked = append(a.asked, int32(i))
			rays = a.rays(rays, i)
		}
	}
	return rays
}

// SetFootHits answers the last rays of FootRays. Normals may have any length but 0; numbers must be
// less than 2^62. The error wraps ErrValue; nothing has changed then.
func (g *Instances) SetFootHits(modifier int, hits []Hit) error {
	a, err := actorOf[*feetActor](g, 0, modifier, "foot placement")
	if err != nil {
		return err
	}
	if len(hits) != len(a.asked)*a.perInstance {
		return fmt.Errorf("%w: %d hits for %d rays", ErrValue, len(hits), len(a.asked)*a.perInstance)
	}
	for k, h := range hits {
		if h.Hit && (!inWorld(h.Point[:]) || !inWorld(h.Normal[:]) || geom.VecOf(h.Normal) == geom.Vec{}) {
			return fmt.Errorf("%w: the hit %+v for instance %d", ErrValue, h, a.asked[k/a.perInstance])
		}
	}
	for _, i := range a.asked {
		a.body[i].answered = true
		for k := range a.legs {
			n := a.raysOf(k)
			copy(a.foot[int(i)*len(a.legs)+k].hit[:], hits[:n])
			hits = hits[n:]
		}
	}
	return nil
}

// ResetFeet resets the feet of instance i, such as for a jump: the next ground counts without a
// transition. The error wraps ErrValue.
func (g *Instances) ResetFeet(i, modifier int) error {
	a, err := actorOf[*feetActor](g, i, modifier, "foot placement")
	if err == nil {
		a.begin(i)
	}
	return err
}

// Foot returns the result of a foot in the last update of instance i.
func (g *Instances) Foot(i, modifier, leg int) Foot {
	a, err := actorOf[*feetActor](g, i, modifier, "foot placement")
	if err != nil || leg < 0 || leg >= len(a.legs) {
		return Foot{}
	}
	s := &a.foot[i*len(a.legs)+leg]
	return Foot{IKResult: s.reach, Place: s.tip.Array(), Normal: s.normal.Array(), Grounded: s.ground.is, Locked: s.locked}
}

// rays appends the rays of instance i.
func (a *feetActor) rays(rays []Ray, i int) []Ray {
	world := &a.world.at[i]
	up, high, root := a.upright(world)
	for k := range a.legs {
		s := &a.foot[i*len(a.legs)+k]
		tip, heel := s.held, s.heldHeel
		if !s.locked {
			tip, heel = geom.Point(world, s.tip), geom.Point(world, s.heel)
		}
		down := func(at geom.Vec) { // from a step above the root's ground to one below
			above := high + up.Dot(root.Sub(at))
			rays = append(rays, Ray{at.AddTimes(up, above).Array(), up.Neg().Array(), 2 * high})
		}
		down(tip)
		if a.legs[k].tip == 3 {
			down(heel)
		}
		if a.Ahead > 0 {
			down(tip.AddTimes(s.velocity, a.Ahead))
		}
	}
	return rays
}
