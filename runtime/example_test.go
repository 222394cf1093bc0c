package runtime_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// A hundred characters of one model, each a tenth of a second behind the one
// before. The model would come from package importer.
func ExamplePlayers() {
	model := rig.Character(rig.Motion{Name: "sway", Seconds: 2})
	players, err := runtime.NewPlayers(model, 100)
	if err != nil {
		log.Fatal(err)
	}
	for i := range players.Len() {
		offset := 0.1 * float64(i)
		if err := players.Play(i, runtime.PlayOptions{Mode: runtime.Wrap, Offset: offset}, model.Clip("sway")); err != nil {
			log.Fatal(err)
		}
	}
	for range 600 { // ten seconds
		players.Update(1. / 60)
	}
	palettes := players.Palettes(0) // of all players, ready to be uploaded
	fmt.Println(len(palettes), "values,", len(players.Palette(7, 0)), "of them for player 7")
	fmt.Printf("player 7 is at %.2f s\n", players.Time(7))
	// Output:
	// 80400 values, 804 of them for player 7
	// player 7 is at 0.70 s
}

// One character without Players, job by job.
func ExampleSampler() {
	model := rig.Character(rig.Motion{Name: "sway", Seconds: 2})
	clip := model.Clip("sway")
	sampler, err := runtime.NewSampler(model, clip)
	if err != nil {
		log.Fatal(err)
	}
	pose := runtime.NewPose(model)
	cursors := make([]uint32, sampler.Cursors())
	matrices := make([]float32, 12*model.Skeleton.Len())
	palette := make([]float32, 12*model.Skins[0].Len())

	tick := runtime.Tick(clip, 12.5, runtime.PingPong)
	if err := sampler.Sample(tick, cursors, &pose); err != nil {
		log.Fatal(err)
	}
	if err := runtime.LocalToModel(model.Skeleton, &pose, matrices); err != nil {
		log.Fatal(err)
	}
	if err := runtime.Palettes(model.Skins[0], matrices, palette); err != nil {
		log.Fatal(err)
	}
	fmt.Println("12.5 s are tick", tick, "of", clip.Duration)
	// Output:
	// 12.5 s are tick 15 of 60
}

// A game reads what artists keyed besides motion: here how far a lamp that a
// character carries glows, and when its flame is to flicker.
func ExampleTickCrowd_Float() {
	model := rig.Character(rig.Motion{Name: "walk", Seconds: 2})
	hand := int16(model.Skeleton.Len() - 1)
	// The importer finds these in the file.
	model.Floats = []soa.NamedFloat{{Name: "glow", Joint: hand, Rest: 0.5}, {Name: "flicker", Joint: hand}}
	rate := float32(model.Clips[0].TicksPerSecond)
	model.Clips[0] = model.Clips[0].WithFloats(&soa.Clip{
		Tracks: []soa.Track{{Target: 0, Property: soa.Float}, {Target: 1, Property: soa.Float, Interpolation: soa.Step, First: 2}},
		Time:   []float32{0, 2 * rate, 0, 1 * rate}, X: []float32{1, 3, 0, 1}, Y: make([]float32, 4), Z: make([]float32, 4), W: make([]float32, 4),
	})

	crowd, err := runtime.NewTickCrowd(model, 200, runtime.CrowdOptions{Play: &runtime.PlayOptions{Mode: runtime.Clamp}})
	if err != nil {
		log.Fatal(err)
	}
	glow, flicker := model.Float("glow", hand), model.Float("flicker", hand)
	for range 3 {
		crowd.Update(0.6)
		fmt.Printf("at %.1f s: glow %.2f, flicker %v\n", crowd.Time(7), crowd.Float(7, glow), crowd.Float(7, flicker) != 0)
	}
	// Output:
	// at 0.6 s: glow 1.60, flicker false
	// at 1.2 s: glow 2.20, flicker true
	// at 1.8 s: glow 2.80, flicker true
}
