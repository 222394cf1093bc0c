package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// device is a context with what its renderer, models and evaluators share. Like the
// context it belongs to one thread.
type device struct {
	context  loadable
	version  int  // 33 is OpenGL 3.3
	guest    bool // the context is a host's
	linear   bool // colours are stored as linear ones
	closed   bool
	carrier  carrier
	called   string // the carrier's name
	state    *hostState
	memory   budget // bytes of models
	texels   budget
	programs map[variant]*program
	owned    map[closer]struct{}
}

// closer is a model or an evaluator.
type closer interface{ Close() }

// budget limits what all models of a device take together.
type budget struct{ most, used int64 }

// left is the rest of a budget.
func (b *budget) left() int64 { return b.most - b.used }

// begin completes a device whose context is current and whose settings are known.
func (d *device) begin() {
	d.programs, d.owned = map[variant]*program{}, map[closer]struct{}{}
	d.state = new(hostState)
	d.state.begin(d.version)
}

// ready makes the context current.
func (d *device) ready() error {
	if d.closed {
		return fmt.Errorf("gpu: the renderer is %w", soa.ErrClosed)
	}
	return d.context.MakeCurrent()
}

// enter saves the state of a host, which leave restores. In a context of the renderer's
// own both do nothing.
func (d *device) enter() {
	if !d.guest {
		return
	}
	for range 16 { // the host's errors, which are not for Sinew to report
		if gl.GetError() == gl.NO_ERROR {
			break
		}
	}
	d.state.save(d.linear)
}

func (d *device) leave() {
	if d.guest {
		d.state.restore()
	}
}

// takeMemory counts bytes of the GPU's memory, if there is room for them.
func (d *device) takeMemory(bytes int64) error {
	if left := d.memory.left(); bytes > left {
		return fmt.Errorf("%w: %d bytes of the GPU's memory, Options.Memory leaves %d of %d", soa.ErrTooLarge, bytes, left, d.memory.most)
	}
	d.memory.used += bytes
	return nil
}

// own makes free close what is uploaded, and disown forgets it.
func (d *device) own(c closer)    { d.owned[c] = struct{}{} }
func (d *device) disown(c closer) { delete(d.owned, c) }

// meshProgram returns the program of a variant, which it builds at first use.
func (d *device) meshProgram(v variant) (*program, error) {
	if p := d.programs[v]; p != nil {
		return p, nil
	}
	version, rows := d.carrier.source()
	p, err := buildMesh(v, version, rows, d.defines())
	if err != nil {
		return nil, err
	}
	d.carrier.locate(p)
	d.programs[v] = p
	return p, nil
}

// plainProgram builds the program of two files that have no variants.
func (d *device) plainProgram(name string) (*program, error) { return buildPlain(name, d.defines()) }

// defines are the preprocessor's names in all programs.
func (d *device) defines() string {
	if d.linear {
		return "#define LINEAR\n"
	}
	return ""
}

// free closes what is owned, and frees the programs and the carrier.
func (d *device) free() {
	for c := range d.owned {
		c.Close()
	}
	for _, p := range d.programs {
		gl.DeleteProgram(p.id)
	}
	d.programs = nil
	d.carrier.close()
}
