package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/soa"
)

// Upload copies the model's meshes, morph targets and textures to the GPU. The
// model is validated first, and must not change while the result is in use.
// Parts that cannot be drawn as the file states, such as a texture that is
// missing or of an unknown format, are drawn plainer and listed in the warnings.
// The error is for a model that cannot be drawn at all; it wraps soa.ErrTooLarge for one
// beyond Options.Memory.
func (r *Renderer) Upload(m *soa.Model) (*Model, []error, error) {
	if m == nil {
		return nil, nil, fmt.Errorf("gpu: upload: %w: no model", soa.ErrInvalid)
	}
	if err := m.Validate(); err != nil {
		return nil, nil, fmt.Errorf("gpu: upload of %q: %w", m.Name, err)
	}
	if err := r.dev.Ready(); err != nil {
		return nil, nil, err
	}
	r.dev.Enter()
	defer r.dev.Leave()
	on, warnings, err := model.Upload(r.dev, m)
	if err != nil {
		return nil, nil, err
	}
	return &Model{on}, warnings, nil
}

// NewEvaluator copies a bank, which has to pass its Validate, to the GPU. The error wraps
// soa.ErrOption where the driver has no compute shaders or the bank is larger than its
// storage buffers.
func (r *Renderer) NewEvaluator(bank *soa.Bank) (*Evaluator, error) {
	if bank == nil {
		return nil, fmt.Errorf("gpu: evaluator: %w: no bank", soa.ErrInvalid)
	}
	if err := bank.Validate(); err != nil {
		return nil, fmt.Errorf("gpu: evaluator: %w", err)
	}
	if err := r.dev.Ready(); err != nil {
		return nil, err
	}
	r.dev.Enter()
	defer r.dev.Leave()
	return newEvaluator(r.dev, bank)
}
