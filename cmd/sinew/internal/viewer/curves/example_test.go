package curves_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
)

func Example() {
	s, err := curves.Open(slider(), nil)
	if err != nil {
		log.Fatal(err)
	}
	e := curves.NewEditor(s)
	e.Choose(0)
	e.Show(curves.Joint(0))
	e.View.W, e.View.H = 1024, 256 // eight seconds
	x, y := e.View.At(0, 0)
	e.Curve() // chooses the values that are shown
	e.Dots(func(d curves.Dot) {
		if d.Key == 4 && d.Line == 0 {
			x, y = d.X, d.Y
		}
	})
	e.Press(x, y, false)
	if err := e.Drag(x+64, y); err != nil {
		log.Fatal(err)
	}
	if err := e.Release(); err != nil {
		log.Fatal(err)
	}
	data, err := s.Document().JSON()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", data)
	// Output:
	// {
	//   "edits": {
	//     "version": 1,
	//     "clips": [
	//       {"clip": "slide", "edits": [{"moveKey": {"track": {"joint": "base"}, "from": 2, "to": 2.5}}]}
	//     ]
	//   }
	// }
}
