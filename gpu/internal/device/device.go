// Package device has what everything on a context shares: budgets, programs, and the
// state of a host.
package device

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/soa"
)

// Device is a context with what its renderer, models and evaluators share. Like the
// context it belongs to one thread.
type Device struct {
	Context driver.Context
	Version int  // 33 is OpenGL 3.3
	Guest   bool // the context is a host's
	Linear  bool // colours are stored as linear ones
	Closed  bool
	// VertexError is vertex.Options.Error of the models to be uploaded.
	VertexError float64
	Carrier     carrier.Carrier
	Called      string // the carrier's name
	State       *driver.State
	Memory      Budget // bytes of models
	Texels      Budget
	Programs    map[shader.Variant]*shader.Program
	plain       map[string]*shader.Program
	owned       map[closer]struct{}
}

// closer is a model or an evaluator.
type closer interface{ Close() }

// Budget limits what all models of a device take together.
type Budget struct{ Most, Used int64 }

// Left is the rest of a budget.
func (b *Budget) Left() int64 { return b.Most - b.Used }

// Begin completes a device that has its settings and whose context is current.
func (d *Device) Begin() {
	d.Programs, d.plain = map[shader.Variant]*shader.Program{}, map[string]*shader.Program{}
	d.owned = map[closer]struct{}{}
	d.State = new(driver.State)
	d.State.Begin(d.Version)
}

// Ready makes the context current.
func (d *Device) Ready() error {
	if d.Closed {
		return fmt.Errorf("gpu: the renderer is %w", soa.ErrClosed)
	}
	return d.Context.MakeCurrent()
}

// Enter saves the state of a host and Leave restores it. Without a host both do nothing.
func (d *Device) Enter() {
	if !d.Guest {
		return
	}
	for range 16 { // errors of the host, which Sinew does not report
		if gl.GetError() == gl.NO_ERROR {
			break
		}
	}
	d.State.Save(d.Linear)
}

// Leave restores what Enter has saved.
func (d *Device) Leave() {
	if d.Guest {
		d.State.Restore()
	}
}

// Own lets Free close a model or an evaluator.
func (d *Device) Own(c closer) { d.owned[c] = struct{}{} }

// Disown forgets what was closed before.
func (d *Device) Disown(c closer) { delete(d.owned, c) }

// MeshProgram returns the program of a variant, and builds it at first use.
func (d *Device) MeshProgram(v shader.Variant) (*shader.Program, error) {
	if p := d.Programs[v]; p != nil {
		return p, nil
	}
	version, rows := d.Carrier.Source()
	p, err := shader.BuildMesh(v, version, rows, d.defines())
	if err != nil {
		return nil, err
	}
	d.Carrier.Locate(p)
	d.Programs[v] = p
	return p, nil
}

// PlainProgram returns the program of name.vert and name.frag, and builds it at first use.
func (d *Device) PlainProgram(name string) (p *shader.Program, err error) {
	if p = d.plain[name]; p == nil {
		if p, err = shader.BuildPlain(name, d.defines()); err == nil {
			d.plain[name] = p
		}
	}
	return p, err
}

// defines are the preprocessor's names in all programs.
func (d *Device) defines() string {
	if d.Linear {
		return "#define LINEAR\n"
	}
	return ""
}

// Free closes what the device owns, and frees the programs and the carrier.
func (d *Device) Free() {
	for c := range d.owned {
		c.Close()
	}
	for _, p := range slices.AppendSeq(slices.Collect(maps.Values(d.Programs)), maps.Values(d.plain)) {
		gl.DeleteProgram(p.ID)
	}
	d.Carrier.Close()
}
