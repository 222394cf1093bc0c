package runtime_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// exampleBank is a humanoid that can walk and wave. The model would come from
// package importer.
func exampleBank() *soa.Bank {
	model := rig.Character(rig.Motion{Name: "walk", Seconds: 0.8}, rig.Motion{Name: "wave", Seconds: 0.5})
	bank, err := runtime.Compile(model, nil, runtime.CompileOptions{ErrorBound: 1e-3})
	if err != nil {
		log.Fatal(err)
	}
	return bank
}

// Four thousand characters that walk, no two in step, on two processors.
func ExampleCrowd() {
	bank := exampleBank()
	crowd, err := runtime.NewCrowd(bank, 4000, runtime.CrowdOptions{
		Workers: 2,
		Clip:    bank.Clip("walk"),
		Play:    &runtime.PlayOptions{Seed: 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer crowd.Close()
	if err := crowd.Play(7, bank.Clip("wave"), runtime.PlayOptions{Mode: runtime.Clamp}); err != nil {
		log.Fatal(err)
	}
	for range 60 { // a second
		crowd.Update(1. / 60)
	}
	palettes := crowd.Palettes() // of all instances, ready to be uploaded
	fmt.Println(len(palettes) == crowd.Len()*crowd.Stride(), crowd.Stride()%16)
	fmt.Printf("number 7 has waved for %.1f s\n", crowd.Time(7))
	// Output:
	// true 0
	// number 7 has waved for 0.5 s
}

// Characters farther away are evaluated less often and with fewer joints. Time
// goes on for all of them.
func ExampleCrowd_SetLevel() {
	bank := exampleBank()
	crowd, err := runtime.NewCrowd(bank, 300, runtime.CrowdOptions{
		Play: &runtime.PlayOptions{Seed: 1},
		Levels: []runtime.CrowdLevel{
			{},                                     // near: all joints, always
			{Every: 2},                             // every second update
			{Every: 4, Bank: len(bank.Levels) - 1}, // far: every fourth, without fingers and the like
			{Every: runtime.Never},                 // out of sight
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
		if err := crowd.SetLevel(i, level); err != nil {
			log.Fatal(err)
		}
	}
	crowd.Update(1. / 60)
	fmt.Println(crowd.Level(10), crowd.Level(150), crowd.Level(299))
	// Output:
	// 0 2 3
}

// Only those in view are evaluated; all move on.
func ExampleCrowd_UpdateSome() {
	crowd, err := runtime.NewCrowd(exampleBank(), 1000, runtime.CrowdOptions{Play: &runtime.PlayOptions{}})
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
	fmt.Printf("%.4f %.4f\n", crowd.Time(4), crowd.Time(6))
	// Output:
	// 0.0167 0.0167
}

// What the characters hold in their hands: one matrix per character and joint.
func ExampleCrowd_Joints() {
	bank := exampleBank()
	crowd, err := runtime.NewCrowd(bank, 100, runtime.CrowdOptions{Play: &runtime.PlayOptions{Seed: 2}})
	if err != nil {
		log.Fatal(err)
	}
	crowd.Update(1. / 60)
	armed, hands := []int{2, 3, 5}, []int{20, 45}
	matrices := make([]soa.Affine, len(armed)*len(hands))
	if err := crowd.Joints(matrices, armed, hands); err != nil {
		log.Fatal(err)
	}
	second := matrices[1*len(hands)+0] // joint 20 of instance 3
	var one soa.Affine
	if err := crowd.Joint(3, 20, &one); err != nil {
		log.Fatal(err)
	}
	fmt.Println(second == one)
	// Output:
	// true
}

// A job system of one's own runs the blocks: here in one goroutine, in order.
func ExampleCrowd_RunBlocks() {
	crowd, err := runtime.NewCrowd(exampleBank(), 1000, runtime.CrowdOptions{Play: &runtime.PlayOptions{}})
	if err != nil {
		log.Fatal(err)
	}
	scratch := crowd.NewScratch() // one per goroutine
	const jobs = 4
	for job := range jobs {
		from, to := job*crowd.Blocks()/jobs, (job+1)*crowd.Blocks()/jobs
		if err := crowd.RunBlocks(scratch, from, to, 1./60); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(crowd.Blocks(), "blocks")
	// Output:
	// 63 blocks
}

// A stage of one's own between sampling and palettes: here every joint keeps
// its place and the first one, the hips, is lifted by its translation.
func ExampleEvaluator() {
	jobs, err := runtime.NewEvaluator(exampleBank())
	if err != nil {
		log.Fatal(err)
	}
	bank := jobs.Bank()
	pose, scratch := simd.AlignedFloat32(jobs.PoseValues()), simd.AlignedFloat32(jobs.ScratchValues())
	out := simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * jobs.Stride()), Stride: jobs.Stride()}
	var at simd.Frames // sixteen instances at the start of the first clip
	if err := jobs.Sample(pose, &at); err != nil {
		log.Fatal(err)
	}
	if c := bank.TranslationColumn[0]; c >= 0 {
		y := pose[simd.Lanes*(5*bank.Rotations()+4*int(c)+1):][:simd.Lanes]
		for lane := range y {
			y[lane] += float32(lane)
		}
	}
	if err := jobs.Palettes(&out, pose, scratch); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f m\n", out.Values[3*out.Stride+7]-out.Values[7])
	// Output:
	// 3.00 m
}

// The tracks themselves, without a bank: the same methods.
func ExampleTickCrowd() {
	model := rig.Character(rig.Motion{Name: "walk", Seconds: 0.8})
	crowd, err := runtime.NewTickCrowd(model, 200, runtime.CrowdOptions{Workers: 2, Play: &runtime.PlayOptions{Seed: 1}})
	if err != nil {
		log.Fatal(err)
	}
	defer crowd.Close()
	if err := crowd.Play(7, 0, runtime.PlayOptions{Offset: 0.2}); err != nil {
		log.Fatal(err)
	}
	for range 6 {
		crowd.Update(1. / 60)
	}
	fmt.Printf("%.1f s, %d values\n", crowd.Time(7), len(crowd.Palette(7)))
	// Output:
	// 0.3 s, 816 values
}
