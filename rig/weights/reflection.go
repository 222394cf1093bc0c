package weights

import (
	"context"
	"slices"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Reflection exchanges the sides of what a skin moves, where the model is bound.
type Reflection struct {
	Normal [3]float64 // of the plane, of unit length
	Offset float64    // the plane is Normal·p = Offset, in metres
	Other  []uint16   // per palette entry: that of the joint on the other side, or itself
}

// Side returns the distance of a place from the plane in metres, positive on the side of the normal.
func (r *Reflection) Side(place [3]float64) float64 { return r.plane().Side(place) }

// Image returns the mirror image of a place.
func (r *Reflection) Image(place [3]float64) [3]float64 { return r.plane().Image(place) }

func (r *Reflection) plane() surface.Plane { return surface.Plane{Normal: r.Normal, Offset: r.Offset} }

// Flipped returns the reflection with the normal toward the other side.
func (r Reflection) Flipped() Reflection {
	return Reflection{exact.Vec(r.Normal).Scale(-1), -r.Offset, r.Other}
}

// Reflections returns the reflection of each skin across the direction that retarget.NewReflection
// finds, or the one of a plane. It is between the joints of the skin that are exchanged or, where it has none,
// between those of all skins. The normal points to the left, by the names of joints, or else along
// the positive axis. The error is that of retarget.NewReflection.
func Reflections(ctx context.Context, m *soa.Model, axis retarget.Plane) ([]Reflection, error) {
	by, err := retarget.NewReflection(ctx, m, retarget.MirrorOptions{Plane: axis})
	if err != nil {
		return nil, err
	}
	list, own := make([]Reflection, len(m.Skins)), make([]pairs, len(m.Skins))
	var all pairs
	for skin := range m.Skins {
		list[skin] = Reflection{Normal: normalOf(by), Other: others(by, m.Skins[skin].Joint)}
		own[skin] = list[skin].pairs(m, skin)
		if slices.ContainsFunc(m.Meshes, func(mesh *soa.Mesh) bool { return mesh.Skin == skin && mesh.Vertices() > 0 }) {
			all.add(own[skin])
		}
	}
	for skin := range list {
		p, r := own[skin], &list[skin]
		if p.count == 0 {
			p = all
		}
		r.Offset = p.middle / float64(max(1, p.count))
		if p.toLeft < 0 {
			*r = r.Flipped()
		}
	}
	return list, nil
}

// pairs is where joints that are exchanged say that a mirror is, along its normal.
type pairs struct {
	count  int
	middle float64 // the sum of their middles
	toLeft float64 // the sum of how far their left joints are beyond the right ones
}

func (p *pairs) add(q pairs) {
	p.count, p.middle, p.toLeft = p.count+q.count, p.middle+q.middle, p.toLeft+q.toLeft
}

func (r *Reflection) pairs(m *soa.Model, skin int) (p pairs) {
	place, joints := bound(m, skin), m.Skins[skin].Joint
	for i, o := range r.Other {
		if int(o) <= i {
			continue
		}
		a, c := exact.Vec(r.Normal).Dot(place[i]), exact.Vec(r.Normal).Dot(place[o])
		p.count++
		p.middle += float64((a + c) / 2)
		if humanoid.SideOf(m.Skeleton.Name[joints[i]]) == humanoid.Left {
			p.toLeft += a - c
		} else if humanoid.SideOf(m.Skeleton.Name[joints[o]]) == humanoid.Left {
			p.toLeft += c - a
		}
	}
	return p
}

// normalOf returns the normal of a reflection, with its largest part positive.
func normalOf(by *retarget.Reflection) (n exact.Vec) {
	for axis := range 3 {
		var unit exact.Vec
		unit[axis] = 1
		image, _ := by.Motion(unit, 0)
		if d := unit.Sub(exact.Vec(image)); d.Length() > n.Length() {
			n = d
		}
	}
	return n.Unit()
}

// bound returns the places of joints where the model is bound, per palette entry.
func bound(m *soa.Model, skin int) []exact.Vec {
	to, of := surface.Bound(m, skin), m.Skins[skin]
	list := make([]exact.Vec, of.Len())
	for i := range list {
		if inverse, ok := exact.FromFloat32(of.InverseBind[i]).Inverse(); ok {
			list[i] = to.Point(inverse.Translation())
		}
	}
	return list
}

// others returns the palette entry of the joint on the other side of each.
func others(by *retarget.Reflection, joints []uint16) []uint16 {
	other := make([]uint16, len(joints))
	for i, j := range joints {
		other[i] = uint16(i)
		if at := slices.Index(joints, uint16(by.Target(soa.Rotation, int(j)))); at >= 0 {
			other[i] = uint16(at)
		}
	}
	return other
}
