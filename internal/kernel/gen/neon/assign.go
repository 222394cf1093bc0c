package neon

import "fmt"

const vectors = 32

// assign gives every value a register, from the line that first writes it to the last that
// mentions it. Loops and branches need no special care, provided that keep mentions, after a loop,
// whatever each of its passes reads, and that what two branches both write is one value.
func (k *kernel) assign() {
	last := make(map[*vec]int)
	for i, l := range k.lines {
		for _, v := range l.use {
			last[v] = i
		}
		for _, v := range l.def {
			last[v] = i
		}
	}
	var taken [vectors]bool
	for i, l := range k.lines {
		for _, v := range l.use {
			if !v.known {
				panic(fmt.Sprintf("%s: line %d reads a value that none wrote", k.name, i))
			}
			if last[v] == i {
				taken[v.number] = false
			}
		}
		for _, v := range l.def {
			if !v.known {
				v.number, v.known = firstFree(&taken), true
				if v.number < 0 {
					panic(fmt.Sprintf("%s: line %d is out of registers", k.name, i))
				}
			}
			taken[v.number] = true
		}
		for _, v := range l.def {
			if last[v] == i {
				taken[v.number] = false
			}
		}
	}
}

func firstFree(taken *[vectors]bool) int {
	for i, t := range taken {
		if !t {
			return i
		}
	}
	return -1
}
