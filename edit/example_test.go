package edit_test

import (
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/soa"
)

// A door swings open, slowly at both ends; then it closes.
func Example() {
	hinge := edit.ID{Property: soa.Translation, Target: 0}
	c := &edit.Clip{Name: "door", Seconds: 1, Rate: 30, Events: []edit.Event{{Time: 0.9, Name: "thud"}}}
	var err error
	do := func(next *edit.Clip, e error) {
		if e != nil {
			log.Fatal(e)
		}
		c = next
	}
	do(edit.Set(c, hinge, edit.Key{Time: 0, Value: edit.Value{0}}))
	do(edit.Set(c, hinge, edit.Key{Time: 1, Value: edit.Value{2}}))
	do(edit.Ease(c, hinge, 0, "ease"))
	do(edit.Insert(c, hinge, 0.25))
	fmt.Println("after a quarter:", c.Track(hinge).At(0.25)[0], "with", c.Keys(), "keys")

	c = edit.Reverse(c)
	fmt.Println("closing after a quarter:", c.Track(hinge).At(0.25)[0], "and a", c.Events[0].Name, "at the start")

	clip, err := c.Build()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(clip.Time), "keys at ticks", clip.Time)

	_, err = edit.Trim(c, 0.5, 3)
	fmt.Println(err)
	// Output:
	// after a quarter: 0.3125 with 3 keys
	// closing after a quarter: 1.6875 and a thud at the start
	// 3 keys at ticks [0 22.5 30]
	// trim: no such time: clip "door" lasts 1 s, which 0.5 s to 3 s is no part of
}

// A capture gives poses of a door that swings open, and a clip is made of them.
func ExampleRecorder() {
	skeleton, err := soa.NewSkeleton(soa.Joint{Name: "frame"}, soa.Joint{Name: "door", Parent: "frame", Translation: [3]float32{1, 0, 0}})
	if err != nil {
		log.Fatal(err)
	}
	model := &soa.Model{Skeleton: skeleton}
	r, err := edit.NewRecorder(model, edit.RecorderOptions{Name: "open", Rate: 4})
	if err != nil {
		log.Fatal(err)
	}
	pose := soa.MakePose(model)
	for i, angle := range []float64{0, 0.5, 1.5, 1.5} {
		pose.Local.RY[1], pose.Local.RW[1] = float32(math.Sin(angle/2)), float32(math.Cos(angle/2))
		var events []edit.RecordedEvent
		if i == 2 {
			events = append(events, edit.RecordedEvent{Name: "thud", Ago: 0.125})
		}
		if err := r.Add(float64(i)/4, &pose, events); err != nil {
			log.Fatal(err)
		}
	}
	err = r.Add(0.5, &pose, nil)
	fmt.Println(err)
	pose.Local.RY[1], pose.Local.RW[1] = 0, 2
	err = r.Add(1, &pose, nil)
	fmt.Println(err)

	c, err := r.Clip()
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range c.Tracks {
		fmt.Printf("%v %s: %d keys in %v s\n", t.Property, skeleton.Name[t.Target], len(t.Keys), c.Seconds)
	}
	fmt.Println(c.Events)
	// Output:
	// record: no such time: a pose at 0.5 s, after one at 0.75 s
	// record: invalid model data: a pose has joint 1 "door" at a rotation that is not of unit length: 0 0 0 2
	// rotation door: 4 keys in 0.75 s
	// [{0.375 0 thud}]
}
