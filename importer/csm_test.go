package importer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
)

// TestCSMRandom: markers are where a recording has them, however few frames it has or states, and move
// straight over those in which they dropped out, of which a finding has the number.
func TestCSMRandom(t *testing.T) {
	for s := range seeds.Cases(t, 40) {
		r := rand.New(rand.NewPCG(s, 9))
		frames, markers := 2+r.IntN(150)*r.IntN(2)+r.IntN(5), 1+r.IntN(4)
		first := 1 + r.IntN(3)
		var b strings.Builder
		fmt.Fprintf(&b, "$Filename made.csm\n$Actor a\n$FirstFrame %d\n", first)
		if r.IntN(3) > 0 {
			fmt.Fprintf(&b, "$LastFrame %d\n", first+frames-1-r.IntN(2))
		}
		b.WriteString("$Rate 50\n\n$Order\n")
		for m := range markers {
			fmt.Fprintf(&b, "M%d ", m)
		}
		b.WriteString(map[bool]string{true: "\n\n$Points\n", false: "\n\n\t $POINTS\n"}[r.IntN(2) == 0])
		places, dropped := make([][]*oracle.Vec3, markers), 0
		for f := range frames {
			fmt.Fprint(&b, first+f)
			triple := r.IntN(2) == 0
			for m := range markers {
				if f > 0 && f < frames-1 && r.IntN(4) == 0 {
					dropped++
					b.WriteString(map[bool]string{true: " DROPOUT DROPOUT DROPOUT", false: " DROPOUT"}[triple])
					places[m] = append(places[m], nil)
					continue
				}
				p := &oracle.Vec3{float64(r.IntN(2000)) / 8, float64(r.IntN(2000)) / 8, float64(r.IntN(2000)) / 8}
				fmt.Fprintf(&b, " %v %v %v", p[0], p[1], p[2])
				places[m] = append(places[m], p)
			}
			b.WriteByte('\n')
		}
		var found report.Report
		m := files.LoadWith(t, store(t, "made.csm", []byte(b.String())), importer.Options{Report: &found, Unit: 1, AllNodes: true})
		told := slices.ContainsFunc(found.Findings, func(f report.Finding) bool {
			return f.Kind == report.InvalidKey && strings.HasPrefix(f.Message, fmt.Sprintf("%d position(s)", dropped))
		})
		if told != (dropped > 0) || len(m.Clips) != 1 {
			t.Fatalf("%d dropped, %d clips: %v", dropped, len(m.Clips), found.Findings)
		}
		begin := m.Clips[0].Start
		for f := range frames {
			pose := oracle.Evaluate(m, m.Clips, begin+float64(f)/50)
			for k := range markers {
				want := between(places[k], f)
				j := m.Skeleton.Joint(fmt.Sprint("M", k))
				if j < 0 {
					t.Fatalf("no joint M%d among %q", k, m.Skeleton.Name)
				}
				if off := pose.Model[j].Translation().Sub(want).Length(); !(off < 0.01) {
					t.Fatalf("M%d in frame %d is at %v, want %v\n%s", k, f, pose.Model[j].Translation(), want, b.String())
				}
			}
		}
	}
}

// between returns a place, or one between those around it.
func between(places []*oracle.Vec3, f int) (p oracle.Vec3) {
	a, b := f, f
	for places[a] == nil {
		a--
	}
	for places[b] == nil {
		b++
	}
	u := float64(f-a) / math.Max(1, float64(b-a))
	for i := range p {
		p[i] = places[a][i] + u*(places[b][i]-places[a][i])
	}
	return p
}
