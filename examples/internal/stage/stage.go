// Package stage has what the examples share: models with clips from several files, items
// of a crowd's characters, and pictures drawn without a display.
package stage

import (
	"context"
	"image"
	"log"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Load imports a model, and clips from other files that fit its joints.
func Load(ctx context.Context, file string, clips ...string) (*soa.Model, error) {
	model, err := importer.Load(ctx, file, importer.Options{})
	if err != nil {
		return nil, err
	}
	for _, other := range clips {
		if _, err := importer.AddClips(ctx, model, other, importer.Options{}); err != nil {
			return nil, err
		}
	}
	return model, nil
}

// Upload uploads a model and logs what is drawn plainer than the file states.
func Upload(r *gpu.Renderer, model *soa.Model) (*gpu.Model, error) {
	uploaded, warnings, err := r.Upload(model)
	for _, w := range warnings {
		log.Print(w)
	}
	return uploaded, err
}

// Bind uploads a model whose one skin has the crowd's palettes.
func Bind(r *gpu.Renderer, model *soa.Model, crowd *runtime.Crowd) (*gpu.Model, error) {
	bound, err := crowd.Layout().BindModel(model)
	if err != nil {
		return nil, err
	}
	return Upload(r, bound)
}

// Item uploads a model and returns an item with all instances of a crowd, at the origin. It
// reads the crowd's memory: each picture shows the poses of the last Update.
func Item(r *gpu.Renderer, model *soa.Model, crowd *runtime.Crowd) (gpu.Item, error) {
	uploaded, err := Bind(r, model, crowd)
	if err != nil {
		return gpu.Item{}, err
	}
	item := gpu.Item{
		Model: uploaded, World: make([]soa.Affine, crowd.Len()), Weights: crowd.AllWeights(),
		Palettes: []gpu.Palette{{Data: crowd.Palettes(), Stride: crowd.Stride()}},
	}
	for i := range item.World {
		item.World[i] = soa.IdentityAffine()
	}
	return item, nil
}

// Film is a file of pictures that are drawn without a display.
type Film struct {
	*film.Writer
	Renderer *gpu.Renderer
	Animated bool // not a still or a contact sheet
	screen   *headless.Context
	img      *image.RGBA
}

// NewFilm creates a file of a format of package film. Release ends it.
func NewFilm(file string, fps float64, width, height int) (*Film, error) {
	out, err := film.Create(file, film.Options{FPS: fps})
	if err != nil {
		return nil, err
	}
	f := &Film{Writer: out, Animated: film.Animated(file)}
	if f.screen, err = headless.New(width, height); err == nil {
		f.Renderer, err = gpu.NewRenderer(f.screen, gpu.Options{Smooth: true})
	}
	if err != nil {
		f.Release()
		return nil, err
	}
	return f, nil
}

// Draw draws a scene. The picture is valid until the next one.
func (f *Film) Draw(scene *gpu.Scene) (*image.RGBA, error) {
	err := f.Renderer.Draw(scene)
	if err == nil {
		f.img, err = f.Renderer.Capture(f.img)
	}
	return f.img, err
}

// Sheet is the number of pictures of a contact sheet.
const Sheet = 20

// Record draws the scene after each step, or Sheet times for a contact sheet, and completes
// the file.
func (f *Film) Record(steps int, scene *gpu.Scene, step func(n int) error) error {
	every := 1
	if !f.Animated {
		every = max(1, steps/Sheet)
	}
	for n := range steps {
		if err := step(n); err != nil {
			return err
		}
		if n%every != 0 {
			continue
		}
		img, err := f.Draw(scene)
		if err != nil {
			return err
		}
		if err := f.Add(img); err != nil {
			return err
		}
	}
	return f.Close()
}

// Release frees the renderer, and removes a file that is not complete.
func (f *Film) Release() {
	if f.Renderer != nil {
		f.Renderer.Close()
	}
	if f.screen != nil {
		f.screen.Close()
	}
	f.Abort()
}
