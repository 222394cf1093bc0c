package draco

import (
	"math/bits"

	"github.com/sinew-anim/sinew/internal/draco/internal/topology"
)

// normals predicts the normal of the triangles around a vertex, weighted by their areas. Whether it
// points the other way is stored.
func (p *prediction) normals(d *decoder) {
	o := p.corrector.(*octahedral)
	o.read(d)
	flips := d.BitDecoder()
	if d.Err != nil {
		return
	}
	for i, c := range p.corners {
		if i%1024 == 0 && !d.Step(1024*500) {
			return
		}
		n := o.project(p.areaNormal(c))
		if flips.Next() {
			n = [3]int32{-n[0], -n[1], -n[2]}
		}
		st := o.unfold(n)
		o.correct(st[:], p.at(i))
	}
}

// areaNormal adds the cross products of the triangles around the vertex of c, scaled to 2^29 at most.
func (p *prediction) areaNormal(c int32) (normal vec3) {
	s := p.surface
	at := func(c int32) vec3 { return p.positions.position(p.value[s.Vertex[c]]) }
	center := at(c)
	s.ForEachCorner(c, func(c int32) {
		normal = normal.add(at(topology.Next(c)).sub(center).cross(at(topology.Previous(c)).sub(center)))
	})
	const most = 1 << 29
	if sum := sumOf(normal); sum > most {
		normal = normal.div(sum / most)
	}
	return normal
}

// sumOf is |x| + |y| + |z|, the greatest int64 where that is more.
func sumOf(v vec3) (sum int64) {
	for _, x := range v {
		m := magnitude(x)
		if sum > 1<<63-1-m {
			return 1<<63 - 1
		}
		sum += m
	}
	return sum
}

// project scales a vector onto the octahedron: |x| + |y| + |z| becomes its center's distance.
func (o octahedron) project(v vec3) (n [3]int32) {
	sum := sumOf(v)
	if sum == 0 {
		return [3]int32{o.center, 0, 0}
	}
	n[0] = int32(v[0] * int64(o.center) / sum)
	n[1] = int32(v[1] * int64(o.center) / sum)
	n[2] = o.center - int32(magnitude(int64(n[0]))) - int32(magnitude(int64(n[1])))
	if v[2] < 0 {
		n[2] = -n[2]
	}
	return n
}

// unfold turns a vector on the octahedron into s and t.
func (o octahedron) unfold(n [3]int32) [2]int32 {
	var s, t int32
	if n[0] >= 0 {
		s, t = n[1]+o.center, n[2]+o.center
	} else {
		s, t = int32(magnitude(int64(n[2]))), int32(magnitude(int64(n[1])))
		if n[1] >= 0 {
			s = o.most - s
		}
		if n[2] >= 0 {
			t = o.most - t
		}
	}
	return o.canonical(s, t)
}

// canonical chooses one of the places that are the same on the octahedron's folded edges.
func (o octahedron) canonical(s, t int32) [2]int32 {
	switch {
	case s == 0 && t == 0, s == 0 && t == o.most, s == o.most && t == 0:
		return [2]int32{o.most, o.most}
	case s == 0 && t > o.center, s == o.most && t < o.center:
		t = 2*o.center - t
	case t == o.most && s < o.center, t == 0 && s > o.center:
		s = 2*o.center - s
	}
	return [2]int32{s, t}
}

// octahedral corrects normals on an octahedron whose diamond the prediction is folded and, if rotated,
// turned into one quarter of.
type octahedral struct {
	octahedron
	rotated bool
}

func (o *octahedral) read(d *decoder) {
	values := d.I32()
	if o.rotated {
		d.I32() // the center, which follows from values
	}
	if d.Err != nil {
		return
	}
	b := bits.Len32(uint32(values))
	if values&1 == 0 || b < 2 || b > 30 {
		d.Fail(ErrFormat, "octahedral normals up to %d", values)
		return
	}
	o.octahedron = newOctahedron(int32(b))
}

func (o *octahedral) correct(predicted, value []int32) {
	s, t := predicted[0]-o.center, predicted[1]-o.center
	outside := !o.inDiamond(s, t)
	if outside {
		s, t = o.fold(s, t)
	}
	quarter := 0
	if o.rotated && !(s == 0 && t == 0 || s < 0 && t <= 0) {
		quarter = quarterOf(s, t)
	}
	s, t = rotate(s, t, quarter)
	s, t = o.wrap(s+value[0]), o.wrap(t+value[1])
	s, t = rotate(s, t, (4-quarter)%4)
	if outside {
		s, t = o.fold(s, t)
	}
	value[0], value[1] = s+o.center, t+o.center
}

func (o octahedron) inDiamond(s, t int32) bool {
	return magnitude(int64(s))+magnitude(int64(t)) <= int64(o.center)
}

// fold mirrors a place at the diamond's edge, from the inside to the outside or back.
func (o octahedron) fold(s, t int32) (int32, int32) {
	signS, signT := int32(-1), int32(-1)
	switch {
	case s >= 0 && t >= 0:
		signS, signT = 1, 1
	case s <= 0 && t <= 0:
	default:
		if s > 0 {
			signS = 1
		}
		if t > 0 {
			signT = 1
		}
	}
	cornerS, cornerT := signS*o.center, signT*o.center
	s, t = 2*s-cornerS, 2*t-cornerT
	if signS == signT {
		s, t = -t, -s
	} else {
		s, t = t, s
	}
	return (s + cornerS) / 2, (t + cornerT) / 2
}

// quarterOf is by how many quarters s and t are rotated into the quarter where both are negative.
func quarterOf(s, t int32) int {
	switch {
	case s == 0 && t == 0:
		return 0
	case s == 0 && t > 0, s < 0 && t > 0:
		return 3
	case s == 0, s > 0 && t < 0:
		return 1
	case s > 0:
		return 2
	}
	return 0
}

func rotate(s, t int32, quarters int) (int32, int32) {
	switch quarters {
	case 1:
		return t, -s
	case 2:
		return -s, -t
	case 3:
		return -t, s
	}
	return s, t
}

// wrap brings a sum back into the square.
func (o octahedron) wrap(x int32) int32 {
	switch {
	case x > o.center:
		return x - o.values
	case x < -o.center:
		return x + o.values
	}
	return x
}
