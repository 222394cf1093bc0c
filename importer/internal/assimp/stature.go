package assimp

import (
	"math"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
)

// stature is about how tall the figure of a file is at rest, in the file's unit. Where the
// figure stands, its own offset or that of nodes above it, does not count.
//
// The bones from the head to a foot are 1/1.13 of it, by which nothing depends on the pose
// at rest. Of a file without such names it is the longest side of the box around the hips
// and what is below.
func stature(t *scene.Tree) float64 {
	const wholeOfBones = 1.13 // what is above the joint of the head and below the ankle
	head := nodeNamed(t, "head")
	foot := nodeNamed(t, "foot", "ankle")
	if head >= 0 && foot >= 0 {
		if way := way(t, head, foot); way > 0 {
			return wholeOfBones * way
		}
	}
	return extentOf(t, hips(t))
}

// nodeNamed returns the first node whose name has one of some words in it, or -1.
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

// way returns the length of the bones from one node to another.
func way(t *scene.Tree, a, b int) (length float64) {
	for a != b { // parents come before their children, and the root before all
		if a < b {
			a, b = b, a
		}
		length += t.Nodes[a].Local.Translation().Length()
		a = t.Nodes[a].Parent
	}
	return length
}

// hips returns the first node from which two limbs of three nodes or more go out, or the
// root where there is none.
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

// extentOf is the longest side of the box around a node and all below it, at rest.
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
