package exporter

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// VRM writes an avatar as VRM 1.0: GLB with the bones, expressions, gaze, springs and constraints of the
// model's Avatar. meta describes the author and the licence in JSON, with at least name, authors and
// licenseUrl; without it the file says that they are unknown. An avatar that lacks a bone required by VRM is an
// error. An avatar of VRM 0.x looks along −Z: a new joint above turns it. Chains of springs without an end get
// one. With an avatar's file as Source it keeps its version, VRM 0.x too.
func VRM(ctx context.Context, w io.Writer, model *soa.Model, meta json.RawMessage, o Options) error {
	f, err := build(ctx, model, o, gltf.Options{VRM: true, Meta: meta})
	if err == nil {
		err = f.Write(ctx, w)
	}
	if err != nil {
		return fmt.Errorf("write VRM: %w", err)
	}
	return nil
}

// VRMA writes the clips of an avatar as an animation for any avatar (VRMC_vrm_animation): its skeleton
// without meshes, and expressions.
func VRMA(ctx context.Context, w io.Writer, model *soa.Model, o Options) error {
	if model != nil && model.Validate() == nil && (o.Source == nil || !o.Source.moves) {
		bare := *model
		bare.Meshes, bare.Skins, bare.Materials, bare.Textures, bare.Visibility = nil, nil, nil, nil, nil
		model = &bare
	}
	f, err := build(ctx, model, o, gltf.Options{Animation: true})
	if err == nil {
		err = f.Write(ctx, w)
	}
	if err != nil {
		return fmt.Errorf("write VRMA: %w", err)
	}
	return nil
}
