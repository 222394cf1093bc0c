package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// graphFile is an animation graph that an archive is to have.
type graphFile struct {
	file   string
	source archive.Source
	graph  *graph.Graph
}

func readGraphFile(file string) (*graphFile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g, err := graph.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &graphFile{file, archive.Source{File: "graph: " + filepath.Base(file), Bytes: uint64(len(data)), SHA256: sha256.Sum256(data)}, g}, nil
}

// storedGraph returns the graph that a model's archive has, in JSON: the one of the flag,
// or that of the archive which the model came from, or nil. It fits the model.
func (b *baker) storedGraph(j bakeJob, model *soa.Model, sources []archive.Source) ([]byte, []archive.Source, error) {
	from := b.graph
	if from != nil {
		sources = append(sources, from.source)
	} else {
		g, err := graphOf(j.inputs[0])
		if err != nil || g == nil {
			return nil, sources, err
		}
		from = &graphFile{file: j.inputs[0], graph: g}
	}
	if _, err := graph.Compile(from.graph, graph.OfModel(model)); err != nil {
		return nil, nil, fmt.Errorf("%s, for %s: %w", from.file, j.inputs[0], err)
	}
	data, err := from.graph.JSON()
	return data, sources, err
}

// graphOf returns the graph of a file, if it is an archive that has one.
func graphOf(file string) (*graph.Graph, error) {
	if !models.IsArchive(file) {
		return nil, nil
	}
	a, err := archive.Open(file)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	data, err := a.Graph()
	if err != nil || data == nil {
		return nil, err
	}
	g, err := graph.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: its graph: %w", file, err)
	}
	return g, nil
}
