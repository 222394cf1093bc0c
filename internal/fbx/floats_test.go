package fbx

import (
	"bytes"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// keyed is a curve: per key a time in seconds, a value and flags, and the data
// that all share.
func keyed(id int64, flags []int32, data []float32, keys ...[2]float64) record {
	r := record{"AnimationCurve", []any{id, "\x00\x01AnimCurve", ""}, nil}
	var times []int64
	var values []float32
	count := make([]int32, len(flags))
	for i, k := range keys {
		times, values = append(times, int64(math.Round(k[0]*second))), append(values, float32(k[1]))
		count[min(i, len(flags)-1)]++
	}
	var all []float32
	for range flags {
		all = append(all, data...)
	}
	r.records = []record{
		{"Default", []any{0.0}, nil}, {"KeyVer", []any{4009}, nil}, {"KeyTime", []any{times}, nil}, {"KeyValueFloat", []any{values}, nil},
		{"KeyAttrFlags", []any{flags}, nil}, {"KeyAttrDataFloat", []any{all}, nil}, {"KeyAttrRefCount", []any{count}, nil},
	}
	return r
}

func p(name, kind, flags string, values ...any) record {
	return record{"P", append([]any{name, kind, "", flags}, values...), nil}
}

func connect(kind string, from, to int64, property ...any) record {
	return record{"C", append([]any{kind, from, to}, property...), nil}
}

// glowing has floats of every kind of owner: a model, its attribute, a material,
// and what has none here.
var glowing = document{
	{"Objects", nil, []record{
		{"Model", []any{int64(1), "arm\x00\x01Model", "LimbNode"}, []record{{"Properties70", []any{}, []record{
			p("glow", "double", "A+U", 0.5, 0.0, 10.0), p("tint", "ColorRGB", "A+U", 0.1, 0.2, 0.3),
			p("switch", "bool", "A+U", 1), p("label", "KString", "A+U", "words"), p("Visibility", "Visibility", "A+", 1.0),
		}}}},
		{"NodeAttribute", []any{int64(2), "cam\x00\x01NodeAttribute", "Camera"}, []record{{"Properties70", []any{}, []record{p("FocalLength", "Number", "A", 35.0)}}}},
		{"Material", []any{int64(3), "steel\x00\x01Material", ""}, []record{{"Properties70", []any{}, []record{p("ShininessExponent", "Number", "A", 20.0)}}}},
		{"Constraint", []any{int64(4), "aim\x00\x01Constraint", ""}, []record{}},
		{"Deformer", []any{int64(5), "smile\x00\x01SubDeformer", "BlendShapeChannel"}, []record{}},
		{"AnimationStack", []any{int64(100), "First\x00\x01AnimStack", ""}, []record{}},
		{"AnimationStack", []any{int64(200), "Second\x00\x01AnimStack", ""}, []record{}},
		{"AnimationLayer", []any{int64(101), "Base\x00\x01AnimLayer", ""}, []record{}},
		{"AnimationLayer", []any{int64(102), "More\x00\x01AnimLayer", ""}, []record{}},
		{"AnimationLayer", []any{int64(201), "Base\x00\x01AnimLayer", ""}, []record{}},
		keyed(31, []int32{4}, []float32{0, 0, 0, 0}, [2]float64{0, 1}, [2]float64{1, 3}),
		keyed(32, []int32{2}, []float32{0, 0, 0, 0}, [2]float64{0, 0}, [2]float64{0.5, 1}, [2]float64{2, 0}),
		keyed(33, []int32{0x408}, []float32{2, -1, 0, 0}, [2]float64{0, 0}, [2]float64{1, 1}),
		keyed(34, []int32{4}, []float32{0, 0, 0, 0}, [2]float64{0, 50}),
	}},
	{"Connections", nil, []record{
		connect("OO", 1, 0), connect("OO", 2, 1), connect("OO", 101, 100), connect("OO", 201, 200), connect("OO", 102, 100),
		connect("OO", 11, 101), connect("OP", 11, 1, "glow"), connect("OP", 31, 11, "d|glow"),
		connect("OO", 12, 201), connect("OP", 12, 1, "glow"), connect("OP", 33, 12, "d|glow"),
		connect("OO", 13, 101), connect("OP", 13, 1, "tint"), connect("OP", 31, 13, "d|X"), connect("OP", 33, 13, "d|Z"),
		connect("OO", 14, 101), connect("OP", 14, 1, "switch"), connect("OP", 32, 14, "d|switch"),
		connect("OO", 15, 101), connect("OP", 15, 1, "label"), connect("OP", 31, 15, "d|label"),
		connect("OO", 16, 101), connect("OP", 16, 2, "FocalLength"), connect("OP", 34, 16, "d|FocalLength"),
		connect("OO", 17, 201), connect("OP", 17, 3, "ShininessExponent"), connect("OP", 34, 17, "d|ShininessExponent"),
		connect("OO", 18, 101), connect("OP", 18, 4, "Weight"), connect("OP", 34, 18, "d|Weight"),
		connect("OO", 19, 101), connect("OP", 19, 5, "DeformPercent"), connect("OP", 34, 19, "d|DeformPercent"),
		connect("OO", 20, 102), connect("OP", 20, 1, "glow"), connect("OP", 34, 20, "d|glow"),
		connect("OO", 21, 101), connect("OP", 21, 1, "Lcl Rotation"), connect("OP", 31, 21, "d|X"),
		connect("OO", 22, 999), connect("OP", 22, 1, "adrift"), connect("OP", 31, 22, "d|adrift"),
		connect("OO", 23, 101), connect("OP", 23, 1, "Visibility"), connect("OP", 77, 23, "d|Visibility"),
	}},
}

func TestFloats(t *testing.T) {
	type want struct {
		Float
		values []float64 // in each of its stacks at 0.25 s and 2 s
	}
	list := []want{
		{Float{Model: "arm", Name: "glow", User: true, Rest: 0.5, Stated: true}, []float64{1.5 + 50, 3 + 50, bend(0.25), 1}},
		{Float{Model: "arm", Name: "tint.x", User: true, Rest: 0.1, Stated: true}, []float64{1.5, 3}},
		{Float{Model: "arm", Name: "tint.z", User: true, Rest: 0.3, Stated: true}, []float64{bend(0.25), 1}},
		{Float{Model: "arm", Name: "switch", User: true, Rest: 1, Stated: true}, []float64{0, 0}},
		{Float{Model: "arm", Name: "FocalLength", Rest: 35, Stated: true}, []float64{50, 50}},
		{Float{Material: "steel", Name: "ShininessExponent", Rest: 20, Stated: true}, []float64{50, 50}},
	}
	for name, data := range map[string][]byte{"text": glowing.text(), "binary": glowing.binary(false), "deflated": glowing.binary(true)} {
		f, err := Read(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := f.Floats(1000)
		if err != nil || len(got.List) != len(list) || got.Others != 1 || !slices.Equal(got.Texts, []string{"arm.label"}) {
			t.Fatalf("%s: %v, %+v", name, err, got)
		}
		for i, w := range list {
			fl := got.List[i]
			var values []float64
			for _, c := range fl.Curves {
				for _, s := range []float64{0.25, 2} {
					values = append(values, c.Driven.At(s*second, fit.At)[c.Component])
				}
			}
			fl.Curves = nil
			if !reflect.DeepEqual(fl, w.Float) || len(values) != len(w.values) {
				t.Fatalf("%s: %+v with %v, want %+v", name, fl, values, w)
			}
			for k := range values {
				if math.Abs(values[k]-w.values[k]) > 1e-9 {
					t.Errorf("%s, %s: %v, want %v", name, fl.Name, values, w.values)
				}
			}
		}
		if _, err := f.Floats(5); !errors.Is(err, soa.ErrTooLarge) {
			t.Errorf("%s: more keys than are wanted: %v", name, err)
		}
		if _, err := f.Floats(math.MaxInt); err != nil {
			t.Errorf("%s: without a limit: %v", name, err)
		}
	}
}

// bend is the spline from 0 to 1 with the slopes 2 and −1.
func bend(u float64) float64 { return u*u*(3-2*u) + 2*u*(1-u)*(1-u) + u*u*(1-u) }

// TestFloatsAfterPatch: floats are of the models as the patched file names them.
func TestFloatsAfterPatch(t *testing.T) {
	twice := append(document{{"Objects", nil, []record{{"Model", []any{int64(9), "arm\x00\x01Model", "Null"}, []record{}}}}}, glowing...)
	data := twice.binary(true)
	f, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	_, original := f.Patch(data)
	floats, err := f.Floats(1000)
	if err != nil {
		t.Fatal(err)
	}
	if name := floats.List[0].Model; name == "arm" || original[name] != "arm" {
		t.Errorf("the second %q is %q, of %v", "arm", name, original)
	}
}

// TestBrokenCurve: a curve whose arrays do not fit is told of, and the others are
// read.
func TestBrokenCurve(t *testing.T) {
	for name, data := range map[string][]byte{
		"text":   bytes.Replace(glowing.text(), []byte("a: 1,3"), []byte("a: 1,x"), 1),
		"binary": bytes.Replace(glowing.binary(false), []byte("KeyValueFloat"), []byte("KeyValueFleet"), 1),
	} {
		f, err := Read(data)
		if err != nil {
			t.Fatal(err)
		}
		floats, err := f.Floats(1000)
		if err != nil || len(floats.List) != 6 {
			t.Fatalf("%s: %v, %+v", name, err, floats)
		}
		if c := floats.List[0].Curves; !errors.Is(c[0].Err, soa.ErrFormat) || c[1].Err != nil {
			t.Errorf("%s: %v, %v", name, c[0].Err, c[1].Err)
		}
	}
}

// at evaluates a curve at a second.
func (c *Curve) at(seconds float64) float64 { return c.At(seconds*second, fit.At) }

// solved makes a curve of raw arrays.
func (c rawCurve) solved(t *testing.T) *Curve {
	t.Helper()
	out, err := c.curve()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// three are keys at 0, 1 and 3 s with the same flags and data.
func three(flags int64, data [4]float64, values ...float64) rawCurve {
	return rawCurve{
		time: []float64{0, second, 3 * second}, value: values, flags: []int64{flags}, count: []int64{3},
		slope: data[:], pack: []uint32{0, 0, uint32(data[2]), 0},
	}
}

func TestCurveModes(t *testing.T) {
	// Linear, then held, then a spline: one spline that jumps at 3 s.
	mixed := rawCurve{
		time: []float64{0, second, 3 * second, 4 * second}, value: []float64{0, 2, 6, 7}, flags: []int64{4, 2, 0x408, 0x408},
		count: []int64{1, 1, 1, 1}, slope: []float64{0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0}, pack: make([]uint32, 16),
	}.solved(t)
	for _, x := range [][2]float64{{-1, 0}, {0, 0}, {0.25, 0.5}, {0.999, 1.998}, {1, 2}, {2, 2}, {2.999, 2}, {3, 6}, {3.5, 6.875}, {4, 7}, {9, 7}} {
		if got := mixed.at(x[0]); math.Abs(got-x[1]) > 1e-12 {
			t.Errorf("mixed at %v s: %v, want %v", x[0], got, x[1])
		}
	}
	next := three(2|stepNext, [4]float64{}, 1, 5, 9).solved(t)
	if next.at(0) != 1 || next.at(0.001) != 5 || next.at(1) != 5 || next.at(2) != 9 || next.At(second, fit.Before) != 5 || next.At(second, fit.After) != 9 {
		t.Errorf("steps to the next value: %+v", next)
	}
	for name, x := range map[string]struct {
		flags  int64
		data   [4]float64
		values []float64
		slope  float64 // at the middle key
	}{
		"smooth":              {0x8 | 0x100 | evenTimes, [4]float64{}, []float64{0, 2, 3}, 1},
		"smooth by distance":  {0x8 | 0x100, [4]float64{}, []float64{0, 2, 3}, 0.5 + (2*(1-1./3)+0.5/3)/2},
		"clamped at the top":  {0x8 | 0x100 | evenTimes | clampedMore, [4]float64{}, []float64{0, 2, 1}, 0},
		"clamped to flat":     {0x8 | 0x100 | clamped, [4]float64{}, []float64{2, 2, 3}, 0},
		"clamped to a third":  {0x8 | 0x100 | evenTimes | clampedMore, [4]float64{}, []float64{0, 2.9, 3}, 0.15},
		"TCB without":         {0x8 | tcb, [4]float64{}, []float64{0, 2, 3}, 1.25},
		"TCB with tension":    {0x8 | tcb, [4]float64{1}, []float64{0, 2, 3}, 0},
		"TCB with bias":       {0x8 | tcb, [4]float64{0, 0, 1}, []float64{0, 2, 3}, 2},
		"stated by the file":  {0x8 | userSlopes, [4]float64{7, 7}, []float64{0, 2, 3}, 7},
		"unknown, of a curve": {0x8, [4]float64{}, []float64{0, 2, 3}, 0.5 + (2*(1-1./3)+0.5/3)/2},
	} {
		c := three(x.flags, x.data, x.values...).solved(t)
		if k := c.keys[1]; math.Abs(k.left-x.slope) > 1e-12 || math.Abs(k.right-x.slope) > 1e-12 {
			t.Errorf("%s: %+v, want the slope %v", name, c, x.slope)
		}
	}
}

// TestWeighted: a Bézier curve in time, solved by bisection.
func TestWeighted(t *testing.T) {
	for _, w := range [][2]float64{{0.1, 0.8}, {0.6, 0.6}, {0.9, 0.2}} {
		c := rawCurve{
			time: []float64{0, 2 * second}, value: []float64{1, 4}, flags: []int64{0x408 | weightedRight | weightedNext}, count: []int64{2},
			slope: []float64{3, -1, 0, 0}, pack: []uint32{0, 0, uint32(w[0]*10000+0.5) | uint32(w[1]*10000+0.5)<<16, 0},
		}.solved(t)
		for i := range 41 {
			time := float64(i) / 20
			x, y := [4]float64{0, 2 * w[0], 2 - 2*w[1], 2}, [4]float64{1, 1 + 3*2*w[0], 4 + 2*w[1], 4}
			low, high := 0., 1.
			for range 60 {
				if at, _ := fit.Bezier(&x, (low+high)/2); at < time {
					low = (low + high) / 2
				} else {
					high = (low + high) / 2
				}
			}
			if want, _ := fit.Bezier(&y, low); math.Abs(c.at(time)-want) > 1e-12 {
				t.Errorf("weights %v at %v s: %v, want %v", w, time, c.at(time), want)
			}
		}
	}
}

func TestCurveErrors(t *testing.T) {
	for name, c := range map[string]rawCurve{
		"empty":            {},
		"times alone":      {time: []float64{0}},
		"one value missed": {time: []float64{0, 1}, value: []float64{0}},
	} {
		if _, err := c.curve(); !errors.Is(err, soa.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]rawCurve{
		"no flags":       {time: []float64{0, second}, value: []float64{1, 2}},
		"too many count": {time: []float64{0, second}, value: []float64{1, 2}, flags: []int64{8}, count: []int64{1 << 40, -5}},
		"no data":        {time: []float64{0, second}, value: []float64{1, 2}, flags: []int64{0x408}, count: []int64{2}},
		"no time passes": {time: []float64{second, second}, value: []float64{1, 2}, flags: []int64{0x108}, count: []int64{2}},
	} {
		got := c.solved(t)
		for _, side := range []Side{fit.Before, fit.At, fit.After} {
			for _, time := range []float64{-1, 0, second / 2, second, 3 * second} {
				if v := got.At(time, side); v-v != 0 {
					t.Errorf("%s: %v of %+v", name, v, got)
				}
			}
		}
	}
}

// TestSharedProperties reads a file that libassimp cannot, which has a property
// of every type.
func TestSharedProperties(t *testing.T) {
	data, err := os.ReadFile(truth.Shared(t, "models", "fbx", "properties.fbx"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	floats, err := f.Floats(1000)
	if err != nil {
		t.Fatal(err)
	}
	top := map[string]float64{
		"ozz_step_bool": 1, "ozz_step_int": 50, "ozz_step_number": 50, "ozz_step_enum": 1,
		"ozz_curve_color.x": 0.25, "ozz_curve_color.y": 0.5, "ozz_curve_color.z": 0.75, "ozz_curve_color.w": 1,
		"ozz_curve_vector.x": 25, "ozz_curve_vector.y": 50, "ozz_curve_vector.z": 75,
		"ozz_curve_number": 50, "ozz_curve_int": 50, "ozz_curve_bool": 1,
	}
	for _, fl := range floats.List {
		d, c := fl.Curves[0].Driven, fl.Curves[0].Component
		knots := d.Knots(nil, 0, 1e15, 100)
		want, ok := top[fl.Name]
		if !ok || !fl.User || fl.Model != "animated" || len(knots) < 2 || d.At(knots[len(knots)-2], fit.At)[c] != want || knots[len(knots)-1] != 5*second {
			t.Errorf("%+v with keys at %v, want %v", fl, knots, want)
		}
		delete(top, fl.Name)
		// A clamped spline from 0 to the top, half way up half way.
		if v := d.At(1.3*second, fit.At)[c]; strings.Contains(fl.Name, "curve") && d.parts[0].curves[c].keys[0].isBent() && math.Abs(v-want/2) > 1e-9 {
			t.Errorf("%s at 1.3 s: %v", fl.Name, v)
		}
	}
	if len(top) > 0 {
		t.Errorf("not found: %v", top)
	}
}
