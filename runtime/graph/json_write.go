package graph

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// JSON writes the graph, in the one way in which equal graphs are written: fields in a
// fixed order, those left out that say what holds without them. Parse reads an equal
// graph from it. A node that stands in several places is written at each of them. The
// error wraps ErrGraph or ErrLimit.
func (g *Graph) JSON() ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	w := newWalk(g)
	return w.JSON(w.at(g.fields))
}

// Hash tells graphs apart that mean different things. It is the same for another order of
// parameters, masks, syncs, parts, states, transitions and conditions, another name of
// the graph, and another way of writing the same. It is 0 for a graph that contradicts
// itself.
func (g *Graph) Hash() uint64 {
	if g.check() != nil {
		return 0
	}
	return g.hash()
}

// hash is Hash of a graph without contradictions.
func (g *Graph) hash() uint64 {
	w := newWalk(g)
	sum := sha256.Sum256([]byte(w.Text(jsondoc.Hashing, w.at(g.fields)).Plain(false)))
	return binary.LittleEndian.Uint64(sum[:])
}
