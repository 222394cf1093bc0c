package surface

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// leafSize is the most triangles of a node without children.
const leafSize = 4

// tree is a hierarchy of boxes around triangles. Nodes lie in depth-first order: the first child
// follows its parent.
type tree struct {
	node []node
	of   []int32 // triangles, those of a leaf side by side
}

// node is a box. A leaf has the triangles of[first:first+count]; another node has count 0, and
// first is its second child.
type node struct {
	min, max     exact.Vec
	first, count int32
}

// builder builds a tree.
type builder struct {
	tree
	ctx     context.Context
	over    bool // it has ended
	surface *Surface
	center  []exact.Vec // per triangle: three times its centroid
}

// Filter returns the surface as it is but for Nearest, AnyAlong and Leaves, which know only the
// triangles that keep keeps. The error is the context's.
func (s *Surface) Filter(ctx context.Context, keep func(triangle int) bool) (*Surface, error) {
	var kept []int32
	for t := range s.Triangle {
		if keep(t) {
			kept = append(kept, int32(t))
		}
	}
	out := *s
	out.tree = newTree(ctx, s, kept)
	return &out, ctx.Err()
}

// newTree returns the tree of some triangles. Where the context has ended, it is of no use.
func newTree(ctx context.Context, s *Surface, triangles []int32) tree {
	b := &builder{ctx: ctx, surface: s, center: make([]exact.Vec, len(s.Triangle))}
	b.of = triangles
	for _, t := range triangles {
		corner := s.Triangle[t]
		b.center[t] = s.Position[corner[0]].Add(s.Position[corner[1]]).Add(s.Position[corner[2]])
	}
	if len(triangles) > 0 {
		b.split(0, len(triangles))
	}
	return b.tree
}

// split adds a node for of[first:end], and those below it.
func (b *builder) split(first, end int) {
	list := b.of[first:end]
	at := len(b.node)
	n := b.boundingBox(list)
	b.node = append(b.node, n)
	if len(list) > ask && b.ctx.Err() != nil {
		b.over = true
	}
	if len(list) <= leafSize || b.over {
		b.node[at].first, b.node[at].count = int32(first), int32(len(list))
		return
	}
	// At the median along the longest side of the box around the centres: the halves have the
	// same size whatever the triangles, so depth is bounded.
	b.halve(list, b.longest(list))
	middle := first + len(list)/2
	b.split(first, middle)
	b.node[at].first = int32(len(b.node))
	b.split(middle, end)
}

// maxRounds is after how many rounds of halve the rest is sorted: each should halve what is left.
const maxRounds = 64

// halve reorders triangles so that those of the first half have the lesser centres along an axis
// (C. Hoare: Algorithm 65, Find, 1961).
func (b *builder) halve(list []int32, axis int) {
	compare := func(s, t int32) int {
		switch u, v := b.center[s][axis], b.center[t][axis]; {
		case u < v:
			return -1
		case u > v:
			return 1
		}
		return int(s - t)
	}
	low, high, middle := 0, len(list)-1, len(list)/2
	for round := 0; low < high; round++ {
		if round == maxRounds {
			slices.SortFunc(list[low:high+1], compare)
			return
		}
		pivot := list[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for compare(list[i], pivot) < 0 {
				i++
			}
			for compare(list[j], pivot) > 0 {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i, j = i+1, j-1
			}
		}
		if middle <= j {
			high = j
		} else if middle >= i {
			low = i
		} else {
			return
		}
	}
}

// boundingBox returns the box of triangles.
func (b *builder) boundingBox(list []int32) (n node) {
	n.min = exact.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}
	n.max = n.min.Scale(-1)
	for _, t := range list {
		for _, p := range b.surface.Triangle[t] {
			for k, x := range b.surface.Position[p] {
				n.min[k], n.max[k] = min(n.min[k], x), max(n.max[k], x)
			}
		}
	}
	return n
}

// longest returns the axis along which the centres of triangles lie farthest apart.
func (b *builder) longest(list []int32) (axis int) {
	low, high := b.center[list[0]], b.center[list[0]]
	for _, t := range list {
		for k, x := range b.center[t] {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	for k := range 3 {
		if high[k]-low[k] > high[axis]-low[axis] {
			axis = k
		}
	}
	return axis
}

// distance returns the square of the distance from a point to the box.
func (n *node) distance(p *exact.Vec) float64 {
	x := max(n.min[0]-p[0], p[0]-n.max[0], 0)
	y := max(n.min[1]-p[1], p[1]-n.max[1], 0)
	z := max(n.min[2]-p[2], p[2]-n.max[2], 0)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
