package damage

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
)

// wildNumbers are values at and beyond what a reader may expect.
var wildNumbers = []float64{
	0, 1, -1, 2, 0.5, -0.5, 1e-3, 1e3, 7, 255, 256, 1 << 16, 1 << 31, 1 << 53, -1 << 63,
	1e-45, 1e-300, 1e38, -1e38, 3.4028235e38, 1e39, 1e300, -1e300, 179.99999, 360, 1e9,
}

// JSON changes some values of a document, numbers above all: to wild ones, values to others
// of the document, names to other names; and it removes, repeats and moves members. The
// result is JSON again.
func JSON(r *rand.Rand, data []byte) ([]byte, error) {
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, err
	}
	d := documentDamage{r: r}
	d.collect(tree)
	for range 1 + r.IntN(4) {
		place := r.IntN(len(d.values))
		if len(d.numbers) > 0 && r.IntN(4) > 0 { // what changes more is mostly refused
			place = d.numbers[r.IntN(len(d.numbers))]
		}
		tree = d.at(tree, &place)
	}
	return json.Marshal(tree)
}

// documentDamage holds what a document is damaged with.
type documentDamage struct {
	r       *rand.Rand
	values  []any    // every value of the document
	numbers []int    // those that are numbers
	names   []string // every key and text
}

func (d *documentDamage) collect(v any) {
	d.values = append(d.values, v)
	switch v := v.(type) {
	case float64:
		d.numbers = append(d.numbers, len(d.values)-1)
	case string:
		d.names = append(d.names, v)
	case []any:
		for _, e := range v {
			d.collect(e)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			d.names = append(d.names, key)
			d.collect(v[key])
		}
	}
}

// at changes the value at a place, counted in the order of collect, and returns what v is
// then.
func (d *documentDamage) at(v any, place *int) any {
	if *place--; *place < 0 {
		return d.damaged(v)
	}
	switch v := v.(type) {
	case []any:
		for i := range v {
			if v[i] = d.at(v[i], place); *place < 0 {
				return v
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if v[key] = d.at(v[key], place); *place < 0 {
				return v
			}
		}
	}
	return v
}

// damaged returns a replacement for a value. Values taken from elsewhere in the document are
// copied, so that a later change affects one place only.
func (d *documentDamage) damaged(v any) any {
	if d.r.IntN(8) == 0 {
		return clone(d.values[d.r.IntN(len(d.values))])
	}
	switch v := v.(type) {
	case float64:
		if d.r.IntN(3) == 0 {
			return v * (4*d.r.Float64() - 2)
		}
		return wildNumbers[d.r.IntN(len(wildNumbers))]
	case string:
		return d.names[d.r.IntN(len(d.names))]
	case bool:
		return !v
	case []any:
		if len(v) == 0 {
			return v
		}
		at := d.r.IntN(len(v))
		switch d.r.IntN(3) {
		case 0:
			return slices.Delete(v, at, at+1)
		case 1:
			return append(v, clone(v[at]))
		}
		to := d.r.IntN(len(v))
		v[at], v[to] = v[to], v[at]
	case map[string]any:
		if len(v) == 0 {
			return v
		}
		keys := slices.Sorted(maps.Keys(v))
		key := keys[d.r.IntN(len(keys))]
		if d.r.IntN(2) == 0 {
			delete(v, key)
		} else {
			v[d.names[d.r.IntN(len(d.names))]] = clone(v[key])
		}
	}
	return v
}

// clone copies a value with all that is in it.
func clone(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = clone(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for key := range v {
			object[key] = clone(v[key])
		}
		return object
	}
	return v
}
