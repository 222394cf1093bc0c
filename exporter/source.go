package exporter

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// Source is the glTF file that a model was imported from. With it an export keeps all unedited
// parts of the file: materials with all maps and extensions, pictures byte for byte, cameras,
// lights, extensions and extras that Sinew does not know, and clips and vertices bit for bit.
type Source struct {
	data   []byte
	open   func(name string) ([]byte, error)
	origin *soa.Origin
	avatar bool // VRM
	moves  bool // an animation for any avatar
}

// NewSource returns a source of a .gltf, .glb, .vrm or .vrma file. open reads the files that it names,
// or is nil if it names none; origin is that of importer.Options.Origin. None of them may change while
// the source is in use. NewSource and exports end with their contexts, but wait for open, which both
// call.
func NewSource(ctx context.Context, data []byte, open func(name string) ([]byte, error), origin *soa.Origin) (*Source, error) {
	if origin == nil || origin.Skeleton == nil {
		return nil, fmt.Errorf("%w: a source needs the origin of its model", soa.ErrInvalid)
	}
	s := &Source{data: data, open: open, origin: origin}
	f, err := s.file(ctx)
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	if err := gltf.CheckOrigin(f, origin); err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	if v := f.Doc.VRM; v != nil {
		s.avatar, s.moves = !v.Animation, v.Animation
	}
	return s, nil
}

// file opens the file anew, since writing changes it.
func (s *Source) file(ctx context.Context) (*source.File, error) {
	return source.Open(ctx, s.data, s.open)
}

// patchSource lays out a model within its source. It returns nil where it is to be written anew: without
// a source, for another kind of file, or after edits that do not go into it.
func patchSource(ctx context.Context, s *Source, m *soa.Model, o gltf.Options, list *finding.List) (*gltf.File, error) {
	if s == nil || o.VRM && !s.avatar || o.Animation && !s.moves {
		return nil, nil
	}
	from, err := s.file(ctx)
	if err != nil {
		return nil, err
	}
	var found finding.List
	lost := from.Lost()
	f, err := gltf.Patch(ctx, from, s.origin, m, o, &found)
	if errors.Is(err, gltf.ErrAnew) {
		if len(lost) == 0 {
			list.Note("", "%v; it is written anew", err)
		} else {
			list.LostLook("", "%v; it is written anew, without %s", err, strings.Join(lost, ", "))
		}
		return nil, nil
	}
	if err == nil {
		list.Findings = append(list.Findings, found.Findings...)
	}
	return f, err
}
