package graph

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// JSON writes the graph, in the one way in which equal graphs are written: fields in a
// fixed order, those left out that say what holds without them. Parse reads an equal
// graph from it. A node that stands in several places is written at each of them. The
// error wraps ErrGraph or ErrLimit.
func (g *Graph) JSON() ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	top := g.text(writing)
	top.tall = true
	var b bytes.Buffer
	top.write(&b, false, false, 0)
	b.WriteByte('\n')
	if b.Len() > MaxText {
		return nil, fmt.Errorf("/: %w: the text has %d bytes, %d are possible", ErrLimit, b.Len(), MaxText)
	}
	return b.Bytes(), nil
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
	sum := sha256.Sum256([]byte(g.text(hashing).plain(false)))
	return binary.LittleEndian.Uint64(sum[:])
}

// text is a graph without contradictions as JSON.
func (g *Graph) text(t task) *text {
	out := new(text)
	place{w: &walk{task: t, graph: g}, out: out}.object(g.fields)
	return out.entries[0]
}
