package runtime_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// humanoid can walk and wave. It would come from package importer.
func humanoid() *soa.Model {
	return figure.Character(figure.Motion{Name: "walk", Seconds: 0.8}, figure.Motion{Name: "wave", Seconds: 0.5})
}

// A hundred characters walk, no two in step, and one of them waves.
func ExampleCrowd() {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(humanoid()), 100, runtime.CrowdOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if err := crowd.PlayAll(crowd.ClipIndex("walk"), play.Options{Seed: 1}); err != nil {
		log.Fatal(err)
	}
	if err := crowd.Instance(7).Play(crowd.ClipIndex("wave"), play.Options{Mode: play.Clamp}); err != nil {
		log.Fatal(err)
	}
	for range 60 { // a second
		if err := crowd.Update(1. / 60); err != nil {
			log.Fatal(err)
		}
	}
	palettes := crowd.Palettes() // of all instances, ready to be uploaded
	fmt.Println(len(palettes) == crowd.Len()*crowd.Stride(), crowd.Stride()%16)
	fmt.Printf("number 7 has waved for %.1f s\n", crowd.Instance(7).Time())
	// Output:
	// true 0
	// number 7 has waved for 0.5 s
}

// The same from a bank, for thousands of characters on two processors.
func ExampleBaked() {
	bank, err := bake.Bank(context.Background(), humanoid(), nil, bake.BankOptions{ErrorBound: 1e-3})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Baked(bank), 4000, runtime.CrowdOptions{
		Workers: 2,
		Clip:    bank.Clip("walk"),
		Play:    &play.Options{Seed: 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer crowd.Close()
	if err := crowd.Update(1. / 60); err != nil {
		log.Fatal(err)
	}
	fmt.Println(crowd.NewScratch().Blocks(), "blocks of", crowd.Layout().Form)
	// Output:
	// 250 blocks of rig
}

// The same from compressed clips, which are decoded as instances come to them.
func ExampleCompressed() {
	model := humanoid()
	packed, err := bake.PackClips(context.Background(), model, nil, bake.PackOptions{Bound: 1e-3})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Compressed(model, packed), 200, runtime.CrowdOptions{CacheBytes: 1 << 20})
	if err != nil {
		log.Fatal(err)
	}
	if err := crowd.Instance(7).Play(crowd.ClipIndex("walk"), play.Options{Offset: 0.2}); err != nil {
		log.Fatal(err)
	}
	if err := crowd.Update(0.1); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f s, %d values\n", crowd.Instance(7).Time(), len(crowd.Instance(7).Palette()))
	// Output:
	// 0.3 s, 816 values
}

// Characters farther away are evaluated less often and with fewer joints. Time
// goes on for all of them.
func ExampleInstance_SetLOD() {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(humanoid()), 300, runtime.CrowdOptions{
		Play: &play.Options{Seed: 1},
		LODs: []play.LOD{
			{},                    // near: all joints, always
			{Every: 2},            // every second update
			{Every: 4, Detail: 2}, // far: every fourth, without fingers and the like
			{Every: play.Never},   // out of sight
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	distance := func(i int) int { return i / 2 } // metres
	for i := range crowd.Len() {
		level := 0
		switch d := distance(i); {
		case d > 100:
			level = 3
		case d > 50:
			level = 2
		case d > 20:
			level = 1
		}
		if err := crowd.Instance(i).SetLOD(level); err != nil {
			log.Fatal(err)
		}
	}
	if err := crowd.Update(1. / 60); err != nil {
		log.Fatal(err)
	}
	fmt.Println(crowd.Instance(10).LOD(), crowd.Instance(150).LOD(), crowd.Instance(299).LOD())
	// Output:
	// 0 2 3
}

// Only those in view are evaluated; all move on.
func ExampleCrowd_UpdateSome() {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(humanoid()), 1000, runtime.CrowdOptions{Play: &play.Options{}})
	if err != nil {
		log.Fatal(err)
	}
	inView := []int{3, 4, 5, 700, 702} // ascending
	if err := crowd.Advance(1. / 60); err != nil {
		log.Fatal(err)
	}
	if err := crowd.UpdateSome(inView, 0); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f %.4f\n", crowd.Instance(4).Time(), crowd.Instance(6).Time())
	// Output:
	// 0.0167 0.0167
}

// What the characters hold in their hands: one matrix per character and joint.
func ExampleCrowd_Joints() {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(humanoid()), 100, runtime.CrowdOptions{Play: &play.Options{Seed: 2}})
	if err != nil {
		log.Fatal(err)
	}
	if err := crowd.Update(1. / 60); err != nil {
		log.Fatal(err)
	}
	armed, hands := []int{2, 3, 5}, []int{20, 45}
	matrices := make([]soa.Affine, len(armed)*len(hands))
	if err := crowd.Joints(matrices, armed, hands); err != nil {
		log.Fatal(err)
	}
	second := matrices[1*len(hands)+0] // joint 20 of instance 3
	one, err := crowd.Instance(3).Joint(20)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(second == one)
	// Output:
	// true
}

// A job system of one's own runs the blocks: here in one goroutine, in order.
func ExampleCrowd_RunBlocks() {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(humanoid()), 1000, runtime.CrowdOptions{Play: &play.Options{}})
	if err != nil {
		log.Fatal(err)
	}
	scratch := crowd.NewScratch() // one per goroutine
	const jobs = 4
	for job := range jobs {
		from, to := job*scratch.Blocks()/jobs, (job+1)*scratch.Blocks()/jobs
		if err := crowd.RunBlocks(scratch, from, to, 1./60); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(scratch.Blocks(), "blocks")
	// Output:
	// 63 blocks
}

// A game reads what artists keyed besides motion: here how far a lamp that a
// character carries glows, and when its flame is to flicker.
func ExampleInstance_Float() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 2})
	hand := int16(model.Skeleton.Len() - 1)
	// The importer finds these in the file.
	model.Floats = []soa.NamedFloat{{Name: "glow", Joint: hand, Rest: 0.5}, {Name: "flicker", Joint: hand}}
	rate := float32(model.Clips[0].TicksPerSecond)
	model.Clips[0] = model.Clips[0].WithFloats(&soa.Clip{
		Tracks: []soa.Track{{Target: 0, Property: soa.Float}, {Target: 1, Property: soa.Float, Interpolation: soa.Step, First: 2}},
		Time:   []float32{0, 2 * rate, 0, 1 * rate}, X: []float32{1, 3, 0, 1}, Y: make([]float32, 4), Z: make([]float32, 4), W: make([]float32, 4),
	})

	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 200, runtime.CrowdOptions{Play: &play.Options{Mode: play.Clamp}})
	if err != nil {
		log.Fatal(err)
	}
	glow, flicker := model.Float("glow", hand), model.Float("flicker", hand)
	for range 3 {
		if err := crowd.Update(0.6); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("at %.1f s: glow %.2f, flicker %v\n", crowd.Instance(7).Time(), crowd.Instance(7).Float(glow), crowd.Instance(7).Float(flicker) != 0)
	}
	// Output:
	// at 0.6 s: glow 1.60, flicker false
	// at 1.2 s: glow 2.20, flicker true
	// at 1.8 s: glow 2.80, flicker true
}

// A walk fades into a run while a layer of its own waves with one arm, over what
// the legs do.
func ExampleInstance_Play() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1}, figure.Motion{Name: "run", Seconds: 0.6}, figure.Motion{Name: "wave", Seconds: 0.5})
	arm := pose.NewMask(model.Skeleton, 0)
	if err := arm.Subtree(model.Skeleton, "left arm0", 1, 2); err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Masks: []pose.Mask{arm}})
	if err != nil {
		log.Fatal(err)
	}
	for _, play := range []struct {
		clip    string
		options play.Options
	}{
		{"walk", play.Options{}},
		{"wave", play.Options{Layer: 1, Kind: play.Override, Mask: 1}},
		{"run", play.Options{Fade: 0.4, Match: true}}, // in step with the walk
	} {
		if err := crowd.Instance(0).Play(crowd.ClipIndex(play.clip), play.options); err != nil {
			log.Fatal(err)
		}
	}
	if err := crowd.Update(0.1); err != nil {
		log.Fatal(err)
	}
	for _, l := range crowd.Instance(0).ActiveClips(nil) {
		fmt.Printf("layer %d: clip %d, %v, weight %.2f\n", l.Layer, l.Clip, l.Kind, l.Weight)
	}
	// Output:
	// layer 0: clip 0, blend, weight 0.84
	// layer 0: clip 1, blend, weight 0.16
	// layer 1: clip 2, override, weight 1.00
}

// Feet that come down and a path that is walked.
func ExampleCrowd_Events() {
	model := humanoid()
	walk := model.Clips[0] // 0.8 s
	walk.Events = []soa.Event{{Time: 0, Name: "left foot"}, {Time: float32(walk.Duration / 2), Name: "right foot"}}
	walk.Motion = &soa.Motion{ // 1.2 m in a loop
		Time: []float32{0, float32(walk.Duration)}, X: make([]float32, 2), Y: make([]float32, 2), Z: []float32{0, 1.2}, Yaw: make([]float32, 2),
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{RootMotion: play.RootApplied, Play: &play.Options{}})
	if err != nil {
		log.Fatal(err)
	}
	for frame := range 4 {
		if err := crowd.Update(0.32); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%.2f s, %.2f m:", 0.32*float64(frame+1), crowd.Instance(0).Transform().Z)
		for _, e := range crowd.Events() {
			fmt.Print(" ", e.Name)
		}
		fmt.Println()
	}
	// Output:
	// 0.32 s, 0.48 m: left foot
	// 0.64 s, 0.96 m: right foot
	// 0.96 s, 1.44 m: left foot
	// 1.28 s, 1.92 m: right foot
}
