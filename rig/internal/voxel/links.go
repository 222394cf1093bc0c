package voxel

// A direction to a neighbour is (dx+1)·9 + (dy+1)·3 + dz+1; the middle one leads nowhere.
const (
	directions = 27
	self       = 13
)

// class returns what a voxel shares with its neighbour: 0 itself, 1 a face, 2 an edge, 3 a
// corner.
func class(direction int) (class int) {
	for range 3 {
		if direction%3 != 1 {
			class++
		}
		direction /= 3
	}
	return class
}

// next returns the slot in some direction, of a voxel that is linked there.
func (v *Volume) next(i int32, direction int) int32 {
	c := v.column[i]
	other := c + int32(direction/9-1)*v.n[1] + int32(direction/3%3-1)
	return i + v.origin[other] - v.origin[c] + int32(direction%3-1)
}

// link links all voxels with their neighbours in the volume, up to 26.
func (v *Volume) link() {
	for c, own := range v.span {
		if own.from == own.to { // as columns at the sides of the grid are
			continue
		}
		for d := 0; d < directions; d++ {
			if d == self {
				continue
			}
			other := int32(c) + int32(d/9-1)*v.n[1] + int32(d/3%3-1)
			shift := v.origin[other] - v.origin[c] + int32(d%3-1)
			for i := max(own.from, v.span[other].from-shift); i < min(own.to, v.span[other].to-shift); i++ {
				v.links[i] |= v.links[i] >> self & (v.links[i+shift] >> self) & 1 << d
			}
		}
	}
}

// unlink takes away the links across gaps. Between two voxels that triangles touch there is a
// way only if one triangle touches both, or on over a third voxel there is one. So two surfaces
// that are two voxels apart, more than the diagonal of one, are not linked, however they lie
// in the grid.
func (v *Volume) unlink(c covers) {
	const touched = 1 << 31 // of links, for now
	slots := make([]int32, len(c.key))
	for e, key := range c.key {
		slots[e], _ = v.slot(key)
		v.links[slots[e]] |= touched
	}
	apart := make([]uint32, len(v.links)) // links that may have to go
	for i, links := range v.links {
		if links&touched != 0 {
			for d := range directions {
				if d != self && links>>d&1 != 0 && v.links[v.next(int32(i), d)]&touched != 0 {
					apart[i] |= 1 << d
				}
			}
		}
	}
	stamp := make([]int32, len(v.links))
	for t := range len(c.start) - 1 {
		list := slots[c.start[t]:c.start[t+1]]
		for _, i := range list {
			stamp[i] = int32(t) + 1
		}
		for _, i := range list {
			for d := range directions {
				if apart[i]>>d&1 != 0 && stamp[v.next(i, d)] == int32(t)+1 {
					apart[i] &^= 1 << d
				}
			}
		}
	}
	for i := range v.links {
		v.links[i] &^= apart[i] | touched
	}
	v.bridge(apart, 2)
	v.bridge(apart, 3)
}

// bridge links voxels that share an edge, or a corner, and lost that link, where two links over
// a third voxel that is a neighbour of both lead there.
func (v *Volume) bridge(apart []uint32, shared int) {
	ways := waysAround(shared)
	add := make(map[int32]uint32)
	for i, lost := range apart {
		for d := 0; lost>>d != 0; d++ {
			if lost>>d&1 == 0 {
				continue
			}
			for _, first := range ways[d] {
				if v.links[i]>>first&1 != 0 && v.links[v.next(int32(i), first)]>>(d-first+self)&1 != 0 {
					add[int32(i)] |= 1 << d
					break
				}
			}
		}
	}
	for i, links := range add {
		v.links[i] |= links
	}
}

// waysAround lists, for each direction of a class, the first directions of the ways of two
// steps that stay within the box of the two voxels.
func waysAround(shared int) (ways [directions][]int) {
	for d := range directions {
		if class(d) != shared {
			continue
		}
		for first := range directions {
			if first != self && first != d && isPart(first, d) {
				ways[d] = append(ways[d], first)
			}
		}
	}
	return ways
}

// isPart reports whether a direction goes along each axis as another does, or not at all.
func isPart(part, whole int) bool {
	for range 3 {
		if p := part % 3; p != 1 && p != whole%3 {
			return false
		}
		part, whole = part/3, whole/3
	}
	return true
}
