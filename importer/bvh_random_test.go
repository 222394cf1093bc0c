package importer_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
)

// drawnJoint is a joint of a drawn BVH file.
type drawnJoint struct {
	name     string
	parent   int
	end      bool
	offset   exact.Vec
	channels []string
}

// drawnBVH is a BVH file that is drawn, and written in a spelling that is drawn too.
type drawnBVH struct {
	*rand.Rand
	joints []drawnJoint // in the order of the file
	frames [][]float64
	text   strings.Builder
	comma  bool // numbers have decimal commas, and blanks between them
	framed bool // the frames are being written
}

// drawBVH draws a skeleton of one root or several, with any channels, and frames of them.
func drawBVH(r *rand.Rand) *drawnBVH {
	d := &drawnBVH{Rand: r, comma: r.IntN(5) == 0}
	open := []int{}
	n := 1 + r.IntN(12)
	for i := range n {
		for len(open) > 0 && (r.IntN(3) == 0 || d.joints[open[len(open)-1]].end) {
			open = open[:len(open)-1]
		}
		j := drawnJoint{name: fmt.Sprintf("%s%d", []string{"bone", "Left Arm ", "a:b", "Hüfte", "JOINT", "tab\tbed, "}[r.IntN(6)], i), parent: -1}
		if len(open) > 0 {
			j.parent = open[len(open)-1]
			j.end = r.IntN(5) == 0
		}
		for c := range j.offset {
			j.offset[c] = d.number(3)
		}
		if !j.end {
			kinds := []string{"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"}
			r.Shuffle(len(kinds), func(a, b int) { kinds[a], kinds[b] = kinds[b], kinds[a] })
			j.channels = kinds[:r.IntN(7)]
			for range r.IntN(3) { // rotations may come again
				j.channels = append(j.channels, []string{"Xrotation", "Yrotation", "Zrotation"}[r.IntN(3)])
			}
		}
		if i == 0 {
			j.channels = append(j.channels, "Yrotation")
		}
		d.joints = append(d.joints, j)
		open = append(open, i)
	}
	for range 1 + r.IntN(5) {
		var row []float64
		for i := range d.joints {
			for _, c := range d.joints[i].channels {
				if strings.HasSuffix(c, "position") {
					row = append(row, d.number(3))
				} else {
					row = append(row, d.number(400))
				}
			}
		}
		d.frames = append(d.frames, row)
	}
	return d
}

// number draws a number that short text holds.
func (d *drawnBVH) number(most float64) float64 {
	if d.IntN(4) == 0 {
		return 0
	}
	return math.Round((2*d.Float64()-1)*most*1e4) / 1e4
}

// write writes the file, each part in any of its spellings.
func (d *drawnBVH) write() string {
	end := []string{"\n", "\r\n", "\r", " \t\n\n"}[d.IntN(4)]
	d.text.WriteString([]string{"", "\ufeff", "\n \n", "# drawn" + end}[d.IntN(4)])
	d.put("HIERARCHY", end)
	depth := []int{}
	closeTo := func(parent int) {
		for len(depth) > 0 && depth[len(depth)-1] != parent {
			d.put("}", d.gap(end))
			depth = depth[:len(depth)-1]
		}
	}
	for i := range d.joints {
		j := &d.joints[i]
		closeTo(j.parent)
		switch {
		case j.parent < 0:
			d.put("ROOT", d.blank())
		case j.end:
			d.put([]string{"End Site", "EndSite", "End"}[d.IntN(3)], d.blank())
		default:
			d.put("JOINT", d.blank())
		}
		d.text.WriteString(j.name + []string{"{", end + "{", "  {", end + end + "\t{" + end}[d.IntN(4)])
		d.put(d.gap(end)+"OFFSET", d.blank())
		d.numbers(j.offset[:], end)
		if !j.end && (len(j.channels) > 0 || d.IntN(2) == 0) {
			d.put("CHANNELS", d.blank())
			d.text.WriteString(strconv.Itoa(len(j.channels)))
			for _, c := range j.channels {
				d.put(d.separator()+c, "")
			}
			d.text.WriteString(d.gap(end))
		}
		depth = append(depth, i)
	}
	closeTo(-1)
	d.put("MOTION", end)
	head := []string{fmt.Sprint("Frames", d.colon(), len(d.frames), end), fmt.Sprint("Frame Time", d.colon(), "0.125", end)}
	if d.IntN(3) == 0 {
		head[0], head[1] = head[1], head[0]
	}
	d.put(head[0], "")
	d.put(head[1], "")
	line := d.IntN(4) > 0 // a line per frame
	d.framed = true
	for _, row := range d.frames {
		if d.numbers(row, end); line {
			d.text.WriteString(end)
		} else {
			d.text.WriteString(d.separator())
		}
	}
	return d.text.String()
}

// put writes a keyword in any case.
func (d *drawnBVH) put(word, behind string) {
	switch d.IntN(4) {
	case 0:
		word = strings.ToLower(word)
	case 1:
		word = strings.ToUpper(word)
	}
	d.text.WriteString(word + behind)
}

func (d *drawnBVH) blank() string { return []string{" ", "\t", "   "}[d.IntN(3)] }
func (d *drawnBVH) separator() string {
	if d.comma {
		return []string{" ", "\t", "  "}[d.IntN(3)]
	}
	return []string{" ", "\t", ", ", " ,", "  ", ","}[d.IntN(6)]
}
func (d *drawnBVH) gap(end string) string { return []string{end, " ", end + "\t"}[d.IntN(3)] }
func (d *drawnBVH) colon() string         { return []string{": ", ":", " :", ":\t", " "}[d.IntN(5)] }
func (d *drawnBVH) spelled(v float64) string {
	text := strconv.FormatFloat(v, "feg"[d.IntN(3)], -1, 64)
	if v > 0 && d.IntN(5) == 0 {
		text = "+" + text
	}
	if rest, ok := strings.CutPrefix(text, "0."); ok && d.IntN(2) == 0 {
		text = "." + rest
	}
	if d.comma {
		text = strings.Replace(text, ".", ",", 1)
		if strings.HasPrefix(text, ",") && !d.framed { // which in an offset may separate
			text = "0" + text
		}
	}
	return text
}

func (d *drawnBVH) numbers(list []float64, end string) {
	for k, v := range list {
		if k > 0 {
			d.text.WriteString(d.separator())
		}
		d.text.WriteString(d.spelled(v))
	}
	d.text.WriteString([]string{"", " ", "\t"}[d.IntN(3)])
	if len(list) == 3 {
		d.text.WriteString(end)
	}
}

// pose is where the joints are in a frame: a slow evaluation by matrices.
func (d *drawnBVH) pose(frame int) []exact.Matrix {
	world := make([]exact.Matrix, len(d.joints))
	column := 0
	for i := range d.joints {
		j := &d.joints[i]
		at, turn := j.offset, exact.Identity()
		for _, c := range j.channels {
			v := d.frames[frame][column]
			column++
			if axis := strings.IndexByte("XYZ", c[0]); strings.HasSuffix(c, "position") {
				at[axis] = v
			} else {
				turn = turn.Mul(aboutAxis(axis, v*math.Pi/180))
			}
		}
		turn[3], turn[7], turn[11] = at[0], at[1], at[2]
		if world[i] = turn; j.parent >= 0 {
			world[i] = world[j.parent].Mul(turn)
		}
	}
	return world
}

// TestBVHRandom: a drawn file in a drawn spelling plays as it says, without a loss.
func TestBVHRandom(t *testing.T) {
	for s := range seeds.Cases(t, 300) {
		d := drawBVH(rand.New(rand.NewPCG(s, 47)))
		text := d.write()
		var r report.Report
		m, err := importer.LoadReader(context.Background(), bytes.NewReader([]byte(text)), "drawn.bvh", importer.Options{Unit: 1, Report: &r})
		if err != nil {
			t.Fatalf("%v\n%q", err, text)
		}
		for _, f := range r.Findings {
			if f.Severity != report.Info && !(d.comma && f.Kind == report.Malformed && strings.Contains(f.Message, "decimal commas")) {
				t.Fatalf("%v\n%q", f, text)
			}
		}
		joints := make(map[string]int)
		for k, name := range m.Skeleton.Name {
			joints[name] = k
		}
		for frame := range d.frames {
			got, want := oracle.Evaluate(m, m.Clips, float64(frame)*0.125), d.pose(frame)
			for i := range d.joints {
				k, ok := joints[d.joints[i].name]
				if !ok {
					if moved(d, i) {
						t.Fatalf("no joint %q of %q in\n%q", d.joints[i].name, m.Skeleton.Name, text)
					}
					continue
				}
				must.AllNear(t, fmt.Sprintf("%s in frame %d of\n%q\n", d.joints[i].name, frame, text), got.Model[k][:12], want[i][:12], 2e-5)
			}
		}
	}
}

// moved reports whether a joint or one above it has channels: others need not become joints of the model.
func moved(d *drawnBVH, i int) bool {
	for ; i >= 0; i = d.joints[i].parent {
		if len(d.joints[i].channels) > 0 {
			return true
		}
	}
	return false
}
