package soa

// Figure marks the joints of the character, for pictures of the skeleton. It leaves out the joints
// between the origin and the first fork that neither rotate in a clip nor move a vertex, and the
// childless joints on them, such as targets of controls and cameras. A joint that would be left
// alone keeps its parent, to show its place.
func (m *Model) Figure() []bool {
	k := m.Skeleton
	figure := make([]bool, k.Len())
	children := make([][]int, k.Len())
	for j, p := range k.Parent {
		figure[j] = true
		if p != NoJoint {
			children[p] = append(children[p], j)
		}
	}
	fixed := m.fixed()
	above := NoJoint // the last joint that was left out
	for j, p := range k.Parent {
		if p != NoJoint {
			continue
		}
		for fixed[j] {
			next := NoJoint
			for _, c := range children[j] {
				switch {
				case fixed[c] && len(children[c]) == 0: // a lone joint
				case next == NoJoint:
					next = c
				default:
					next = j // a fork
				}
			}
			if next == NoJoint || next == j {
				break
			}
			figure[j], above = false, j
			for _, c := range children[j] {
				figure[c] = c == next
			}
			j = next
		}
	}
	left := 0
	for _, yes := range figure {
		if yes {
			left++
		}
	}
	if left < 2 && above != NoJoint {
		figure[above] = true
	}
	return figure
}

// fixed marks the joints that rotate in no clip and move no vertex.
func (m *Model) fixed() []bool {
	fixed := make([]bool, m.Skeleton.Len())
	for j := range fixed {
		fixed[j] = true
	}
	for _, mesh := range m.Meshes {
		if mesh.Skin == None {
			if mesh.Joint != NoJoint {
				fixed[mesh.Joint] = false
			}
			continue
		}
		for i, w := range mesh.BoneWeight {
			if w > 0 {
				fixed[m.Skins[mesh.Skin].Joint[mesh.BoneIndex[i]]] = false
			}
		}
	}
	for _, c := range m.Clips {
		for t, track := range c.Tracks {
			if track.Property == Rotation && c.varies(t) {
				fixed[track.Target] = false
			}
		}
	}
	return fixed
}

// varies reports whether track t has keys of different values.
func (c *Clip) varies(t int) bool {
	first, end := c.Keys(t)
	for i := first + 1; i < end; i++ {
		if c.X[i] != c.X[first] || c.Y[i] != c.Y[first] || c.Z[i] != c.Z[first] || c.W[i] != c.W[first] {
			return true
		}
	}
	return false
}
