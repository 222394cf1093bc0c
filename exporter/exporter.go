package exporter

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of an export. The zero value is a good choice.
type Options struct {
	// Generator names the program that writes the file, in its asset.
	Generator string
	// Graph and Control are an animation graph and a control in JSON, for the file's extras.
	Graph, Control json.RawMessage
	// Rate resamples clips at this many keys per second, with lines between them, for programs
	// that know no splines; 0 keeps all keys.
	Rate float64
	// Reduce leaves out keys as long as no joint moves by more than this many metres; 0 keeps
	// all keys.
	Reduce float64
	// Quantize stores vertices as whole numbers (KHR_mesh_quantization): positions in 65,535 steps
	// of the mesh's largest side, normals and tangents in 8 bits, weights in 16.
	Quantize bool
	// Meshopt compresses vertices, triangles and keys without loss. Readers must support
	// EXT_meshopt_compression. It is for quantized vertices: floats shrink little. The compressed data
	// is kept in memory while the file is written.
	Meshopt bool
	// Source is the glTF file that the model was imported from: unedited parts stay as they are
	// there. If an edit cannot be made in that file, the whole model is written anew, and the report
	// says so.
	Source *Source
	// Report gets the losses and other forms of the file, or nil.
	Report *Report
}

// Finding is a part of the model that the file lacks, or holds in another form.
type Finding struct {
	Loss    bool   `json:"loss"`            // the file lacks something that the model has
	Looks   bool   `json:"looks,omitempty"` // a loss that changes looks, but not motion
	Where   string `json:"where"`           // the part of the model, such as "clip walk", or ""
	Message string `json:"message"`
}

// String returns the finding in one line.
func (f Finding) String() string {
	if f.Where == "" {
		return f.Message
	}
	return f.Where + ": " + f.Message
}

// Report holds the findings of an export. Of many of one kind it has the first 8, and one for the
// rest.
type Report struct{ Findings []Finding }

// set replaces the findings of a report, if there is one.
func (r *Report) set(list *finding.List) {
	if r == nil {
		return
	}
	r.Findings = nil
	for _, f := range list.Findings {
		r.Findings = append(r.Findings, Finding(f))
	}
}

// Losses returns the findings about losses.
func (r *Report) Losses() (list []Finding) {
	for _, f := range r.Findings {
		if f.Loss {
			list = append(list, f)
		}
	}
	return list
}

// GLB writes a model as glTF 2.0 in one binary file. A cancelled context ends it with the context's
// error, and w has the beginning of a file.
func GLB(ctx context.Context, w io.Writer, model *soa.Model, o Options) error {
	f, err := build(ctx, model, o, gltf.Options{})
	if err == nil {
		err = f.Write(ctx, w)
	}
	if err != nil {
		return fmt.Errorf("write GLB: %w", err)
	}
	return nil
}

// GLTF writes a model as glTF 2.0 in two files: text, and binary data to which the text refers by
// its URI, relative and percent-encoded. If binary is nil, the text holds the data too, as a data URI,
// for which both are kept in memory.
func GLTF(ctx context.Context, text, binary io.Writer, uri string, model *soa.Model, o Options) error {
	f, err := build(ctx, model, o, gltf.Options{})
	if err == nil {
		err = f.WriteParts(ctx, text, binary, uri)
	}
	if err != nil {
		return fmt.Errorf("write glTF: %w", err)
	}
	return nil
}

// build validates a model, lays out its file and reports.
func build(ctx context.Context, model *soa.Model, o Options, with gltf.Options) (*gltf.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if model == nil {
		return nil, fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, err
	}
	for i, text := range []json.RawMessage{o.Graph, o.Control} {
		if len(text) > 0 && !json.Valid(text) {
			return nil, fmt.Errorf("%w: the %s is no JSON", soa.ErrInvalid, [...]string{"graph", "control"}[i])
		}
	}
	var list finding.List
	model, err := withKeys(ctx, model, &o, &list)
	if err != nil {
		return nil, err
	}
	with.Generator, with.Graph, with.Control, with.Quantize, with.Meshopt = o.Generator, o.Graph, o.Control, o.Quantize, o.Meshopt
	f, err := patchSource(ctx, o.Source, model, with, &list)
	if err == nil && f == nil {
		f, err = gltf.Build(ctx, model, with, &list)
	}
	if err == nil {
		o.Report.set(&list)
	}
	return f, err
}
