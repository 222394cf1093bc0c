package paint

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// tree finds points by place: a k-d tree in one array. The median of order[from:to] along axis
// (depth mod 3) is in the middle, what is not beyond it before, what is not below it after.
type tree struct {
	at    []exact.Vec // in the same order
	order []int32
}

func newTree(at []exact.Vec) tree {
	t := tree{at, make([]int32, len(at))}
	for p := range t.order {
		t.order[p] = int32(p)
	}
	t.divide(t.order, 0)
	t.at = make([]exact.Vec, len(at))
	for i, p := range t.order {
		t.at[i] = at[p]
	}
	return t
}

func (t *tree) divide(list []int32, axis int) {
	if len(list) < 2 {
		return
	}
	slices.SortFunc(list, func(a, b int32) int {
		switch x, y := t.at[a][axis], t.at[b][axis]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(a - b)
	})
	middle := len(list) / 2
	t.divide(list[:middle], (axis+1)%3)
	t.divide(list[middle+1:], (axis+1)%3)
}

// visitBox visits the points in a box and their places, in the order of the tree.
func (t *tree) visitBox(low, high exact.Vec, visit func(p int32, at *exact.Vec)) {
	t.walk(0, len(t.order), 0, &low, &high, visit)
}

func (t *tree) walk(from, to, axis int, low, high *exact.Vec, visit func(p int32, at *exact.Vec)) {
	for from < to {
		middle := from + (to-from)/2
		at := &t.at[middle]
		next := axis + 1
		if next == 3 {
			next = 0
		}
		if at[axis] >= low[axis] {
			t.walk(from, middle, next, low, high, visit)
		}
		if at[0] >= low[0] && at[1] >= low[1] && at[2] >= low[2] && at[0] <= high[0] && at[1] <= high[1] && at[2] <= high[2] {
			visit(t.order[middle], at)
		}
		if at[axis] > high[axis] {
			return
		}
		from, axis = middle+1, next
	}
}

// ballBox returns the box around a ball.
func ballBox(center exact.Vec, radius float64) (low, high exact.Vec) {
	r := exact.Vec{radius, radius, radius}
	return center.Sub(r), center.Add(r)
}
