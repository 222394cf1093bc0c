package baker

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/edit/retarget"
	importreport "github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Options are what a command asks for besides the configuration.
type Options struct {
	Tool    string // as archives state it
	Isolate bool   // import in a child process
	Force   bool   // make archives that are up to date, too
	// Files: of events for clips, and of a graph and a control that the one archive gets.
	Events, Graph, Control string
	Progress               *console.Progress
}

// Baker makes archives with one configuration. Several goroutines may use it.
type Baker struct {
	Options
	config   string // as archives state it
	bake     bake.Options
	wishes   models.FSWishes
	events   *extra[[]bake.Event]      // or nil
	graph    *extra[*graph.Graph]      // or nil
	control  *extra[*control.Document] // or nil
	rules    cliprules.Rules
	contacts bool
	strict   bool // rules that match no clip are errors
}

// New checks a configuration and reads the files of the options.
func New(c *Config, o Options) (*Baker, error) {
	lengths := models.Lengths{Unit: c.Unit, Scale: c.Scale}
	b := &Baker{Options: o, config: c.Text(false), wishes: models.FSWishes{Lengths: lengths, Isolate: o.Isolate, Turns: c.WithRotations},
		contacts: c.Contacts}
	var err error
	if b.bake, err = c.options(); err != nil {
		return nil, err
	}
	if b.rules, err = cliprules.Parse(c.RootMotion, c.Additive); err != nil {
		return nil, err
	}
	if b.control, err = readExtra("control", o.Control, control.Parse); err != nil {
		return nil, err
	}
	if b.graph, err = readExtra("graph", o.Graph, graph.Parse); err != nil {
		return nil, err
	}
	b.events, err = readExtra("events", o.Events,
		func(data []byte) ([]bake.Event, error) { return parseEvents(o.Events, data) })
	return b, err
}

// All works through jobs, several at the same time, and calls done with the result of each in
// their order. Where there are fewer jobs than workers, each uses several for its clips. The
// error is that of ctx or of done: others are in the results.
func (b *Baker) All(ctx context.Context, jobs []Job, workers int, done func(*File) error) ([]*File, error) {
	if b.strict = len(jobs) == 1; !b.strict && b.graph != nil {
		return nil, console.Usagef("--graph is for one archive, these are %d", len(jobs))
	}
	if !b.strict && b.control != nil {
		return nil, console.Usagef("--control is for one archive, these are %d", len(jobs))
	}
	atOnce := min(workers, len(jobs))
	b.bake.Workers = max(1, workers/max(1, atOnce))
	files := make([]*File, 0, len(jobs))
	err := batch.ForEach(ctx, len(jobs), atOnce, func(ctx context.Context, i int) *File {
		f, err := b.job(ctx, jobs[i])
		if err != nil {
			f.Error = console.OneLine(err.Error())
		}
		return f
	}, func(f *File) error {
		files = append(files, f)
		return done(f)
	})
	return files, err
}

// job makes one archive, unless it is up to date.
func (b *Baker) job(ctx context.Context, j Job) (*File, error) {
	begun := time.Now()
	imported := sync.OnceFunc(b.Progress.Step)
	defer imported()
	f := &File{Inputs: j.Inputs, Output: j.Out}
	defer func() { f.Seconds = time.Since(begun).Seconds() }()
	if j.Err != nil {
		return f, j.Err
	}
	if !b.Force && b.upToDate(j, f) {
		f.Skipped = true
		return f, nil
	}
	if err := output.GuardOf(ctx).Write(j.Out); err != nil {
		return f, err
	}
	m, err := b.load(ctx, j.Inputs, f)
	if err != nil {
		return f, err
	}
	imported()
	f.ImportSeconds = time.Since(begun).Seconds()
	if b.events != nil {
		if err := bake.AddEvents(m.model, b.events.value); err != nil {
			return f, fmt.Errorf("%s: %w", b.events.source.File, err)
		}
	}
	if err := b.rules.Apply(ctx, m.model, b.strict); err != nil {
		return f, err
	}
	if b.contacts {
		if f.NoContact, err = b.bakeContacts(ctx, m.model); err != nil {
			return f, err
		}
	}
	stored, err := b.storedGraph(j, m.model, m.graph)
	if err != nil {
		return f, err
	}
	control, err := b.storedControl(j, m.model, m.control)
	if err != nil {
		return f, err
	}
	options := b.bake
	options.Kept = m.kept
	b.Progress.Grow(len(m.model.Clips))
	options.Progress = b.Progress.Group(len(m.model.Clips))
	baked, err := bake.Bake(ctx, m.model, options)
	if err != nil {
		return f, err
	}
	sources := append(m.sources, b.extras()...)
	baked.Content.Graph, baked.Content.Control = stored, control
	baked.Content.Meta = archive.Meta{Tool: b.Tool, Options: b.config, Sources: sources}
	data, err := archive.Encode(&baked.Content)
	if err != nil {
		return f, err
	}
	if err := os.MkdirAll(filepath.Dir(j.Out), 0o777); err != nil {
		return f, err
	}
	f.Bytes, f.Clips, f.Bank = int64(len(data)), baked.Clips, baked.Bank
	f.sum(sources)
	return f, output.Write(j.Out, data)
}

// bakeContacts adds contacts to the clips of a model with legs. It returns the names of clips
// in which a foot has none.
func (b *Baker) bakeContacts(ctx context.Context, model *soa.Model) (without []string, err error) {
	legs := retarget.Legs(model.Skeleton)
	if len(legs) == 0 && b.strict {
		return nil, console.Usagef("--contacts: the model has no legs of a human body")
	}
	found, err := retarget.BakeContacts(ctx, model, legs, retarget.ContactOptions{})
	for _, f := range found {
		if name := model.Clips[f.Clip].Name; len(f.Intervals) == 0 && !slices.Contains(without, name) {
			without = append(without, name)
		}
	}
	return without, err
}

// loaded is a model with what its archive gets from its files.
type loaded struct {
	model          *soa.Model
	graph, control []byte                    // its own, in JSON, or nil
	kept           map[*soa.Clip]*soa.Packed // what clips of an archive were unpacked from
	sources        []archive.Source
}

// load reads the inputs: the first is the model, which the clips of the others join.
func (b *Baker) load(ctx context.Context, inputs []string, f *File) (*loaded, error) {
	var m *loaded
	var sources []archive.Source
	for i, file := range inputs {
		place, err := models.PlaceOf(ctx, file)
		if err != nil {
			return nil, err
		}
		if file == console.Stdio {
			file = place.Name
		}
		rec := newRecorder(place.FS)
		var report models.Report
		have := 0
		if i == 0 {
			if m, err = b.read(ctx, rec, place, &report); err == nil {
				f.figure = figureOf(m.model, &report)
			}
		} else {
			have = len(m.model.Clips)
			err = b.addClips(ctx, m.model, rec, place, &report)
		}
		if err != nil {
			if !strings.Contains(err.Error(), file) {
				err = fmt.Errorf("%s: %w", file, err)
			}
			return nil, err
		}
		// Events go by the names that the clips have in their file.
		if err := sidecar(rec, file, &soa.Model{Clips: m.model.Clips[have:]}); err != nil {
			return nil, err
		}
		if len(inputs) > 1 {
			models.NameClips(m.model.Clips, have, file)
		}
		for _, finding := range report.Findings {
			if finding.Severity == models.Loss {
				f.Losses++
			}
			if finding.Kind == importreport.OtherLengths && !b.wishes.Turns {
				f.Proportions = append(f.Proportions, console.Prefix(finding.Message, file, finding.Where))
			}
		}
		for _, s := range rec.sources() {
			if err := output.GuardOf(ctx).Read(filepath.Join(filepath.Dir(file), s.File)); err != nil {
				return nil, err
			}
			if len(inputs) > 1 {
				s.File = fmt.Sprintf("%d:%s", i, s.File)
			}
			sources = append(sources, s)
		}
	}
	m.sources = sources
	return m, nil
}

// read reads a model of a recorded folder.
func (b *Baker) read(ctx context.Context, rec *recorder, file models.Place, r *models.Report) (m *loaded, err error) {
	m = new(loaded)
	if !file.Archive {
		m.model, err = models.ImportModelFS(ctx, rec, file.Name, r, b.wishes)
		if err == nil && m.model.Avatar != nil {
			m.control = models.AvatarControl(m.model)
		}
		return m, err
	}
	if err := b.wishes.Refuse(file.Name); err != nil {
		return nil, err
	}
	data, err := rec.ReadFile(file.Name)
	if err != nil {
		return nil, err
	}
	a, err := archive.Decode(data)
	if err != nil {
		return nil, err
	}
	if m.model, err = bake.Model(a); err != nil {
		return nil, err
	}
	if m.control, err = a.Control(); err != nil {
		return nil, err
	}
	if m.graph, err = a.Graph(); err != nil {
		return nil, err
	}
	m.kept, err = bake.Packs(a, m.model)
	return m, err
}

// addClips adds the clips of another file to a model.
func (b *Baker) addClips(ctx context.Context, model *soa.Model, rec *recorder, file models.Place, r *models.Report) error {
	if !file.Archive {
		return models.ImportClipsFS(ctx, model, rec, file.Name, r, b.wishes)
	}
	from, err := b.read(ctx, rec, file, r)
	if err != nil {
		return err
	}
	if b.wishes.Turns {
		return console.Usagef("--with-rotations: %s is an archive, whose clips are of one skeleton", file.Name)
	}
	added, err := model.AddClips(from.model)
	if err != nil {
		return fmt.Errorf("%w; sinew retarget carries motion to another skeleton", err)
	}
	r.CompareLengths(model, added)
	return nil
}
