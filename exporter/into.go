package exporter

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// AddClips writes a GLB with clips added. The model is the import of the file, and the clips are
// of its skeleton. All parts of the file stay as they are: materials, cameras, lights, extensions
// and extras that Sinew does not know, and its data byte for byte. Joints are found by their
// paths; with a Source and its origin, GLB finds them wherever they are.
//
// The error wraps soa.ErrSkeleton where the clips drive joints that are not nodes of the file in the
// same frame, or where the file's data is not its own.
func AddClips(ctx context.Context, w io.Writer, glb []byte, model *soa.Model, clips []*soa.Clip, o Options) error {
	if err := addClips(ctx, w, glb, model, clips, o); err != nil {
		return fmt.Errorf("add clips to a GLB: %w", err)
	}
	return nil
}

func addClips(ctx context.Context, w io.Writer, glb []byte, model *soa.Model, clips []*soa.Clip, o Options) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if model == nil {
		return fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	with := *model
	with.Clips = clips
	if err := with.Validate(); err != nil {
		return err
	}
	var list finding.List
	keyed, err := withKeys(ctx, &with, &o, &list)
	if err != nil {
		return err
	}
	from, err := source.Open(ctx, glb, nil)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", soa.ErrSkeleton, err) // such as of files beside it
	}
	f, err := gltf.Patch(ctx, from, gltf.OriginByNames(from, keyed), keyed, gltf.Options{Generator: o.Generator}, &list)
	if errors.Is(err, gltf.ErrAnew) {
		return fmt.Errorf("%w: %w", soa.ErrSkeleton, err)
	}
	if err != nil {
		return err
	}
	o.Report.set(&list)
	return f.Write(ctx, w)
}
