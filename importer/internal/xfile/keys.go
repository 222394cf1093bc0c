package xfile

import "github.com/sinew-anim/sinew/internal/exact"

// Set is a set of animations.
type Set struct{ Animations []Animation }

// Animation holds the matrix keys of a frame.
type Animation struct {
	Frame string
	Keys  []Key
}

// Key is a key of a frame's matrix, of column vectors.
type Key struct {
	Time   float64 // ticks
	Matrix exact.Matrix
}

// maxDepth limits the blocks within blocks that are told apart.
const maxDepth = 1 << 10

// block is a block that is being read.
type block struct {
	kind    string
	numbers []float64
	words   []string
}

// Parse reads the animations of a file, which unpacks to at most limit bytes.
func Parse(data []byte, limit int) ([]Set, error) {
	t, err := open(data, limit)
	if err != nil {
		return nil, err
	}
	var sets []Set
	stack := []block{{}}
	deeper := 0 // blocks beyond the deepest
	for {
		next := t.next()
		top := &stack[len(stack)-1]
		switch next.mark {
		case 0:
			return sets, nil
		case 'n':
			if deeper == 0 && top.kind == "AnimationKey" {
				top.numbers = append(top.numbers, next.number)
			}
		case 'w':
			if deeper == 0 && len(top.words) < 4 {
				top.words = append(top.words, next.word)
			}
		case '{':
			if deeper > 0 || len(stack) == maxDepth {
				deeper++
				continue
			}
			inner := block{}
			if len(top.words) > 0 {
				inner.kind = top.words[0]
			}
			top.words = nil
			stack = append(stack, inner)
			sets = begin(sets, stack)
		case '}':
			if deeper > 0 {
				deeper--
			} else if len(stack) > 1 {
				end(sets, stack)
				stack = stack[:len(stack)-1]
				stack[len(stack)-1].words = nil
			}
		}
	}
}

// begin begins a set, or an animation of one.
func begin(sets []Set, stack []block) []Set {
	switch n := len(stack); {
	case stack[n-1].kind == "AnimationSet":
		return append(sets, Set{})
	case stack[n-1].kind == "Animation" && stack[n-2].kind == "AnimationSet":
		s := &sets[len(sets)-1]
		s.Animations = append(s.Animations, Animation{})
	}
	return sets
}

// end ends a block of an animation: the name of its frame, or keys.
func end(sets []Set, stack []block) {
	n := len(stack)
	if n < 3 || stack[n-2].kind != "Animation" || stack[n-3].kind != "AnimationSet" {
		return
	}
	set := &sets[len(sets)-1]
	a := &set.Animations[len(set.Animations)-1]
	switch b := &stack[n-1]; b.kind {
	case "":
		if len(b.words) > 0 {
			a.Frame = b.words[0]
		}
	case "AnimationKey":
		a.Keys = append(a.Keys, keys(b.numbers)...)
	}
}

// keys returns the keys of a block: its kind, which is 3 or 4 for matrices, their number, and per
// key its time, 16, and a matrix of row vectors.
func keys(v []float64) (list []Key) {
	const head, size = 2, 18
	if len(v) < head || v[0] != 3 && v[0] != 4 {
		return nil
	}
	for at := head; at+size <= len(v) && v[at+1] == 16; at += size {
		m := v[at+2 : at+size]
		var k Key
		k.Time = v[at]
		for row := range 3 {
			for column := range 4 {
				k.Matrix[4*row+column] = m[4*column+row]
			}
		}
		list = append(list, k)
	}
	return list
}
