package main

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/edit/retarget"
)

// measures are the greatest errors of the feet, in metres.
type measures struct {
	feet  []standing
	slide float64 // of a tip from its position at the start of contact
	sunk  float64 // of a tip or a heel below the ground, in contact
	swung float64 // the same in the swing phase
	above float64 // of a foot above the ground, in contact, except on the edge of a step
}

// standing is the state of one foot.
type standing struct {
	stands bool
	at     [3]float64
	sole   [2]float64 // heights of tip and ankle at rest
}

func newMeasures(w *walker) (m measures) {
	for _, l := range w.legs {
		tip, ankle := w.rest(l.Tip()), w.rest(l.Ankle)
		m.feet = append(m.feet, standing{sole: [2]float64{w.scale * float64(tip[7]), w.scale * float64(ankle[7])}})
	}
	return m
}

// measure adds the present errors of the feet; again: the character was teleported.
func (m *measures) measure(w *walker, again bool) error {
	for k, l := range w.legs {
		f := &m.feet[k]
		tip, err := w.at(l.Tip())
		if err != nil {
			return err
		}
		heel, err := w.at(l.Ankle)
		if err != nil {
			return err
		}
		foot := w.control.Foot(0, w.feet, k)
		stands := w.crowd.Instance(0).Float(retarget.ContactProperty(w.model, l)) >= 0.9 && foot.Locked && w.weight == 1 && !again
		if stands && !f.stands {
			f.at = tip
		}
		f.stands = stands
		// Heights along the normal above the ground below; tip or heel may be beyond a step's edge.
		up := float64(foot.Normal[1])
		below := [2]float64{w.ground.height(tip[0], tip[2]), w.ground.height(heel[0], heel[2])}
		tips, heels := (tip[1]-below[0])*up-f.sole[0], (heel[1]-below[1])*up-f.sole[1]
		lower := min(tips, heels)
		if !stands {
			m.swung = max(m.swung, -lower)
			continue
		}
		m.slide = max(m.slide, math.Hypot(tip[0]-f.at[0], tip[2]-f.at[2]))
		m.sunk = max(m.sunk, -lower)
		if math.Abs(below[0]-below[1]) < 0.05 {
			m.above = max(m.above, lower)
		}
	}
	return nil
}

// at returns a joint's position in the world.
func (w *walker) at(j int) ([3]float64, error) {
	m, err := w.crowd.Instance(0).Joint(j)
	v := w.world.Apply([3]float32{m[3], m[7], m[11]})
	return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}, err
}

func (m *measures) String() string {
	return fmt.Sprintf("feet that stand slide by %.2g mm at most, sink in by %.2g mm, are above the ground by %.2g mm; swinging ones pass %.2g mm through it",
		1000*m.slide, 1000*m.sunk, 1000*m.above, 1000*m.swung)
}
