package importer_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/internal/oracle/fbxeval"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// fbxCurve is a curve of a made file: keys with flags and data each.
type fbxCurve struct {
	seconds, values []float64
	flags           []int        // the last one is that of all that follow
	data            [][4]float32 // the same
	before, after   string       // extrapolation: a letter, and how often if not for ever
}

// keyed is a curve whose keys have the same flags and data.
func keyedCurve(flags int, data [4]float32, pairs ...float64) fbxCurve {
	c := fbxCurve{flags: []int{flags}, data: [][4]float32{data}}
	for i := 0; i < len(pairs); i += 2 {
		c.seconds, c.values = append(c.seconds, pairs[i]), append(c.values, pairs[i+1])
	}
	return c
}

// weights packs the weights of a tangent and of the next key's, in ten thousandths.
func weights(right, nextLeft uint32) float32 { return math.Float32frombits(right | nextLeft<<16) }

// write returns the curve as an object of the file.
func (c *fbxCurve) write(id int) string {
	var times, values, flags, data, counts []string
	for i := range c.seconds {
		times = append(times, fmt.Sprint(int64(math.Round(c.seconds[i]*fbxSecond))))
		values = append(values, fmt.Sprint(c.values[i]))
		flags = append(flags, fmt.Sprint(c.flags[min(i, len(c.flags)-1)]))
		counts = append(counts, "1")
		for _, d := range c.data[min(i, len(c.data)-1)] {
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
	for name, e := range map[string]string{"Pre": c.before, "Post": c.after} {
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

// addLayer adds an animation layer, and returns its id.
func (f *Format) addLayer(properties ...string) int {
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

// drive gives curves to a property of an object in a layer, by component.
func (f *Format) drive(layer, object int, property string, rest exact.Vec, curves map[string]fbxCurve) {
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

// bounds of agreement with the file's curves: of the place of a joint, and of its axes.
type fbxBounds struct{ metres, axes float64 }

// compareFBX holds every joint of every clip against the slow evaluation of the file, at
// many moments.
func compareFBX(t *testing.T, path string, m *soa.Model, r *report.Report, bounds fbxBounds, moments int) {
	t.Helper()
	data, err := os.ReadFile(path)
	must.Do(t, err)
	file, err := fbxeval.Open(data)
	must.Do(t, err)
	joints := evalJoints(file, m)
	worst, turned, where := 0., 0., ""
	compared := 0
	for k, s := range file.Stacks {
		clip := m.Clip(s.Name)
		if clip == nil {
			continue
		}
		for i := range moments {
			// Never at a jump, which is between the float32 of a key's tick and the next.
			seconds := clip.Start + clip.Seconds()*(float64(i)+0.37)/float64(moments)
			pose := oracle.Evaluate(m, []*soa.Clip{clip}, seconds)
			for id, j := range joints {
				want := file.World(k, id, seconds)
				compared++
				unit, size := float64(m.Skeleton.Unit[j])/r.MetersPer, 1e-12
				for e := range 12 {
					if e%4 != 3 {
						size = math.Max(size, math.Abs(want[e]))
					}
				}
				for e := range 12 {
					off := math.Abs(pose.Model[j][e]*unit-want[e]) / size
					if e%4 == 3 {
						off = math.Abs(pose.Model[j][e] - want[e]*r.MetersPer)
						if !(off <= worst) {
							worst, where = off, fmt.Sprintf("%s in %s at %.5f s", m.Skeleton.Name[j], s.Name, seconds)
						}
					} else if !(off <= turned) {
						turned = off
						if off > bounds.axes {
							where += fmt.Sprintf(" (axes of %s in %s at %.5f s)", m.Skeleton.Name[j], s.Name, seconds)
						}
					}
				}
			}
		}
	}
	if compared == 0 || !(worst <= bounds.metres) || !(turned <= bounds.axes) {
		t.Errorf("%d joints compared, %.3g m off and axes by %.3g: %s\n%v", compared, worst, turned, where, r.Findings)
	}
	t.Logf("%.3g m, axes %.3g", worst, turned)
}

// evalJoints finds the joint of each model by its name and its parent's.
func evalJoints(file *fbxeval.File, m *soa.Model) map[int64]int {
	joints := make(map[int64]int)
	taken := make(map[int]bool)
	owner := func(p int) int { // the joint of the model that a parent is of
		for p >= 0 && strings.HasSuffix(m.Skeleton.Name[p], "_$pivot") {
			for j, up := range m.Skeleton.Parent {
				if int(up) == p && m.Skeleton.Name[j]+"_$pivot" == m.Skeleton.Name[p] {
					return j
				}
			}
			p = int(m.Skeleton.Parent[p])
		}
		return p
	}
	for grown := true; grown; {
		grown = false
		for _, model := range file.Models {
			up, known := joints[model.Parent]
			if _, done := joints[model.ID]; done || !known && model.Parent != 0 {
				continue
			}
			for j, name := range m.Skeleton.Name {
				p := int(m.Skeleton.Parent[j])
				if p >= 0 && m.Skeleton.Name[p] == name+"_$pivot" {
					p = int(m.Skeleton.Parent[p])
				}
				if name == model.Name && !taken[j] && (model.Parent == 0 || owner(p) == up) {
					joints[model.ID], taken[j], grown = j, true, true
					break
				}
			}
		}
	}
	return joints
}

// checkCurves imports a made file with the file's own axes and compares it with the
// evaluation.
func checkCurves(t *testing.T, f *Format, moments int) *report.Report {
	t.Helper()
	path := f.write(t)
	var r report.Report
	m := files.Load(t, path, importer.WithReport(&r), importer.FileAxes(), importer.KeepNodes())
	if len(m.Clips) != 1 {
		t.Fatalf("%d clips: %v", len(m.Clips), r.Findings)
	}
	compareFBX(t, path, m, &r, fbxBounds{3e-5, 1.1e-3}, moments)
	// A finer bound holds too: 0.01 mm at the end of the chain.
	fine := files.Load(t, path, importer.FileAxes(), importer.KeepNodes(), importer.CurveError(2e-6, 1e-4))
	compareFBX(t, path, fine, &r, fbxBounds{1e-5, 1e-5}, moments)
	if r.Count(report.Loss) > 0 {
		t.Errorf("%v", r.Findings)
	}
	return &r
}

// arm is an arm of two bones, a metre each, of which tests drive the properties.
func arm() *Format {
	return &Format{Window: [2]int{0, 90}, Models: []fbxModel{
		{Name: "upper", Translation: exact.Vec{1, 2, 3}},
		{Name: "lower", Parent: "upper", Translation: exact.Vec{100, 0, 0}},
		{Name: "tip", Parent: "lower", Translation: exact.Vec{100, 0, 0}},
	}}
}

const upperID, lowerID = 1000, 1001

// Flags of keys.
const (
	fbxStep, fbxStepNext, fbxLine  = 0x2, 0x102, 0x4
	fbxCubic, fbxAuto, fbxTCB      = 0x8, 0x108, 0x208
	fbxUser, fbxBreak              = 0x408, 0xc08
	fbxEven, fbxClamp, fbxProgress = 0x2000, 0x1000, 0x4000
	fbxWeighted                    = 0x3000000
)

// TestFBXCurveModes: keys of every mode, alone and mixed, on places, angles and scales.
func TestFBXCurveModes(t *testing.T) {
	values := []float64{0, 3, 0.4, -20, 1.1, 35, 1.5, 35, 2.2, 80, 2.9, -10}
	mixed := keyedCurve(0, [4]float32{}, values...)
	mixed.flags = []int{fbxAuto, fbxStep, fbxLine, fbxStepNext, fbxUser, fbxTCB}
	mixed.data = [][4]float32{{}, {}, {}, {}, {40, -30}, {0.3, -0.2, 0.5}}
	for name, c := range map[string]fbxCurve{
		"stepped":           keyedCurve(fbxStep, [4]float32{}, values...),
		"stepped to next":   keyedCurve(fbxStepNext, [4]float32{}, values...),
		"linear":            keyedCurve(fbxLine, [4]float32{}, values...),
		"automatic":         keyedCurve(fbxAuto, [4]float32{}, values...),
		"generic":           keyedCurve(fbxCubic, [4]float32{}, values...),
		"time-independent":  keyedCurve(fbxAuto|fbxEven, [4]float32{}, values...),
		"clamped":           keyedCurve(fbxAuto|fbxClamp, [4]float32{}, values...),
		"clamped more":      keyedCurve(fbxAuto|fbxEven|fbxProgress, [4]float32{}, values...),
		"biased":            keyedCurve(fbxAuto, [4]float32{60, -30}, values...),
		"user":              keyedCurve(fbxUser, [4]float32{50, 50}, values...),
		"broken":            keyedCurve(fbxBreak, [4]float32{-90, 120}, values...),
		"weighted":          keyedCurve(fbxUser|fbxWeighted, [4]float32{50, -30, weights(7000, 2000)}, values...),
		"weighted much":     keyedCurve(fbxUser|fbxWeighted, [4]float32{20, -10, weights(9500, 9500)}, values...),
		"weighted clamped":  keyedCurve(fbxAuto|fbxEven|fbxProgress|fbxWeighted, [4]float32{0, 0, weights(1000, 8000)}, values...),
		"TCB":               keyedCurve(fbxTCB, [4]float32{}, values...),
		"TCB with tension":  keyedCurve(fbxTCB, [4]float32{0.5, 0, 0}, values...),
		"TCB broken":        keyedCurve(fbxTCB, [4]float32{-0.2, 0.8, 0}, values...),
		"TCB biased":        keyedCurve(fbxTCB, [4]float32{0.1, -0.4, 0.7}, values...),
		"one key":           keyedCurve(fbxAuto, [4]float32{}, 1, 25),
		"of every mode":     mixed,
		"keys of one time":  keyedCurve(fbxLine, [4]float32{}, 0, 0, 1, 10, 1, 40, 2, 20),
		"beyond the stack":  keyedCurve(fbxAuto, [4]float32{}, -1, 5, 0.5, 20, 7, -30),
		"turning fast":      keyedCurve(fbxLine, [4]float32{}, 0, 0, 1.5, 1440),
		"turning back fast": keyedCurve(fbxUser, [4]float32{900, -700}, 0, 0, 1.5, 200, 3, 0),
	} {
		t.Run(name, func(t *testing.T) {
			f := arm()
			later := c
			later.seconds = nil
			for _, s := range c.seconds {
				later.seconds = append(later.seconds, s*0.9+0.07)
			}
			size := c
			size.values = nil
			for _, v := range c.values {
				size.values = append(size.values, 1+v/1000)
			}
			size.data = [][4]float32{}
			for _, d := range c.data {
				if c.flags[0]&0x600 != 0 && c.flags[0]&0x200 == 0 {
					d[0], d[1] = d[0]/1000, d[1]/1000
				}
				size.data = append(size.data, d)
			}
			f.drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxCurve{"X": c, "Z": later})
			f.drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"X": c, "Y": later, "Z": c})
			f.drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxCurve{"Y": size})
			checkCurves(t, f, 173)
		})
	}
}

// TestFBXCubicStaysCubic: a component's spline needs no key that the file does not have.
func TestFBXCubicStaysCubic(t *testing.T) {
	f := arm()
	f.drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxCurve{
		"X": keyedCurve(fbxUser, [4]float32{50, -30}, 0, 0, 1, 50, 3, 20), "Y": keyedCurve(fbxAuto, [4]float32{}, 0, 0, 2, 70, 3, 20),
	})
	m := files.Load(t, f.write(t))
	tr := m.Clips[0].Tracks[0]
	if a, b := m.Clips[0].Keys(0); b-a != 4 || tr.Interpolation != soa.Cubic || len(m.Clips[0].Tracks) != 1 {
		t.Errorf("%+v with %d keys, want a cubic one with keys at 0, 1, 2 and 3 s", tr, b-a)
	}
}

// TestFBXAddedKeys: where curves of angles bend as rotations the report tells how many keys
// that takes, and beside how many.
func TestFBXAddedKeys(t *testing.T) {
	f := arm()
	turn := keyedCurve(fbxLine, [4]float32{}, 0, 0, 1.5, 150, 3, 10)
	f.drive(9001, upperID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"X": turn, "Y": turn})
	r := checkCurves(t, f, 173)
	if !hasFinding(r, report.Info, report.AddedKeys, "keys were added to the 3 at times of the file's own") {
		t.Errorf("%v", r.Findings)
	}
	f = arm()
	f.drive(9001, upperID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"X": turn})
	if r := checkCurves(t, f, 173); r.Count(report.Info) > 0 {
		t.Errorf("turns about one axis need no keys: %v", r.Findings)
	}
}

// TestFBXExtrapolation: what curves do before and after their keys.
func TestFBXExtrapolation(t *testing.T) {
	for _, mode := range []string{"C", "R", "M", "A", "K", "R2", "M1", "M2", "A2", "R0", "A1"} {
		t.Run(mode, func(t *testing.T) {
			for name, flags := range map[string]int{"linear": fbxLine, "automatic": fbxAuto, "user": fbxUser, "stepped": fbxStep} {
				f := arm()
				f.Window = [2]int{-45, 150}
				c := keyedCurve(flags, [4]float32{30, -12}, 0.5, 10, 1.0, 35, 1.7, -5)
				c.before, c.after = mode, mode
				f.drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxCurve{"Y": c})
				f.drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Z": c})
				t.Run(name, func(t *testing.T) { checkCurves(t, f, 311) })
			}
		})
	}
}

// TestFBXLayers: each way to blend, by constant and animated weights.
func TestFBXLayers(t *testing.T) {
	turn := keyedCurve(fbxAuto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	other := keyedCurve(fbxUser, [4]float32{20, -60}, 0.2, 30, 1.4, -15, 2.8, 70)
	grow := keyedCurve(fbxLine, [4]float32{}, 0, 1, 1.2, 1.4, 3, 0.8)
	weight := keyedCurve(fbxAuto, [4]float32{}, 0, 0, 1, 80, 2, 30, 3, 120)
	for _, order := range []int{0, 3, 5} {
		for _, mode := range []string{"0", "1", "2"} {
			for _, accumulate := range []string{"0", "1"} {
				for _, percent := range []string{"100", "35", "0", "animated"} {
					t.Run(fmt.Sprintf("order %d, mode %s, accumulation %s, weight %s", order, mode, accumulate, percent), func(t *testing.T) {
						f := arm()
						f.Models[1].RotationOrder = order
						properties := []string{"BlendMode=" + mode, "RotationAccumulationMode=" + accumulate, "ScaleAccumulationMode=" + accumulate}
						if percent != "animated" {
							properties = append(properties, "Weight="+percent)
						}
						layer := f.addLayer(properties...)
						silent := f.addLayer("Mute=1")
						third := f.addLayer("Weight=60")
						if percent == "animated" {
							f.drive(layer, layer, "Weight", exact.Vec{}, map[string]fbxCurve{"Weight": weight})
						}
						f.drive(9001, lowerID, "Lcl Rotation", exact.Vec{3, 4, 5}, map[string]fbxCurve{"X": turn, "Z": other})
						f.drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxCurve{"Y": grow})
						f.drive(layer, lowerID, "Lcl Rotation", exact.Vec{10, 0, 0}, map[string]fbxCurve{"Y": turn, "Z": turn})
						f.drive(layer, lowerID, "Lcl Scaling", exact.Vec{1.1, 1, 0.9}, map[string]fbxCurve{"X": grow})
						f.drive(layer, lowerID, "Lcl Translation", exact.Vec{2, 1, 0}, map[string]fbxCurve{"X": other})
						f.drive(silent, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Y": other})
						f.drive(third, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Y": other})
						r := checkCurves(t, f, 67)
						if !hasFinding(r, report.Info, report.Layers, "blended") || !hasFinding(r, report.Info, report.Layers, "mute") {
							t.Errorf("%v", r.Findings)
						}
					})
				}
			}
		}
	}
	t.Run("solo", func(t *testing.T) {
		f := arm()
		solo, quiet := f.addLayer("Solo=1"), f.addLayer()
		f.drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"X": turn})
		f.drive(solo, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Y": other})
		f.drive(quiet, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Z": other})
		checkCurves(t, f, 67)
	})
}

// TestFBXInheritTypes: chains that inherit scale in every way, scales that stand and
// that are animated, evenly and not.
func TestFBXInheritTypes(t *testing.T) {
	grow := keyedCurve(fbxAuto, [4]float32{}, 0, 1, 1.2, 1.7, 3, 0.6)
	turn := keyedCurve(fbxAuto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	for name, inherit := range map[string][3]int{
		"plain": {0, 0, 0}, "left out": {-1, -1, -1}, "part by part": {1, 1, 1},
		"mixed": {0, -1, 1}, "left out of parts": {1, -1, -1}, "plain below": {1, -1, 0}, "parts below": {0, 0, 1},
	} {
		for how, even := range map[string]bool{"even": true, "uneven": false} {
			for _, moves := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s, %s, animated %v", name, how, moves), func(t *testing.T) {
					f := arm()
					f.Models = append(f.Models, fbxModel{Name: "end", Parent: "tip", Translation: exact.Vec{50, 10, 0}})
					for i := range 3 {
						f.Models[1+i].Inherit = inherit[i]
						f.Models[1+i].Rotation = exact.Vec{10, 20, 30}
					}
					f.Models[0].Scaling, f.Models[1].Scaling = &exact.Vec{1.5, 1.5, 1.5}, &exact.Vec{2, 2, 2}
					if !even {
						f.Models[0].Scaling, f.Models[1].Scaling = &exact.Vec{1.5, 1, 0.7}, &exact.Vec{1, 2, 0.5}
					}
					curves := map[string]fbxCurve{"X": grow, "Y": grow, "Z": grow}
					if !even {
						delete(curves, "X")
					}
					if moves {
						f.drive(9001, upperID, "Lcl Scaling", exact.Vec{1, 1, 1}, curves)
						f.drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, curves)
					}
					f.drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Y": turn})
					f.drive(9001, lowerID+1, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Z": turn})
					checkCurves(t, f, 59)
				})
			}
		}
	}
}

// TestFBXAnimatedPivots: pivots, offsets and rotations around the model's own.
func TestFBXAnimatedPivots(t *testing.T) {
	turn := keyedCurve(fbxAuto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	grow := keyedCurve(fbxAuto, [4]float32{}, 0, 1, 1.2, 1.7, 3, 0.6)
	for _, property := range []string{"RotationPivot", "RotationOffset", "ScalingPivot", "ScalingOffset", "PreRotation", "PostRotation"} {
		t.Run(property, func(t *testing.T) {
			f := arm()
			f.Models[1].RotationPivot, f.Models[1].ScalingPivot = exact.Vec{4, 5, 6}, exact.Vec{1, 2, 3}
			f.Models[1].PreRotation, f.Models[1].PostRotation = exact.Vec{30, -40, 50}, exact.Vec{15, 25, -35}
			f.drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"Y": turn, "Z": turn})
			f.drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxCurve{"Y": grow})
			f.drive(9001, lowerID, property, exact.Vec{1, 2, 3}, map[string]fbxCurve{"X": turn})
			checkCurves(t, f, 97)
		})
	}
}

// TestFBXFiles: files of several programs, at moments between their keys.
func TestFBXFiles(t *testing.T) {
	for _, name := range []string{
		strider + "strider_all.fbx", strider + "strider_walk.fbx", shared(t, "models/pab/walk.fbx"), shared(t, "models/pab/run.fbx"),
		shared(t, "models/pab/locomotions.fbx"), shared(t, "models/fbx/robot.fbx"),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(name); err != nil {
				t.Skip(err)
			}
			var r report.Report
			m := files.Load(t, name, importer.WithReport(&r), importer.FileAxes(), importer.KeepNodes())
			compareFBX(t, name, m, &r, fbxBounds{3e-5, 2e-3}, 7)
		})
	}
}

// TestCurveError: a coarser bound needs fewer keys, a finer one more, and both hold.
func TestCurveError(t *testing.T) {
	f := arm()
	turn := keyedCurve(fbxAuto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	f.drive(9001, upperID, "Lcl Rotation", exact.Vec{}, map[string]fbxCurve{"X": turn, "Y": turn, "Z": turn})
	path := f.write(t)
	before := 1 << 30
	for _, bound := range []float64{1e-6, 1e-5, 1e-3} {
		var r report.Report
		m := files.Load(t, path, importer.WithReport(&r), importer.CurveError(bound, 1), importer.FileAxes(), importer.KeepNodes())
		compareFBX(t, path, m, &r, fbxBounds{1.05 * bound, 1e-2}, 101)
		if n := len(m.Clips[0].Time); n >= before {
			t.Errorf("%d keys within %v m, %d within less", n, bound, before)
		} else {
			before = n
		}
	}
	for _, bad := range [][2]float64{{0, 1}, {-1, 1}, {math.NaN(), 1}, {1, 0}, {1, 60}, {math.Inf(1), 1}} {
		if _, err := importer.Load(t.Context(), path, importer.CurveError(bad[0], bad[1])); !errors.Is(err, importer.ErrOption) {
			t.Errorf("a bound of %v: %v", bad, err)
		}
	}
}
