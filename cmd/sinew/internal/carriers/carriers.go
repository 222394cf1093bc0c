// Package carriers times how palettes reach shaders by each carrier of package gpu, without a
// display:
//
//	c, err := carriers.Compare(ctx, model, 1000, time.Second)
//	fmt.Println(c.Driver, c.Results[0].Carrier, c.Results[0].Upload)
//
// A picture is drawn of all instances of a crowd, whose palettes are computed once.
package carriers

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// ErrNothing is the error about a model without meshes.
var ErrNothing = errors.New("it has no mesh, so nothing to draw")

// The size of the pictures in pixels, small so that uploads count.
const (
	Width  = 480
	Height = 270
)

// Comparison is the times of all carriers for one number of instances.
type Comparison struct {
	Driver   string
	Entries  int // of a palette
	Vertices int
	Results  []Result
}

// Result is what a carrier takes, in milliseconds.
type Result struct {
	Carrier    string  `json:"carrier"`
	Characters int     `json:"characters"`
	Upload     float64 `json:"upload_ms"`
	Copy       float64 `json:"copy_ms"` // of the same values within memory
	Picture    float64 `json:"picture_ms"`
	LeftOut    string  `json:"left_out,omitempty"` // why nothing was measured
}

// Compare measures all carriers in turn, again and again, and keeps the shortest times: each
// on average for a duration, with n instances of a model that play its clips.
func Compare(ctx context.Context, model *soa.Model, n int, each time.Duration) (*Comparison, error) {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	if err != nil {
		return nil, err
	}
	defer crowd.Close()
	bound, err := crowd.Layout().BindModel(model)
	if err != nil {
		return nil, err
	}
	c := new(Comparison)
	if len(bound.Skins) > 0 {
		c.Entries = bound.Skins[0].Len()
	}
	for _, mesh := range bound.Meshes {
		c.Vertices += mesh.Vertices()
	}
	if c.Vertices == 0 {
		return nil, ErrNothing
	}
	var list []*bench
	defer func() {
		for _, b := range list {
			b.close()
		}
	}()
	for _, carrier := range gpu.Carriers() {
		b := &bench{result: Result{Carrier: carrier.String(), Characters: n, Upload: math.Inf(1), Copy: math.Inf(1), Picture: math.Inf(1)}}
		list = append(list, b)
		if err := b.prepare(carrier, bound, crowd); err != nil {
			return nil, err
		}
		if b.renderer != nil {
			c.Driver = b.renderer.Driver()
		}
	}
	copied := make([]float32, len(crowd.Palettes()))
	for begun := time.Now(); time.Since(begun) < each*time.Duration(len(list)); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, b := range list {
			if err := b.round(crowd.Palettes(), copied); err != nil {
				return nil, err
			}
		}
	}
	shortest := math.Inf(1)
	for _, b := range list {
		if b.result.LeftOut == "" {
			shortest = min(shortest, b.result.Copy)
		}
	}
	for _, b := range list {
		if b.result.LeftOut == "" {
			b.result.Copy = shortest
		}
		c.Results = append(c.Results, b.result)
	}
	return c, nil
}

// bench is one carrier at work.
type bench struct {
	result   Result
	context  gpu.Context
	renderer *gpu.Renderer
	scene    gpu.Scene
}

// prepare uploads the model. A carrier that the driver lacks is left out.
func (b *bench) prepare(carrier gpu.Carrier, bound *soa.Model, crowd *runtime.Crowd) (err error) {
	if b.context, err = headless.New(Width, Height); err != nil {
		return err
	}
	r, err := gpu.NewRenderer(b.context, gpu.Options{Samples: 1, Carrier: carrier})
	if errors.Is(err, soa.ErrOption) {
		b.leaveOut(err)
		return nil
	}
	if err != nil {
		return err
	}
	b.renderer = r
	model, _, err := r.Upload(bound)
	if err != nil {
		return err
	}
	item := gpu.Item{
		Model: model, Palettes: []gpu.Palette{{Data: crowd.Palettes(), Stride: crowd.Stride()}},
		Weights: crowd.AllWeights(), World: make([]soa.Affine, crowd.Len()),
	}
	for i := range item.World {
		item.World[i] = soa.IdentityAffine()
	}
	body, err := item.Bounds()
	if errors.Is(err, gpu.ErrItem) {
		b.leaveOut(err)
		return nil
	}
	side := int(math.Ceil(math.Sqrt(float64(crowd.Len()))))
	for i := range item.World {
		item.World[i][3] = 1.1 * (body.Max[0] - body.Min[0]) * float32(i%side)
		item.World[i][11] = -1.1 * (body.Max[2] - body.Min[2]) * float32(i/side)
	}
	b.scene.Items = []gpu.Item{item}
	bounds, err := item.Bounds()
	if err != nil {
		return err
	}
	view := gpu.Orbit{Pitch: 0.5}
	view.Fit(bounds, float64(Width)/Height)
	b.scene.Camera = view.Camera()
	return nil
}

// round measures once.
func (b *bench) round(palettes, copied []float32) error {
	if b.result.LeftOut != "" {
		return nil
	}
	upload, picture, err := b.renderer.Time(&b.scene)
	if errors.Is(err, gpu.ErrItem) {
		b.leaveOut(err)
		return nil
	}
	if err != nil {
		return err
	}
	r := &b.result
	for range 4 {
		begun := time.Now()
		copy(copied, palettes)
		r.Copy = min(r.Copy, milliseconds(time.Since(begun)))
	}
	r.Upload, r.Picture = min(r.Upload, milliseconds(upload)), min(r.Picture, milliseconds(picture))
	return nil
}

func (b *bench) leaveOut(err error) {
	b.result.Upload, b.result.Copy, b.result.Picture = 0, 0, 0
	b.result.LeftOut = err.Error()
}

func (b *bench) close() {
	if b.renderer != nil {
		b.renderer.Close()
	}
	if b.context != nil {
		b.context.Close()
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
