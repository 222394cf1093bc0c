package importer

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"

	"github.com/sinew-anim/sinew/importer/internal/passes"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/transfer"
	"github.com/sinew-anim/sinew/soa"
)

// AddClips imports the animations of another file, adds them to a model and
// returns them. The model must not be in use during the call.
//
// A joint of the file is matched with the model's joint of the same name, or else of
// the same name without its namespace ("mixamorig:Hips"), or else regardless of case.
// Of several such joints the one with the longest common path of ancestors is taken.
// Of the joints left, those match whose names alone agree in letters and digits, if
// need be without a common prefix and the numbers that exporters add:
// "mixamorigHips", "mixamorig_Hips" and "Hips_02" are "mixamorig:Hips".
//
// Properties without a channel in the file keep the model's rest. Keys that hold bones at
// other lengths than the model's are a finding of kind report.OtherLengths with the largest
// difference in millimetres; Options.RotationsOnly leaves them out, and package edit/retarget
// fits them to the model. A clip whose name is taken is named after its file, with a finding
// of kind report.RenamedClip.
//
// Tracks of unmatched joints are left out and reported. Custom properties are matched
// by joint and name; missing ones are added to the model.
//
// A VRMA file, an animation for any avatar, is transferred to a model with an Avatar by the bones
// that both files name: rotations relative to both rest poses, as VRMC_vrm_animation defines, the
// movement of the hips by the ratio of their heights, expressions by name, and the gaze by the
// avatar's ranges.
//
// The error wraps ErrNoMatch if fewer than a quarter of the joints that the file drives,
// and of the model's joints, match, and ErrNoClip if the file has no animation.
func AddClips(ctx context.Context, model *soa.Model, file string, options Options) ([]*soa.Clip, error) {
	o := options.settings()
	return o.addOne(model, file, func(to *soa.Model) ([]*soa.Clip, error) { return addNamed(ctx, to, file, o) })
}

// addOne adds the clips of a file that a function reads, named and chosen among. After an error the
// model is as it was.
func (o *settings) addOne(model *soa.Model, file string, read func(to *soa.Model) ([]*soa.Clip, error)) ([]*soa.Clip, error) {
	grown := *model
	added, err := read(&grown)
	if err != nil {
		return nil, err
	}
	files := []FileClips{{File: file, Clips: added}}
	if o.report != nil {
		files[0].Report = *o.report
	}
	err = o.finish(&grown, len(model.Clips), files)
	if o.report != nil {
		*o.report = files[0].Report
	}
	if err != nil {
		return nil, err
	}
	*model = grown
	return files[0].Clips, nil
}

// finish names the clips of files, which a model has after some of its own, and chooses among them. Files
// whose rules fail have their error and no clips; the first error is returned.
func (o *settings) finish(model *soa.Model, own int, files []FileClips) error {
	mine := model.Clips[:own:own]
	NameClips(mine, files)
	err := o.rules.chooseEach(model, files)
	if len(o.rules.Ranges) > 0 { // which have names of their own
		NameClips(mine, files)
	}
	model.Clips = append(mine, model.Clips...)
	return err
}

// chooseEach chooses among the clips of each file, and gives the model the chosen ones.
func (r *ClipRules) chooseEach(model *soa.Model, files []FileClips) (first error) {
	model.Clips = nil
	for i := range files {
		f := &files[i]
		chosen, err := r.Choose(model, f.Clips, &f.Report)
		if err != nil {
			err = fmt.Errorf("%s: %w", f.File, err)
			f.Err, first = err, cmp.Or(first, err)
		}
		f.Clips = chosen
		model.Clips = append(model.Clips, chosen...)
	}
	return first
}

// addNamed adds all clips of a file, with the names that they have in it after ClipRules.Rename.
func addNamed(ctx context.Context, model *soa.Model, file string, o settings) ([]*soa.Clip, error) {
	if read := o.readers[source.Extension(file)]; read != nil {
		return read.clips(ctx, model, file, &o)
	}
	src, err := source.Open(file, o.within)
	if err != nil {
		o.failed(file)
		return nil, err
	}
	defer src.Close()
	return addFile(ctx, src, model, o)
}

// AddClipsFS is AddClips for a file of a file system.
func AddClipsFS(ctx context.Context, model *soa.Model, fsys fs.FS, name string, options Options) ([]*soa.Clip, error) {
	src := &source.File{Name: name, Base: path.Base(name)}
	src.InFS(fsys, name)
	o := options.settings()
	return o.addOne(model, name, func(to *soa.Model) ([]*soa.Clip, error) { return addFile(ctx, src, to, o) })
}

func addFile(ctx context.Context, s *source.File, model *soa.Model, o settings) (added []*soa.Clip, err error) {
	o.Textures = false
	if err := o.govern(source.Extension(s.Base)); err != nil {
		o.failed(s.Name)
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	var floats []soa.NamedFloat
	if o.isolate != nil {
		added, floats, err = clipsIsolated(ctx, s, model, o)
	} else {
		added, floats, err = clipsOf(ctx, s, model, o)
	}
	if err != nil {
		return nil, err
	}
	o.rules.rename(added, source.Stem(s.Base))
	model.Clips, model.Floats = append(model.Clips, added...), floats
	return added, nil
}

// clipsOf imports the file and rewrites its clips for the model's skeleton. It also
// returns the model's custom properties with those that the clips drive.
func clipsOf(ctx context.Context, s *source.File, model *soa.Model, o settings) ([]*soa.Clip, []soa.NamedFloat, error) {
	from, err := flattenFile(ctx, s, o)
	if err != nil {
		return nil, nil, err
	}
	if len(from.Clips) == 0 {
		return nil, nil, fmt.Errorf("%s: %w", s.Name, ErrNoClip)
	}
	added, floats, err := transfer.Clips(ctx, from, model, o.Rotations)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	passes.BoundNames(from.Report, &o.Bounds, &soa.Model{Clips: added})
	with := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: floats}
	if err := with.ValidateClips(added...); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return added, floats, nil
}
