package collada

import (
	"errors"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func TestNames(t *testing.T) {
	got, err := Names([]byte(`<?xml version="1.0" encoding="iso-8859-1"?><COLLADA><library_visual_scenes><visual_scene id="s" name="scene">
		<node id="a" sid="x" name="arm"><node name="arm" id="b"/><node sid="c" name="hand"/><node id="nameless"/></node><node name="lost"/>
	</visual_scene></library_visual_scenes></COLLADA>`))
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]string{"a": "arm", "b": "arm", "c": "hand"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if _, err := Names([]byte("<COLLADA><node id=")); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("a file cut short: %v", err)
	}
}

const animated = `<COLLADA><library_visual_scenes><visual_scene><node id="a" name="arm"/><node id="b"/></visual_scene></library_visual_scenes>
<library_animations><animation><source id="i"><Name_array count="2">BEZIER LINEAR</Name_array></source><source id="k"><Name_array count="1">STEP</Name_array></source>
<sampler id="s"><input semantic="INTERPOLATION" source="#i"/></sampler><sampler id="t"><input semantic="INTERPOLATION" source="#k"/></sampler>
<channel source="#s" target="a/transform"/><channel source="#t" target="a/rotateX.ANGLE"/><channel source="#t" target="b/transform"/></animation></library_animations></COLLADA>`

func TestShapes(t *testing.T) {
	got, err := Shapes([]byte(animated))
	if want := map[string]Shape{"arm": {Bent: true, Stepped: true}, "b": {Stepped: true}}; err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, want %v: %v", got, want, err)
	}
	if got, err := Shapes([]byte(`<COLLADA><library_animations/></COLLADA>`)); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestDamaged: whatever a file has become, reading it ends in a result or in an
// soa.ErrFormat.
func TestDamaged(t *testing.T) {
	for i := range 2000 {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		data := []byte(animated)
		for range 1 + r.IntN(6) {
			data[r.IntN(len(data))] = "<>&\"/a\x00\xff"[r.IntN(8)]
		}
		if i%4 == 0 {
			data = data[:r.IntN(len(data))]
		}
		_, names := Names(data)
		_, shapes := Shapes(data)
		for _, err := range []error{names, shapes} {
			if err != nil && !errors.Is(err, soa.ErrFormat) {
				t.Fatalf("round %d: %v", i, err)
			}
		}
	}
}
