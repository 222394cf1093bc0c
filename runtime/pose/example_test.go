package pose_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/compile"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// arm is an upper arm and a forearm along x, one metre each, that two clips bend: the
// shoulder by 60 degrees, or the elbow.
func arm() *soa.Model {
	rest := soa.MakeTransforms(2)
	rest.TX[1] = 1
	clip := func(name string, joint int16) *soa.Clip {
		s, c := math.Sincos(math.Pi / 6)
		return &soa.Clip{
			Name: name, TicksPerSecond: 1, Duration: 1,
			Tracks: []soa.Track{{Target: joint, Property: soa.Rotation}},
			Time:   []float32{0, 1}, X: make([]float32, 2), Y: make([]float32, 2), Z: []float32{0, float32(s)}, W: []float32{1, float32(c)},
		}
	}
	return &soa.Model{
		Name: "arm",
		Skeleton: &soa.Skeleton{
			Name: []string{"shoulder", "elbow"}, Parent: []int16{soa.NoJoint, 0}, Depth: []uint16{0, 1},
			Unit: []float32{1, 1}, Rest: rest,
		},
		Clips: []*soa.Clip{clip("raise", 0), clip("bend", 1)},
	}
}

// The stages from the rows of a bank to palettes and to the place of a joint: 16 arms,
// each half of one clip and half of another.
func Example() {
	bank, err := compile.Bank(context.Background(), arm(), nil, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	layout, err := pose.New(&bank.Layout)
	if err != nil {
		log.Fatal(err)
	}

	rows := layout.BankRows(bank)
	block, sum := make([]float32, layout.BlockValues()), make([]float32, layout.BlockValues())
	var half [simd.Lanes]float32
	for lane := range half {
		half[lane] = 0.5
	}
	for clip := range bank.Clips {
		row, alpha := bank.RowAt(clip, 1) // its end
		var at simd.Frames
		for lane := range half {
			at.Row[lane], at.Alpha[lane] = int64(row*rows.Stride), alpha
		}
		if err := layout.SampleRows(block, rows, &at); err != nil {
			log.Fatal(err)
		}
		if err := layout.Accumulate(sum, block, &half, nil, clip == 0); err != nil {
			log.Fatal(err)
		}
	}
	if err := layout.Finish(sum, 1); err != nil {
		log.Fatal(err)
	}

	stride := layout.PaletteStride()
	palettes, scratch := make([]float32, simd.Lanes*stride), make([]float32, layout.ScratchValues())
	if err := layout.ToPalettes(simd.Palettes{Values: palettes, Stride: stride}, sum, scratch); err != nil {
		log.Fatal(err)
	}
	model := make([]float32, 12*simd.Lanes)
	if err := layout.ToModel(model, palettes, stride, []int{int(layout.Slot[1])}); err != nil {
		log.Fatal(err)
	}
	x, y := model[3*simd.Lanes], model[7*simd.Lanes] // of lane 0
	fmt.Printf("the elbow is at %.3f, %.3f\n", x, y)
	// Output: the elbow is at 0.866, 0.500
}

// Layers of one arm, as rows: seven parts of ten of the raised arm over the bent one,
// the elbow's bend once more as a difference from rest, and a switch back to rest that
// is half over.
func Example_layers() {
	model := arm()
	bank, err := compile.Bank(context.Background(), model, nil, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	layout, err := pose.New(&bank.Layout)
	if err != nil {
		log.Fatal(err)
	}
	end := func(clip int) []float32 { // of a clip
		row, _ := bank.RowAt(clip, 1) // the last row but one
		return bank.Rows[(row+1)*bank.Stride():][:layout.RowValues()]
	}
	mask := pose.NewMask(model.Skeleton, 0)
	if err := mask.Joints(model.Skeleton, 1, "elbow"); err != nil {
		log.Fatal(err)
	}
	elbow, err := layout.ColumnWeights(mask, 0)
	if err != nil {
		log.Fatal(err)
	}

	below, arm := make([]float32, layout.SumValues()), make([]float32, layout.SumValues())
	offset, scratch := make([]float32, layout.RowValues()), make([]float32, layout.ScratchValues())
	show := func(what string, row []float32) {
		palette := make([]float32, 12*layout.Rotations())
		if err := layout.ToPalette(palette, row, scratch); err != nil {
			log.Fatal(err)
		}
		m := palette[12*layout.Slot[1]:]
		fmt.Printf("%s: the forearm points to %.3f, %.3f\n", what, m[0], m[4])
	}
	for _, err := range []error{
		layout.AccumulateRow(below, end(1), 1, nil, true), layout.FinishRow(below, 1),
		layout.AccumulateRow(arm, end(0), 0.7, nil, true), layout.OverRow(arm, below, 1),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	show("raised over bent", arm)
	if err := layout.AddRow(arm, end(1), 1, elbow); err != nil {
		log.Fatal(err)
	}
	show("bent more", arm)

	back := append([]float32(nil), layout.Rest...)
	if err := layout.MakeOffset(offset, &pose.Transition{Source: arm, Destination: back, Duration: 0.5}); err != nil {
		log.Fatal(err)
	}
	f, g, h := pose.OffsetBasis(0.5)
	if err := layout.OffsetRow(back, offset, f, g, h); err != nil {
		log.Fatal(err)
	}
	show("on the way back", back)
	// Output:
	// raised over bent: the forearm points to 0.500, 0.866
	// bent more: the forearm points to -0.500, 0.866
	// on the way back: the forearm points to 0.480, 0.877
}
