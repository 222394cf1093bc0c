package inspect

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
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
		foot := s.subtree(leg.Ankle)
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
