package fbx

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"strconv"
	"strings"
)

// Bind is the bind pose of a bone relative to a mesh.
type Bind struct {
	Mesh, Bone string // names of the two models
	// Transform takes the mesh's space to the bone's: the first three rows of a
	// row-major matrix whose last row is 0 0 0 1.
	Transform [12]float64
}

// Binds returns the binds of all skins. Bones that share a name are told apart
// by Patch alone.
func Binds(data []byte) ([]Bind, error) {
	t := takes{clusters: make(map[int64][16]float64)}
	if err := t.read(data); err != nil {
		return nil, err
	}
	name := make(map[int64]string)
	for i, id := range t.models {
		name[id] = modelName(t.names[i].name)
	}
	bone := make(map[int64]string) // by cluster
	for _, l := range t.links {
		if n, ok := name[l.from]; ok {
			if _, ok := t.clusters[l.to]; ok {
				bone[l.to] = n
			}
		}
	}
	var out []Bind
	for cluster, m := range t.clusters {
		for _, skin := range t.parents(cluster) {
			for _, geometry := range t.parents(skin) {
				for _, model := range t.parents(geometry) {
					if mesh, ok := name[model]; ok && bone[cluster] != "" {
						out = append(out, Bind{mesh, bone[cluster], rows(m)})
					}
				}
			}
		}
	}
	return out, nil
}

// rows turns a matrix stored column by column.
func rows(m [16]float64) (out [12]float64) {
	for r := range 3 {
		for c := range 4 {
			out[4*r+c] = m[4*c+r]
		}
	}
	return out
}

// readBind reads the Transform of a binary file's cluster: 16 doubles.
func (t *takes) readBind(cluster int64, r records) error {
	head, err := r.take(13)
	if err != nil || head[0] != 'd' || binary.LittleEndian.Uint32(head[1:]) != 16 {
		return err
	}
	stored := 16 * 8
	deflated := binary.LittleEndian.Uint32(head[5:]) != 0
	if deflated {
		stored = int(binary.LittleEndian.Uint32(head[9:]))
	}
	b, err := r.take(stored)
	if err != nil {
		return err
	}
	if deflated {
		z, err := zlib.NewReader(bytes.NewReader(b))
		if err != nil {
			return malformed("a deflated array: %v", err)
		}
		b = make([]byte, 16*8)
		if _, err := io.ReadFull(z, b); err != nil {
			return malformed("a deflated array: %v", err)
		}
	}
	var m [16]float64
	for i := range m {
		m[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	t.clusters[cluster] = m
	return nil
}

// textBind reads the numbers of an ASCII file's Transform.
func (t *takes) textBind(cluster int64, list string) {
	var m [16]float64
	i := 0
	for s := range strings.SplitSeq(list, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || i == len(m) {
			return
		}
		m[i] = v
		i++
	}
	if i == len(m) {
		t.clusters[cluster] = m
	}
}
