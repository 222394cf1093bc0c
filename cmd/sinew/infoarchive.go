package main

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// archiveInfo is what info tells of an archive besides its model.
type archiveInfo struct {
	Tool    string       `json:"tool"`
	Options string       `json:"options"` // as a configuration file of bake
	Sources []sourceInfo `json:"sources"`
	Packed  []packedInfo `json:"packed_clips"`
	Banks   []bankInfo   `json:"banks"`
	Chunks  []chunkInfo  `json:"chunks"`

	Graph *archiveGraph `json:"graph,omitempty"`
	graph []byte        // or nil
	// Control is what the archive has of one.
	Control *ownControl `json:"control,omitempty"`
	control []byte      // or nil
}

type sourceInfo struct {
	File   string `json:"file"`
	Bytes  uint64 `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type packedInfo struct {
	Name        string  `json:"name"`
	Bytes       int     `json:"bytes"`
	Bound       float64 `json:"bound"`
	Error       float64 `json:"error"`
	Distance    float64 `json:"distance"`
	WeightBound float64 `json:"weight_bound"`
	WeightError float64 `json:"weight_error"`
	OnFrames    bool    `json:"on_frames"` // the bounds are about the curve through the clip's frames
}

type bankInfo struct {
	Name  string         `json:"name"`
	Form  string         `json:"form"`
	Slots int            `json:"slots"`
	Bytes int            `json:"bytes"` // of its rows
	Clips []bankClipInfo `json:"clips"`
}

type bankClipInfo struct {
	Name     string  `json:"name"`
	Rows     uint32  `json:"rows"`
	Rate     float64 `json:"frames_per_second"`
	Bound    float64 `json:"bound"`
	Error    float64 `json:"error"`
	Distance float64 `json:"distance"`
	OnFrames bool    `json:"on_frames"` // as packedInfo has it
}

// rule names what the bounds of a clip hold on: its frames and the Catmull-Rom curve
// through them, or the exact curves.
func rule(onFrames bool) string {
	if onFrames {
		return "frames"
	}
	return "curves"
}

type chunkInfo struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
}

// archiveGraph is what info tells of an archive's animation graph; sinew graph tells all.
type archiveGraph struct {
	Name       string   `json:"name"`
	Hash       string   `json:"hash"`
	Bytes      int      `json:"bytes"`
	Nodes      int      `json:"nodes"`
	Parameters []string `json:"parameters"`
}

func describeArchiveGraph(data []byte) (*archiveGraph, error) {
	g, err := graph.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("its graph: %w", err)
	}
	in := &archiveGraph{Name: g.Name, Hash: fmt.Sprintf("%016x", g.Hash()), Bytes: len(data), Parameters: []string{}}
	g.Walk(func(string, graph.Node) { in.Nodes++ })
	for _, x := range g.Parameters {
		in.Parameters = append(in.Parameters, x.Name)
	}
	return in, nil
}

// describeArchive gathers it; files that were looked for and not there are left
// out.
func describeArchive(a *archive.Archive) (*archiveInfo, error) {
	meta, err := a.Meta()
	if err != nil {
		return nil, err
	}
	said := &archiveInfo{Tool: meta.Tool, Options: meta.Options, Sources: []sourceInfo{}, Packed: []packedInfo{}, Banks: []bankInfo{}}
	for _, s := range meta.Sources {
		if s.SHA256 != [32]byte{} {
			said.Sources = append(said.Sources, sourceInfo{s.File, s.Bytes, fmt.Sprintf("%x", s.SHA256)})
		}
	}
	for i := range a.Clips() {
		if !a.IsPacked(i) {
			continue
		}
		p, err := a.Packed(i)
		if err != nil {
			return nil, err
		}
		said.Packed = append(said.Packed, packedInfo{p.Exact.Name, p.Size(), p.Bound, p.Error, p.ErrorDistance, p.WeightBound, p.WeightError, p.OnFrames})
	}
	for i := range a.Banks() {
		b, err := a.Bank(i)
		if err != nil {
			return nil, err
		}
		said.Banks = append(said.Banks, describeArchiveBank(b))
	}
	if said.control, err = a.Control(); err != nil {
		return nil, err
	}
	if said.control != nil {
		if said.Control, err = describeControlOf(said.control); err != nil {
			return nil, err
		}
	}
	if said.graph, err = a.Graph(); err != nil {
		return nil, err
	}
	if said.graph != nil {
		if said.Graph, err = describeArchiveGraph(said.graph); err != nil {
			return nil, err
		}
	}
	for _, c := range a.Chunks() {
		said.Chunks = append(said.Chunks, chunkInfo(c))
	}
	return said, nil
}

func describeArchiveBank(b *soa.Bank) bankInfo {
	in := bankInfo{Name: b.Name, Form: b.Form.String(), Slots: b.Rotations(), Bytes: 4 * len(b.Rows), Clips: make([]bankClipInfo, len(b.Clips))}
	for i := range b.Clips {
		c := &b.Clips[i]
		in.Clips[i] = bankClipInfo{c.Name, c.Rows, c.Rate, c.Bound, c.Error, c.ErrorDistance, c.OnFrames}
	}
	return in
}

func (a *archiveInfo) headline(seconds float64) string {
	return fmt.Sprintf("An archive written by %s, opened in %s.", console.Printable(a.Tool), console.Milliseconds(seconds))
}

// write prints where the archive comes from, its banks and what takes the room.
func (a *archiveInfo) write(p *console.Page) {
	if len(a.Packed) > 0 {
		console.Heading(p, "Compressed:")
	}
	for _, c := range a.Packed {
		if c.Bound == 0 {
			p.Line("  %s %8d B, exact", console.Column(console.Named(c.Name), 20), c.Bytes)
			continue
		}
		p.Line("  %s %8d B, %.3g of %.3g mm, %.3g m from joints, %s", console.Column(console.Named(c.Name), 20), c.Bytes, 1000*c.Error, 1000*c.Bound, c.Distance, rule(c.OnFrames))
	}
	for _, b := range a.Banks {
		console.Heading(p, "Bank, %s: %s of rows, %s", b.Form, console.Kilobytes(int64(b.Bytes)), console.Plural(b.Slots, "slot"))
		for _, c := range b.Clips {
			p.Line("  %s %6d rows, %.5g a second, %.3g of %.3g mm, %s", console.Column(console.Named(c.Name), 26), c.Rows, c.Rate, 1000*c.Error, 1000*c.Bound, rule(c.OnFrames))
		}
	}
	if g := a.Graph; g != nil {
		console.Heading(p, "Graph %s: %s, %d B", console.Named(g.Name), console.Plural(g.Nodes, "node"), g.Bytes)
		p.Wrapped("  ", console.Printable(strings.Join(g.Parameters, ", ")))
	}
	if a.Control != nil {
		a.Control.write(p)
	}
	if len(a.Sources) > 0 {
		console.Heading(p, "Made from:")
		for _, s := range a.Sources {
			p.Line("  %s  %s %s", s.SHA256[:16], console.Column(console.Printable(s.File), 40), console.Kilobytes(int64(s.Bytes)))
		}
	}
	console.Heading(p, "Takes:")
	bytes, count, order := map[string]int64{}, map[string]int{}, []string{}
	for _, c := range a.Chunks {
		if count[c.Kind]++; count[c.Kind] == 1 {
			order = append(order, c.Kind)
		}
		bytes[c.Kind] += c.Bytes
	}
	for i, kind := range order {
		order[i] = fmt.Sprintf("%s %d B in %s", console.Printable(kind), bytes[kind], console.Plural(count[kind], "chunk"))
	}
	p.Wrapped("  ", strings.Join(order, ", "))
}
