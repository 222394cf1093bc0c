// Crowd draws thousands of characters of one model, which play different clips from
// different times, without a display:
//
//	go run ./examples/crowd -n 4000 testdata/warden/warden.md5mesh crowd.gif
//
// Characters outside the picture are not drawn; small ones have fewer triangles and move
// less often. A .png is one picture, a .gif or .apng one loop of the first clip. The clips
// are compiled into a bank, which a runtime.Crowd plays on all processors; its palettes go
// to the GPU unchanged. Other sources than runtime.Baked play keys or archives.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	goruntime "runtime"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

const (
	fps           = 25
	width, height = 960, 540
)

func main() {
	n := flag.Int("n", 4000, "how many characters")
	flag.Parse()
	if flag.NArg() != 2 || *n < 1 {
		log.Fatal("usage: crowd [-n NUMBER] MODEL PICTURE")
	}
	model, err := importer.Load(context.Background(), flag.Arg(0), importer.Options{})
	if err == nil {
		err = draw(model, *n, flag.Arg(1))
	}
	if err != nil {
		log.Fatal(err)
	}
}

// draw plays a crowd and writes its picture.
func draw(model *soa.Model, n int, picture string) error {
	film, err := stage.NewFilm(picture, fps, width, height)
	if err != nil {
		return err
	}
	defer film.Release()
	bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{})
	if err != nil {
		return err
	}
	crowd, err := newCrowd(runtime.Baked(bank), n)
	if err != nil {
		return err
	}
	defer crowd.Close()
	scene, err := place(film.Renderer, model, crowd)
	if err != nil {
		return err
	}
	frames := 1
	if film.Animated {
		frames = max(1, int(model.Clips[0].Seconds()*fps))
	}
	var evaluating, drawing time.Duration
	for range frames {
		begun := time.Now()
		if err := crowd.Update(1. / fps); err != nil {
			return err
		}
		evaluating += time.Since(begun)
		begun = time.Now()
		img, err := film.Draw(scene)
		if err != nil {
			return err
		}
		if err := setLevels(crowd, scene.Items[0].Pixels); err != nil {
			return err
		}
		drawing += time.Since(begun)
		if err := film.Add(img); err != nil {
			return err
		}
	}
	each := func(d time.Duration) string { return (d / time.Duration(frames)).Round(10 * time.Microsecond).String() }
	fmt.Printf("%d characters of %d joints: %s to evaluate, %s to draw\n", n, model.Skeleton.Len(), each(evaluating), each(drawing))
	return film.Close()
}

// newCrowd returns instances that play the source's clips in turn, from different times.
func newCrowd(source runtime.Source, n int) (*runtime.Crowd, error) {
	options := runtime.CrowdOptions{Workers: goruntime.NumCPU()}
	for _, l := range levels {
		options.LODs = append(options.LODs, play.LOD{Every: l.every})
	}
	crowd, err := runtime.NewCrowd(source, n, options)
	if err != nil {
		return nil, err
	}
	for i := range n {
		if err := crowd.Instance(i).Play(i%crowd.Clips(), play.Options{Seed: 1}); err != nil {
			crowd.Close()
			return nil, err
		}
	}
	return crowd, crowd.Update(0)
}

// levels are levels of detail for characters below a height in pixels: the fraction of
// triangles to keep, and the number of frames from one pose to the next.
var levels = []struct {
	below float32
	keep  float64
	every int
}{{math.MaxFloat32, 1, 1}, {160, 0.4, 1}, {80, 0.15, 2}, {40, 0.05, 4}}

// setLevels gives each character the level of detail of its height in the last picture;
// those outside get the last one.
func setLevels(crowd *runtime.Crowd, pixels []float32) error {
	for i, height := range pixels {
		level := 0
		for level+1 < len(levels) && height < levels[level+1].below {
			level++
		}
		if err := crowd.Instance(i).SetLOD(level); err != nil {
			return err
		}
	}
	return nil
}

// coarser uploads the coarser levels of a model, which share the crowd's palettes.
func coarser(r *gpu.Renderer, model *soa.Model, crowd *runtime.Crowd) (list []gpu.Level, err error) {
	for _, l := range levels[1:] {
		coarse, err := rig.Simplify(context.Background(), model, l.keep)
		if err != nil {
			return nil, err
		}
		uploaded, err := stage.Bind(r, coarse, crowd)
		if err != nil {
			return nil, err
		}
		list = append(list, gpu.Level{Model: uploaded, Below: l.below})
	}
	return list, nil
}

// place uploads the model, positions its instances and aims a camera at them.
func place(r *gpu.Renderer, model *soa.Model, crowd *runtime.Crowd) (*gpu.Scene, error) {
	item, err := stage.Item(r, model, crowd)
	if err != nil {
		return nil, err
	}
	item.World, item.Pixels = item.World[:1], make([]float32, crowd.Len())
	center, radius, err := bake.BoundingSphere(model, nil)
	if err != nil {
		return nil, err
	}
	item.Reach = []gpu.Sphere{{Center: center, Radius: radius}}
	if item.Levels, err = coarser(r, model, crowd); err != nil {
		return nil, err
	}
	one, err := item.Bounds()
	if err != nil {
		return nil, err
	}
	item.World = places(crowd.Len(), max(one.Max[0]-one.Min[0], one.Max[2]-one.Min[2]))
	all, err := item.Bounds()
	view := gpu.Orbit{Yaw: 0.6, Pitch: 0.4}
	view.Fit(all, float64(width)/height)
	if crowd.Len() > 100 { // among them rather than far above
		height := float64(one.Max[1] - one.Min[1])
		view.Target = [3]float64{-2.5 * height, float64(one.Min[1]) + 0.4*height, -2.5 * height}
		view.Pitch, view.Distance = 0.25, 12*height
	}
	return &gpu.Scene{
		Camera: view.Camera(), Grid: gpu.GridFor(all), Items: []gpu.Item{item},
		Shadow: gpu.Shadow{Center: [3]float32{float32(view.Target[0]), all.Min[1], float32(view.Target[2])}, Radius: 10 * (one.Max[1] - one.Min[1]), Texels: 4096},
	}, err
}

// places returns the matrices of n characters of a width: a square whose front corner is at
// the origin, with small random offsets and rotations.
func places(n int, wide float32) []soa.Affine {
	side := int(math.Ceil(math.Sqrt(float64(n))))
	worlds := make([]soa.Affine, n)
	random := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range worlds {
		out := func() float32 { return 0.5 * (random.Float32() - 0.5) }
		sin, cos := math.Sincos(float64(out()))
		worlds[i] = soa.Affine{
			float32(cos), 0, float32(sin), 1.3 * wide * (out() - float32(i%side)),
			0, 1, 0, 0,
			-float32(sin), 0, float32(cos), 1.3 * wide * (out() - float32(i/side)),
		}
	}
	return worlds
}
