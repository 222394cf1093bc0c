package measure

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/measure/internal/classic"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// ErrNothing is the error about a model that has nothing to measure.
var ErrNothing = errors.New("nothing to measure")

// Character is a model and the clips that its instances play. It is only read
// after NewCharacter and can be shared.
type Character struct {
	model *soa.Model
	rig   *classic.Rig
	// reserve is the columns that a hero's control changes.
	reserve []pose.Reservation

	mu     sync.Mutex
	banks  map[bankKind]*bankResult
	packed []*soa.Packed // of the first clips, as far as they have been asked for
}

// bankKind identifies a bank of a character.
type bankKind struct {
	clips int
	form  pose.FormChoice
}

type bankResult struct {
	once sync.Once
	bank *soa.Bank
	err  error
}

// NewCharacter prepares a model for measuring it with some of its clips. What
// counts is the palettes of its skins; meshes are left out. A model without a
// skin gets one over all joints, bound as they are at rest, as a character that
// the clips are meant for would have. The error wraps ErrNothing for a model
// without joints or clips, or soa.ErrInvalid.
func NewCharacter(model *soa.Model, clips []*soa.Clip) (*Character, error) {
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("measure %q: %w", model.Name, err)
	}
	if model.Skeleton.Len() == 0 {
		return nil, fmt.Errorf("measure %q: %w: it has no joints", model.Name, ErrNothing)
	}
	if len(clips) == 0 {
		return nil, fmt.Errorf("measure %q: %w: no clips", model.Name, ErrNothing)
	}
	bare := &soa.Model{Name: model.Name, Skeleton: model.Skeleton, Weights: model.Weights, Floats: model.Floats, Clips: clips}
	for _, s := range model.Skins {
		if s.Len() > 0 {
			bare.Skins = append(bare.Skins, s)
		}
	}
	if len(bare.Skins) == 0 {
		bare.Skins = []*soa.Skin{restSkin(model)}
	}
	if err := bare.Validate(); err != nil { // of clips that are not the model's
		return nil, fmt.Errorf("measure %q: %w", model.Name, err)
	}
	return &Character{model: bare, rig: classic.NewRig(bare), banks: map[bankKind]*bankResult{}}, nil
}

// restSkin binds every joint as it is at rest. A joint that is flat there, by a
// scale of zero, is bound to the origin.
func restSkin(m *soa.Model) *soa.Skin {
	skin := &soa.Skin{}
	for j, global := range exact.NewSkeleton(m, nil).Rest.Global {
		inverse, ok := global.Inverse()
		if !ok {
			inverse = exact.Identity()
		}
		skin.Joint = append(skin.Joint, uint16(j))
		skin.InverseBind = append(skin.InverseBind, inverse.Float32())
	}
	return skin
}

// Model returns what is measured: the skeleton, the skins and the clips.
func (c *Character) Model() *soa.Model { return c.model }

// Joints returns the number of joints, by which times are divided.
func (c *Character) Joints() int { return c.model.Skeleton.Len() }

// Entries returns the number of different palette entries of an instance.
func (c *Character) Entries() int { return len(c.rig.Entries) }

// Bank returns the bank of the first clips in a form, compiled once.
func (c *Character) Bank(clips int, form pose.FormChoice) (*soa.Bank, error) {
	kind := bankKind{clips, form}
	c.mu.Lock()
	r := c.banks[kind]
	if r == nil {
		r = new(bankResult)
		c.banks[kind] = r
	}
	c.mu.Unlock()
	r.once.Do(func() {
		r.bank, r.err = bake.Bank(context.Background(), c.model, c.model.Clips[:clips], bake.BankOptions{LayoutOptions: c.layoutOptions(form)})
	})
	return r.bank, r.err
}

// Packed returns the first clips compressed within the default bound, each once.
func (c *Character) Packed(clips int) ([]*soa.Packed, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if have := len(c.packed); have < clips {
		more, err := bake.PackClips(context.Background(), c.model, c.model.Clips[have:clips], bake.PackOptions{})
		if err != nil {
			return nil, err
		}
		c.packed = append(c.packed, more...)
	}
	return c.packed[:clips:clips], nil
}

// with returns the model with its first clips alone: a path that looks at all
// clips of a model is to see those that are played.
func (c *Character) with(clips int) *soa.Model {
	m := *c.model
	m.Clips = m.Clips[:clips]
	return &m
}
