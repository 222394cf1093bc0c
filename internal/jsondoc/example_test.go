package jsondoc_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

type door struct {
	Name  string
	Angle float64
}

func (d *door) fields(o *jsondoc.Object) {
	o.At("version").Version(1)
	o.At("name").Text(&d.Name, true)
	o.At("angle").Number(&d.Angle, 0, 180)
}

// A door is read, checked and written by one list of its fields.
func Example() {
	d := new(door)
	visit := func(p jsondoc.Place) { p.Object(d.fields) }
	w := jsondoc.Walk{Contradiction: errors.New("no such door"), Limit: errors.New("too long")}
	if err := w.Read([]byte(`{"version": 1, "name": "gate", "angle": 200}`), visit); err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.Check(visit))

	w.Err, d.Angle = nil, 90
	text, err := w.JSON(visit)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", text)
	fmt.Println(w.Read([]byte(`{"version": 1, "nam": "gate"}`), visit))
	// Output:
	// /angle: no such door: 200 is outside 0 to 180
	// {
	//   "version": 1,
	//   "name": "gate",
	//   "angle": 90
	// }
	// /: malformed data: unknown field "nam", did you mean "name"?
}
