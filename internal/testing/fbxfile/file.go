package fbxfile

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// File is the contents of an FBX file. Model i has the id 1000+i, its mesh 5000+i, the stack
// 9000 and its first layer 9001.
type File struct {
	Models []Model
	Unit   float64 // centimetres per unit; 0 is 1
	Up     int     // 1 is Y, 2 is Z
	Mode   int     // time mode; 0 means 30 frames a second here
	First  int     // the first frame's number
	Every  int     // frames from key to key; 0 is 1
	Cubic  bool    // the curves have tangents
	Window [2]int  // the stack's first and last frame, where it is not that of the keys
	// Objects and Connections are appended to those of the models, in the syntax of the file.
	Objects, Connections string
}

// Second is the number of FBX time units per second.
const Second = 46186158000

// rates maps time modes to frames per second.
var rates = map[int]float64{6: 30, 11: 24, 10: 25, 3: 60}

// Rate returns the frames per second.
func (f *File) Rate() float64 {
	if f.Mode == 0 {
		return 30
	}
	return rates[f.Mode]
}

// Write stores the file as ASCII FBX 7.4 in a temporary folder and returns its path.
func (f *File) Write(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}")
	f.writeSettings(p)
	p("Objects:  {")
	last := 0
	for i := range f.Models {
		f.Models[i].write(p, i)
		for _, c := range f.Models[i].Curves {
			last = max(last, len(c)-1)
		}
	}
	start, stop := f.Time(0), f.Time(last)
	if f.Window != [2]int{} {
		start, stop = f.Time(f.Window[0]), f.Time(f.Window[1])
	}
	p("\tAnimationStack: 9000, \"AnimStack::Take\", \"\" {\n\t\tProperties70:  {")
	for name, v := range map[string]int64{"LocalStart": start, "LocalStop": stop, "ReferenceStart": start, "ReferenceStop": stop} {
		p("\t\t\tP: %q, \"KTime\", \"Time\", \"\",%d", name, v)
	}
	p("\t\t}\n\t}\n\tAnimationLayer: 9001, \"AnimLayer::Base\", \"\" {\n\t}")
	for i := range f.Models {
		f.writeCurves(p, i)
		f.writeSkin(p, i)
	}
	p("%s}\nConnections:  {\n\tC: \"OO\",9001,9000\n%s", f.Objects, f.Connections)
	f.writeConnections(p)
	p("}")
	path := filepath.Join(t.TempDir(), "made.fbx")
	must.Do(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

// Time returns the time of a key, in FBX time units.
func (f *File) Time(frame int) int64 {
	return int64(math.Round(float64(f.First+frame*max(1, f.Every)) / f.Rate() * Second))
}

func (f *File) writeSettings(p func(string, ...any)) {
	unit, mode, up := f.Unit, f.Mode, f.Up
	if unit == 0 {
		unit = 1
	}
	if mode == 0 {
		mode = 6
	}
	front, frontSign := 2, 1
	if up == 2 {
		front, frontSign = 1, -1
	} else {
		up = 1
	}
	p("GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {")
	for _, s := range []struct {
		name  string
		value int
	}{{"UpAxis", up}, {"UpAxisSign", 1}, {"FrontAxis", front}, {"FrontAxisSign", frontSign}, {"CoordAxis", 0}, {"CoordAxisSign", 1}} {
		p("\t\tP: %q, \"int\", \"Integer\", \"\",%d", s.name, s.value)
	}
	p("\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",%v", unit)
	p("\t\tP: \"TimeMode\", \"enum\", \"\", \"\",%d\n\t}\n}", mode)
}

func (f *File) writeConnections(p func(string, ...any)) {
	id := map[string]int{"": 0}
	for i := range f.Models {
		id[f.Models[i].Name] = 1000 + i
	}
	for i := range f.Models {
		m := &f.Models[i]
		p("\tC: \"OO\",%d,%d", 1000+i, id[m.Parent])
		if m.Mesh {
			p("\tC: \"OO\",%d,%d", 5000+i, 1000+i)
		}
		if m.Instance != "" {
			p("\tC: \"OO\",%d,%d", 4000+id[m.Instance], 1000+i)
		}
		for k, bone := range m.Skin {
			if k == 0 {
				p("\tC: \"OO\",%d,%d", 6000+i, 5000+i)
			}
			p("\tC: \"OO\",%d,%d\n\tC: \"OO\",%d,%d", 7000+10*i+k, 6000+i, id[bone], 7000+10*i+k)
		}
		for k, prop := range properties {
			if len(m.Curves[prop.short]) == 0 {
				continue
			}
			node := 10000 + 100*i + 10*k
			p("\tC: \"OO\",%d,9001\n\tC: \"OP\",%d,%d, %q", node, node, 1000+i, prop.name)
			for c, axis := range "XYZ" {
				p("\tC: \"OP\",%d,%d, \"d|%c\"", node+1+c, node, axis)
			}
		}
	}
}
