package pose

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// Bounds finds a box around a character in any pose: what each slot moves lies in a box of its bind
// space, and those boxes go with the palette.
//
//	slot 0   box of the vertices that it moves ─┐
//	slot 1   box                               ─┼─ palette ─► one box in model space
//	…        and how far morph targets reach   ─┘
//
// It is immutable and safe for concurrent use.
type Bounds struct {
	layout *Layout
	parts  []boundsPart
	morphs []boundsMorph
}

// box is empty where low > high.
type box struct{ low, high [3]float32 }

// boundsPart is what a slot moves, and which of the morphs move that.
type boundsPart struct {
	slot              int
	box               box
	morphs, endMorphs int
}

// boundsMorph is how far a morph target moves vertices of a slot at the weight 1.
type boundsMorph struct {
	weight int
	box    box
}

func emptyBox() box {
	const far = 3e38
	return box{[3]float32{far, far, far}, [3]float32{-far, -far, -far}}
}

func (b *box) add(p []float32) {
	for k := range 3 {
		b.low[k], b.high[k] = min(b.low[k], p[k]), max(b.high[k], p[k])
	}
}

// Bounds prepares the boxes of a model's meshes or, where it is nil, those of the joints' places
// alone. They hold for linear skinning; of dual quaternions flesh bulges beyond them at a bent
// joint. The errors are those of BindModel.
func (l *Layout) Bounds(model *soa.Model) (*Bounds, error) {
	b := &Bounds{layout: l}
	if model == nil {
		for s, joint := range l.Joint {
			if joint != soa.NoJoint {
				x, y, z := l.Bind[s].Translation()
				b.parts = append(b.parts, boundsPart{slot: s, box: box{[3]float32{x, y, z}, [3]float32{x, y, z}}})
			}
		}
		return b, nil
	}
	drawn, err := l.BindModel(model)
	if err != nil {
		return nil, fmt.Errorf("bounds: %w", err)
	}
	boxes, morphs := make(map[int]box), make(map[[2]int]box) // by slot, and weight
	for _, mesh := range drawn.Meshes {
		b.addMesh(mesh, boxes, morphs)
	}
	for s := standing; s < len(l.Joint); s++ {
		of, moves := boxes[s]
		if !moves {
			continue
		}
		p := boundsPart{slot: s, box: of, morphs: len(b.morphs)}
		for w := range model.Weights {
			if of, ok := morphs[[2]int{s, w}]; ok {
				b.morphs = append(b.morphs, boundsMorph{w, of})
			}
		}
		p.endMorphs = len(b.morphs)
		b.parts = append(b.parts, p)
	}
	return b, nil
}

// standing stands for the slot of meshes that no joint moves.
const standing = -1

// addMesh adds the vertices of a mesh that is bound to the layout's slots, or stands still.
func (b *Bounds) addMesh(mesh *soa.Mesh, boxes map[int]box, morphs map[[2]int]box) {
	still := mesh.Skin == soa.None
	each := func(v int, do func(slot int)) {
		if still {
			do(standing)
			return
		}
		bone, weight := mesh.BoneIndex[v*mesh.Influences:][:mesh.Influences], mesh.BoneWeight[v*mesh.Influences:]
		if e := mesh.Exact; e != nil {
			bone, weight = e.Bone[e.Start[v]:e.Start[v+1]], e.Weight[e.Start[v]:]
		}
		for k, s := range bone {
			if weight[k] > 0 {
				do(int(s))
			}
		}
	}
	for v := range mesh.Vertices() {
		p := [3]float32(mesh.Position[3*v:])
		if still {
			p = mesh.Offset.Apply(p)
		}
		each(v, func(s int) {
			of, ok := boxes[s]
			if !ok {
				of = emptyBox()
			}
			of.add(p[:])
			boxes[s] = of
		})
	}
	own := make(map[[2]int]box) // of the mesh: targets of one weight add up
	for k := range mesh.Morphs {
		m := &mesh.Morphs[k]
		target := make(map[int]box)
		for n, v := range m.Vertex {
			p := [3]float32(m.Position[3*n:])
			if still {
				p = mesh.Offset.ApplyVector(p)
			}
			each(int(v), func(s int) {
				of := target[s] // others stay
				of.add(p[:])
				target[s] = of
			})
		}
		for s, of := range target {
			sum := own[[2]int{s, m.Weight}]
			sum.morph(&of, 1)
			own[[2]int{s, m.Weight}] = sum
		}
	}
	for at, of := range own {
		all := morphs[at]
		all.add(of.low[:])
		all.add(of.high[:])
		morphs[at] = all
	}
}

// Layout returns the layout of the palettes that Of takes.
func (b *Bounds) Layout() *Layout { return b.layout }

// Box returns the corners of the box around a pose in model space, given its palette and morph
// weights; low is above high where there is nothing. The error wraps simd.ErrLength.
func (b *Bounds) Box(palette, weights []float32) (low, high [3]float32, err error) {
	if err = checkLen("bounds", "palette", len(palette), affineFloats*b.layout.Rotations()); err == nil {
		err = checkLen("bounds", "weights", len(weights), len(b.layout.WeightRest))
	}
	all := emptyBox()
	if err != nil {
		return all.low, all.high, err
	}
	for k := range b.parts {
		p := &b.parts[k]
		of := p.box
		for n := p.morphs; n < p.endMorphs; n++ {
			of.morph(&b.morphs[n].box, weights[b.morphs[n].weight])
		}
		m := soa.IdentityAffine()
		if p.slot != standing {
			m = soa.Affine(palette[affineFloats*p.slot:])
		}
		of.move(&m)
		all.add(of.low[:])
		all.add(of.high[:])
	}
	return all.low, all.high, nil
}

// morph widens a box by deltas times a weight.
func (b *box) morph(deltas *box, weight float32) {
	for k := range 3 {
		x, y := float32(weight*deltas.low[k]), float32(weight*deltas.high[k])
		b.low[k], b.high[k] = b.low[k]+min(x, y), b.high[k]+max(x, y)
	}
}

// slackOfBounds is by what part of its size and place a box is wider than computed, for rounding.
const slackOfBounds = 1. / (1 << 19)

// move replaces a box by one around where a matrix takes it.
func (b *box) move(m *soa.Affine) {
	var center, half [3]float32
	for k := range 3 {
		center[k], half[k] = b.low[k]+float32((b.high[k]-b.low[k])/2), float32((b.high[k]-b.low[k])/2)
	}
	for k := range 3 {
		row := m[4*k : 4*k+4]
		middle, reach, size := row[3], float32(0), max(row[3], -row[3])
		for e := range 3 {
			x, y := float32(row[e]*center[e]), float32(row[e]*half[e])
			middle, reach, size = middle+x, reach+max(y, -y), size+max(x, -x)
		}
		reach += float32((reach + size) * slackOfBounds)
		b.low[k], b.high[k] = middle-reach, middle+reach
	}
}
