package mesh

import (
	"math/rand/v2"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// Formats such as FBX and Collada have separate vertices for the corners of every polygon.
// Vertices are joined if their attributes, influences and morph targets are the same. libassimp's
// own step does not compare weights.

// vertexKey holds the attributes by which vertices are compared: bit by bit, except for
// directions, which polygon corners have with rounding noise.
type vertexKey struct {
	columns    []column
	directions [][][3]float32
	rows       *soa.Influences // or nil
	class      []uint64        // or nil
}

// sameDirection is the maximum distance between unit vectors that count as equal.
const sameDirection = 1e-5

// column is a vertex attribute: the first width numbers of every stride.
type column struct {
	values        []float32
	stride, width int
}

// addBlend adds one number per vertex; values may be empty.
func (k *vertexKey) addBlend(values []float32) {
	if len(values) > 0 {
		k.columns = append(k.columns, column{values, 1, 1})
	}
}

// keyOf collects the attributes of a mesh and of its morph targets.
func keyOf(src *scene.Mesh, sets []int, shapes []scene.WholeShape) *vertexKey {
	k, n := &vertexKey{}, len(src.Positions)
	place := func(v [][3]float32, width int) {
		if len(v) == n && n > 0 {
			k.columns = append(k.columns, column{scene.Coordinates(v), 3, width})
		}
	}
	direction := func(v [][3]float32) {
		if len(v) == n && n > 0 {
			k.directions = append(k.directions, v)
		}
	}
	place(src.Positions, 3)
	for _, set := range sets {
		place(src.UV[set], 2)
	}
	direction(src.Normals)
	direction(src.Tangents)
	direction(src.Bitangents)
	if len(src.Sides) == n && n > 0 {
		k.columns = append(k.columns, column{src.Sides, 1, 1})
	}
	if c := src.Colors; len(c) == n && n > 0 {
		k.columns = append(k.columns, column{unsafe.Slice(&c[0][0], 4*n), 4, 4})
	}
	for i := range shapes {
		place(shapes[i].Positions, 3)
		direction(shapes[i].Normals)
	}
	return k
}

// hashes returns a hash per vertex that ignores directions. It is seeded anew for each import, so
// that no file can construct collisions.
func (k *vertexKey) hashes(vertices []uint32, m *meter.Meter) []uint64 {
	out := make([]uint64, len(vertices))
	seed := rand.Uint64()
	for i := range out {
		out[i] = seed
	}
	for _, c := range k.columns {
		for i, v := range vertices {
			if i%4096 == 0 && m.Step(4096*8) != nil {
				return out
			}
			h, row := out[i], c.values[int(v)*c.stride:][:c.width]
			for ; len(row) > 1; row = row[2:] {
				h = scene.Mix(h, uint64(scene.Bits(row[0]))<<32|uint64(scene.Bits(row[1])))
			}
			if len(row) > 0 {
				h = scene.Mix(h, uint64(scene.Bits(row[0])))
			}
			out[i] = h
		}
	}
	for i, v := range vertices {
		if i%4096 == 0 && m.Step(4096*20) != nil {
			return out
		}
		if f := k.rows; f != nil {
			for n := f.Start[v]; n < f.Start[v+1]; n++ {
				out[i] = scene.Mix(out[i], uint64(f.Bone[n])<<32|uint64(scene.Bits(f.Weight[n])))
			}
		}
		if k.class != nil {
			out[i] = scene.Mix(out[i], k.class[v])
		}
	}
	return out
}

// same reports whether two vertices can be joined.
func (k *vertexKey) same(a, b uint32) bool {
	for _, c := range k.columns {
		x, y := c.values[int(a)*c.stride:][:c.width], c.values[int(b)*c.stride:][:c.width]
		for i := range x {
			if scene.Bits(x[i]) != scene.Bits(y[i]) {
				return false
			}
		}
	}
	if f := k.rows; f != nil {
		i, n := f.Start[a], f.Start[b]
		if f.Start[a+1]-i != f.Start[b+1]-n {
			return false
		}
		for ; i < f.Start[a+1]; i, n = i+1, n+1 {
			if f.Bone[i] != f.Bone[n] || f.Weight[i] != f.Weight[n] {
				return false
			}
		}
	}
	for _, d := range k.directions {
		if !equalDirections(&d[a], &d[b]) {
			return false
		}
	}
	return k.class == nil || k.class[a] == k.class[b]
}

// equalDirections reports whether two directions count as equal.
func equalDirections(a, b *[3]float32) bool {
	off, equal := 0.0, true
	for i := range a {
		equal = equal && scene.Bits(a[i]) == scene.Bits(b[i])
		d := float64(a[i]) - float64(b[i])
		off += float64(d * d)
	}
	return equal || off <= sameDirection*sameDirection // false for NaN
}

// maxAlike limits the comparisons among vertices that differ only in directions.
const maxAlike = 64

// join keeps the first of equal vertices, considering only vertices of triangles. It returns the
// kept vertices in file order and rewrites the triangles' corners to indices into that list.
func (k *vertexKey) join(index []uint32, vertices int, m *meter.Meter) (kept []uint32) {
	place := make([]uint32, vertices) // index in kept of each vertex, plus one
	used := 0
	for _, v := range index {
		if place[v] == 0 {
			place[v] = 1
			used++
		}
	}
	list := make([]uint32, 0, used)
	for v := range place {
		if place[v] != 0 {
			list = append(list, uint32(v))
		}
	}
	size := 16
	for size < 2*used {
		size *= 2
	}
	table := make([]uint32, size) // hash table of indices in kept, plus one
	before := make([]uint32, 0, used)
	hashes := k.hashes(list, m)
	alike := newFilter(hashes)
	m.Step(10 * len(hashes))
	kept, ofKept := list[:0], hashes[:0]
	for i, v := range list {
		if i%1024 == 0 && m.Step(1024*50) != nil {
			break
		}
		h := hashes[i]
		if !alike.has(h) {
			kept, ofKept, before = append(kept, v), append(ofKept, h), append(before, 0)
			place[v] = uint32(len(kept))
			continue
		}
		head := &table[int(h>>20)&(size-1)]
		at := *head
		for n := 0; at != 0 && m.Step(30) == nil && !(ofKept[at-1] == h && k.same(kept[at-1], v)); at = before[at-1] {
			if n++; n == maxAlike {
				at = 0
				break
			}
		}
		if at == 0 {
			kept, ofKept, before = append(kept, v), append(ofKept, h), append(before, *head)
			at = uint32(len(kept))
			*head = at
		}
		place[v] = at
	}
	for i, v := range index {
		index[i] = place[v] - 1
	}
	return kept
}

// filter separates unique hashes from those that may occur several times, without the cost of a
// table lookup: unlike the table of many vertices it fits in a processor's cache.
type filter struct {
	once, twice []uint64 // one bit per class of hashes
	mask        uint64
}

func newFilter(hashes []uint64) *filter {
	size := 64
	for size < 4*len(hashes) {
		size *= 2
	}
	f := &filter{make([]uint64, size/64), make([]uint64, size/64), uint64(size - 1)}
	for _, h := range hashes {
		i := h >> 24 & f.mask
		bit := uint64(1) << (i % 64)
		f.twice[i/64] |= f.once[i/64] & bit
		f.once[i/64] |= bit
	}
	return f
}

// has reports whether a hash may occur several times.
func (f *filter) has(h uint64) bool {
	i := h >> 24 & f.mask
	return f.twice[i/64]>>(i%64)&1 != 0
}

// pick copies the vectors of the listed vertices, in ascending order.
func pick(v [][3]float32, vertices []uint32) []float32 {
	if len(vertices) == len(v) {
		return slices.Clone(scene.Coordinates(v))
	}
	out := make([]float32, 0, 3*len(vertices))
	for _, i := range vertices {
		out = append(out, v[i][:]...)
	}
	return out
}
