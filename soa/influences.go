package soa

import (
	"cmp"
	"math"
	"slices"
)

// Influences is the complete list of a mesh's vertex influences in compressed
// rows: vertex v has entries Start[v]:Start[v+1].
type Influences struct {
	Start  []uint32 // vertices + 1
	Bone   []uint16 // palette index
	Weight []float32
}

// Sort puts the largest weights of each vertex first; equal ones keep their order.
func (f *Influences) Sort() {
	var row influenceRow
	for v := range len(f.Start) - 1 {
		first, end := f.Start[v], f.Start[v+1]
		row.read(f.Bone[first:end], f.Weight[first:end])
		if slices.IsSortedFunc(row, largerFirst) {
			continue
		}
		slices.SortStableFunc(row, largerFirst)
		row.write(f.Bone[first:end], f.Weight[first:end])
	}
}

// influence is one of a vertex.
type influence struct {
	bone   uint16
	weight float32
}

type influenceRow []influence

func largerFirst(a, b influence) int { return cmp.Compare(b.weight, a.weight) }

func (r *influenceRow) read(bone []uint16, weight []float32) {
	*r = (*r)[:0]
	for i, b := range bone {
		*r = append(*r, influence{b, weight[i]})
	}
}

func (r influenceRow) write(bone []uint16, weight []float32) {
	for i, x := range r {
		bone[i], weight[i] = x.bone, x.weight
	}
}

// PackInfluences stores the influences of all vertices, the largest weights first, in BoneIndex and
// BoneWeight. Influences becomes 4, or 8 where most is 8 and a vertex has more than 4. If vertices have
// still more, Exact becomes f, otherwise nil. The weights of each are packed by PackWeights; dropped is
// the largest weight that a vertex loses.
func (m *Mesh) PackInfluences(f *Influences, most int) (dropped float64) {
	vertices, longest := len(f.Start)-1, uint32(0)
	for v := range vertices {
		longest = max(longest, f.Start[v+1]-f.Start[v])
	}
	n := 4
	if most == 8 && longest > 4 {
		n = 8
	}
	m.Influences, m.Exact = n, nil
	m.BoneIndex, m.BoneWeight = make([]uint16, n*vertices), make([]float32, n*vertices)
	for v := range vertices {
		first, end := f.Start[v], f.Start[v+1]
		copy(m.BoneIndex[n*v:n*v+n], f.Bone[first:end])
		dropped = max(dropped, PackWeights(m.BoneWeight[n*v:n*v+n], f.Weight[first:end]))
	}
	if longest > uint32(n) {
		m.Exact = f
	}
	return dropped
}

// PackWeights stores the weights of one vertex, the largest first, in its places. Weights
// that fit are stored as they are. If there are more, the first are scaled to the sum of all,
//
//	wᵢ ← wᵢ · Σw / (w₀ + … + wₙ₋₁)
//
// and where Σw is 1, but for 1e-4, rounded to steps of 2⁻²⁴ by QuantizeWeights: the stored weights
// sum to 1 exactly, in any order in float32. It returns the weight without a place.
func PackWeights(to, weight []float32) (dropped float64) {
	n := copy(to, weight)
	clear(to[n:])
	if n == len(weight) {
		return 0
	}
	kept, rest := sum(weight[:n]), sum(weight[n:])
	if !(kept > 0) {
		return rest
	}
	scale, whole := (kept+rest)/kept, math.Abs(kept+rest-1) <= 1e-4
	if whole {
		scale, rest = 1/kept, 1-kept
	}
	var row [8]float64
	scaled := row[:0]
	for _, w := range to {
		scaled = append(scaled, float64(float64(w)*scale))
	}
	if whole {
		QuantizeWeights(scaled, 1<<24)
	}
	for i, w := range scaled {
		to[i] = float32(w)
	}
	return rest
}

func sum(list []float32) (sum float64) {
	for _, w := range list {
		sum += float64(w)
	}
	return sum
}

// QuantizeWeights rounds weights that sum to 1, the largest first, to whole steps of 1/steps. Each is rounded
// down, and the steps missing from the sum of 1 go to the largest remainders, of equal ones to the larger weight.
// A weight less than 2⁻²² below a step counts as that step, up to 2²⁰ steps, so that quantized weights stay after
// a round trip through float32.
func QuantizeWeights(weight []float64, steps int) {
	if len(weight) == 0 {
		return
	}
	left, slack := steps, float64(float64(steps)*0x1p-22)
	if steps > 1<<20 {
		slack = 0
	}
	remainder, order := make([]float64, len(weight)), make([]int, len(weight))
	for i, w := range weight {
		order[i] = i
		steps := float64(w * float64(steps))
		weight[i] = math.Floor(steps + slack)
		remainder[i] = steps - weight[i]
		left -= int(weight[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainder[b], remainder[a]) })
	for k := 0; left > 0; k++ {
		weight[order[k%len(order)]]++
		left--
	}
	for i := range weight {
		weight[i] /= float64(steps)
	}
}
