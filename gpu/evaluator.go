package gpu

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/soa"
)

// Evaluator computes palettes on the GPU from frames of 24 bytes per instance. The
// palettes stay there.
//
//	soa.Bank ── NewEvaluator ──► rows on the GPU ┐
//	[]soa.Frame, two per instance ── Evaluate ──►├─ compute shader ──► palettes ── Palette() ──► Item
//	runtime.Crowd.Frames writes them             ┘
//
// It needs OpenGL 4.3. Palettes are matrices of all slots of the bank's layout, within 1e-5
// of those of a runtime.Crowd. Like its renderer it belongs to one thread.
type Evaluator struct {
	dev       *device.Device
	program   *shader.Program
	count     int32 // uInstances
	slots     int
	rows      int // of the bank
	scale     float32
	most      int // instances
	frames    driver.Ring
	static    [2]uint32 // buffers of the bank and of the layout
	out       [2]uint32 // of palettes, and of joints in model space
	room      int       // instances that out has memory for
	instances int       // of the last Evaluate
	closed    bool
}

// slotRows is the number of vec4 of a slot in the table of evaluate.comp.
const slotRows = 9

// framesBytes is the size of an instance's frames.
const framesBytes = soa.InstanceFrames * int(unsafe.Sizeof(soa.Frame{}))

// newEvaluator uploads a valid bank to a device whose context is current.
func newEvaluator(d *device.Device, bank *soa.Bank) (*Evaluator, error) {
	if d.Version < driver.StorageVersion {
		return nil, fmt.Errorf("gpu: evaluator: %w: %s has no compute shaders, which OpenGL 4.3 has", soa.ErrOption, driver.Name())
	}
	most := driver.Integer(gl.MAX_SHADER_STORAGE_BLOCK_SIZE)
	if 4*len(bank.Rows) > most {
		return nil, fmt.Errorf("gpu: evaluator: %w: the bank takes %d bytes, storage buffers of this driver hold %d", soa.ErrOption, 4*len(bank.Rows), most)
	}
	e := &Evaluator{
		dev: d, slots: bank.Rotations(), rows: bank.RowCount(), scale: bank.K,
		most: most / (4 * matrixValues * bank.Rotations()), frames: driver.Ring{Target: gl.SHADER_STORAGE_BUFFER},
	}
	if bank.Form == soa.General {
		e.scale = 1
	}
	var err error
	if e.program, err = buildEvaluator(&bank.Layout); err != nil {
		return nil, err
	}
	e.count = e.program.At("uInstances")
	gl.UseProgram(e.program.ID)
	gl.Uniform1f(e.program.At("uScale"), e.scale)
	gl.GenBuffers(2, &e.static[0])
	gl.GenBuffers(2, &e.out[0])
	for k, values := range [...][]float32{bank.Rows, evaluatorTable(&bank.Layout)} {
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, e.static[k])
		gl.BufferData(gl.SHADER_STORAGE_BUFFER, 4*len(values), unsafe.Pointer(&values[0]), gl.STATIC_DRAW)
	}
	d.Own(e)
	return e, driver.Check("preparing an evaluator")
}

// buildEvaluator builds the program for a layout.
func buildEvaluator(l *soa.Layout) (*shader.Program, error) {
	defines := fmt.Sprintf("#define SLOTS %du\n#define COLUMNS %du\n#define SLOT %du\n", l.Rotations(), l.Columns(), slotRows)
	if l.Form == soa.General {
		defines += "#define GENERAL\n"
	}
	return shader.BuildCompute(defines, shader.Source("evaluate.comp"))
}

// evaluatorTable is the constant part of a layout, see evaluate.comp.
func evaluatorTable(l *soa.Layout) (table []float32) {
	fixed := map[int16]soa.Affine{}
	for _, s := range l.Static {
		fixed[s.Joint] = s.Local
	}
	for s := range l.Rotations() {
		link := [4]int32{int32(l.Parent[s]), int32(l.TranslationColumn[s]), soa.None, 0}
		scale, inverse := [3]float32{1, 1, 1}, soa.IdentityAffine()
		local, ok := fixed[int16(s)]
		if l.Form == soa.General {
			link[2], scale, inverse = int32(l.ScaleColumn[s]), l.Scale[s], l.InverseBind[s]
		}
		if ok {
			link[3] = 1
		}
		for _, v := range link {
			table = append(table, math.Float32frombits(uint32(v)))
		}
		p := l.Pivot[s]
		table = append(table, p[0], p[1], p[2], 0, scale[0], scale[1], scale[2], 0)
		table = append(append(table, inverse[:]...), local[:]...)
	}
	table = append(table, l.Reference[:4*l.Rotations()]...)
	rest := slices.Clone(l.Rest)
	for c := range l.Rotations() {
		q, r := rest[4*c:4*c+4], l.Reference[4*c:]
		if q[0]*r[0]+q[1]*r[1]+q[2]*r[2]+q[3]*r[3] < 0 {
			for k := range q {
				q[k] = -q[k]
			}
		}
	}
	return append(table, rest...)
}

// Evaluate computes the palettes of instances, soa.InstanceFrames frames each, without
// waiting for the GPU; earlier pictures do not change. The error wraps soa.ErrRange for a
// row outside the bank, soa.ErrOption for more instances than the driver's buffers hold,
// ErrItem for half an instance.
func (e *Evaluator) Evaluate(frames []soa.Frame) error {
	if err := e.check(frames); err != nil {
		return err
	}
	if err := e.dev.Ready(); err != nil {
		return err
	}
	e.dev.Enter()
	defer e.dev.Leave()
	n := len(frames) / soa.InstanceFrames
	e.instances = n
	if n == 0 {
		return nil
	}
	e.grow(n)
	room, _ := e.frames.Begin(n * framesBytes)
	copy(unsafe.Slice((*soa.Frame)(unsafe.Pointer(&room[0])), len(frames)), frames)
	e.frames.End()
	gl.UseProgram(e.program.ID)
	gl.Uniform1ui(e.count, uint32(n))
	for k, buffer := range [...]uint32{e.out[0], e.static[0], e.static[1], e.frames.Buffer(), e.out[1]} {
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(driver.BindingRows+k), buffer)
	}
	gl.DispatchCompute(uint32((n+evaluatorGroup-1)/evaluatorGroup), 1, 1)
	gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT | gl.SHADER_STORAGE_BARRIER_BIT)
	return nil
}

// evaluatorGroup is the number of instances of a work group of evaluate.comp.
const evaluatorGroup = 64

// check reports frames that cannot be read.
func (e *Evaluator) check(frames []soa.Frame) error {
	switch n := len(frames) / soa.InstanceFrames; {
	case e.closed:
		return fmt.Errorf("gpu: the evaluator is %w", soa.ErrClosed)
	case len(frames)%soa.InstanceFrames != 0:
		return fmt.Errorf("gpu: evaluate: %w: %d frames are no whole number of instances", ErrItem, len(frames))
	case n > e.most:
		return fmt.Errorf("gpu: evaluate: %w: %d instances of %d slots are more than a storage buffer holds", soa.ErrOption, n, e.slots)
	}
	for k := range frames {
		if f := &frames[k]; int(f.Row)+1 >= e.rows {
			return fmt.Errorf("gpu: evaluate: %w: frame %d is in row %d of %d", soa.ErrRange, k, f.Row, e.rows)
		}
	}
	return nil
}

// grow makes room for the palettes of n instances.
func (e *Evaluator) grow(n int) {
	if n <= e.room {
		return
	}
	e.room = n
	for _, buffer := range e.out {
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, buffer)
		gl.BufferData(gl.SHADER_STORAGE_BUFFER, 4*matrixValues*e.slots*n, nil, gl.DYNAMIC_COPY)
	}
}

// Palette returns the palettes of the last Evaluate, for an Item with as many instances
// and a model that pose.Layout.BindModel bound to the bank's layout. The CPU cannot read
// them: the item's Bounds are those of the bind pose. Meshes that need dual quaternions
// are refused, as are renderers whose Carrier is UniformArray or FloatTexture.
func (e *Evaluator) Palette() Palette { return Palette{evaluator: e} }

// Read appends the palettes of the last Evaluate to dst, 12 values per slot, instance
// after instance. It waits for the GPU.
func (e *Evaluator) Read(dst []float32) ([]float32, error) {
	if e.closed {
		return dst, fmt.Errorf("gpu: the evaluator is %w", soa.ErrClosed)
	}
	if err := e.dev.Ready(); err != nil {
		return dst, err
	}
	n := matrixValues * e.slots * e.instances
	if n == 0 {
		return dst, nil
	}
	e.dev.Enter()
	defer e.dev.Leave()
	start := len(dst)
	dst = slices.Grow(dst, n)[:start+n]
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, e.out[0])
	gl.GetBufferSubData(gl.SHADER_STORAGE_BUFFER, 0, 4*n, unsafe.Pointer(&dst[start]))
	return dst, driver.Check("reading palettes back")
}

// Close frees the evaluator's memory on the GPU. Renderer.Close closes all evaluators.
func (e *Evaluator) Close() {
	if e.closed {
		return
	}
	e.closed = true
	e.dev.Disown(e)
	if e.dev.Context.MakeCurrent() != nil {
		return // the context is gone and took everything along
	}
	gl.DeleteProgram(e.program.ID)
	gl.DeleteBuffers(2, &e.static[0])
	gl.DeleteBuffers(2, &e.out[0])
	e.frames.Close()
}

// copyTo copies count palette entries into a buffer. Entry k of instance i is i·slots + k.
func (e *Evaluator) copyTo(buffer uint32, at, first, count int) {
	const entry = 4 * matrixValues
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, e.out[0])
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	gl.CopyBufferSubData(gl.SHADER_STORAGE_BUFFER, gl.ARRAY_BUFFER, first*entry, at, count*entry)
}

// bindPose returns the matrix of every slot in the bind pose.
func (e *Evaluator) bindPose() soa.Affine { return soa.Affine{0: e.scale, 5: e.scale, 10: e.scale} }

// suits reports why an item cannot use the palettes.
func (e *Evaluator) suits(d *device.Device, instances, entries int) error {
	switch {
	case e.closed || e.dev != d:
		return fmt.Errorf("their evaluator is another renderer's, or closed")
	case instances > e.instances || entries != e.slots:
		return fmt.Errorf("%d instances of %d slots were evaluated, %d of %d are needed", e.instances, e.slots, instances, entries)
	}
	if _, ok := d.Carrier.(carrier.Buffered); !ok {
		return fmt.Errorf("a %s cannot take them from the GPU", d.Called)
	}
	return nil
}
