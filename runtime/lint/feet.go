package lint

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/contact"
	"github.com/sinew-anim/sinew/soa"
)

// sole is the lowest points of a foot.
type sole struct {
	joint  int         // the ankle
	on     []int       // per point: the joint that it follows
	points []exact.Vec // in the joint's space
}

// mostSole is the number of points of a sole.
const mostSole = 64

// soles returns the feet of a body: of the vertices that mostly follow the ankle or a joint below
// it, the lowest at rest, or without such vertices those joints.
func (s *subject) soles() (list []sole) {
	for _, leg := range s.legs {
		f := sole{joint: leg.Ankle}
		foot := s.below(leg.Ankle)
		s.skinnedMeshes(func(mesh *soa.Mesh, skin *soa.Skin) { s.addSole(&f, foot, mesh, skin) })
		if len(f.on) == 0 {
			for j, is := range foot {
				if is {
					f.on, f.points = append(f.on, j), append(f.points, exact.Vec{})
				}
			}
		}
		f.keepLowest(s.rest)
		list = append(list, f)
	}
	return list
}

// addSole adds the vertices of a mesh that mostly follow a joint of the foot.
func (s *subject) addSole(f *sole, foot []bool, mesh *soa.Mesh, skin *soa.Skin) {
	place := s.placer(mesh, s.rest)
	for v := range mesh.Vertices() {
		joint, most := soa.NoJoint, 0.5
		influences(mesh, v, func(bone int, w float64) {
			if w > most {
				joint, most = int(skin.Joint[bone]), w
			}
		})
		if joint < 0 || !foot[joint] {
			continue
		}
		if back, ok := s.rest[joint].Inverse(); ok {
			f.on, f.points = append(f.on, joint), append(f.points, back.Point(place(v)))
		}
	}
}

// keepLowest keeps the lowest points.
func (f *sole) keepLowest(pose []exact.Matrix) {
	order := make([]int, len(f.on))
	height := make([]float64, len(f.on))
	for i := range order {
		order[i], height[i] = i, pose[f.on[i]].Point(f.points[i])[1]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(height[a], height[b]) })
	kept := sole{joint: f.joint}
	for _, i := range order[:min(mostSole, len(order))] {
		kept.on, kept.points = append(kept.on, f.on[i]), append(kept.points, f.points[i])
	}
	*f = kept
}

// lowest is the height of the lowest point in a pose.
func (f *sole) lowest(pose []exact.Matrix) float64 {
	low := math.Inf(1)
	for i, j := range f.on {
		low = min(low, pose[j].Point(f.points[i])[1])
	}
	return low
}

// floorPenetration finds feet that sink into the ground. The ground is at 0, or where the feet
// are at rest, whichever is nearer to the clip's lowest foot most of the time.
func floorPenetration(p *played, limit float64, report func(Finding)) {
	soles := p.soles()
	if len(soles) == 0 || p.clip.Additive {
		return
	}
	rest := math.Inf(1)
	for i := range soles {
		rest = min(rest, soles[i].lowest(p.rest))
	}
	var w worst
	heights := make([]float64, len(p.poses)) // of the lowest foot
	for i, pose := range p.poses {
		heights[i] = math.Inf(1)
		for k := range soles {
			y := soles[k].lowest(pose)
			if heights[i] = min(heights[i], y); w.count == 0 || -y > w.size {
				w.add(-y, k, p.ticks[i])
			}
		}
	}
	slices.Sort(heights)
	ground, usual := 0., heights[len(heights)/2]
	if math.Abs(usual-rest) < math.Abs(usual) {
		ground = rest
	}
	mm := 1000 * (w.size + ground)
	if mm > p.scaled(limit) && math.Abs(usual-ground) < p.size/4 {
		report(Finding{Joint: p.joint(soles[w.of].joint), Time: p.seconds(w.tick), Size: mm, Unit: "mm",
			Message: fmt.Sprintf("the foot sinks %.3g mm into the ground", mm)})
	}
}

// onGround is the height in metres, above its lowest place, within which a tip touches the ground.
const onGround = 0.015

// footSlide finds feet that move over the ground while they stand on it.
func footSlide(p *played, limit float64, report func(Finding)) {
	if len(p.legs) == 0 || p.clip.Additive || !(p.clip.Duration > 0) {
		return
	}
	paths, err := contact.Paths(p.model, p.clip, p.legs)
	if err != nil {
		return // a clip whose motion is invalid, which no valid model has
	}
	o := contact.Options{Height: onGround}
	if o.Fill() != nil {
		return
	}
	for l, path := range paths {
		var w worst
		for _, c := range contact.Find(path, p.clip, o) {
			if mm, at := slide(path, p.clip, c); mm > p.scaled(limit) {
				w.add(mm, l, at)
			}
		}
		if w.count > 0 {
			leg := p.legs[l]
			report(Finding{Joint: p.joint(leg.Tip()), Time: &w.tick, Size: w.size, Unit: "mm", Count: w.count,
				Message: fmt.Sprintf("the foot slides %.3g mm while it stands, in %d of its steps", w.size, w.count)})
		}
	}
}

// slide is how far a tip moves over the ground in a contact, in millimetres, and where it is
// farthest from its mean place, in seconds. The first and the last tenth of a second, in which
// feet land and roll off, do not count.
func slide(path contact.FootPath, clip *soa.Clip, c contact.Interval) (mm, at float64) {
	const lands = 0.1
	steps := len(path.Places) - 1
	second := func(i int) float64 { return clip.Start + float64(clip.Seconds()*float64(i)/float64(steps)) }
	var low, high [2]float64
	n := 0
	for i, v := range path.Places {
		if t := second(i); t < c.From+lands || t > c.To-lands {
			continue
		}
		for k, x := range [...]float64{v[0], v[2]} {
			if n == 0 || x < low[k] {
				low[k], at = x, second(i)
			}
			if n == 0 || x > high[k] {
				high[k], at = x, second(i)
			}
		}
		n++
	}
	if n == 0 {
		return 0, 0
	}
	dx, dz := high[0]-low[0], high[1]-low[1]
	return 1000 * math.Sqrt(float64(dx*dx)+float64(dz*dz)), at
}
