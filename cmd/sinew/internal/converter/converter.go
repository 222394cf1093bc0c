package converter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of Convert.
type Options struct {
	Out  string // a file; with {clip} one for each clip
	Tool string
	// MakeFolders makes the folders of outputs.
	MakeFolders bool
	// Pack compresses the clips of an archive, within 0.1 mm.
	Pack bool
	// NoCheck leaves out reading the output again.
	NoCheck bool
	Export  exporter.Options // what it does to keys and vertices
	BVH     exporter.BVHOptions
	// Meta is what a .vrm says of its author and licence, in JSON; nil: what the input does.
	Meta []byte
}

// placeholder in an output's name becomes the name of a clip.
const placeholder = "{clip}"

// Check checks an output's name: its format, and that it can be written where it is one file.
func (o *Options) Check() error {
	if _, err := formatOf(o.Out); err != nil || o.MakeFolders || strings.Contains(o.Out, placeholder) {
		return err
	}
	return output.Check(o.Out)
}

// Companions lists the files that are written with an output, beside it.
func Companions(out string) []string {
	f, err := formatOf(out)
	if err != nil {
		return nil
	}
	return f.files(out)[:len(f.beside)]
}

// files lists the files that an output consists of; the one that names the others is last.
func (f *format) files(out string) (list []string) {
	for _, extension := range f.beside {
		list = append(list, strings.TrimSuffix(out, filepath.Ext(out))+extension)
	}
	return append(list, out)
}

// Convert writes the outputs of a model.
func Convert(ctx context.Context, from *models.Opened, o Options) (*Result, error) {
	f, err := formatOf(o.Out)
	if err != nil {
		return nil, err
	}
	result := newResult(from)
	o.Export.Source = sourceOf(ctx, from)
	if !strings.Contains(o.Out, placeholder) {
		if err := output.GuardOf(ctx).Write(f.files(o.Out)...); err != nil {
			return result, err
		}
		return result, o.one(ctx, from, from.Model, f, o.Out, result)
	}
	names := make(map[string]string)
	for _, c := range from.Model.Clips {
		out := strings.ReplaceAll(o.Out, placeholder, fileName(c.Name))
		if other, taken := names[out]; taken {
			return result, fmt.Errorf("the clips %q and %q would both be %s; --rename renames clips", other, c.Name, out)
		}
		names[out] = c.Name
		if err := output.GuardOf(ctx).Write(f.files(out)...); err != nil {
			return result, err
		}
	}
	if len(names) == 0 {
		return result, fmt.Errorf("%s has no clips, and %s is one file for each", from.File, o.Out)
	}
	for _, c := range from.Model.Clips {
		model := *from.Model
		model.Clips = []*soa.Clip{c}
		if err := o.one(ctx, from, &model, f, strings.ReplaceAll(o.Out, placeholder, fileName(c.Name)), result); err != nil {
			return result, err
		}
	}
	return result, nil
}

// fileName replaces what a file's name cannot have.
func fileName(clip string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, clip)
}

// one writes one output: aside, then renamed.
func (o *Options) one(ctx context.Context, from *models.Opened, model *soa.Model, f *format, out string, to *Result) (err error) {
	defer func() {
		var of *fs.PathError
		if err != nil && !(errors.As(err, &of) && of.Path == out) {
			err = fmt.Errorf("write %s: %w", out, err)
		}
	}()
	if o.MakeFolders {
		if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
			return err
		}
	}
	files := f.files(out)
	alone := console.Piped(ctx)
	if alone {
		files = files[len(files)-1:]
	}
	set, err := output.Begin(files...)
	if err != nil {
		return err
	}
	defer set.Discard()
	j := &job{model: model, file: set.Name(len(files) - 1), bvh: o.BVH, meta: o.Meta, tool: o.Tool, pack: o.Pack, alone: alone}
	if j.meta == nil {
		j.meta = metaOf(from)
	}
	var found exporter.Report
	j.options = o.Export
	j.options.Generator, j.options.Report = o.Tool, &found
	if from.Archive != nil {
		j.options.Graph = from.Archive.GraphJSON
	}
	if j.options.Source == nil || from.Archive != nil { // else its own parts make it
		j.options.Control = from.ControlSummary()
	}
	if err := f.write(ctx, j); err != nil {
		for i := range files {
			err = set.Error(i, err)
		}
		return err
	}
	said := Output{File: out, Findings: found.Findings, Clips: len(model.Clips)}
	if !o.NoCheck {
		if err := said.readBack(ctx, from.Isolate, j); err != nil {
			return err
		}
	}
	for i := range files {
		if info, err := os.Stat(set.Name(i)); err == nil {
			said.Bytes += info.Size()
		}
	}
	if err := set.Commit(); err != nil {
		return err
	}
	to.Outputs = append(to.Outputs, said)
	return nil
}

// sourceOf returns the glTF file of a model, or nil if the model is from another file or was
// imported with options that change the file's content.
func sourceOf(ctx context.Context, from *models.Opened) *exporter.Source {
	if from.Archive != nil || from.Report.Origin == nil {
		return nil
	}
	data, folder, err := from.Content()
	if err != nil {
		return nil
	}
	open := func(name string) ([]byte, error) { return fs.ReadFile(folder, path.Clean(filepath.ToSlash(name))) }
	source, err := exporter.NewSource(ctx, data, open, from.Report.Origin)
	if err != nil {
		return nil // the file has changed since, or names files outside its folder
	}
	return source
}

// metaOf returns what a file of VRM 1.0 says of its author and licence, or nil.
func metaOf(from *models.Opened) []byte {
	if !slices.Contains([]string{".vrm", ".glb"}, strings.ToLower(filepath.Ext(from.File))) && from.File != console.Stdio {
		return nil
	}
	data, _, err := from.Content()
	if err != nil {
		return nil
	}
	doc, err := gltf.Parse(data, gltf.Options{})
	if err != nil {
		return nil // the import has said why
	}
	return doc.Meta()
}

// readBack reads an output again and measures how far it is from the model.
func (said *Output) readBack(ctx context.Context, isolate bool, j *job) error {
	source := models.Source{File: j.file, Isolate: isolate}
	if filepath.Ext(j.file) == ".bvh" {
		source.Wishes.Unit = strconv.FormatFloat(1/cmp.Or(j.bvh.Metre, 100), 'g', -1, 64)
	}
	back, err := source.Open(ctx)
	if errors.Is(err, importer.ErrUnsupported) {
		said.Unread = true // a BVH file in a build without libassimp
		return nil
	}
	if err != nil {
		return fmt.Errorf("it cannot be read again: %w", err)
	}
	if filepath.Ext(j.file) == ".bvh" {
		if j.bvh.ZUp {
			toYUp(back.Model) // which the reader does not expect
		}
		withoutRoot(back.Model, j.model)
	}
	d, err := inspect.Compare(ctx, j.model, back.Model, inspect.CompareOptions{ExactCurves: true, Times: 200})
	if errors.Is(err, inspect.ErrNothing) {
		said.Uncompared = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	said.measure(d)
	return nil
}

// toYUp rotates a model whose Z points up: (x, y, z) becomes (x, z, −y), and so do the axes of rotations.
func toYUp(m *soa.Model) {
	turn := func(y, z []float32) {
		for i := range y {
			y[i], z[i] = z[i], -y[i]
		}
	}
	r := &m.Skeleton.Rest
	turn(r.TY, r.TZ)
	turn(r.RY, r.RZ)
	for _, c := range m.Clips {
		for t := range c.Tracks {
			if first, end := c.Keys(t); c.Tracks[t].Property <= soa.Rotation {
				turn(c.Y[first:end], c.Z[first:end])
			}
		}
	}
}

// withoutRoot takes the joint away that BVH needs above several roots.
func withoutRoot(back, m *soa.Model) {
	roots := 0
	for _, p := range m.Skeleton.Parent {
		if p < 0 {
			roots++
		}
	}
	if roots < 2 {
		return
	}
	for j, p := range back.Skeleton.Parent {
		if p == 0 {
			back.Skeleton.Parent[j] = soa.NoJoint
		}
	}
	back.Skeleton.ComputeDepth()
}

// measure takes over the greatest differences.
func (said *Output) measure(d *inspect.Difference) {
	said.Compared = true
	for i := range d.Clips {
		c := &d.Clips[i]
		for _, e := range []*inspect.Extreme{&c.Joint, &c.Vertex} {
			if 1000*e.Max > said.Millimetres {
				said.Millimetres, said.Part, said.Clip, said.Time = 1000*e.Max, e.Part, c.Name, e.Time
			}
		}
		said.Joints = max(said.Joints, 1000*c.Joint.Max)
		said.Vertices = max(said.Vertices, 1000*c.Vertex.Max)
	}
	said.Missing = d.OnlyA
}
