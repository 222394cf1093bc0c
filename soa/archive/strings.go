package archive

import (
	"fmt"
	"slices"
)

// stringTable has the strings of an archive, each once: string i is
// bytes[start[i]:start[i+1]], and string 0 is empty.
type stringTable struct {
	start []uint32
	bytes string            // while reading
	added []byte            // while writing
	index map[string]uint32 // while writing
}

func newStringTable() *stringTable {
	return &stringTable{start: []uint32{0, 0}, index: map[string]uint32{"": 0}}
}

// add returns the index of a string, which it adds if it is new.
func (t *stringTable) add(s string) uint32 {
	i, ok := t.index[s]
	if !ok {
		i = uint32(len(t.start) - 1)
		t.index[s] = i
		t.added = append(t.added, s...)
		t.start = append(t.start, uint32(len(t.added)))
	}
	return i
}

// get returns string i.
func (t *stringTable) get(i uint32) (string, error) {
	if int64(i)+1 >= int64(len(t.start)) {
		return "", fmt.Errorf("string %d of %d", i, max(0, len(t.start)-1))
	}
	return t.bytes[t.start[i]:t.start[i+1]], nil
}

// fields walks the table's chunk. It copies the strings, in one piece, so that names outlive the
// file.
func (t *stringTable) fields(f *fields) {
	array(f, &t.start)
	bytes := t.added
	array(f, &bytes)
	if f.writing {
		return
	}
	t.start, t.bytes = slices.Clone(t.start), string(bytes)
	if f.err == nil && (len(t.start) < 2 || t.start[0] != 0 || t.start[1] != 0 || int64(t.start[len(t.start)-1]) != int64(len(bytes))) {
		f.fail(0, "its starts do not span its %d bytes", len(bytes))
	}
	for i := 1; f.err == nil && i < len(t.start); i++ {
		if t.start[i] < t.start[i-1] {
			f.fail(0, "string %d ends before it begins", i-1)
		}
	}
}
