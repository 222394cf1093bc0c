package models

import (
	"fmt"
	"os"

	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Archive describes an archive, besides its model.
type Archive struct {
	Tool    string       `json:"tool"`
	Options string       `json:"options"` // as a configuration file of bake
	Sources []sourceInfo `json:"sources"`
	Packed  []PackedInfo `json:"packed_clips"`
	Banks   []BankInfo   `json:"banks"`
	Chunks  []chunkInfo  `json:"chunks"`

	Graph     *archiveGraph `json:"graph,omitempty"`
	GraphJSON []byte        `json:"-"` // or nil
	// Control describes the archive's control.
	Control *ControlSummary `json:"control,omitempty"`
	control []byte          // or nil
}

type sourceInfo struct {
	File   string `json:"file"`
	Bytes  uint64 `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// PackedInfo describes a compressed clip.
type PackedInfo struct {
	Name        string  `json:"name"`
	Bytes       int     `json:"bytes"`
	Bound       float64 `json:"bound"`
	Error       float64 `json:"error"`
	Distance    float64 `json:"distance"`
	WeightBound float64 `json:"weight_bound"`
	WeightError float64 `json:"weight_error"`
	OnFrames    bool    `json:"on_frames"` // the bounds refer to the curve through the clip's frames
}

// BankInfo describes a bank.
type BankInfo struct {
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
	OnFrames bool    `json:"on_frames"` // as in PackedInfo
}

type chunkInfo struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
}

// archiveGraph describes an archive's animation graph in short; sinew graph prints all.
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

// describeArchive describes an archive. Sources that did not exist are left out.
func describeArchive(a *archive.Archive) (*Archive, error) {
	meta, err := a.Meta()
	if err != nil {
		return nil, err
	}
	said := &Archive{Tool: meta.Tool, Options: meta.Options, Sources: []sourceInfo{}, Packed: []PackedInfo{},
		Banks: []BankInfo{}}
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
		said.Packed = append(said.Packed,
			PackedInfo{p.Exact.Name, p.Size(), p.Bound, p.Error, p.ErrorDistance, p.WeightBound, p.WeightError, p.OnFrames})
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
		if said.Control, err = DescribeControl(said.control); err != nil {
			return nil, err
		}
	}
	if said.GraphJSON, err = a.Graph(); err != nil {
		return nil, err
	}
	if said.GraphJSON != nil {
		if said.Graph, err = describeArchiveGraph(said.GraphJSON); err != nil {
			return nil, err
		}
	}
	for _, c := range a.Chunks() {
		said.Chunks = append(said.Chunks, chunkInfo(c))
	}
	return said, nil
}

func describeArchiveBank(b *soa.Bank) BankInfo {
	in := BankInfo{Name: b.Name, Form: b.Form.String(), Slots: b.Rotations(), Bytes: 4 * len(b.Rows),
		Clips: make([]bankClipInfo, len(b.Clips))}
	for i := range b.Clips {
		c := &b.Clips[i]
		in.Clips[i] = bankClipInfo{c.Name, c.Rows, c.Rate, c.Bound, c.Error, c.ErrorDistance, c.OnFrames}
	}
	return in
}

// ControlSummary describes a model's control in short; sinew control prints all.
type ControlSummary struct {
	Name      string         `json:"name,omitempty"`
	Bytes     int            `json:"bytes"`
	Modifiers map[string]int `json:"modifiers"` // of each kind
	Bones     int            `json:"bones,omitempty"`
}

// DescribeControl describes a control in JSON.
func DescribeControl(data []byte) (*ControlSummary, error) {
	c, err := control.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("its control: %w", err)
	}
	in := &ControlSummary{Name: c.Name, Bytes: len(data), Modifiers: map[string]int{}, Bones: len(c.Humanoid)}
	for k := range c.Modifiers {
		in.Modifiers[c.Modifiers[k].Kind()]++
	}
	return in, nil
}

// OwnControl is the word for the model's own control.
const OwnControl = "own"

// ReadControl reads a control: a file, or with OwnControl the model's. It returns its file too.
func (o *Opened) ReadControl(word string) (*control.Document, string, error) {
	var data []byte
	var err error
	file := word
	switch {
	case word != OwnControl:
		data, err = os.ReadFile(word)
	case o.ControlSummary() == nil:
		return nil, o.File, fmt.Errorf("%s has no control of its own: --control names a file with one", o.File)
	default:
		data, file = o.ControlSummary(), o.File
	}
	if err != nil {
		return nil, file, err
	}
	c, err := control.Parse(data)
	if err != nil {
		return nil, file, fmt.Errorf("%s: %w", file, err)
	}
	return c, file, nil
}

// ControlSummary returns the model's own control in JSON, or nil.
func (o *Opened) ControlSummary() []byte {
	if o.Archive != nil {
		return o.Archive.control
	}
	if o.Model.Avatar == nil {
		return nil
	}
	return AvatarControl(o.Model)
}

// AvatarControl returns the control of a model's avatar in JSON, or nil if it controls nothing.
func AvatarControl(m *soa.Model) []byte {
	c, _ := control.AvatarDocument(m)
	if c == nil {
		return nil
	}
	data, err := c.JSON()
	if err != nil {
		return nil // checking it reports the error
	}
	return data
}

// Bones returns the joints of a human body by VRM's names for bones, if the model states them.
func (o *Opened) Bones() (map[string]string, error) {
	if o.ControlSummary() == nil {
		return nil, nil
	}
	c, _, err := o.ReadControl(OwnControl)
	if err != nil {
		return nil, err
	}
	bones := make(map[string]string)
	for _, b := range c.Humanoid {
		bones[b.Bone] = b.Joint
	}
	return bones, nil
}
