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
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/oracle/fbxeval"
	"github.com/sinew-anim/sinew/soa"
)

// fbxBounds are the bounds of agreement with the file's curves: of the place of a joint, and of its axes.
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
				unit, size := float64(m.Skeleton.Unit[j])/r.MetresPerUnit, 1e-12
				for e := range 12 {
					if e%4 != 3 {
						size = math.Max(size, math.Abs(want[e]))
					}
				}
				for e := range 12 {
					off := math.Abs(pose.Model[j][e]*unit-want[e]) / size
					if e%4 == 3 {
						off = math.Abs(pose.Model[j][e] - want[e]*r.MetresPerUnit)
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
func checkCurves(t *testing.T, f *fbxfile.File, moments int) *report.Report {
	t.Helper()
	path := f.Write(t)
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r, FileAxes: true, AllNodes: true})
	if len(m.Clips) != 1 {
		t.Fatalf("%d clips: %v", len(m.Clips), r.Findings)
	}
	compareFBX(t, path, m, &r, fbxBounds{3e-5, 1.1e-3}, moments)
	// A finer bound holds too: 0.01 mm at the end of the chain.
	fine := files.LoadWith(t, path, importer.Options{FileAxes: true, AllNodes: true, CurveDistance: 2e-6, CurveAngle: 1e-4})
	compareFBX(t, path, fine, &r, fbxBounds{1e-5, 1e-5}, moments)
	if r.Count(report.Loss) > 0 {
		t.Errorf("%v", r.Findings)
	}
	return &r
}

// arm is an arm of two bones, a metre each, of which tests drive the properties.
func arm() *fbxfile.File {
	return &fbxfile.File{Window: [2]int{0, 90}, Models: []fbxfile.Model{
		{Name: "upper", Translation: exact.Vec{1, 2, 3}},
		{Name: "lower", Parent: "upper", Translation: exact.Vec{100, 0, 0}},
		{Name: "tip", Parent: "lower", Translation: exact.Vec{100, 0, 0}},
	}}
}

const upperID, lowerID = 1000, 1001

// TestFBXCurveModes: keys of every mode, alone and mixed, on places, angles and scales.
func TestFBXCurveModes(t *testing.T) {
	values := []float64{0, 3, 0.4, -20, 1.1, 35, 1.5, 35, 2.2, 80, 2.9, -10}
	mixed := fbxfile.Keyed(0, [4]float32{}, values...)
	mixed.Flags = []int{fbxfile.Auto, fbxfile.Step, fbxfile.Line, fbxfile.StepNext, fbxfile.User, fbxfile.TCB}
	mixed.Data = [][4]float32{{}, {}, {}, {}, {40, -30}, {0.3, -0.2, 0.5}}
	for name, c := range map[string]fbxfile.Curve{
		"stepped":           fbxfile.Keyed(fbxfile.Step, [4]float32{}, values...),
		"stepped to next":   fbxfile.Keyed(fbxfile.StepNext, [4]float32{}, values...),
		"linear":            fbxfile.Keyed(fbxfile.Line, [4]float32{}, values...),
		"automatic":         fbxfile.Keyed(fbxfile.Auto, [4]float32{}, values...),
		"generic":           fbxfile.Keyed(fbxfile.Cubic, [4]float32{}, values...),
		"time-independent":  fbxfile.Keyed(fbxfile.Auto|fbxfile.Even, [4]float32{}, values...),
		"clamped":           fbxfile.Keyed(fbxfile.Auto|fbxfile.Clamp, [4]float32{}, values...),
		"clamped more":      fbxfile.Keyed(fbxfile.Auto|fbxfile.Even|fbxfile.Progress, [4]float32{}, values...),
		"biased":            fbxfile.Keyed(fbxfile.Auto, [4]float32{60, -30}, values...),
		"user":              fbxfile.Keyed(fbxfile.User, [4]float32{50, 50}, values...),
		"broken":            fbxfile.Keyed(fbxfile.Break, [4]float32{-90, 120}, values...),
		"weighted":          fbxfile.Keyed(fbxfile.User|fbxfile.Weighted, [4]float32{50, -30, fbxfile.Weights(7000, 2000)}, values...),
		"weighted much":     fbxfile.Keyed(fbxfile.User|fbxfile.Weighted, [4]float32{20, -10, fbxfile.Weights(9500, 9500)}, values...),
		"weighted clamped":  fbxfile.Keyed(fbxfile.Auto|fbxfile.Even|fbxfile.Progress|fbxfile.Weighted, [4]float32{0, 0, fbxfile.Weights(1000, 8000)}, values...),
		"TCB":               fbxfile.Keyed(fbxfile.TCB, [4]float32{}, values...),
		"TCB with tension":  fbxfile.Keyed(fbxfile.TCB, [4]float32{0.5, 0, 0}, values...),
		"TCB broken":        fbxfile.Keyed(fbxfile.TCB, [4]float32{-0.2, 0.8, 0}, values...),
		"TCB biased":        fbxfile.Keyed(fbxfile.TCB, [4]float32{0.1, -0.4, 0.7}, values...),
		"one key":           fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 1, 25),
		"of every mode":     mixed,
		"keys of one time":  fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 0, 1, 10, 1, 40, 2, 20),
		"beyond the stack":  fbxfile.Keyed(fbxfile.Auto, [4]float32{}, -1, 5, 0.5, 20, 7, -30),
		"turning fast":      fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 0, 1.5, 1440),
		"turning back fast": fbxfile.Keyed(fbxfile.User, [4]float32{900, -700}, 0, 0, 1.5, 200, 3, 0),
	} {
		t.Run(name, func(t *testing.T) {
			f := arm()
			later := c
			later.Seconds = nil
			for _, s := range c.Seconds {
				later.Seconds = append(later.Seconds, s*0.9+0.07)
			}
			size := c
			size.Values = nil
			for _, v := range c.Values {
				size.Values = append(size.Values, 1+v/1000)
			}
			size.Data = [][4]float32{}
			for _, d := range c.Data {
				if c.Flags[0]&0x600 != 0 && c.Flags[0]&0x200 == 0 {
					d[0], d[1] = d[0]/1000, d[1]/1000
				}
				size.Data = append(size.Data, d)
			}
			f.Drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxfile.Curve{"X": c, "Z": later})
			f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"X": c, "Y": later, "Z": c})
			f.Drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxfile.Curve{"Y": size})
			checkCurves(t, f, 173)
		})
	}
}

// TestFBXCubicStaysCubic: a component's spline needs no key that the file does not have.
func TestFBXCubicStaysCubic(t *testing.T) {
	f := arm()
	f.Drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxfile.Curve{
		"X": fbxfile.Keyed(fbxfile.User, [4]float32{50, -30}, 0, 0, 1, 50, 3, 20), "Y": fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 2, 70, 3, 20),
	})
	m := files.Load(t, f.Write(t))
	tr := m.Clips[0].Tracks[0]
	if a, b := m.Clips[0].Keys(0); b-a != 4 || tr.Interpolation != soa.Cubic || len(m.Clips[0].Tracks) != 1 {
		t.Errorf("%+v with %d keys, want a cubic one with keys at 0, 1, 2 and 3 s", tr, b-a)
	}
}

// TestFBXAddedKeys: where curves of angles bend as rotations the report tells how many keys
// that takes, and beside how many.
func TestFBXAddedKeys(t *testing.T) {
	f := arm()
	turn := fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 0, 1.5, 150, 3, 10)
	f.Drive(9001, upperID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"X": turn, "Y": turn})
	r := checkCurves(t, f, 173)
	if !hasFinding(r, report.Info, report.AddedKeys, "keys were added to the file's 3 to follow its curves") {
		t.Errorf("%v", r.Findings)
	}
	f = arm()
	f.Drive(9001, upperID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"X": turn})
	if r := checkCurves(t, f, 173); r.Count(report.Info) > 0 {
		t.Errorf("turns about one axis need no keys: %v", r.Findings)
	}
}

// TestFBXExtrapolation: what curves do before and after their keys.
func TestFBXExtrapolation(t *testing.T) {
	for _, mode := range []string{"C", "R", "M", "A", "K", "R2", "M1", "M2", "A2", "R0", "A1"} {
		t.Run(mode, func(t *testing.T) {
			for name, flags := range map[string]int{"linear": fbxfile.Line, "automatic": fbxfile.Auto, "user": fbxfile.User, "stepped": fbxfile.Step} {
				f := arm()
				f.Window = [2]int{-45, 150}
				c := fbxfile.Keyed(flags, [4]float32{30, -12}, 0.5, 10, 1.0, 35, 1.7, -5)
				c.Before, c.After = mode, mode
				f.Drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxfile.Curve{"Y": c})
				f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Z": c})
				t.Run(name, func(t *testing.T) { checkCurves(t, f, 311) })
			}
		})
	}
}

// TestFBXLayers: each way to blend, by constant and animated weights.
func TestFBXLayers(t *testing.T) {
	turn := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	other := fbxfile.Keyed(fbxfile.User, [4]float32{20, -60}, 0.2, 30, 1.4, -15, 2.8, 70)
	grow := fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 1, 1.2, 1.4, 3, 0.8)
	weight := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 80, 2, 30, 3, 120)
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
						layer := f.AddLayer(properties...)
						silent := f.AddLayer("Mute=1")
						third := f.AddLayer("Weight=60")
						if percent == "animated" {
							f.Drive(layer, layer, "Weight", exact.Vec{}, map[string]fbxfile.Curve{"Weight": weight})
						}
						f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{3, 4, 5}, map[string]fbxfile.Curve{"X": turn, "Z": other})
						f.Drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxfile.Curve{"Y": grow})
						f.Drive(layer, lowerID, "Lcl Rotation", exact.Vec{10, 0, 0}, map[string]fbxfile.Curve{"Y": turn, "Z": turn})
						f.Drive(layer, lowerID, "Lcl Scaling", exact.Vec{1.1, 1, 0.9}, map[string]fbxfile.Curve{"X": grow})
						f.Drive(layer, lowerID, "Lcl Translation", exact.Vec{2, 1, 0}, map[string]fbxfile.Curve{"X": other})
						f.Drive(silent, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Y": other})
						f.Drive(third, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Y": other})
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
		solo, quiet := f.AddLayer("Solo=1"), f.AddLayer()
		f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"X": turn})
		f.Drive(solo, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Y": other})
		f.Drive(quiet, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Z": other})
		checkCurves(t, f, 67)
	})
}

// TestFBXInheritTypes: chains that inherit scale in every way, scales that stand and
// that are animated, evenly and not.
func TestFBXInheritTypes(t *testing.T) {
	grow := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 1, 1.2, 1.7, 3, 0.6)
	turn := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	for name, inherit := range map[string][3]int{
		"plain": {0, 0, 0}, "left out": {-1, -1, -1}, "part by part": {1, 1, 1},
		"mixed": {0, -1, 1}, "left out of parts": {1, -1, -1}, "plain below": {1, -1, 0}, "parts below": {0, 0, 1},
	} {
		for how, even := range map[string]bool{"even": true, "uneven": false} {
			for _, moves := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s, %s, animated %v", name, how, moves), func(t *testing.T) {
					f := arm()
					f.Models = append(f.Models, fbxfile.Model{Name: "end", Parent: "tip", Translation: exact.Vec{50, 10, 0}})
					for i := range 3 {
						f.Models[1+i].Inherit = inherit[i]
						f.Models[1+i].Rotation = exact.Vec{10, 20, 30}
					}
					f.Models[0].Scaling, f.Models[1].Scaling = &exact.Vec{1.5, 1.5, 1.5}, &exact.Vec{2, 2, 2}
					if !even {
						f.Models[0].Scaling, f.Models[1].Scaling = &exact.Vec{1.5, 1, 0.7}, &exact.Vec{1, 2, 0.5}
					}
					curves := map[string]fbxfile.Curve{"X": grow, "Y": grow, "Z": grow}
					if !even {
						delete(curves, "X")
					}
					if moves {
						f.Drive(9001, upperID, "Lcl Scaling", exact.Vec{1, 1, 1}, curves)
						f.Drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, curves)
					}
					f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Y": turn})
					f.Drive(9001, lowerID+1, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Z": turn})
					checkCurves(t, f, 59)
				})
			}
		}
	}
}

// TestFBXAnimatedPivots: pivots, offsets and rotations around the model's own.
func TestFBXAnimatedPivots(t *testing.T) {
	turn := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	grow := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 1, 1.2, 1.7, 3, 0.6)
	for _, property := range []string{"RotationPivot", "RotationOffset", "ScalingPivot", "ScalingOffset", "PreRotation", "PostRotation"} {
		t.Run(property, func(t *testing.T) {
			f := arm()
			f.Models[1].RotationPivot, f.Models[1].ScalingPivot = exact.Vec{4, 5, 6}, exact.Vec{1, 2, 3}
			f.Models[1].PreRotation, f.Models[1].PostRotation = exact.Vec{30, -40, 50}, exact.Vec{15, 25, -35}
			f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Y": turn, "Z": turn})
			f.Drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxfile.Curve{"Y": grow})
			f.Drive(9001, lowerID, property, exact.Vec{1, 2, 3}, map[string]fbxfile.Curve{"X": turn})
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
			if testing.Short() && strings.HasSuffix(name, "locomotions.fbx") {
				t.Skip("its many clips take long")
			}
			var r report.Report
			m := files.LoadWith(t, name, importer.Options{Report: &r, FileAxes: true, AllNodes: true})
			compareFBX(t, name, m, &r, fbxBounds{3e-5, 2e-3}, 7)
		})
	}
}

// TestCurveBounds: a coarser bound needs fewer keys, a finer one more, and both hold.
func TestCurveBounds(t *testing.T) {
	f := arm()
	turn := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	f.Drive(9001, upperID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"X": turn, "Y": turn, "Z": turn})
	path := f.Write(t)
	before := 1 << 30
	for _, bound := range []float64{1e-6, 1e-5, 1e-3} {
		var r report.Report
		m := files.LoadWith(t, path, importer.Options{Report: &r, CurveDistance: bound, CurveAngle: 1, FileAxes: true, AllNodes: true})
		compareFBX(t, path, m, &r, fbxBounds{1.05 * bound, 1e-2}, 101)
		if n := len(m.Clips[0].Time); n >= before {
			t.Errorf("%d keys within %v m, %d within less", n, bound, before)
		} else {
			before = n
		}
	}
	for _, bad := range [][2]float64{{1e7, 1}, {-1, 1}, {math.NaN(), 1}, {1, -1}, {1, 60}, {math.Inf(1), 1}} {
		if _, err := importer.Load(t.Context(), path, importer.Options{CurveDistance: bad[0], CurveAngle: bad[1]}); !errors.Is(err, importer.ErrOption) {
			t.Errorf("a bound of %v: %v", bad, err)
		}
	}
}
