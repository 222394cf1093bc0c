package collada

import (
	"os"
	"testing"
)

// FuzzRead reads and plays whatever there is: no input is a panic, and what is read is
// bounded by it.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"../../testdata/strider/strider_walk.dae"} {
		if data, err := os.ReadFile(name); err == nil {
			f.Add(data[:min(len(data), 16<<10)])
		}
	}
	f.Add([]byte(animated))
	f.Add([]byte(`<COLLADA><library_visual_scenes><visual_scene id="s"><node id="a" name="b" sid="c"><matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node></visual_scene></library_visual_scenes></COLLADA>`))
	f.Add([]byte(`<COLLADA><library_controllers><controller id="m"><morph source="#g"><source id="w"><float_array id="wa">0 1</float_array></source><targets><input semantic="MORPH_WEIGHT" source="#w"/></targets></morph></controller></library_controllers>` +
		`<library_visual_scenes><visual_scene><node id="a"><skew sid="k">10 1 0 0 0 1 0</skew><lookat>0 0 0 1 1 1 0 1 0</lookat><instance_controller url="#m"/></node></visual_scene></library_visual_scenes>` +
		`<library_animations><animation id="x"><source id="t"><float_array>0 1 2</float_array></source><source id="v"><float_array>0 3 1</float_array></source><source id="i"><Name_array>CARDINAL BSPLINE HERMITE</Name_array></source>` +
		`<source id="o"><float_array>0 1 2 3 4 5</float_array><technique_common><accessor stride="2"><param name="X"/><param name="Y"/></accessor></technique_common><technique><pre_infinity>OSCILLATE</pre_infinity></technique></source>` +
		`<sampler><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#v"/><input semantic="INTERPOLATION" source="#i"/><input semantic="IN_TANGENT" source="#o"/></sampler>` +
		`<channel source="#" target="a/k.ANGLE"/><channel source="#" target="w(1)"/></animation></library_animations>` +
		`<library_animation_clips><animation_clip start="0" end="9"><instance_animation url="#x"/></animation_clip></library_animation_clips></COLLADA>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if playAll(data) != nil {
			return
		}
		file, err := Read(data)
		if err != nil || len(file.Nodes) > len(data) || len(file.channels) > len(data) {
			t.Errorf("%d nodes and %d channels in %d bytes: %v", len(file.Nodes), len(file.channels), len(data), err)
		}
	})
}
