package fbx

import (
	"bytes"
	"cmp"
	"math"
	"slices"
)

// Read reads a file, binary or ASCII.
func Read(data []byte) (*File, error) {
	t := takes{objects: make(map[int64]object), templates: make(map[string]map[string]property)}
	if err := t.read(data); err != nil {
		return nil, err
	}
	f := &File{Unit: t.unit, names: t.names, takes: &t}
	for _, s := range t.stacks {
		first, last := s.start, s.stop
		if last <= first {
			first, last = t.keys(s.id)
		}
		out := Stack{Name: s.name, Plays: first <= last}
		if out.Plays {
			out.First, out.Last = float64(float64(first)*t.scale()), float64(float64(last)*t.scale())
		}
		f.Stacks = append(f.Stacks, out)
	}
	return f, nil
}

// Starts returns, by name, the second at which libassimp places the start of
// each animation stack. Of stacks that share a name the first counts.
func Starts(data []byte) (map[string]float64, error) {
	f, err := Read(data)
	if err != nil {
		return nil, err
	}
	starts := make(map[string]float64)
	for _, s := range f.takes.stacks {
		first, known := s.start, s.start != 0 || s.stop != 0
		if !known {
			first, _ = f.takes.keys(s.id)
			known = first != math.MaxInt64
		}
		if _, twice := starts[s.name]; !twice && known {
			starts[s.name] = float64(first) / second
		}
	}
	return starts, nil
}

// read walks the file.
func (t *takes) read(data []byte) (err error) {
	if bytes.HasPrefix(data, []byte(binaryMagic)) {
		err = t.readBinary(data)
	} else {
		err = t.readText(data)
	}
	slices.SortStableFunc(t.links, func(a, b link) int { return cmp.Compare(a.from, b.from) })
	return err
}
