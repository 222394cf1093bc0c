package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/runtime/contact"
	"github.com/sinew-anim/sinew/runtime/retarget"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// baker makes archives of one call of the command.
type baker struct {
	tool, config string // as the archives tell
	options      bake.Options
	wishes       models.FSWishes
	force        bool
	events       *eventFile   // or nil
	graph        *graphFile   // or nil
	control      *controlFile // or nil
	rules        cliprules.Rules
	contacts     bool
	strict       bool // a rule that means no clip is an error
	bar          *console.Progress
}

// bakedFile is what is reported of one archive.
type bakedFile struct {
	Inputs        []string          `json:"inputs"`
	Output        string            `json:"output"`
	Skipped       bool              `json:"skipped,omitempty"` // it was there already
	Error         string            `json:"error,omitempty"`
	SourceBytes   uint64            `json:"source_bytes"`
	Bytes         int64             `json:"bytes"`
	ImportSeconds float64           `json:"import_seconds,omitempty"`
	Seconds       float64           `json:"seconds"`
	Held          bool              `json:"bound_held"`
	Clips         []bake.ClipReport `json:"clips,omitempty"`
	Bank          []bake.ClipReport `json:"bank,omitempty"`
	Losses        int               `json:"losses,omitempty"`     // of the imports, which info lists
	NoContact     []string          `json:"no_contact,omitempty"` // clips in which --contacts finds none of a foot

	control []byte // that the model came with, or nil
	figure  figure
}

// job makes one archive, unless it is there already.
func (b *baker) job(ctx context.Context, j bakeJob) (*bakedFile, error) {
	begun := time.Now()
	imported := sync.OnceFunc(b.bar.Step)
	defer imported()
	said := &bakedFile{Inputs: j.inputs, Output: j.out}
	defer func() { said.Seconds = time.Since(begun).Seconds() }()
	if !b.force && b.upToDate(j, said) {
		said.Skipped = true
		return said, nil
	}
	options := b.options
	model, sources, err := b.load(ctx, j.inputs, said, &options)
	if err != nil {
		return said, err
	}
	imported()
	said.ImportSeconds = time.Since(begun).Seconds()
	if b.events != nil {
		if err := bake.AddEvents(model, b.events.list); err != nil {
			return said, fmt.Errorf("%s: %w", b.events.source.File, err)
		}
		sources = append(sources, b.events.source)
	}
	if err := b.rules.Apply(model, b.strict); err != nil {
		return said, err
	}
	if b.contacts {
		if said.NoContact, err = b.bakeContacts(model); err != nil {
			return said, err
		}
	}
	stored, sources, err := b.storedGraph(j, model, sources)
	if err != nil {
		return said, err
	}
	control, sources, err := b.storedControl(j, model, said.control, sources)
	if err != nil {
		return said, err
	}
	b.bar.Grow(len(model.Clips))
	options.Progress = b.bar.Within(len(model.Clips))
	baked, err := bake.Bake(ctx, model, options)
	if err != nil {
		return said, err
	}
	baked.Content.Graph, baked.Content.Control = stored, control
	baked.Content.Meta = archive.Meta{Tool: b.tool, Options: b.config, Sources: sources}
	data, err := archive.Encode(&baked.Content)
	if err != nil {
		return said, err
	}
	if err := os.MkdirAll(filepath.Dir(j.out), 0o777); err != nil {
		return said, err
	}
	said.Bytes, said.Clips, said.Bank = int64(len(data)), baked.Clips, baked.Bank
	said.note(sources)
	return said, console.WriteWhole(j.out, data)
}

// bakeContacts gives the clips of a model with legs their contacts. It returns the names of
// those in which a foot has none.
func (b *baker) bakeContacts(model *soa.Model) (without []string, err error) {
	legs := retarget.Legs(model.Skeleton)
	if len(legs) == 0 && b.strict {
		return nil, console.Usagef("--contacts: the model has no legs of a human body")
	}
	found, err := contact.Bake(model, legs, contact.Options{})
	for _, f := range found {
		if name := model.Clips[f.Clip].Name; len(f.Intervals) == 0 && !slices.Contains(without, name) {
			without = append(without, name)
		}
	}
	return without, err
}

// warnContacts warns of clips in which a foot never stands.
func warnContacts(stderr io.Writer, files []*bakedFile) {
	for _, f := range files {
		if len(f.NoContact) > 0 {
			console.Warn(stderr, "%s: no contact of a foot was found in %s: it is never slow and low enough",
				filepath.Base(f.Output), strings.Join(f.NoContact, ", "))
		}
	}
}

// note sums up what is known of the clips and sources.
func (f *bakedFile) note(sources []archive.Source) {
	for i := range sources {
		f.SourceBytes += sources[i].Bytes
	}
	f.Held = true
	for _, list := range [][]bake.ClipReport{f.Clips, f.Bank} {
		for i := range list {
			f.Held = f.Held && list[i].Held()
		}
	}
}

// load reads the inputs: the first is the model, the clips of the others join.
func (b *baker) load(ctx context.Context, inputs []string, said *bakedFile, options *bake.Options) (model *soa.Model, sources []archive.Source, err error) {
	for i, file := range inputs {
		rec := newRecorder(os.DirFS(filepath.Dir(file)))
		var report models.Report
		have := 0
		if i == 0 {
			model, options.Kept, err = b.read(ctx, rec, file, &report, said)
			if err == nil {
				said.figure = figureOf(model, &report)
			}
		} else {
			have = len(model.Clips)
			err = b.addClips(ctx, model, rec, file, &report)
		}
		if err != nil {
			if !strings.Contains(err.Error(), file) {
				err = fmt.Errorf("%s: %w", file, err)
			}
			return nil, nil, err
		}
		// Events go by the names that the clips have in their file.
		if err := b.sidecar(rec, file, &soa.Model{Clips: model.Clips[have:]}); err != nil {
			return nil, nil, err
		}
		if len(inputs) > 1 {
			models.NameClips(model.Clips, have, file)
		}
		for _, f := range report.Findings {
			if f.Severity == models.Loss {
				said.Losses++
			}
		}
		for _, s := range rec.sources() {
			if len(inputs) > 1 {
				s.File = fmt.Sprintf("%d:%s", i, s.File)
			}
			sources = append(sources, s)
		}
	}
	return model, sources, nil
}

// read reads a model of a recorded folder, and of an archive what its clips were
// unpacked from.
func (b *baker) read(ctx context.Context, rec *recorder, file string, r *models.Report, said *bakedFile) (*soa.Model, map[*soa.Clip]*soa.Packed, error) {
	if !models.IsArchive(file) {
		m, err := models.ImportModelFS(ctx, rec, filepath.Base(file), r, b.wishes)
		if err == nil && r.Avatar != nil {
			said.control = models.AvatarControl(r.Avatar, m)
		}
		return m, nil, err
	}
	if err := b.wishes.Refuse(file); err != nil {
		return nil, nil, err
	}
	data, err := rec.ReadFile(filepath.Base(file))
	if err != nil {
		return nil, nil, err
	}
	a, err := archive.Decode(data)
	if err != nil {
		return nil, nil, err
	}
	m, err := bake.Model(a)
	if err != nil {
		return nil, nil, err
	}
	if said.control, err = a.Control(); err != nil {
		return nil, nil, err
	}
	packs, err := bake.Packs(a, m)
	return m, packs, err
}

func (b *baker) addClips(ctx context.Context, model *soa.Model, rec *recorder, file string, r *models.Report) error {
	if !models.IsArchive(file) {
		return models.ImportClipsFS(ctx, model, rec, filepath.Base(file), r, b.wishes)
	}
	from, _, err := b.read(ctx, rec, file, r, new(bakedFile))
	if err != nil {
		return err
	}
	_, err = model.AddClips(from)
	return err
}

// upToDate reports whether the archive is whole, and was made by this version
// with these options from files that are as they were then.
func (b *baker) upToDate(j bakeJob, said *bakedFile) bool {
	a, err := archive.Open(j.out)
	if err != nil {
		return false
	}
	defer a.Close()
	meta, err := a.Meta()
	if err != nil || meta.Tool != b.tool || meta.Options != b.config || a.Verify() != nil {
		return false
	}
	inputs, events, graphed, controlled := make([]bool, len(j.inputs)), false, false, false
	for _, s := range meta.Sources {
		if b.graph != nil && s == b.graph.source {
			graphed = true
			continue
		}
		if b.control != nil && s == b.control.source {
			controlled = true
			continue
		}
		if b.events != nil && s == b.events.source {
			events = true
			continue
		}
		i, name := 0, s.File
		if len(j.inputs) > 1 {
			number, rest, _ := strings.Cut(s.File, ":")
			if i, err = strconv.Atoi(number); err != nil || i < 0 || i >= len(j.inputs) {
				return false
			}
			name = rest
		}
		if !unchanged(filepath.Dir(j.inputs[i]), name, &s) {
			return false
		}
		inputs[i] = inputs[i] || name == filepath.Base(j.inputs[i])
	}
	for _, there := range inputs {
		if !there {
			return false
		}
	}
	if (b.events != nil) != events || (b.graph != nil) != graphed || (b.control != nil) != controlled {
		return false
	}
	said.fromArchive(a, meta, &b.options)
	return true
}

// unchanged reports whether a file is what it was, or still not there.
func unchanged(folder, name string, s *archive.Source) bool {
	if !fs.ValidPath(name) {
		return false
	}
	data, err := fs.ReadFile(os.DirFS(folder), name)
	if s.SHA256 == [32]byte{} {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && uint64(len(data)) == s.Bytes && sha256.Sum256(data) == s.SHA256
}

// fromArchive fills the report of an archive that was there.
func (f *bakedFile) fromArchive(a *archive.Archive, meta *archive.Meta, o *bake.Options) {
	if info, err := os.Stat(f.Output); err == nil {
		f.Bytes = info.Size()
	}
	for i := range a.Clips() {
		if p, err := a.Packed(i); err == nil {
			f.Clips = append(f.Clips, bake.PackedReport(p, o.Bound))
		}
	}
	for i := range a.Banks() {
		if bank, err := a.Bank(i); err == nil {
			f.Bank = append(f.Bank, bake.BankReports(bank, o.Bound, o.WeightBound)...)
		}
	}
	f.note(meta.Sources)
}

// eventFile is the events that a file of the user's adds to clips.
type eventFile struct {
	source archive.Source
	list   []bake.Event
}

// readEvents reads a TOML or JSON file of events:
//
//	[[event]]                      {"event": [
//	clip = "walk"                    {"clip": "walk", "time": 0.4, "name": "left foot"}
//	time = 0.4                     ]}
//	length = 0.2                   // an interval; without it a moment
//	name = "left foot"
func readEvents(file string) (*eventFile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := parseEvents(file, data)
	if err != nil {
		return nil, err
	}
	return &eventFile{archive.Source{File: "events: " + filepath.Base(file), Bytes: uint64(len(data)), SHA256: sha256.Sum256(data)}, list}, nil
}

func parseEvents(file string, data []byte) (list []bake.Event, err error) {
	var in struct {
		Event []bake.Event `json:"event" toml:"event"`
	}
	if strings.EqualFold(filepath.Ext(file), ".json") {
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		err = d.Decode(&in)
	} else {
		var meta toml.MetaData
		meta, err = toml.Decode(string(data), &in)
		if unknown := meta.Undecoded(); err == nil && len(unknown) > 0 {
			err = fmt.Errorf("there is no %q in an event file", unknown[0])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return in.Event, nil
}

// sidecar adds the events of a file that lies beside a model, walk.events.toml
// beside walk.fbx, to the clips that came of it.
func (b *baker) sidecar(rec *recorder, file string, model *soa.Model) error {
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
		if err != nil && !strings.Contains(err.Error(), beside) {
			err = fmt.Errorf("%s: %w", beside, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
