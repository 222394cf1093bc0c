package graph

// transitionSet is a set of the transitions of a machine, by their indices.
type transitionSet struct {
	bits []uint64
	any  bool
}

func (s *transitionSet) clear() {
	if s.any {
		clear(s.bits)
		s.any = false
	}
}

func (s *transitionSet) add(n int) {
	s.bits[n/64] |= 1 << (n % 64)
	s.any = true
}

// has reports whether a transition is in the set.
func (s *transitionSet) has(n int) bool { return s.any && s.bits[n/64]>>(n%64)&1 != 0 }
