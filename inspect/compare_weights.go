package inspect

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// share is how much a joint moves a vertex.
type share struct {
	joint  int // of the first model; of the second alone: −2 − its index; −1: none
	weight float64
}

// findWeights compares how much joints move the vertices of two meshes. What has no skin is moved by its
// joint alone.
func (c *comparer) findWeights(p *meshPair) {
	a, b := c.meshOf(p, 0), c.meshOf(p, 1)
	back := make(map[int]int) // from joints of the second model
	for _, j := range c.joints {
		back[j[1]] = j[0]
	}
	in := func(joint int) int {
		if joint < 0 {
			return -1
		}
		if to, ok := back[joint]; ok {
			return to
		}
		return -2 - joint
	}
	f := found{Change: Change{Kind: Weights, Part: a.Name, Unit: Fraction}, least: leastWeight}
	var shares []share
	vertex, joint := 0, 0
	for k := range p.count(c) {
		v := p.vertexPair(k)
		shares = shared(shares[:0], c.side[0].model, a, v[0], 1, func(j int) int { return j })
		shares = shared(shares, c.side[1].model, b, v[1], -1, in)
		worst, of := 0.0, 0
		for _, s := range shares {
			if d := math.Abs(s.weight); d > worst {
				worst, of = d, s.joint
			}
		}
		if f.add(worst) {
			vertex, joint = v[0], of
		}
	}
	f.Message = fmt.Sprintf("the weight of vertex %d for %s is off by %s, the most of %d vertices", vertex, c.jointName(joint), Amount(f.Size, Fraction), f.count)
	c.tell(f)
}

// leastWeight is the difference of weights that two bytes of a file leave.
const leastWeight = 1e-4

// jointName names the joint of a share.
func (c *comparer) jointName(joint int) string {
	switch {
	case joint >= 0:
		return c.side[0].model.Skeleton.Name[joint]
	case joint == -1:
		return "no joint"
	}
	return c.side[1].model.Skeleton.Name[-2-joint]
}

// shared adds the weights of a vertex, times a sign, to a list with one entry per joint.
func shared(list []share, m *soa.Model, mesh *soa.Mesh, vertex int, sign float64, in func(joint int) int) []share {
	add := func(joint int, weight float64) {
		joint = in(joint)
		for i := range list {
			if list[i].joint == joint {
				list[i].weight += float64(sign * weight)
				return
			}
		}
		list = append(list, share{joint, sign * weight})
	}
	if mesh.Skin == soa.None {
		add(int(mesh.Joint), 1)
		return list
	}
	joints := m.Skins[mesh.Skin].Joint
	if e := mesh.Exact; e != nil {
		for i := e.Start[vertex]; i < e.Start[vertex+1]; i++ {
			add(int(joints[e.Bone[i]]), float64(e.Weight[i]))
		}
		return list
	}
	for i := vertex * mesh.Influences; i < (vertex+1)*mesh.Influences; i++ {
		if w := mesh.BoneWeight[i]; w != 0 {
			add(int(joints[mesh.BoneIndex[i]]), float64(w))
		}
	}
	return list
}
