package collada

import (
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"unicode/utf16"

	"github.com/sinew-anim/sinew/soa"
)

func TestNames(t *testing.T) {
	file, err := Read([]byte(`<?xml version="1.0" encoding="iso-8859-1"?><COLLADA><library_visual_scenes><visual_scene id="s" name="scene">
		<node id="a" sid="x" name="arm"><node name="arm" id="b"/><node sid="c" name="hand"/><node id="nameless"/></node><node name="lost"/>
	</visual_scene></library_visual_scenes></COLLADA>`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := file.Names(), (map[string]string{"s": "scene", "a": "arm", "b": "arm", "c": "hand"}); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if _, err := Read([]byte("<COLLADA><node id=")); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("a file cut short: %v", err)
	}
}

// TestUTF16: a file may be written in UTF-16, of either order.
func TestUTF16(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var wide []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + animated)) {
			wide = order.AppendUint16(wide, u)
		}
		file, err := Read(wide)
		if err != nil || len(file.Takes) != 1 || file.Names()["a"] != "arm" || !Moves(wide) {
			t.Errorf("%+v: %v", file, err)
		}
	}
}

const animated = `<COLLADA><library_visual_scenes><visual_scene><node id="a" name="arm"><rotate sid="r">1 0 0 0</rotate><matrix sid="transform">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node><node id="b"/></visual_scene></library_visual_scenes>
<library_animations><animation><source id="i"><Name_array count="2">BEZIER LINEAR</Name_array></source><source id="k"><Name_array count="1">STEP</Name_array></source>
<source id="t"><float_array>0 1</float_array></source><source id="v"><float_array>0 90</float_array></source>
<sampler id="s"><input semantic="INTERPOLATION" source="#i"/><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#v"/></sampler><sampler id="t"><input semantic="INTERPOLATION" source="#k"/></sampler>
<channel source="#s" target="a/r.ANGLE"/><channel source="#t" target="a/rotateX.ANGLE"/><channel source="#t" target="b/transform"/></animation></library_animations></COLLADA>`

// TestDamaged: whatever a file has become, reading and playing it ends in a result or in an
// soa.ErrFormat.
func TestDamaged(t *testing.T) {
	for i := range 2000 {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		data := []byte(animated)
		for range 1 + r.IntN(6) {
			data[r.IntN(len(data))] = "<>&\"/a\x00\xff0.-e"[r.IntN(12)]
		}
		if i%4 == 0 {
			data = data[:r.IntN(len(data))]
		}
		if err := playAll(data); err != nil && !errors.Is(err, soa.ErrFormat) {
			t.Fatalf("round %d: %v", i, err)
		}
	}
}

// playAll reads a file and evaluates what it finds.
func playAll(data []byte) error {
	file, err := Read(data)
	if err != nil {
		return err
	}
	for i := range file.Nodes {
		file.Nodes[i].Rest()
		file.Morphs(i)
	}
	for i := range file.Takes {
		b := file.Bind(&file.Takes[i])
		first, last := Window(b.Samplers)
		for _, m := range b.Motions {
			for _, g := range file.Nodes[m.Node].Groups(m.Drives) {
				m.Parts(g)
				for _, s := range m.Samplers(g) {
					s.Still()
					s.Jumps()
					s.Knots(nil, first-1, last+1, 1000)
				}
				for _, time := range []float64{first - 1, first, (first + last) / 2, last, last + 1} {
					for side := range Side(3) {
						m.At(g, time, side)
					}
				}
			}
		}
		for _, w := range b.Weights {
			w.Curve.At(first, 1)
		}
		for _, n := range b.Numbers {
			n.Curve.At(last, 1)
		}
	}
	return nil
}
