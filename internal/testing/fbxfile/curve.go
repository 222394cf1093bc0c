package fbxfile

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Curve is an animation curve: keys, each with flags and data.
type Curve struct {
	Seconds, Values []float64
	Flags           []int        // the last entry applies to the keys that follow too
	Data            [][4]float32 // the same; the bits of tangents and weights
	Before, After   string       // extrapolation: a letter, and a count unless it repeats for ever
}

// Keyed returns a curve whose keys share flags and data, from pairs of seconds and values.
func Keyed(flags int, data [4]float32, pairs ...float64) Curve {
	c := Curve{Flags: []int{flags}, Data: [][4]float32{data}}
	for i := 0; i < len(pairs); i += 2 {
		c.Seconds, c.Values = append(c.Seconds, pairs[i]), append(c.Values, pairs[i+1])
	}
	return c
}

// Weights packs the weights of a tangent and of the next key's, in ten thousandths.
func Weights(right, nextLeft uint32) float32 { return math.Float32frombits(right | nextLeft<<16) }

// write returns the curve as an object of the file.
func (c *Curve) write(id int) string {
	var times, values, flags, data, counts []string
	for i := range c.Seconds {
		times = append(times, fmt.Sprint(int64(math.Round(c.Seconds[i]*Second))))
		values = append(values, fmt.Sprint(c.Values[i]))
		flags = append(flags, fmt.Sprint(c.Flags[min(i, len(c.Flags)-1)]))
		counts = append(counts, "1")
		for _, d := range c.Data[min(i, len(c.Data)-1)] {
			data = append(data, fmt.Sprint(int32(math.Float32bits(d))))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\tAnimationCurve: %d, \"AnimCurve::\", \"\" {\n", id)
	array := func(name string, list []string) {
		fmt.Fprintf(&b, "\t\t%s: *%d {\n\t\t\ta: %s\n\t\t}\n", name, len(list), strings.Join(list, ","))
	}
	array("KeyTime", times)
	array("KeyValueFloat", values)
	array("KeyAttrFlags", flags)
	array("KeyAttrDataFloat", data)
	array("KeyAttrRefCount", counts)
	for name, e := range map[string]string{"Pre": c.Before, "Post": c.After} {
		if e != "" {
			count := "-1"
			if len(e) > 1 {
				count = e[1:]
			}
			fmt.Fprintf(&b, "\t\t%s-Extrapolation:  {\n\t\t\tType: %s\n\t\t\tRepetition: %s\n\t\t}\n", name, e[:1], count)
		}
	}
	b.WriteString("\t}\n")
	return b.String()
}

// AddLayer adds an animation layer, and returns its id. A property is name=value.
func (f *File) AddLayer(properties ...string) int {
	id := 9002 + strings.Count(f.Objects, "AnimationLayer:")
	f.Objects += fmt.Sprintf("\tAnimationLayer: %d, \"AnimLayer::%d\", \"\" {\n\t\tProperties70:  {\n", id, id)
	for _, p := range properties {
		name, value, _ := strings.Cut(p, "=")
		f.Objects += fmt.Sprintf("\t\t\tP: %q, \"Number\", \"\", \"A\",%s\n", name, value)
	}
	f.Objects += "\t\t}\n\t}\n"
	f.Connections += fmt.Sprintf("\tC: \"OO\",%d,9000\n", id)
	return id
}

// Drive animates a property of an object in a layer. The keys of curves are X, Y, Z, or the
// property where it is one number.
func (f *File) Drive(layer, object int, property string, rest exact.Vec, curves map[string]Curve) {
	node := 50000 + 10*strings.Count(f.Objects, "AnimationCurveNode:")
	f.Objects += fmt.Sprintf("\tAnimationCurveNode: %d, \"AnimCurveNode::%s\", \"\" {\n\t\tProperties70:  {\n", node, property)
	for c, letter := range []string{"X", "Y", "Z"} {
		f.Objects += fmt.Sprintf("\t\t\tP: \"d|%s\", \"Number\", \"\", \"A\",%v\n", letter, rest[c])
	}
	f.Objects += "\t\t}\n\t}\n"
	f.Connections += fmt.Sprintf("\tC: \"OO\",%d,%d\n\tC: \"OP\",%d,%d, %q\n", node, layer, node, object, property)
	for i, letter := range []string{"X", "Y", "Z", property} {
		if c, ok := curves[letter]; ok {
			f.Objects += c.write(node + 1 + i)
			f.Connections += fmt.Sprintf("\tC: \"OP\",%d,%d, \"d|%s\"\n", node+1+i, node, letter)
		}
	}
}

// Flags of keys, as in KeyAttrFlags.
const (
	Step, StepNext, Line  = 0x2, 0x102, 0x4
	Cubic, Auto, TCB      = 0x8, 0x108, 0x208
	User, Break           = 0x408, 0xc08
	Even, Clamp, Progress = 0x2000, 0x1000, 0x4000
	Weighted              = 0x3000000
)
