package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// ModelFiles lists the model files of a folder, the matches of a pattern (see
// filepath.Match), or the file of the name. Folders and patterns yield only files
// with an extension that a reader of this build or Options.Readers supports. The error
// for an empty list wraps fs.ErrNotExist.
func ModelFiles(name string, options Options) ([]string, error) {
	o := options.settings()
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return []string{name}, nil
	case err == nil:
		return o.inFolder(name)
	case !strings.ContainsAny(name, "*?["):
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	matches, err := filepath.Glob(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrOption, err)
	}
	matches = slices.DeleteFunc(matches, func(file string) bool {
		info, err := os.Stat(file)
		return err != nil || !info.Mode().IsRegular() || !o.knows(file)
	})
	if len(matches) == 0 {
		return nil, fmt.Errorf("%s: %w: no model file matches", name, fs.ErrNotExist)
	}
	return matches, nil
}

// knows reports whether a file has the extension of a model.
func (o *settings) knows(file string) bool {
	e := source.Extension(file)
	return o.readers[e] != nil || supported(e) == nil
}

func (o *settings) inFolder(name string) ([]string, error) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if file := filepath.Join(name, e.Name()); e.Type().IsRegular() && o.knows(file) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: %w: no model file is in the folder", name, fs.ErrNotExist)
	}
	return files, nil
}

// FileClips is the result of one of several files.
type FileClips struct {
	File   string
	Clips  []*soa.Clip
	Report report.Report
	Err    error // why it yielded no clip
}

// AddAllClips calls AddClips for every file that ModelFiles finds for the names: folders,
// patterns or files. A file without usable clips does not stop the others; its error is in its
// result. Clips with a name that another file or the model has too are named after their
// files: see NameClips. ClipRules choose by these names. The error is not nil if no file
// yields a clip or the context ends. Reports are in the results; Options.Report has no effect.
func AddAllClips(ctx context.Context, model *soa.Model, names []string, options Options) ([]FileClips, error) {
	files, err := modelFiles(ctx, names, options)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, ErrNoClip
	}
	return addEach(ctx, model, files, options)
}

// modelFiles lists the files that ModelFiles finds for several names, until the context ends.
func modelFiles(ctx context.Context, names []string, options Options) (files []string, err error) {
	for _, name := range names {
		found, err := source.Await(ctx, func() ([]string, error) { return ModelFiles(name, options) }, nil)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func addEach(ctx context.Context, model *soa.Model, files []string, options Options) ([]FileClips, error) {
	have := len(model.Clips)
	results, err := readEach(ctx, model, files, options)
	o := options.settings()
	_ = o.finish(model, have, results) // the results have the errors
	if err != nil {
		return results, err
	}
	return results, firstFailed(results)
}

// readEach adds all clips of files to a model, with the names that they have in them. The error is that
// of the context.
func readEach(ctx context.Context, model *soa.Model, files []string, options Options) ([]FileClips, error) {
	results := make([]FileClips, len(files))
	o := options.settings()
	for i, file := range files {
		r := &results[i]
		r.File, o.report = file, &r.Report
		r.Clips, r.Err = addNamed(ctx, model, file, o)
		if err := ctx.Err(); err != nil {
			return results[:i+1], err
		}
	}
	return results, nil
}

// firstFailed returns the first error of files that yield no clip, and nil if one does.
func firstFailed(results []FileClips) error {
	var first error
	for i := range results {
		if len(results[i].Clips) > 0 {
			return nil
		}
		first = cmp.Or(first, results[i].Err)
	}
	if first == nil {
		return fmt.Errorf("%s: %w", results[0].File, ErrNoClip)
	}
	return first
}

// LoadMerged merges several files into one model: a character and its clips, from all files that ModelFiles finds for
// the names. The model is the first file with a skinned mesh, or else the first with a mesh, or else the first that can
// be read. The clips of the others are added as by AddAllClips, and a single clip of the model is named like them, see
// NameTakes. A file that cannot be read does not stop the others: its error is in its result. The first result is that
// of the model's file. Without a name the error wraps fs.ErrNotExist.
func LoadMerged(ctx context.Context, names []string, options Options) (*soa.Model, []FileClips, error) {
	files, err := modelFiles(ctx, names, options)
	if err != nil {
		return nil, nil, err
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("no file to merge: %w", fs.ErrNotExist)
	}
	main, model, own, err := findCharacter(ctx, files, options)
	if err != nil {
		return nil, nil, err
	}
	own.Clips = slices.Clone(model.Clips)
	var others []string
	for i, file := range files {
		if i != main && !loadedWith(files[main], file) {
			others = append(others, file)
		}
	}
	results, err := readEach(ctx, model, others, options)
	if err != nil {
		return nil, nil, err
	}
	all := append([]FileClips{own}, results...)
	NameTakes(all)
	o := options.settings()
	if err := o.rules.chooseEach(model, all); err != nil {
		return nil, nil, err
	}
	if len(o.rules.Ranges) > 0 { // which have names of their own
		NameClips(nil, all)
	}
	err = nil
	if len(others) > 0 {
		err = firstFailed(all[1:])
	}
	if err != nil && len(model.Clips) == 0 && !errors.Is(err, ErrNoClip) && !errors.Is(err, ErrNoMatch) {
		return nil, nil, err
	}
	return model, all, nil
}

// loadedWith reports whether libassimp imports a file together with the model: an
// .md5anim of the same name.
func loadedWith(model, file string) bool {
	return source.Extension(model) == "md5mesh" && source.Extension(file) == "md5anim" && source.Stem(model) == source.Stem(file)
}

// findCharacter imports files until one has a skinned mesh.
func findCharacter(ctx context.Context, files []string, options Options) (index int, model *soa.Model, own FileClips, err error) {
	index = -1
	var first error
	options.Clips = options.Clips.naming() // chosen among when all are named
	for i, file := range files {
		r := FileClips{File: file}
		options.Report = &r.Report
		m, err := Load(ctx, file, options)
		if ctx.Err() != nil {
			return -1, nil, own, ctx.Err()
		}
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		if index < 0 || len(m.Meshes) > 0 && len(model.Meshes) == 0 || len(m.Skins) > 0 {
			index, model, own = i, m, r
		}
		if len(m.Skins) > 0 {
			break
		}
	}
	if index < 0 {
		return -1, nil, own, first
	}
	return index, model, own, nil
}
