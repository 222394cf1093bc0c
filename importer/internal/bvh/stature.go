package bvh

import (
	"math"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
)

// stature returns the height of a file's figure at rest, in the file's unit. The figure's
// position, including the offsets of nodes above it, does not count. The bones from head to foot
// make up 1/1.13 of the height, independent of the rest pose. For a file without such names the
// height is the longest side of the box around the hips and all nodes below.
func stature(t *scene.Tree) float64 {
	const wholeOfBones = 1.13 // adds the part above the head joint and below the ankle
	head := nodeNamed(t, "head")
	foot := nodeNamed(t, "foot", "ankle")
	if head >= 0 && foot >= 0 {
		if way := way(t, head, foot); way > 0 {
			return wholeOfBones * way
		}
	}
	return extentOf(t, hips(t))
}

// nodeNamed returns the first node whose name contains one of the words, or -1.
func nodeNamed(t *scene.Tree, words ...string) int {
	for i := range t.Nodes {
		name := strings.ToLower(t.Nodes[i].Name)
		for _, w := range words {
			if strings.Contains(name, w) {
				return i
			}
		}
	}
	return -1
}

// way returns the length of the bones on the path between two nodes.
func way(t *scene.Tree, a, b int) (length float64) {
	for a != b { // parents come before their children, and the root comes first
		if a < b {
			a, b = b, a
		}
		length += t.Nodes[a].Local.Translation().Length()
		a = t.Nodes[a].Parent
	}
	return length
}

// hips returns the first node with two descending limbs of three nodes or more, or the root if
// there is none.
func hips(t *scene.Tree) int {
	const limb = 3
	below, limbs := make([]int, len(t.Nodes)), make([]int, len(t.Nodes))
	at := 0
	for i := len(t.Nodes) - 1; i > 0; i-- {
		below[i]++
		p := t.Nodes[i].Parent
		if below[p] += below[i]; below[i] >= limb {
			limbs[p]++
		}
	}
	for i := range t.Nodes {
		if limbs[i] >= 2 {
			at = i
			break
		}
	}
	return at
}

// extentOf returns the longest side of the box around a node and all nodes below it, at rest.
func extentOf(t *scene.Tree, from int) (size float64) {
	var low, high exact.Vec
	world, in := make([]exact.Matrix, len(t.Nodes)), make([]bool, len(t.Nodes))
	for i := range t.Nodes {
		world[i] = t.Nodes[i].Local
		if p := t.Nodes[i].Parent; p >= 0 {
			world[i] = world[p].Mul(world[i])
			in[i] = in[p]
		}
		at := world[i].Translation()
		if i == from {
			low, high, in[i] = at, at, true
		}
		if !in[i] {
			continue
		}
		for c := range 3 {
			low[c], high[c] = math.Min(low[c], at[c]), math.Max(high[c], at[c])
		}
	}
	for c := range 3 {
		size = math.Max(size, high[c]-low[c])
	}
	return size
}
