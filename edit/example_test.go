package edit_test

import (
	"fmt"
	"log"

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
