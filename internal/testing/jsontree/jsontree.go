// Package jsontree compares JSON documents as trees.
//
//	lost, err := jsontree.Lost(read, written) // ["/bones/0/limit: 3, not 2"]
package jsontree

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Lost lists what a document says that another one does not: values that differ or are absent, by
// their paths, in order.
func Lost(from, to []byte) (list []string, err error) {
	var trees [2]any
	for i, text := range [][]byte{from, to} {
		if err := json.Unmarshal(text, &trees[i]); err != nil {
			return nil, err
		}
	}
	compare("", trees[0], trees[1], func(path string, from, to any) {
		list = append(list, fmt.Sprintf("%s: %v, not %v", path, to, from))
	})
	return list, nil
}

func compare(path string, from, to any, lost func(path string, from, to any)) {
	switch f := from.(type) {
	case map[string]any:
		t, _ := to.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(f)) {
			compare(path+"/"+key, f[key], t[key], lost)
		}
	case []any:
		t, _ := to.([]any)
		if len(t) != len(f) {
			lost(path, from, to)
			return
		}
		for i := range f {
			compare(fmt.Sprintf("%s/%d", path, i), f[i], t[i], lost)
		}
	default:
		if !reflect.DeepEqual(from, to) {
			lost(path, from, to)
		}
	}
}
