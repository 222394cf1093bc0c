package vertex

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// The largest numbers of the normalized types.
const (
	unorm8  = 1<<8 - 1
	unorm16 = 1<<16 - 1
)

// most returns the largest number of a normalized type.
func most(t Type) int {
	if t == Unorm8 {
		return unorm8
	}
	return unorm16
}

// maxInfluences is the largest soa.Mesh.Influences.
const maxInfluences = 8

// quantize rounds weights of a vertex to multiples of 1/most that sum to 1, by largest
// remainders.
func quantize(weights []float32, most int) (parts [maxInfluences]int) {
	sum := 0.
	for _, w := range weights {
		sum += float64(w)
	}
	var rest [maxInfluences]float64
	left := most
	for i, w := range weights {
		x := float64(w) / sum * float64(most)
		parts[i] = int(math.Floor(x))
		rest[i] = x - math.Floor(x)
		left -= parts[i]
	}
	for ; left > 0; left-- {
		k := 0
		for i := range weights {
			if rest[i] > rest[k] {
				k = i
			}
		}
		parts[k]++
		rest[k] = 0
	}
	return parts
}

// sumTolerance is how far the sum of a vertex's weights may be from 1.
const sumTolerance = 1e-5

// exactTolerance is Σ|Δwᵢ| of weights that differ by the rounding of float32.
const exactTolerance = 1e-6

// packable reports whether weights are from 0 to 1 and their sum is 1.
func packable(weights []float32) bool {
	sum := 0.
	for _, w := range weights {
		if !(w >= 0 && w <= 1) {
			return false
		}
		sum += float64(w)
	}
	return math.Abs(sum-1) <= sumTolerance
}

// weightError bounds the displacement of a mesh's vertices by weights of a type, in metres:
// see the package's documentation.
func (p *Packer) weightError(m *soa.Mesh, t Type) (worst float64) {
	dual := m.Skinning == soa.DualQuaternion || m.Skinning == soa.Blended
	if len(m.BoneWeight) == 0 {
		return 0
	}
	skin := p.reach.skin(p.model.Skins[m.Skin])
	rigid := !dual || skin.rigid()
	moved := p.reach.morphed(m)
	for v := range m.Vertices() {
		first := v * m.Influences
		w, bones := m.BoneWeight[first:first+m.Influences], m.BoneIndex[first:first+m.Influences]
		if !packable(w) {
			return math.Inf(1)
		}
		d := difference(w, quantize(w, most(t)), most(t))
		if d.sum == 0 {
			continue
		}
		if !rigid && d.sum > exactTolerance {
			return math.Inf(1)
		}
		at := soa3(m.Position, v)
		slack := 0.
		if moved != nil {
			slack = moved[v]
		}
		error, far := skin.displaced(&d, w, bones, at, slack)
		if dual && rigid {
			error = error*math.Sqrt(d.after) + far*d.sum*math.Sqrt(d.before*d.after)
		}
		worst = max(worst, error)
	}
	return worst
}

// differences of a vertex's weights before and after packing.
type differences struct {
	of            [maxInfluences]float64 // Δwᵢ
	sum, total    float64                // Σ|Δwᵢ|, Σ Δwᵢ
	before, after float64                // N and N′
	largest       int                    // influence
}

func difference(weights []float32, parts [maxInfluences]int, most int) (d differences) {
	for i, w := range weights {
		q := float64(parts[i]) / float64(most)
		d.of[i] = q - float64(w)
		d.sum += math.Abs(d.of[i])
		d.total += d.of[i]
		d.before += float64(w) * float64(w)
		d.after += q * q
		if w > weights[d.largest] {
			d.largest = i
		}
	}
	d.before, d.after = 1/d.before, 1/d.after
	return d
}
