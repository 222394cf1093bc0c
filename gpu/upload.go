package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/soa"
)

// Upload copies a model's meshes, morph targets and textures to the GPU. The model is
// validated, and must not change while the result is in use. Warnings list parts that are
// drawn plainer than the file states, for example because a texture is missing or of an
// unknown format; they wrap ErrTexture, ErrDownscaled or ErrMorph. The error wraps
// soa.ErrInvalid, or soa.ErrTooLarge for a model beyond Options.Memory.
func (r *Renderer) Upload(m *soa.Model) (*Model, []error, error) {
	return r.upload(m, false)
}

// UploadEditable is Upload for an editor that changes vertices: also to colours out of their first range, and to
// weights of other joints of the skin. Attributes have their widest formats. Model.Refresh and RefreshVertices upload
// what has changed. The error wraps soa.ErrTooLarge, too, for a skin of more joints than a palette of the carrier
// holds.
func (r *Renderer) UploadEditable(m *soa.Model) (*Model, []error, error) { return r.upload(m, true) }

func (r *Renderer) upload(m *soa.Model, editable bool) (*Model, []error, error) {
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
	on, warnings, err := model.Upload(r.dev, m, editable)
	if err != nil {
		return nil, nil, err
	}
	return &Model{on}, warnings, nil
}

// NewEvaluator copies a bank to the GPU. The error wraps soa.ErrInvalid for a bank that does
// not pass Validate, soa.ErrOption where the driver has no compute shaders or too small
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
