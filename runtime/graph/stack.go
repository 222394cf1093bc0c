package graph

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/additive"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// ErrClip: the model has no clip of a name.
var ErrClip = errors.New("no such clip")

// LayerStack is a list of layers bound to a model.
type LayerStack struct {
	// Model is the model, with the additive clips that references ask for after its
	// own: the one to make a source of.
	Model *soa.Model
	// Masks are for CrowdOptions.Masks.
	Masks  []pose.Mask
	Layers []BoundLayer
}

// BoundLayer is a layer whose clip and mask have been found.
type BoundLayer struct {
	Clip    int // of LayerStack.Model
	Options play.Options
	Layer   StackLayer
}

// BindLayers finds the clips and joints that layers name. The error wraps ErrClip, pose.ErrJoint,
// edit.ErrReference, or soa.ErrInvalid for a model without a skeleton or one that Validate refuses.
func BindLayers(model *soa.Model, list []StackLayer) (*LayerStack, error) {
	if model == nil || model.Skeleton == nil {
		return nil, fmt.Errorf("bind layers: %w: no model or skeleton", soa.ErrInvalid)
	}
	own := *model
	own.Clips = slices.Clip(own.Clips)
	s := &LayerStack{Model: &own, Layers: make([]BoundLayer, len(list))}
	for k := range list {
		b := &s.Layers[k]
		b.Layer = list[k]
		b.Options = play.Options{
			Layer: k, Kind: list[k].Kind, Mode: list[k].Mode, Speed: list[k].Speed, Weight: list[k].Weight, Sync: list[k].Sync, SyncLead: list[k].Lead,
		}
		if err := s.bindClip(b, model); err != nil {
			return nil, fmt.Errorf("[%d].%w", k, err)
		}
		if err := s.bindMask(b); err != nil {
			return nil, fmt.Errorf("[%d].mask%w", k, err)
		}
	}
	return s, nil
}

// findClip returns the index of the first clip of a name.
func findClip(model *soa.Model, name string) (int, error) {
	names := make([]string, len(model.Clips))
	for i, c := range model.Clips {
		if names[i] = c.Name; c.Name == name {
			return i, nil
		}
	}
	return 0, suggest.Unknown(ErrClip, name, names)
}

// bindClip finds a layer's clip in the model, or makes an additive one of it.
func (s *LayerStack) bindClip(b *BoundLayer, model *soa.Model) (err error) {
	if b.Clip, err = findClip(model, b.Layer.Clip); err != nil {
		return fmt.Errorf("clip: %w", err)
	}
	r := b.Layer.Reference
	if r == nil || r.Rest {
		return nil // a layer adds the difference from rest of any clip
	}
	how := additive.Reference{Seconds: r.Time}
	if r.Clip != "" {
		other, err := findClip(model, r.Clip)
		if err != nil {
			return fmt.Errorf("reference.clip: %w", err)
		}
		how.Clip = model.Clips[other]
	}
	clip, err := additive.Clip(model, model.Clips[b.Clip], how)
	if err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	b.Clip = len(s.Model.Clips)
	s.Model.Clips = append(s.Model.Clips, clip)
	return nil
}

// bindMask makes a layer's mask. Layers with equal masks share one.
func (s *LayerStack) bindMask(b *BoundLayer) error {
	if b.Layer.Mask == nil {
		return nil
	}
	mask, err := pose.MaskOf(s.Model.Skeleton, b.Layer.Mask)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(s.Masks, func(m pose.Mask) bool { return slices.Equal(m, mask) })
	if at < 0 {
		at = len(s.Masks)
		s.Masks = append(s.Masks, mask)
	}
	b.Options.Mask = at + 1
	return nil
}

// Play makes instance i of a crowd play the layers, in place of what these play now;
// layers above them play on. The crowd's source has the clips of LayerStack.Model and its
// options the stack's masks. The error is that of Instance.Play.
func (s *LayerStack) Play(crowd *runtime.Crowd, i int) error {
	for k := range s.Layers {
		if err := s.Layers[k].play(s.Model, crowd, i); err != nil {
			return fmt.Errorf("layer %d: %w", k, err)
		}
	}
	return nil
}

func (b *BoundLayer) play(model *soa.Model, crowd *runtime.Crowd, i int) error {
	if err := crowd.Instance(i).Play(b.Clip, b.Options); err != nil {
		return err
	}
	l, layer := &b.Layer, crowd.Instance(i).Layer(b.Options.Layer)
	if l.Weight == 0 { // which means 1 to Play
		if err := layer.SetWeight(0); err != nil {
			return err
		}
	}
	if l.Speed == 0 {
		if err := layer.SetSpeed(0); err != nil {
			return err
		}
	}
	clip := model.Clips[b.Clip]
	switch {
	case l.Time != nil:
		return layer.Seek(*l.Time)
	case l.Phase != nil:
		return layer.Seek(clip.Start + float64(*l.Phase*clip.Seconds()))
	}
	return nil
}
