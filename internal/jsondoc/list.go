package jsondoc

import (
	"slices"
	"unicode/utf8"
)

// count checks the length of a list.
func (p Place) count(n, least, most int) bool {
	switch {
	case n < least || n > most && least == most:
		p.Wrong("it needs %d entries", least)
	case n > most:
		p.W.Fail(p.Path, p.W.Limit, "it has more than %d entries", most)
	}
	return p.W.Err == nil
}

// List visits the entries of a list.
func List[T any](p Place, to *[]T, least, most int, visit func(p Place, entry *T)) {
	made := &Text{Open: '[', Loose: slices.Contains(p.W.Loose, p.key)}
	switch {
	case p.W.Err != nil:
		return
	case p.Describes():
		if p.describeList(least, most, func(e Place) { visit(e, new(T)) }); least > 0 {
			p.Missing()
		}
		return
	case p.W.Task == Reading && p.Has:
		entries, err := p.In.Entries(most + 1)
		if p.Read(err); err != nil || !p.count(len(entries), least, most) {
			return
		}
		*to = slices.Grow(*to, len(entries))[:len(entries)]
		for k, in := range entries {
			e := p.Entry(k, "")
			e.In = in
			visit(e, &(*to)[k])
		}
		return
	case p.Absent() || p.W.Task == Checking && len(*to) == 0:
		if least > 0 {
			p.Missing()
		}
		return
	case !p.W.Writes() && !p.count(len(*to), least, most):
		return
	}
	for k := range *to {
		e := p.Entry(k, "")
		e.out = made
		visit(e, &(*to)[k])
	}
	if p.W.Writes() && len(*to) > 0 {
		p.Emit(made)
	}
}

// Fixed visits a list of n entries by their indices, if it is there.
func Fixed(p Place, n int, there bool, visit func(p Place, k int)) {
	entries := make([]struct{}, n)
	each := func(p Place, _ *struct{}) { visit(p, p.Index) }
	switch {
	case p.Describes():
		p.describeList(n, n, func(p Place) { visit(p, 0) })
		return
	case p.Absent() || p.W.Task != Reading && !there:
		return
	case p.W.Task == Reading:
		entries = nil
	}
	List(p, &entries, n, n, each)
}

// Objects visits a list of objects.
func Objects[T any](p Place, to *[]T, least, most int, visit func(o *Object, entry *T)) {
	List(p, to, least, most, func(p Place, entry *T) {
		p.Object(func(o *Object) { visit(o, entry) })
	})
}

// Table visits the entries of an object whose keys are their names.
func Table[T any](p Place, to *[]T, of string, least, most int, name func(*T) *string, visit func(p Place, entry *T)) {
	made := &Text{Open: '{', Tall: true, Loose: true}
	switch {
	case p.W.Err != nil:
		return
	case p.Describes():
		if p.describeTable(least, most, func(e Place) { visit(e, new(T)) }); least > 0 {
			p.Missing()
		}
		return
	case p.W.Task == Reading && p.Has:
		entries, err := p.In.Fields()
		if p.Read(err); err != nil || !p.count(len(entries), least, most) {
			return
		}
		*to = slices.Grow(*to, len(entries))[:len(entries)]
		for k, f := range entries {
			if *name(&(*to)[k]) = f.Key; !p.fits(f.Key) {
				return
			}
			e := p.Entry(k, f.Key)
			e.In = f.Value
			visit(e, &(*to)[k])
		}
		return
	case p.Absent() || p.W.Task == Checking && len(*to) == 0:
		if least > 0 {
			p.Missing()
		}
		return
	case !p.W.Writes() && !p.count(len(*to), least, most):
		return
	}
	seen := make(map[string]bool)
	for k := range *to {
		key := *name(&(*to)[k])
		if p.Checks() {
			switch {
			case key == "" || !utf8.ValidString(key):
				p.Wrong("the %s %d has no valid name: %q", of, k, key)
			case seen[key]:
				p.Wrong("two entries have the name %q", key)
			case !p.fits(key):
				return
			}
			seen[key] = true
		}
		e := p.Entry(k, key)
		e.out, e.key = made, key
		visit(e, &(*to)[k])
	}
	if p.W.Writes() && len(*to) > 0 {
		p.Emit(made)
	}
}
