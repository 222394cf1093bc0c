//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	stdruntime "runtime"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// The pictures of bench --gpu, small so that uploads show.
const (
	carrierWidth  = 480
	carrierHeight = 270
)

// carriers compares how palettes reach the shaders, for one count after the other.
func (opt *benchOptions) carriers(ctx context.Context, plan *benchPlan, o *models.Opened, clips []*soa.Clip) (*carrierInfo, error) {
	b := &carrierInfo{File: opt.File, Width: carrierWidth, Height: carrierHeight, OS: stdruntime.GOOS, Arch: stdruntime.GOARCH, CPUs: stdruntime.NumCPU()}
	progress := console.NewProgress(opt.progress, len(plan.counts), "measuring")
	defer progress.End()
	for _, n := range plan.counts {
		if err := b.compare(ctx, o, clips, n, opt.time); err != nil {
			return nil, fmt.Errorf("%s: %w", o.File, err)
		}
		progress.Step()
	}
	return b, nil
}

// carrierBench is one carrier at work.
type carrierBench struct {
	result   carrierMeasure
	context  gpu.Context
	renderer *gpu.Renderer
	scene    gpu.Scene
}

// compare measures all carriers in turn, again and again until each has had the time, and
// keeps the shortest.
func (b *carrierInfo) compare(ctx context.Context, o *models.Opened, clips []*soa.Clip, n int, each time.Duration) error {
	playing := *o.Model
	playing.Clips = clips
	crowd, err := runtime.NewCrowd(runtime.Keyframes(&playing), n, runtime.CrowdOptions{Play: &runtime.PlayOptions{Seed: 1}})
	if err != nil {
		return err
	}
	bound, err := crowd.Layout().BindModel(&playing)
	if err != nil {
		return err
	}
	if b.Vertices = 0; len(bound.Skins) > 0 {
		b.Entries = bound.Skins[0].Len()
	}
	for _, mesh := range bound.Meshes {
		b.Vertices += mesh.Vertices()
	}
	if b.Vertices == 0 {
		return errors.New("it has no mesh, so nothing to draw")
	}
	var list []*carrierBench
	defer func() {
		for _, c := range list {
			c.close()
		}
	}()
	for _, carrier := range gpu.Carriers() {
		c := &carrierBench{result: carrierMeasure{Carrier: carrier.String(), Characters: n, Upload: math.Inf(1), Copy: math.Inf(1), Picture: math.Inf(1)}}
		list = append(list, c)
		if err := c.prepare(carrier, bound, crowd); err != nil {
			return err
		}
		if c.renderer != nil {
			b.Driver = c.renderer.Driver()
		}
	}
	copied := make([]float32, len(crowd.Palettes()))
	for begun := time.Now(); time.Since(begun) < each*time.Duration(len(list)); {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, c := range list {
			if err := c.round(crowd.Palettes(), copied); err != nil {
				return err
			}
		}
	}
	shortest := math.Inf(1)
	for _, c := range list {
		if c.result.LeftOut == "" {
			shortest = min(shortest, c.result.Copy)
		}
	}
	for _, c := range list {
		if c.result.LeftOut == "" {
			c.result.Copy = shortest
		}
		b.Measurements = append(b.Measurements, c.result)
	}
	return nil
}

// prepare uploads the model. A carrier that the driver lacks is left out.
func (c *carrierBench) prepare(carrier gpu.Carrier, bound *soa.Model, crowd *runtime.Crowd) (err error) {
	if c.context, err = headless.New(carrierWidth, carrierHeight); err != nil {
		return err
	}
	r, err := gpu.NewRenderer(c.context, gpu.Options{Samples: 1, Carrier: carrier})
	if errors.Is(err, soa.ErrOption) {
		c.leaveOut(err)
		return nil
	}
	if err != nil {
		return err
	}
	c.renderer = r
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
		c.leaveOut(err)
		return nil
	}
	side := int(math.Ceil(math.Sqrt(float64(crowd.Len()))))
	for i := range item.World {
		item.World[i][3] = 1.1 * (body.Max[0] - body.Min[0]) * float32(i%side)
		item.World[i][11] = -1.1 * (body.Max[2] - body.Min[2]) * float32(i/side)
	}
	c.scene.Items = []gpu.Item{item}
	bounds, err := item.Bounds()
	if err != nil {
		return err
	}
	view := gpu.Orbit{Pitch: 0.5}
	view.Fit(bounds, float64(carrierWidth)/carrierHeight)
	c.scene.Camera = view.Camera()
	return nil
}

// round measures once.
func (c *carrierBench) round(palettes, copied []float32) error {
	if c.result.LeftOut != "" {
		return nil
	}
	upload, picture, err := c.renderer.Time(&c.scene)
	if errors.Is(err, gpu.ErrItem) {
		c.leaveOut(err)
		return nil
	}
	if err != nil {
		return err
	}
	r := &c.result
	for range 4 {
		begun := time.Now()
		copy(copied, palettes)
		r.Copy = min(r.Copy, inMilliseconds(time.Since(begun)))
	}
	r.Upload, r.Picture = min(r.Upload, inMilliseconds(upload)), min(r.Picture, inMilliseconds(picture))
	return nil
}

func (c *carrierBench) leaveOut(err error) {
	c.result.Upload, c.result.Copy, c.result.Picture = 0, 0, 0
	c.result.LeftOut = err.Error()
}

func (c *carrierBench) close() {
	if c.renderer != nil {
		c.renderer.Close()
	}
	if c.context != nil {
		c.context.Close()
	}
}

func inMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
