package main

import "math"

// wave is a cosine that is 1 at phase peak and repeats the given number of times in a clip.
func wave(phase, peak float64, times int) float64 {
	return math.Cos(2 * math.Pi * float64(times) * (phase - peak))
}

// The walk: a foot is on the ground for the fraction stance of the cycle, in which it moves back by stride with the ground; the
// other foot follows half a cycle later.
const (
	stance = 0.6
	stride = 16.5
	lift   = 3.2
)

// footPitch is the foot's angle over its own cycle, from the heel's strike at 0: flat, on the ball, lifted, toes up again.
var footPitch = curve{{0, -17}, {0.09, 0}, {0.36, 0}, {0.5, 16}, {0.62, 42}, {0.74, 24}, {0.88, -10}, {0.96, -18}}

// walk is one cycle of two steps, on the spot, the left heel striking at 0.
func walk(phase float64) pose {
	p := pose{
		pelvis: vec{0.9 * wave(phase, 0.3, 1), 0, -0.9 - 0.5*wave(phase, 0.03, 2)},
		turn:   walkTurns(phase),
		facing: map[string]quat{},
		ankle:  map[string]vec{},
	}
	for _, side := range []string{"L", "R"} {
		own := phase
		if side == "R" {
			own = phase - math.Floor(phase+0.5) + 0.5
		}
		ankle, pitched := step(own)
		toOut := -7.0
		if side == "L" {
			toOut = 7
		} else {
			ankle = ankle.mirrored()
		}
		p.ankle["thigh."+side] = ankle
		p.facing["foot."+side] = yaw(toOut).mul(pitch(pitched))
		p.turn["toe."+side] = pitch(-math.Max(0, pitched)) // toes stay on the ground while the heel rises
	}
	hang(p.facing, 9*wave(phase, 0.15, 2)-4, 6*wave(phase, 0.6, 1))
	return p
}

// walkTurns is the walk above the hips: the shoulders against the hips, the left arm with the right leg, cape and plume with a
// delay.
func walkTurns(phase float64) map[string]quat {
	elbow := 30 - 16*wave(phase, 0.06, 1)
	return map[string]quat{
		"pelvis":     yaw(-7 * wave(phase, 0, 1)).mul(roll(-3 * wave(phase, 0.2, 1))),
		"spine":      yaw(6 * wave(phase, 0.02, 1)).mul(roll(3 * wave(phase, 0.2, 1))).mul(pitch(3)),
		"chest":      yaw(8 * wave(phase, 0.03, 1)).mul(pitch(2 + 1.2*wave(phase, 0.1, 2))),
		"neck":       yaw(-3 * wave(phase, 0.03, 1)).mul(pitch(-2)),
		"head":       yaw(-4 * wave(phase, 0.03, 1)).mul(pitch(-3 - 1.5*wave(phase, 0.16, 2))),
		"plume.1":    pitch(-5 + 6*wave(phase, 0.2, 2)),
		"plume.2":    pitch(-6 + 10*wave(phase, 0.27, 2)).mul(roll(5 * wave(phase, 0.3, 1))),
		"clavicle.L": yaw(5 * wave(phase, 0.02, 1)),
		"upperarm.L": pitch(3 + 26*wave(phase, 0.02, 1)).mul(roll(21)),
		"forearm.L":  flex(1, elbow),
		"hand.L":     flex(1, 8-6*wave(phase, 0.12, 1)),
		"clavicle.R": roll(2 * wave(phase, 0.1, 2)),
		"upperarm.R": pitch(-24 + 5*wave(phase, 0.1, 1)).mul(roll(-8)),
		"forearm.R":  flex(-1, 58+4*wave(phase, 0.1, 2)),
		"hand.R":     flex(-1, -6),
		"cape.1":     pitch(3 + 3*wave(phase, 0.1, 2)).mul(roll(2 * wave(phase, 0.45, 1))),
		"cape.2":     pitch(7 + 5*wave(phase, 0.2, 2)).mul(roll(3 * wave(phase, 0.55, 1))),
		"cape.3":     pitch(3 + 8*wave(phase, 0.32, 2)).mul(roll(4 * wave(phase, 0.65, 1))),
	}
}

// step returns the left ankle and the foot's pitch over the foot's cycle, in [0, 1). In contact the foot moves at constant speed:
// heel, sole and toes do not slide.
func step(own float64) (ankle vec, pitched float64) {
	pitched = footPitch.at(own)
	base := vec{5.0, 0.9, 4.4} // where the ankle would be on a flat foot
	if own < stance {
		base.y += stride * (own/stance - 0.5)
	} else {
		s := (own - stance) / (1 - stance)
		along := stride / stance * (1 - stance) // the ground's slope in s, so that lifting off and landing are smooth
		base.y += hermite(stride/2, -stride/2, along, along, s)
		base.z += lift * math.Pow(math.Sin(math.Pi*s), 2)
	}
	pivot := vec{0, 2.5, -4.4} // the heel, from the ankle
	if pitched > 0 {
		pivot = vec{0, -4.9, -2.8} // the toe joint
	}
	return base.add(pivot).sub(pitch(pitched).rotate(pivot)), pitched
}

// flex bends an elbow or a wrist forwards. side is 1 for the left and -1 for the right.
func flex(side, degrees float64) quat {
	arm := vec{side * 6, 0.4, -7.8} // from the shoulder to the elbow in the bind pose
	return about(arm.cross(vec{0, -1, 0}), degrees)
}

// hang lets the lantern and its chain swing, the lantern a little further.
func hang(facing map[string]quat, ahead, aside float64) {
	facing["lantern.chain"] = pitch(ahead).mul(roll(aside))
	facing["lantern"] = pitch(1.5 * ahead).mul(roll(1.4 * aside))
}

// The direction of the look in degrees to the left, and how far the lantern is raised.
var (
	glance = curve{{0, 0}, {0.12, 0}, {0.24, 30}, {0.42, 26}, {0.58, -32}, {0.76, -28}, {0.9, 0}}
	raise  = curve{{0, 0}, {0.12, 0}, {0.24, 6}, {0.42, 6}, {0.58, 24}, {0.76, 22}, {0.9, 0}}
)

// idle breathes three times and looks around.
func idle(phase float64) pose {
	breath := wave(phase, 0.2, 3)
	looking, raised := glance.at(phase), raise.at(phase)
	shift := wave(phase, 0.65, 1)
	p := pose{
		pelvis: vec{1.1 * shift, 0.2, -0.8 + 0.12*breath},
		turn: map[string]quat{
			"pelvis":     roll(1.5 * shift).mul(yaw(0.08 * looking)),
			"spine":      roll(-1.5 * shift).mul(yaw(0.12 * looking)).mul(pitch(1 - 0.6*breath)),
			"chest":      yaw(0.15 * looking).mul(pitch(-1.2 * breath)),
			"neck":       yaw(0.2 * looking).mul(pitch(0.8 * breath)),
			"head":       yaw(0.5 * looking).mul(pitch(1 - 0.12*math.Abs(looking))),
			"plume.1":    pitch(2 * wave(phase, 0.25, 3)),
			"plume.2":    pitch(4 * wave(phase, 0.3, 3)).mul(roll(3 * wave(phase, 0.3, 2))),
			"clavicle.L": roll(-2 * breath),
			"upperarm.L": pitch(4 + 1.5*wave(phase, 0.25, 3)).mul(roll(20)),
			"forearm.L":  flex(1, 16+2*breath),
			"hand.L":     flex(1, 8),
			"clavicle.R": roll(2 * breath),
			"upperarm.R": pitch(-16 - raised).mul(roll(-10 + 0.2*raised)),
			"forearm.R":  flex(-1, 48+1.2*raised),
			"hand.R":     flex(-1, -6),
			"cape.1":     pitch(1 + 0.8*wave(phase, 0.25, 3)),
			"cape.2":     pitch(2 + 1.6*wave(phase, 0.3, 3)).mul(roll(1.5 * wave(phase, 0.8, 1))),
			"cape.3":     pitch(2 + 2.4*wave(phase, 0.36, 3)).mul(roll(2 * wave(phase, 0.9, 1))),
		},
		facing: map[string]quat{
			"foot.L": yaw(14), "foot.R": yaw(-14),
		},
		ankle: map[string]vec{
			"thigh.L": {5.8, -0.4, 4.4}, "thigh.R": {-5.6, 1.8, 4.4},
		},
	}
	hang(p.facing, 3*wave(phase, 0.3, 3)+0.1*raised, 4*wave(phase, 0.75, 2))
	return p
}
