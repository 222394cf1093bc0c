package main

import (
	"math"
	"strings"
)

// pose is a frame's difference from the bind pose in the model's axes, so that "lean forward" is the same rotation for every
// joint.
type pose struct {
	turn   map[string]quat // by joint: rotation relative to its parent's
	facing map[string]quat // by joint: absolute rotation, for feet on the ground and a hanging lantern
	pelvis vec             // translation of the pelvis
	ankle  map[string]vec  // by thigh: target of the foot joint
}

// clip is a periodic function from the phase, in [0, 1), to the pose.
type clip func(phase float64) pose

// record samples a clip at a number of frames and repeats the first at the end, as MD5 players expect of loops.
func record(s skeleton, c clip, frames int) [][]local {
	out := make([][]local, frames+1)
	for i := range out {
		out[i] = s.locals(c(float64(i%frames) / float64(frames)))
	}
	return out
}

// locals evaluates a pose from the root outwards, then takes each joint into its parent's space.
func (s skeleton) locals(p pose) []local {
	at, turned := make([]vec, len(s)), make([]quat, len(s))
	facing := make(map[string]quat, len(p.facing))
	for name, t := range p.facing {
		facing[name] = t
	}
	for i, j := range s {
		at[i], turned[i] = j.at, still
		if j.parent >= 0 {
			at[i] = at[j.parent].add(turned[j.parent].rotate(j.at.sub(s[j.parent].at)))
			turned[i] = turned[j.parent]
		}
		if j.name == "pelvis" {
			at[i] = at[i].add(p.pelvis)
		}
		if t, ok := p.turn[j.name]; ok {
			turned[i] = turned[i].mul(t)
		}
		if ankle, ok := p.ankle[j.name]; ok {
			shin := strings.Replace(j.name, "thigh", "shin", 1)
			facing[j.name], facing[shin] = j.bendLeg(s[s.index(shin)], at[i], ankle, turned[i])
		}
		if t, ok := facing[j.name]; ok {
			turned[i] = t
		}
	}
	return s.inParents(at, turned)
}

// bendLeg returns the rotations of a thigh and its shin that put the foot on the ankle, with the knee bent to where the pelvis
// faces. For an ankle out of reach the leg is almost straight.
func (thigh joint) bendLeg(shin joint, hip, ankle vec, pelvis quat) (thighTurn, shinTurn quat) {
	upper, lower := shin.at.sub(thigh.at), shin.tip.sub(shin.at)
	a, b := upper.length(), lower.length()
	way := ankle.sub(hip)
	reach := math.Min(way.length(), 0.999*(a+b))
	down := way.unit()
	// The triangle hip, knee, ankle: how far down the way, and how far off it, the knee is.
	along := (a*a + reach*reach - b*b) / (2 * reach)
	off := math.Sqrt(math.Max(0, a*a-along*along))
	knee := hip.add(down.scale(along)).add(pelvis.rotate(vec{0, -1, 0}).across(down).scale(off))
	foot := hip.add(down.scale(reach))

	hinge, restHinge := knee.sub(hip).cross(foot.sub(knee)), upper.cross(lower)
	thighTurn = frame(knee.sub(hip), hinge).mul(frame(upper, restHinge).inverse())
	shinTurn = frame(foot.sub(knee), hinge).mul(frame(lower, restHinge).inverse())
	return thighTurn, shinTurn
}

// inParents converts model-space positions and rotations relative to the bind pose to the file's local ones.
func (s skeleton) inParents(at []vec, turned []quat) []local {
	out := make([]local, len(s))
	for i, j := range s {
		place, turn := at[i], turned[i].mul(j.turn)
		if j.parent >= 0 {
			back := turned[j.parent].mul(s[j.parent].turn).inverse()
			place = back.rotate(place.sub(at[j.parent]))
			turn = back.mul(turn)
		}
		turn = roundedTurn(turn)
		out[i] = local{roundTo(place.x, places), roundTo(place.y, places), roundTo(place.z, places), turn.x, turn.y, turn.z}
	}
	return out
}

// curve is a periodic monotone cubic (Fritsch and Carlson 1980) through (phase, value) points, phases rising within [0, 1).
type curve [][2]float64

func (c curve) at(phase float64) float64 {
	n := len(c)
	point := func(i int) (x, y float64) {
		turns := math.Floor(float64(i) / float64(n))
		p := c[i-int(turns)*n]
		return p[0] + turns, p[1]
	}
	slope := func(i int) float64 {
		x0, y0 := point(i)
		x1, y1 := point(i + 1)
		return (y1 - y0) / (x1 - x0)
	}
	tangent := func(i int) float64 {
		before, after := slope(i-1), slope(i)
		if before*after <= 0 {
			return 0
		}
		return 2 * before * after / (before + after)
	}
	phase -= math.Floor(phase)
	i := -1
	for i+1 < n && c[i+1][0] <= phase {
		i++
	}
	x0, y0 := point(i)
	x1, y1 := point(i + 1)
	return hermite(y0, y1, tangent(i)*(x1-x0), tangent(i+1)*(x1-x0), (phase-x0)/(x1-x0))
}

// hermite is the cubic from y0 to y1 with the given slopes at t = 0 and t = 1.
func hermite(y0, y1, slope0, slope1, t float64) float64 {
	t2, t3 := t*t, t*t*t
	return y0*(2*t3-3*t2+1) + slope0*(t3-2*t2+t) + y1*(3*t2-2*t3) + slope1*(t3-t2)
}
