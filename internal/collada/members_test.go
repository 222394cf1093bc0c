package collada

import (
	"fmt"
	"strings"
	"testing"
)

// Members name numbers by letters of three rows, in either case, as far as an element has as many; an
// angle is the fourth number of a rotation and the first of a skew. Nothing else is a member.
func TestMembers(t *testing.T) {
	order := map[string]int{"X": 0, "Y": 1, "Z": 2, "W": 3, "R": 0, "G": 1, "B": 2, "A": 3, "U": 0, "V": 1, "P": 2, "Q": 3}
	numbers := map[Kind]int{Translate: 3, Rotate: 4, Scale: 3, Matrix: 16, LookAt: 9, Skew: 7}
	angles := map[Kind]int{Rotate: 3, Skew: 0}
	var letters []string
	for c := rune(0); c < 128; c++ {
		letters = append(letters, string(c))
	}
	for kind, n := range numbers {
		for _, name := range append(letters, "", "XY", "XX", "YZ", "ZW", "RGB", "UV", "É", "ANGLES", "ANG") {
			want, is := order[strings.ToUpper(name)]
			if !is || want >= n {
				want = -1
			}
			if got := member(kind, name); got != want {
				t.Errorf("kind %d: %q is member %d, want %d", kind, name, got, want)
			}
		}
		want, is := angles[kind]
		if !is {
			want = -1
		}
		for _, name := range []string{"ANGLE", "angle", "Angle"} {
			if got := member(kind, name); got != want {
				t.Errorf("kind %d: %s is member %d, want %d", kind, name, got, want)
			}
		}
	}
}

// A sampler drives as many numbers as it has dimensions: the one that a channel or its own name
// names, the angle of a rotation or skew, or all. What does not fit drives nothing.
func TestNumbersOfSamplers(t *testing.T) {
	for kind, n := range map[Kind]int{Translate: 3, Rotate: 4, Scale: 3, Matrix: 16, LookAt: 9, Skew: 7} {
		var all []int
		for i := range n {
			all = append(all, i)
		}
		expect := func(s *Sampler, to target, want []int) {
			t.Helper()
			if got := s.numbers(kind, to); fmt.Sprint(got) != fmt.Sprint(want) || (got == nil) != (want == nil) {
				t.Errorf("kind %d, dimensions %q, to %+v: %v, want %v", kind, s.names, to, got, want)
			}
		}
		expect(&Sampler{dims: n, names: make([]string, n)}, target{index: -1}, all)
		one := &Sampler{dims: 1, names: []string{"Y"}}
		for i := range n {
			expect(one, target{index: i}, []int{i})
		}
		expect(one, target{index: n}, nil)
		expect(one, target{index: -1, member: "Z"}, []int{2})
		expect(one, target{index: -1, member: "J"}, nil)
		if expect(&Sampler{dims: 2, names: []string{"Z", "X"}}, target{index: -1}, []int{2, 0}); kind != Skew {
			expect(one, target{index: -1}, []int{1})
		} else {
			expect(one, target{index: -1}, []int{0})
		}
		expect(&Sampler{dims: 2, names: []string{"X", "X"}}, target{index: -1}, nil)
		expect(&Sampler{dims: 2, names: []string{"X", "J"}}, target{index: -1}, nil)
	}
	if got := (&Sampler{dims: 1, names: []string{"value"}}).numbers(Rotate, target{index: -1}); fmt.Sprint(got) != "[3]" {
		t.Errorf("a number of a rotation is %v, want its angle", got)
	}
}
