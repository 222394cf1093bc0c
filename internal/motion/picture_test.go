package motion_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

var update = flag.Bool("update", false, "write the picture of docs/playing.md")

// seenFromAbove draws ways over the ground: ahead is up, aside to the left as a character sees it.
type seenFromAbove struct {
	bytes.Buffer
	left, bottom, scale float64
}

func (d *seenFromAbove) at(x, z float64) (float64, float64) {
	return d.left - x*d.scale, d.bottom - z*d.scale
}

func (d *seenFromAbove) text(x, y float64, size int, colour, text string) {
	fmt.Fprintf(d, "<text x=%q y=%q font-size=\"%d\" fill=%q>%s</text>\n", tenth(x), tenth(y), size, colour, text)
}

func tenth(x float64) string { return fmt.Sprintf("%.1f", x) }

// way draws a way over some loops, and arrowheads for where a mover heads on it.
func (d *seenFromAbove) way(colour string, loops int, at func(loop int, u float64) soa.RootTransform) {
	const steps, arrows, size = 40, 4, 0.11
	var heads bytes.Buffer
	d.WriteString("<polyline points=\"")
	for i := range loops*steps + 1 {
		loop := max(i-1, 0) / steps
		p := at(loop, float64(i-loop*steps)/steps)
		x, y := d.at(p.X, p.Z)
		fmt.Fprintf(d, "%s,%s ", tenth(x), tenth(y))
		if i%(steps/arrows) != 0 {
			continue
		}
		heads.WriteString("<polygon points=\"")
		for _, corner := range [][3]float64{{0, 0, 2 * size}, {0.6 * size, 0, -size / 2}, {-0.6 * size, 0, -size / 2}} {
			c := p.Point([3]float64{corner[0], 0, corner[2]})
			x, y := d.at(c[0], c[2])
			fmt.Fprintf(&heads, "%s,%s ", tenth(x), tenth(y))
		}
		fmt.Fprintf(&heads, "\" fill=%q/>\n", colour)
	}
	fmt.Fprintf(d, "\" fill=\"none\" stroke=%q stroke-width=\"1.5\"/>\n", colour)
	d.Write(heads.Bytes())
}

// ways draws a stride as it is in its file, and as two rules play it.
func (d *seenFromAbove) ways(t *testing.T, s *stride, loops int, left, bottom float64) {
	t.Helper()
	m, clip, joint := s.model()
	d.left, d.bottom = left, bottom
	first := s.mover(0).Inverse()
	d.way("#888888", loops, func(loop int, u float64) soa.RootTransform {
		phase := 2 * math.Pi * u
		yaw := s.yaw * math.Cos(phase) * math.Pi / 180
		body := soa.RootTransform{X: s.sway * math.Sin(phase), Z: s.surge * math.Sin(2*phase), C: math.Cos(yaw), S: math.Sin(yaw)}
		return first.Mul(s.mover(1)).Pow(int64(loop)).Mul(first.Mul(s.mover(u))).Mul(body)
	})
	for i, rule := range []edit.MotionRule{edit.Follow, edit.Forward} {
		got, err := edit.ExtractMotion(t.Context(), m, clip, joint, edit.MotionOptions{Rule: rule})
		must.Do(t, err)
		track, err := motion.NewTrack(got.Motion, got.TicksPerSecond, got.Seconds(), motion.Wrap)
		must.Do(t, err)
		d.left = left + 150*float64(i+1)
		d.way([]string{"#c0392b", "#1f6fb2"}[i], loops, func(loop int, u float64) soa.RootTransform {
			return track.At(motion.Moment{Cycle: int64(loop), Phase: u * strideSeconds})
		})
	}
}

// picture draws a walk and a turn.
func picture(t *testing.T) []byte {
	t.Helper()
	d := new(seenFromAbove)
	d.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="920" height="360" viewBox="0 0 920 360" font-family="sans-serif">
<rect width="920" height="360" fill="#ffffff"/>
`)
	for row, s := range []stride{
		{name: "a walk of three loops: straight in its file", z: 1.4, sway: 0.06, yaw: 9},
		{name: "a quarter of a turn in each of two loops", z: 2, sway: 0.06, yaw: 9, turn: 90},
	} {
		x := 60 + 440*float64(row)
		d.text(x-40, 24, 14, "#222222", s.name)
		for i, word := range []string{"hips in the file", "follow", "forward"} {
			d.text(x-40+150*float64(i), 48, 13, []string{"#888888", "#c0392b", "#1f6fb2"}[i], word)
		}
		d.scale = []float64{62, 50}[row]
		d.ways(t, &s, 3-row, x+[]float64{0, 90}[row], []float64{335, 240}[row])
	}
	d.WriteString("</svg>\n")
	return d.Bytes()
}

// The picture of docs/playing.md shows what the rules do.
func TestPicture(t *testing.T) {
	file := filepath.Join(truth.Root(t), "docs", "playing", "root-motion.svg")
	want := picture(t)
	if *update {
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, want, 0o644))
	}
	got, err := os.ReadFile(file)
	must.Do(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s is another picture: go test ./internal/motion -run Picture -update", file)
	}
	page, err := os.ReadFile(filepath.Join(truth.Root(t), "docs", "playing.md"))
	must.Do(t, err)
	if !bytes.Contains(page, []byte("(playing/root-motion.svg)")) {
		t.Error("docs/playing.md does not show it")
	}
}
