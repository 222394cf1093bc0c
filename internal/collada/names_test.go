package collada

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
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

// TestBombs: what is small, or large and of one kind, is read or refused at once.
func TestBombs(t *testing.T) {
	scene := func(inside, more string) string {
		return `<COLLADA><library_visual_scenes><visual_scene><node id="a"><translate sid="t">0 0 0</translate>` + inside + `</node></visual_scene></library_visual_scenes><library_animations>` + more + `</library_animations></COLLADA>`
	}
	sampler := `<animation id="x"><source id="i"><float_array count="999999999">0 1</float_array><technique_common><accessor count="999999999" stride="1"/></technique_common></source>` +
		`<sampler id="s"><input semantic="INPUT" source="#i"/><input semantic="OUTPUT" source="#i"/></sampler>%s</animation>`
	channels := strings.Repeat(`<channel source="#s" target="a/t.X"/>`, 40000)
	clips := strings.Repeat(`<animation_clip>`+strings.Repeat(`<instance_animation url="#x"/>`, 50)+`</animation_clip>`, 800)
	for name, c := range map[string]struct {
		data    string
		refused bool
	}{
		"deep nodes":       {"<COLLADA><library_nodes>" + strings.Repeat("<node>", 300000), true},
		"deep nothing":     {"<COLLADA><extra>" + strings.Repeat("<e>", 300000), true},
		"deep animations":  {"<COLLADA><library_animations>" + strings.Repeat("<animation>", 300000), true},
		"many elements":    {scene(strings.Repeat("<scale>1 1 1</scale>", 100000), ""), true},
		"many nodes":       {scene(strings.Repeat(`<node id="b" sid="b"/>`, 50000), ""), false},
		"entities":         {`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>` + scene("<translate>&b;</translate>", ""), true},
		"huge counts":      {scene("", fmt.Sprintf(sampler, `<channel source="#s" target="a/t.X"/>`)), false},
		"one target":       {scene("", fmt.Sprintf(sampler, channels)), false},
		"clips of clips":   {strings.Replace(scene("", fmt.Sprintf(sampler, channels)), "</COLLADA>", "<library_animation_clips>"+clips+"</library_animation_clips></COLLADA>", 1), false},
		"many geometries":  {"<COLLADA>" + strings.Repeat("<library_geometries></library_geometries>", 50000) + "</COLLADA>", false},
		"open geometries":  {"<COLLADA>" + strings.Repeat("<library_geometries>", 50000) + "</COLLADA>", true},
		"many controllers": {"<COLLADA><library_controllers>" + strings.Repeat(`<controller id="m"><morph source="#m"/></controller>`, 30000) + "</library_controllers></COLLADA>", false},
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			err := playAll([]byte(c.data))
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("%v for %d bytes", took, len(c.data))
			}
			if (err != nil) != c.refused || err != nil && !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) {
				t.Errorf("%v", err)
			}
			begun = time.Now()
			Patch([]byte(c.data))
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("%v to patch %d bytes", took, len(c.data))
			}
		})
	}
}
