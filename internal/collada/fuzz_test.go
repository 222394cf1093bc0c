package collada

import (
	"os"
	"testing"
)

// FuzzRead reads whatever there is: no input is a panic, and what is read is bounded by it.
func FuzzRead(f *testing.F) {
	if data, err := os.ReadFile("../../testdata/strider/strider_walk.dae"); err == nil {
		f.Add(data[:min(len(data), 16<<10)])
	}
	f.Add([]byte(`<COLLADA><library_visual_scenes><visual_scene id="s"><node id="a" name="b" sid="c"><matrix>1 0 0 0</matrix></node></visual_scene></library_visual_scenes></COLLADA>`))
	f.Add([]byte(`<COLLADA><library_animations><animation id="a"><source id="x"><float_array count="2">0 1</float_array><Name_array>LINEAR BEZIER</Name_array></source></animation></library_animations></COLLADA>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		names, err := Names(data)
		if err == nil && len(names) > len(data) {
			t.Errorf("%d names in %d bytes", len(names), len(data))
		}
		shapes, err := Shapes(data)
		if err == nil && len(shapes) > len(data) {
			t.Errorf("%d shapes in %d bytes", len(shapes), len(data))
		}
	})
}
