package baker

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// extra is a file that an archive is made from besides models: events, a graph or a control.
type extra[T any] struct {
	file   string
	source archive.Source
	value  T
}

// readExtra reads a file that a flag names; without a name it returns nil.
func readExtra[T any](kind, file string, parse func([]byte) (T, error)) (*extra[T], error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	value, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	source := archive.Source{File: kind + ": " + filepath.Base(file), Bytes: uint64(len(data)),
		SHA256: sha256.Sum256(data)}
	return &extra[T]{file, source, value}, nil
}

// extras lists the sources besides models, in the order in which archives state them.
func (b *Baker) extras() (list []archive.Source) {
	if b.events != nil {
		list = append(list, b.events.source)
	}
	if b.graph != nil {
		list = append(list, b.graph.source)
	}
	if b.control != nil {
		list = append(list, b.control.source)
	}
	return list
}

// storedGraph returns the graph that the archive of a job gets, in JSON, or nil: that of the
// flag or of the archive that is baked again. It is checked against the model.
func (b *Baker) storedGraph(j Job, model *soa.Model, own []byte) ([]byte, error) {
	from := b.graph
	if from == nil {
		if own == nil {
			return nil, nil
		}
		g, err := graph.Parse(own)
		if err != nil {
			return nil, fmt.Errorf("%s: its graph: %w", j.Inputs[0], err)
		}
		from = &extra[*graph.Graph]{file: j.Inputs[0], value: g}
	}
	if _, err := graph.Compile(from.value, graph.ClipsOfModel(model)); err != nil {
		return nil, fmt.Errorf("%s, for %s: %w", from.file, j.Inputs[0], err)
	}
	return from.value.JSON()
}

// storedControl is storedGraph for the control: that of the flag, or the model's own.
func (b *Baker) storedControl(j Job, model *soa.Model, own []byte) ([]byte, error) {
	from := b.control
	if from == nil {
		if own == nil {
			return nil, nil
		}
		c, err := control.Parse(own)
		if err != nil {
			return nil, fmt.Errorf("%s: its control: %w", j.Inputs[0], err)
		}
		from = &extra[*control.Document]{file: j.Inputs[0], value: c}
	}
	if err := from.value.Check(model.Skeleton); err != nil {
		return nil, fmt.Errorf("%s, for %s: %w", from.file, j.Inputs[0], err)
	}
	return from.value.JSON()
}

// parseEvents reads a TOML or JSON file of events, by the file's extension:
//
//	[[event]]                      {"event": [
//	clip = "walk"                    {"clip": "walk", "time": 0.4, "name": "left foot"}
//	time = 0.4                     ]}
//	length = 0.2                   // of an interval; a moment has none
//	name = "left foot"
func parseEvents(file string, data []byte) ([]bake.Event, error) {
	var in struct {
		Event []bake.Event `json:"event" toml:"event"`
	}
	if strings.EqualFold(filepath.Ext(file), ".json") {
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		err := d.Decode(&in)
		return in.Event, err
	}
	meta, err := toml.Decode(string(data), &in)
	if unknown := meta.Undecoded(); err == nil && len(unknown) > 0 {
		err = fmt.Errorf("event files have no key %q", unknown[0])
	}
	return in.Event, err
}

// sidecar adds the events of a file beside a model, walk.events.toml beside walk.fbx, to the
// clips that came from it.
func sidecar(rec *recorder, file string, model *soa.Model) error {
	stem := strings.TrimSuffix(file, filepath.Ext(file))
	for _, extension := range []string{".events.toml", ".events.json"} {
		beside := stem + extension
		data, err := rec.ReadFile(filepath.Base(beside))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var list []bake.Event
		if err == nil {
			list, err = parseEvents(beside, data)
		}
		if err == nil {
			err = bake.AddEvents(model, list)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", beside, err)
		}
	}
	return nil
}
