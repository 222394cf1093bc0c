package woven

import (
	"fmt"
	"slices"
)

// assign gives every virtual register of straight-line code a register of the
// machine.
func assign(m *machine, ops []*op) error {
	last := map[*reg]int{}
	for i, o := range ops {
		o.reads(func(r *reg) { last[r] = i })
	}
	free := map[class][]int{scalar: append([]int(nil), m.scalars...)}
	for i := range m.vectors {
		free[vector] = append(free[vector], i)
	}
	for i, o := range ops {
		keep := o.taken(m, last, i)
		released := map[*reg]bool{}
		o.reads(func(r *reg) {
			if !r.fixed && last[r] == i && r != keep && !released[r] {
				released[r] = true
				free[r.class] = append(free[r.class], r.phys)
			}
		})
		if o.dst == nil || o.dst.fixed {
			continue
		}
		pool := free[o.dst.class]
		switch {
		case m.destroys(o) && keep == o.src[0]:
			o.dst.phys = keep.phys
			continue
		case len(pool) == 0:
			return fmt.Errorf("operation %d of %d: out of registers of class %d", i, len(ops), o.dst.class)
		}
		o.dst.phys, free[o.dst.class] = pool[0], pool[1:]
		if _, used := last[o.dst]; !used {
			free[o.dst.class] = append(free[o.dst.class], o.dst.phys)
		}
		if keep != nil {
			free[keep.class] = append(free[keep.class], keep.phys)
		}
	}
	return nil
}

// taken is the register that must stay out of the pool while the result of a
// destructive operation finds its own: the first source where the result takes
// its place, or else the second, which the copy of the first must not overwrite.
func (o *op) taken(m *machine, last map[*reg]int, i int) *reg {
	if !m.destroys(o) {
		return nil
	}
	if a := o.src[0]; !a.fixed && last[a] == i && (len(o.src) < 2 || o.src[1] != a) {
		return a
	}
	if len(o.src) > 1 && !o.src[1].fixed && last[o.src[1]] == i {
		return o.src[1]
	}
	return nil
}

// arrange puts threads in order and finds their registers, without those taken.
func arrange(name string, m *machine, taken []*reg, threads ...*thread) []*op {
	free := *m
	free.scalars = slices.DeleteFunc(slices.Clone(m.scalars), func(s int) bool {
		return slices.ContainsFunc(taken, func(r *reg) bool { return r.phys == s })
	})
	ops := weave(threads...)
	if err := assign(&free, ops); err != nil {
		panic(name + ": " + err.Error())
	}
	return ops
}
