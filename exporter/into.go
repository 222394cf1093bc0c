package exporter

import (
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// AddClips writes a GLB with clips added. The model is what package importer made of the file, and
// the clips are of its skeleton. All that the file has stays as it is: materials, cameras, lights,
// extensions and extras that Sinew does not know, and its data byte for byte. Custom properties of
// the clips are left out.
//
// The error wraps soa.ErrSkeleton where the clips drive joints that are not nodes of the file in the
// same frame, such as of files whose nodes scale all below them, or where the file's data is not its own.
func AddClips(w io.Writer, glb []byte, model *soa.Model, clips []*soa.Clip, o Options) error {
	if err := addClips(w, glb, model, clips, o); err != nil {
		return fmt.Errorf("add clips to a GLB: %w", err)
	}
	return nil
}

func addClips(w io.Writer, glb []byte, model *soa.Model, clips []*soa.Clip, o Options) error {
	if model == nil {
		return fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	with := *model
	with.Clips = nil
	var list finding.List
	for _, c := range clips {
		if bare := c.WithoutFloats(); bare != c {
			list.Loss("clip "+c.Name, "its custom properties are left out")
			c = bare
		}
		with.Clips = append(with.Clips, c)
	}
	if err := with.Validate(); err != nil {
		return err
	}
	keyed, err := withKeys(&with, &o, &list)
	if err != nil {
		return err
	}
	f, err := gltf.Into(glb, keyed, gltf.Options{Generator: o.Generator}, &list)
	if err != nil {
		return err
	}
	if o.Report != nil {
		o.Report.Findings = list.Findings
	}
	return f.Write(w)
}
