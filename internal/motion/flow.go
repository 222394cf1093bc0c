package motion

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Flow is how a track leads on from a phase up to the next key.
type Flow struct {
	Until   float64 // the phase up to which it holds; infinite where nothing moves
	x, y, z float64 // metres per second of the clip in the mover's frame at the key
	yaw     float64 // radians per second of the clip
	key     float64 // seconds
	seconds float64 // of one way through the clip
	folds   bool    // on the way back of PingPong
}

// Flow finds how the track leads on from a phase, forwards or back.
func (t *Track) Flow(f *Flow, phase float64, back bool) {
	f.folds = t.mode == PingPong && (phase > t.seconds || phase == t.seconds && !back)
	f.seconds = t.seconds
	k, ahead := t.index(max(0, min(t.fold(phase), t.seconds))), back == f.folds
	for { // a phase on the way back may be a rounding off its key
		at := t.keys[k].time
		if ahead {
			at = t.seconds
			if k+1 < len(t.keys) {
				at = min(t.keys[k+1].time, t.seconds)
			}
		}
		if f.Until = at; f.folds {
			f.Until = 2*t.seconds - at
		}
		if f.Until > phase && !back || f.Until < phase && back {
			break
		}
		switch {
		case ahead && k+1 < len(t.keys):
			k++
		case !ahead && k > 0:
			k--
		case back:
			*f = Flow{Until: math.Inf(-1)}
			return
		default:
			*f = Flow{Until: math.Inf(1)}
			return
		}
	}
	key := &t.keys[k]
	f.x, f.y, f.z, f.yaw, f.key = key.flow.X, key.flow.Y, key.flow.Z, key.flow.Yaw, key.time
}

// index is the index of the last key that is not after a time in the clip.
func (t *Track) index(seconds float64) int {
	n := int(t.bucket[min(int(seconds*t.perPart), len(t.bucket)-1)])
	for t.keys[n].until <= seconds {
		n++
	}
	return n
}

// Yaw is the rate of the rotation, radians per second of the clip.
func (f *Flow) Yaw() float64 { return f.yaw }

// At returns the velocity at a phase, in its mover's frame there, at a speed of the clip.
func (f *Flow) At(phase, speed float64) Twist {
	if f.folds {
		phase, speed = f.seconds-(phase-f.seconds), -speed
	}
	v := Twist{X: f.x, Y: f.y, Z: f.z, Yaw: float64(f.yaw * speed)}
	if f.yaw != 0 {
		c, s := turn(float64(f.yaw * (phase - f.key)))
		v.X, v.Z = float64(c*f.x)-float64(s*f.z), float64(c*f.z)+float64(s*f.x)
	}
	v.X, v.Y, v.Z = float64(v.X*speed), float64(v.Y*speed), float64(v.Z*speed)
	return v
}

// Turns is the rate of the rotation, radians per second, at a speed of the clip.
func (f *Flow) Turns(speed float64) float64 {
	if f.folds {
		speed = -speed
	}
	return float64(f.yaw * speed)
}

// Piece is a time in which a mover follows the mean of several flows, between two keys of each.
type Piece struct {
	Seconds    float64
	Angle, Yaw float64 // of the mover: radians at the start, and per second
}

// Lead adds the weighted way of one flow, from a phase on at a speed of the clip, to a mover's place,
// in the frame of its angle 0. It is exact: an arc's chord has the angle of its middle.
func (f *Flow) Lead(to *soa.RootTransform, phase, speed, weight float64, p *Piece) {
	if f.folds {
		phase, speed = f.seconds-(phase-f.seconds), -speed
	}
	far := float64(weight * float64(speed*p.Seconds))
	to.Y += float64(f.y * far)
	if f.yaw == 0 && p.Yaw == 0 && p.Angle == 0 {
		to.X += float64(f.x * far)
		to.Z += float64(f.z * far)
		return
	}
	bend := float64((p.Yaw - float64(f.yaw*speed)) * p.Seconds / 2)
	c, s := turn(p.Angle + bend - float64(f.yaw*(phase-f.key)))
	far = float64(far * sinc(bend))
	to.X += float64(far * (float64(c*f.x) + float64(s*f.z)))
	to.Z += float64(far * (float64(c*f.z) - float64(s*f.x)))
}

// LeadOn is Lead of a piece that begins at the angle 0, in less time where it turns little.
func (f *Flow) LeadOn(to *soa.RootTransform, phase, speed, weight float64, p *Piece) {
	if f.folds {
		phase, speed = f.seconds-(phase-f.seconds), -speed
	}
	far := float64(weight * float64(speed*p.Seconds))
	to.Y += float64(f.y * far)
	if f.yaw == 0 && p.Yaw == 0 {
		to.X += float64(f.x * far)
		to.Z += float64(f.z * far)
		return
	}
	bend := float64((p.Yaw - float64(f.yaw*speed)) * p.Seconds / 2)
	c, s := turnBriefly(bend - float64(f.yaw*(phase-f.key)))
	y := float64(bend * bend)
	if y <= maxKeyTurn*maxKeyTurn {
		far = float64(far * (1 - float64(y*(1./6-float64(y*(1./120-float64(y*(1./5040))))))))
	} else {
		far = float64(far * sinc(bend))
	}
	to.X += float64(far * (float64(c*f.x) + float64(s*f.z)))
	to.Z += float64(far * (float64(c*f.z) - float64(s*f.x)))
}

// turnBriefly is turn, in less time for angles up to maxKeyTurn.
func turnBriefly(w float64) (c, s float64) {
	if w > maxKeyTurn || w < -maxKeyTurn {
		return turn(w)
	}
	y := float64(w * w)
	c = 1 - float64(y*(1./2-float64(y*(1./24-float64(y*(1./720-float64(y*(1./40320))))))))
	return c, w - float64(float64(w*y)*(1./6-float64(y*(1./120-float64(y*(1./5040))))))
}

// Turn sets the rotation of a transform to an angle in radians.
func Turn(p *soa.RootTransform, angle float64) { p.C, p.S = turn(angle) }

// MaxPieceTurn is the largest rotation, in radians, over which Gauss is precise.
const MaxPieceTurn = 1. / 4

// Moments are those of Gauss, as parts of its time.
var Moments = [3]float64{0.5 - gaussHalf, 0.5, 0.5 + gaussHalf}

const (
	root15    = 3.872983346207416885179265399782400
	gaussHalf = root15 / 10
)

// gauss are the coefficients of the three-stage method of Gauss and Legendre, of order 6:
// row j integrates up to moment j, the last row over the whole time.
var gauss = [4][3]float64{
	{5. / 36, 2./9 - root15/15, 5./36 - root15/30},
	{5./36 + root15/24, 2. / 9, 5./36 - root15/24},
	{5./36 + root15/30, 2./9 + root15/15, 5. / 36},
	{5. / 18, 4. / 9, 5. / 18},
}

// Gauss returns where a mover comes in some seconds, from its velocity in its own frame at the three
// Moments: exact for velocities without yaw that are polynomials of degree 5.
func Gauss(v *[3]Twist, seconds float64) (p soa.RootTransform) {
	p.C = 1
	turns := v[0].Yaw != 0 || v[1].Yaw != 0 || v[2].Yaw != 0
	for j := range v {
		w := float64(gauss[3][j] * seconds)
		c, s := 1., 0.
		if turns {
			g := &gauss[j]
			c, s = turn(float64(seconds * (float64(g[0]*v[0].Yaw) + float64(g[1]*v[1].Yaw) + float64(g[2]*v[2].Yaw))))
		}
		p.X += float64(w * (float64(c*v[j].X) + float64(s*v[j].Z)))
		p.Y += float64(w * v[j].Y)
		p.Z += float64(w * (float64(c*v[j].Z) - float64(s*v[j].X)))
	}
	if turns {
		g := &gauss[3]
		p.C, p.S = turn(float64(seconds * (float64(g[0]*v[0].Yaw) + float64(g[1]*v[1].Yaw) + float64(g[2]*v[2].Yaw))))
	}
	return p
}
