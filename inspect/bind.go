package inspect

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// mirroredBind finds skins that mirror some of their joints, which turns triangles inside out.
func mirroredBind(s *subject, _ float64, report func(Finding)) {
	for i, skin := range s.model.Skins {
		var w worst
		for k, j := range skin.Joint {
			m := s.rest[j].Mul(exact.FromFloat32(skin.InverseBind[k]))
			if s.skins[j] && m.Determinant() < 0 {
				w.add(0, int(j), 0)
			}
		}
		if w.count > 0 {
			report(Finding{Joint: s.joint(w.of), Count: w.count,
				Message: fmt.Sprintf("bind matrices of skin %d that mirror: %d", i, w.count)})
		}
	}
}

// bindPose finds skins whose bind pose is not the rest pose: without a clip the mesh is bent. One
// movement of all joints is not a bend.
func bindPose(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, skin *soa.Skin) {
		var w worst
		var common *exact.Matrix
		follows := make([]bool, skin.Len())
		for v := range mesh.Vertices() {
			influences(mesh, v, func(bone int, w float64) { follows[bone] = follows[bone] || w > 0 })
		}
		for k, j := range skin.Joint {
			if !follows[k] {
				continue
			}
			bound := exact.FromFloat32(skin.InverseBind[k])
			origin, ok := bound.Inverse()
			if !ok {
				continue
			}
			m := s.rest[j].Mul(bound)
			if common == nil {
				common = &m
			}
			off := m.Point(origin.Translation()).Sub(common.Point(origin.Translation())).Length()
			if mm := 1000 * off; mm > float64(limit*s.size/1.7) {
				w.add(mm, int(j), 0)
			}
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Joint: s.joint(w.of), Size: w.size, Unit: "mm", Count: w.count,
				Message: fmt.Sprintf("joints that rest elsewhere than they are bound: %d; this one %.3g mm away", w.count, w.size)})
		}
	})
}

// shear is by how many degrees the axes of a matrix differ from right angles.
func shear(m *exact.Matrix) float64 {
	worst := 0.
	for a := range 3 {
		u, v := m.Column(a), m.Column((a+1)%3)
		if l := float64(u.Length() * v.Length()); l > 0 {
			worst = max(worst, math.Abs(u.Dot(v))/l)
		}
	}
	worst = min(worst, 1)
	return degrees(exact.Atan2(worst, math.Sqrt(1-float64(worst*worst))))
}

func degrees(radians float64) float64 { return radians * (180 / math.Pi) }

// shearAtRest finds joints that shear without a clip, which programs that store translation,
// rotation and scale lose.
func shearAtRest(s *subject, limit float64, report func(Finding)) {
	var w worst
	for j := range s.rest {
		if d := shear(&s.rest[j]); d > limit && (s.skins[j] || s.carries[j]) {
			w.add(d, j, 0)
		}
	}
	if w.count > 0 {
		report(Finding{Joint: s.joint(w.of), Size: w.size, Unit: "°", Count: w.count,
			Message: fmt.Sprintf("a scale that is not uniform, under a rotation, shears it by %.3g°; joints that shear: %d", w.size, w.count)})
	}
}

// shearInClip finds joints that a clip shears more than the rest pose does.
func shearInClip(p *played, limit float64, report func(Finding)) {
	var w worst
	sheared := make([]bool, len(p.rest))
	for i, pose := range p.poses {
		for j := range pose {
			if !p.skins[j] && !p.carries[j] {
				continue
			}
			if d := shear(&pose[j]); d > limit && d > shear(&p.rest[j])+limit {
				if w.count++; !sheared[j] {
					sheared[j] = true
				}
				if d > w.size {
					w.size, w.of, w.tick = d, j, p.ticks[i]
				}
			}
		}
	}
	n := 0
	for _, yes := range sheared {
		if yes {
			n++
		}
	}
	if n > 0 {
		report(Finding{Joint: p.joint(w.of), Time: p.seconds(w.tick), Size: w.size, Unit: "°", Count: n,
			Message: fmt.Sprintf("a scale that is not uniform, under a rotation, shears it by %.3g°; joints that shear: %d", w.size, n)})
	}
}

// footBelowGround finds feet that stand below the ground at rest.
func footBelowGround(s *subject, limit float64, report func(Finding)) {
	low, joint := math.Inf(1), soa.NoJoint
	for _, sole := range s.soles() {
		if y := sole.lowest(s.rest); y < low {
			low, joint = y, sole.joint
		}
	}
	if mm := -1000 * low; joint >= 0 && mm > s.scaled(limit) {
		report(Finding{Joint: s.joint(joint), Size: mm, Unit: "mm",
			Message: fmt.Sprintf("at rest the foot is %.3g mm below the ground", mm)})
	}
}
