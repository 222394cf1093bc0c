package bake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/progress"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Options are the settings of a bake. The zero value stores clips compressed,
// everything else as it is, and no bank.
type Options struct {
	Clips ClipForm
	// Bank adds the clips compiled for crowds, see bake.Bank.
	Bank bool

	// Bound is the largest error, in metres, of a point Distance metres from a
	// joint; 0 means 0.1 mm at 3 cm. WeightBound is the largest error of a morph
	// weight; 0 means 0.001. FloatBound is that of a custom property, relative to
	// the range of its values; 0 means 0.001.
	Bound, Distance, WeightBound, FloatBound float64
	// ExactCurves holds the bounds against the curves of every clip, see PackOptions.
	ExactCurves bool

	// Kept maps clips that were unpacked from an archive to their compressed form. It is
	// stored again if it is within the bounds, so that errors do not accumulate. See Packs.
	Kept map[*soa.Clip]*soa.Packed

	// NoMeshes leaves out meshes, skins, materials and textures; NoTextures
	// leaves out textures alone.
	NoMeshes, NoTextures bool

	// MaxBytes and MaxWork limit memory and time of compressing a clip, see
	// PackOptions: a clip that takes more keeps its original keys. They limit a bank
	// as well, see bake.BankOptions: one that takes more is soa.ErrTooLarge.
	MaxBytes, MaxWork int64

	// Workers is the number of goroutines; 0 means GOMAXPROCS.
	Workers int
	// Progress, if not nil, is called with the estimated share of completed work on the clips,
	// about a hundred times a clip. The share never decreases, and is 1 when all clips are
	// stored; a bank is compiled after that. Calls come from the workers, one at a time, and
	// must return quickly.
	Progress func(done float64)
}

// ClipForm is the storage of clips.
type ClipForm uint8

const (
	Packed ClipForm = iota // compressed within the bound, see Pack
	Exact                  // the original keys, used in place
	Small                  // compressed further; unpacked before it is played
)

// The defaults of Options.
const (
	DefaultBound       = 1e-4 // metres
	DefaultDistance    = 0.03 // metres
	DefaultWeightBound = 1e-3
	DefaultFloatBound  = 1e-3 // of the range of a property's values
)

// Baked is the content of an archive and a report on its clips.
type Baked struct {
	Content archive.Content
	Clips   []ClipReport
	Bank    []ClipReport // of the bank's clips, if any
}

// ClipReport describes a stored clip.
type ClipReport struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	Tracks  int     `json:"tracks"`
	Keys    int     `json:"keys"`        // of all grids of a packed clip; rows of a bank
	Exact   int     `json:"exact_bytes"` // of its original tracks
	Stored  int     `json:"stored_bytes"`

	// Asked is the requested bound, Bound the bound that holds, and Error the
	// largest measured distance. Bound is larger than Asked in a bank if float32
	// cannot hold the latter. Bound and Error are 0 for a clip stored as it is.
	Asked       float64 `json:"asked_bound"`
	Bound       float64 `json:"bound"`
	Error       float64 `json:"error"`
	OnFrames    bool    `json:"on_frames"` // the bounds are those on frames, see soa.Packed
	Distance    float64 `json:"distance"`
	WeightBound float64 `json:"weight_bound"`
	WeightError float64 `json:"weight_error"`
}

// Held reports whether the error is within the requested bound.
func (r *ClipReport) Held() bool { return r.Error <= r.Asked && r.WeightError <= r.WeightBound }

// Bake makes the content of an archive of a model. The model must pass Validate; it is shared, not copied.
// A clip may take as long as Options.MaxWork allows. The error wraps soa.ErrInvalid, the errors of
// bake.Bank, or that of the context.
func Bake(ctx context.Context, model *soa.Model, o Options) (*Baked, error) {
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("bake: %w", err)
	}
	o.fill()
	b := &Baked{Content: archive.Content{Model: o.part(model)}, Clips: make([]ClipReport, len(model.Clips))}
	if o.Clips != Exact {
		b.Content.Packed = make([]*soa.Packed, len(model.Clips))
	}
	done := progress.Together(len(model.Clips), o.Progress)
	err := fault.ForEach(ctx, o.Workers, len(model.Clips), func(i int) error {
		b.Clips[i] = exactReport(model.Clips[i])
		if o.Clips != Exact {
			if err := o.pack(ctx, model, i, b, func(share float64) { done(i, share) }); err != nil {
				return err
			}
		}
		done(i, 1)
		return nil
	})
	if err == nil && len(model.Clips) > 0 {
		if o.Bank {
			err = o.compile(ctx, model, b)
		} else {
			err = b.record(ctx, model.Clips)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("bake %q: %w", model.Name, err)
	}
	return b, nil
}

func (o *Options) fill() {
	o.Bound, o.Distance = cmp.Or(o.Bound, DefaultBound), cmp.Or(o.Distance, DefaultDistance)
	o.WeightBound, o.FloatBound = cmp.Or(o.WeightBound, DefaultWeightBound), cmp.Or(o.FloatBound, DefaultFloatBound)
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
}

// part returns the model without the parts left out.
func (o *Options) part(model *soa.Model) *soa.Model {
	m := *model
	switch {
	case o.NoMeshes:
		m.Meshes, m.Skins, m.Materials, m.Textures = nil, nil, nil, nil
	case o.NoTextures:
		m.Textures, m.Materials = nil, append([]soa.Material(nil), m.Materials...)
		for i := range m.Materials {
			m.Materials[i].Maps = nil
		}
	}
	return &m
}

// pack compresses a clip and calls done with the share of its work that is done.
func (o *Options) pack(ctx context.Context, model *soa.Model, i int, b *Baked, done func(float64)) error {
	p := o.Kept[model.Clips[i]]
	if p == nil || p.OnFrames && o.ExactCurves || p.Error > o.Bound || p.ErrorDistance < o.Distance ||
		p.WeightError > o.WeightBound || p.FloatError > o.FloatBound {
		var err error
		with := codec.Options{
			Bound: o.Bound, Distance: o.Distance, WeightBound: o.WeightBound, FloatBound: o.FloatBound, Small: o.Clips == Small, ExactCurves: o.ExactCurves,
			MaxBytes: o.MaxBytes, MaxWork: o.MaxWork, Progress: done,
		}
		if p, err = codec.Clip(ctx, model, model.Clips[i], with); errors.Is(err, soa.ErrTooLarge) {
			with.Lossless = true
			p, err = codec.Clip(ctx, model, model.Clips[i], with)
		}
		if err != nil {
			return fmt.Errorf("clip %q: %w", model.Clips[i].Name, err)
		}
	}
	b.Content.Packed[i] = p
	r := &b.Clips[i]
	*r = PackedReport(p, o.Bound)
	r.Exact = exactBytes(model.Clips[i])
	return nil
}

// PackedReport describes a compressed clip with a requested bound, without its
// original size.
func PackedReport(p *soa.Packed, asked float64) ClipReport {
	keys := len(p.Exact.Time)
	for i := range p.Grids {
		keys += int(p.Grids[i].Intervals) + 1
	}
	return ClipReport{
		Name: p.Exact.Name, Seconds: p.Exact.Seconds(), Tracks: packedTracks(p), Keys: keys, Stored: p.Size(),
		Asked: asked, Bound: p.Bound, Error: p.Error, OnFrames: p.OnFrames, Distance: p.ErrorDistance, WeightBound: p.WeightBound, WeightError: p.WeightError,
	}
}

// packedTracks returns the number of driven tracks of a compressed clip.
func packedTracks(p *soa.Packed) int {
	n := len(p.Exact.Tracks)
	for place := range p.Places() {
		if p.KindAt(place) != soa.PackedNone {
			n++
		}
	}
	return n
}

// compile adds a bank of all clips.
func (o *Options) compile(ctx context.Context, model *soa.Model, b *Baked) error {
	bank, err := Bank(ctx, model, nil, BankOptions{
		ErrorBound: o.Bound, ErrorDistance: o.Distance, WeightBound: o.WeightBound, ExactCurves: o.ExactCurves, Workers: o.Workers,
		MaxBytes: o.MaxBytes, MaxWork: o.MaxWork,
	})
	if err != nil {
		return err
	}
	b.Bank = BankReports(bank, o.Bound, o.WeightBound)
	for i := range b.Bank {
		b.Bank[i].Exact = b.Clips[i].Exact
	}
	b.Content.Banks = append(b.Content.Banks, bank)
	return nil
}

// BankReports describes the clips of a bank with requested bounds, without
// their original size.
func BankReports(bank *soa.Bank, asked, weightBound float64) []ClipReport {
	list := make([]ClipReport, len(bank.Clips))
	for i := range bank.Clips {
		c := &bank.Clips[i]
		list[i] = ClipReport{
			Name: c.Name, Seconds: c.Seconds, Tracks: bank.Columns(), Keys: int(c.Rows), Stored: int(c.Rows) * bank.Stride() * 4,
			Asked: asked, Bound: c.Bound, Error: c.Error, OnFrames: c.OnFrames, Distance: c.ErrorDistance, WeightBound: weightBound, WeightError: c.WeightError,
		}
	}
	return list
}

func exactReport(c *soa.Clip) ClipReport {
	n := exactBytes(c)
	return ClipReport{Name: c.Name, Seconds: c.Seconds(), Tracks: len(c.Tracks), Keys: len(c.Time), Exact: n, Stored: n}
}

// exactBytes returns the memory of a clip's tracks: 12 bytes each, 20 per key, and 32 for the
// tangents of a cubic key.
func exactBytes(c *soa.Clip) int { return 12*len(c.Tracks) + 20*len(c.Time) + 32*len(c.In) }
