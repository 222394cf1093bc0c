package gltf

import (
	"context"
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/prints"
	"github.com/sinew-anim/sinew/soa"
)

// ErrAnew is wrapped by the errors of Patch about what cannot be said within the file: the model can
// be written anew.
var ErrAnew = errors.New("not within the file")

// patch is the state of Patch.
type patch struct {
	*builder
	from     *source.File
	origin   *soa.Origin
	unscaled *soa.Model  // the model, without the frames of the file's nodes
	prints   []int       // per clip: the clip of the origin with the same keys, or −1
	was      []int       // per joint: the joint of the origin, or −1
	inFile   []bool      // per joint: its frame is that of its node
	moved    map[int]int // nodes that show meshes in place of others
	placed   map[int]int // nodes whose places at rest were edited, and their joints
	left     bool        // an animation was taken away
}

// Patch lays out the file that a model was made from, with the edits since: clips, the places
// and names of joints, new joints, skins and influences. All else stays as it is. The error wraps
// ErrAnew for edits that the file cannot take in.
func Patch(ctx context.Context, from *source.File, origin *soa.Origin, m *soa.Model, o Options, list *finding.List) (*File, error) {
	p := &patch{builder: &builder{File: &File{}, model: m, options: o, list: list}, from: from, origin: origin, unscaled: m}
	if err := p.check(ctx); err != nil {
		return nil, err
	}
	weighted := p.weighted()
	p.printed()
	p.model = inFileFrames(m)
	plan := p.plan()
	for _, step := range []func() error{
		p.mapJoints, p.placeJoints, func() error { return p.dropWeights(weighted) }, func() error { return p.dropAnimations(plan) },
	} {
		err := ctx.Err()
		if err == nil {
			err = step()
		}
		if err != nil {
			return nil, err
		}
	}
	if !from.Prune() {
		list.Note("", "bytes that are used no longer stay, since the file has extensions that Sinew does not know")
	}
	p.doc.Accessors, p.doc.BufferViews = make([]accessor, len(from.List("accessors"))), make([]view, len(from.List("bufferViews")))
	p.data.head, p.data.size = from.Data, from.Size
	for _, step := range []func() error{
		func() error { return p.addWeights(weighted) }, p.mapMorphs, p.placeFloats, func() error { return p.addAnimations(ctx, plan) }, p.addRest,
	} {
		err := ctx.Err()
		if err == nil {
			err = step()
		}
		if err != nil {
			return nil, err
		}
	}
	return p.File, p.join(ctx)
}

// anew is an error about an edit that the file cannot take in.
func anew(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrAnew, fmt.Sprintf(format, args...))
}

// check refuses edits of what Patch keeps.
func (p *patch) check(ctx context.Context) error {
	m, o := p.model, p.origin
	switch {
	case p.options.Quantize || p.options.Meshopt:
		return anew("vertices are to be stored in another way")
	case prints.Looks(m) != o.Looks:
		return anew("materials were edited")
	case prints.Face(m) != o.Face:
		return anew("morph weights, expressions, visibility or the avatar were edited")
	case len(m.Meshes) != len(o.Meshes):
		return anew("there were %d meshes, and are %d", len(o.Meshes), len(m.Meshes))
	}
	for i, mesh := range m.Meshes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if prints.Shape(mesh) != o.Meshes[i].Shape {
			return anew("the mesh %q was edited", mesh.Name)
		}
	}
	return nil
}

// join adds what is new to the file's JSON.
func (p *patch) join(ctx context.Context) error {
	accessors, views := p.doc.Accessors[len(p.from.List("accessors")):], p.doc.BufferViews[len(p.from.List("bufferViews")):]
	for i := range accessors {
		if _, err := p.from.Append("accessors", &accessors[i]); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for i := range views {
		if _, err := p.from.Append("bufferViews", &views[i]); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	p.from.Uses("extensionsUsed", p.doc.Used)
	p.from.Uses("extensionsRequired", p.doc.Required)
	for _, name := range p.from.Beside {
		p.list.Note("", "the picture %q stays a file beside the model, since it cannot be read", name)
	}
	p.joined = func(ctx context.Context, uri string) ([]byte, error) { return p.from.JSON(ctx, uri, p.data.size) }
	return nil
}

// setOwn sets a member of what an object's extras say to Sinew. Extras may be of any type; those that
// are no object stay, and it reports false.
func setOwn(o source.Object, key string, v any) bool {
	extras, err := o["extras"], error(nil)
	if extras == nil {
		extras = source.Object{}
	}
	e, ok := extras.(source.Object)
	if !ok {
		return false
	}
	said := source.Member(e, ownKey)
	if said == nil {
		said = source.Object{}
	}
	if said[key], err = source.Plain(v); err != nil {
		return false
	}
	e[ownKey], o["extras"] = said, e
	return true
}
