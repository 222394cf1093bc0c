package soa

// Paths numbers the paths of joints: joints of one skeleton or of several with equal names from
// their roots down have one number. It takes time and memory linear in the number of joints, at
// any depth. The zero value is ready.
type Paths struct{ number map[pathEnd]int }

// pathEnd is a path: that of the parent, 0 without one, and the joint's name.
type pathEnd struct {
	above int
	name  string
}

// Numbers returns the number of each joint's path, from 1.
func (p *Paths) Numbers(s *Skeleton) []int {
	if p.number == nil {
		p.number = make(map[pathEnd]int, s.Len())
	}
	numbers := make([]int, s.Len())
	for j, parent := range s.Parent {
		above := 0
		if parent >= 0 {
			above = numbers[parent]
		}
		numbers[j] = p.Child(above, s.Name[j])
	}
	return numbers
}

// Child returns the number of the path that ends with a name below another path, 0 for roots.
func (p *Paths) Child(path int, name string) int {
	if p.number == nil {
		p.number = make(map[pathEnd]int)
	}
	end := pathEnd{path, name}
	n, ok := p.number[end]
	if !ok {
		n = len(p.number) + 1
		p.number[end] = n
	}
	return n
}
