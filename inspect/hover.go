package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// A foot stands flat where its ankle is tilted from rest by less than the angle of this cosine, 20°,
// and it is the lowest foot, within stays of the clip's lowest place, in metres of a person. A clip is
// one of a body that stands or walks if that holds for standsFor of its moments.
const (
	flatCosine = 0.94
	stays      = 0.03
	standsFor  = 0.25
)

// inTheAir are words in the names of clips in which feet may be anywhere.
var inTheAir = []string{"jump", "fall", "fly", "flight", "swim", "float", "hover", "hang", "climb", "ladder", "glide", "levitat", "air", "ride", "riding", "mount", "sit", "dive"}

// hover finds clips in which standing feet never touch the ground, or are below it most of the
// time. The ground is at 0, or where the feet are at rest, whichever is nearer. Feet that are not
// flat hang, as those of what jumps, flies or swims.
func hover(p *played, limit float64, report func(Finding)) {
	soles := p.soles()
	if len(soles) == 0 || p.clip.Additive || p.motionRises() {
		return
	}
	name := strings.ToLower(p.clip.Name)
	if slices.ContainsFunc(inTheAir, func(word string) bool { return strings.Contains(name, word) }) {
		return
	}
	rest := math.Inf(1)
	for i := range soles {
		rest = min(rest, soles[i].lowest(p.rest))
	}
	h := p.standing(soles)
	if len(h.flat) < int(math.Ceil(standsFor*float64(len(p.poses)))) {
		return
	}
	slices.Sort(h.flat)
	usual := h.flat[len(h.flat)/2]
	ground := 0.
	if math.Abs(usual-rest) < math.Abs(usual) {
		ground = rest
	}
	above, below := 1000*(h.lowest-ground), 1000*(ground-usual)
	found := Finding{Joint: p.joint(soles[h.of].joint), Time: p.seconds(p.ticks[h.at]), Unit: "mm"}
	switch {
	case above > p.scaled(limit):
		found.Size, found.Message = above, fmt.Sprintf("the character hovers %.3g mm over the ground: no foot comes nearer", above)
		report(found)
	case below > p.scaled(limit):
		found.Size, found.Message = below, fmt.Sprintf("the character stands %.3g mm below the ground", below)
		report(found)
	}
}

// heights are those of the lowest foot of a clip.
type heights struct {
	lowest float64
	of, at int       // the lowest foot, and its pose
	flat   []float64 // at the moments at which it stands
}

// standing measures the lowest foot in each pose.
func (p *played) standing(soles []sole) (h heights) {
	h.lowest = math.Inf(1)
	low, of := make([]float64, len(p.poses)), make([]int, len(p.poses))
	for i, pose := range p.poses {
		low[i] = math.Inf(1)
		for k := range soles {
			if y := soles[k].lowest(pose); y < low[i] {
				low[i], of[i] = y, k
			}
		}
		if low[i] < h.lowest {
			h.lowest, h.of, h.at = low[i], of[i], i
		}
	}
	for i, pose := range p.poses {
		if j := soles[of[i]].joint; low[i]-h.lowest <= p.scaled(stays) && p.upright(j, pose) {
			h.flat = append(h.flat, low[i])
		}
	}
	return h
}

// upright reports whether a joint is hardly tilted from rest.
func (p *played) upright(j int, pose []exact.Matrix) bool {
	back, ok := p.rest[j].Inverse()
	if !ok {
		return false
	}
	v := pose[j].Direction(back.Direction(exact.Vec{0, 1, 0}))
	length := v.Length()
	return length > 0 && v[1]/length >= flatCosine
}

// motionRises reports whether the root motion leaves the height of its start, so that poses alone do
// not say where the feet are.
func (p *played) motionRises() bool {
	m := p.clip.Motion
	return m != nil && slices.ContainsFunc(m.Y, func(y float32) bool { return y != m.Y[0] })
}
