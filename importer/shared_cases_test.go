package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// sharedStep is a step of a case: a command, and what it shows. One of the steps Or may hold instead.
type sharedStep struct {
	Run       []string
	Exit      int
	Joints    map[string]map[string]oracle.Vec3 // by time and name: translations
	Vertices  map[string][]oracle.Vec3          // by time
	Clips     map[string][2]float64
	Finding   string
	Stdout    string
	Tolerance float64
	Or        []sharedStep
}

// sharedKinds are the kinds of cases that are about one file's import.
func sharedKinds() []string { return []string{"bvh-*", "gltf*", "lws-*", "ogre-*", "x-*"} }

// TestSharedCases: files of the shared cases import as their expectations say.
func TestSharedCases(t *testing.T) {
	root := shared(t, "cases")
	for _, kind := range sharedKinds() {
		folders, err := filepath.Glob(filepath.Join(root, kind))
		must.Do(t, err)
		if len(folders) == 0 {
			t.Errorf("no case %s in %s", kind, root)
		}
		for _, folder := range folders {
			t.Run(filepath.Base(folder), func(t *testing.T) {
				data, err := os.ReadFile(filepath.Join(folder, "expected.json"))
				must.Do(t, err)
				var expected struct{ Steps []sharedStep }
				must.Do(t, json.Unmarshal(data, &expected))
				if len(expected.Steps) == 0 {
					t.Fatal("it has no step")
				}
				for i := range expected.Steps {
					s := &expected.Steps[i]
					wrong := s.check(folder)
					if len(wrong) > 0 && !slices.ContainsFunc(s.Or, func(o sharedStep) bool { return len(o.check(folder)) == 0 }) {
						t.Errorf("%q: %q", s.Run, wrong)
					}
				}
			})
		}
	}
}

// check imports the file of a step and returns what is wrong.
func (s *sharedStep) check(folder string) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	var r report.Report
	opts := importer.Options{Report: &r}
	var times []string
	for i := 2; i < len(s.Run); i++ {
		switch flag := s.Run[i]; flag {
		case "--json", "--vertices":
		case "--unit", "--time":
			i++
			if flag == "--time" {
				times = strings.Split(s.Run[i], ",")
				continue
			}
			var err error
			if opts.Unit, err = strconv.ParseFloat(s.Run[i], 64); err != nil {
				say("%v", err)
			}
		default:
			say("unknown flag %s", flag)
		}
	}
	m, err := importer.Load(context.Background(), filepath.Join(folder, s.Run[1]), opts)
	if (err != nil) != (s.Exit != 0) {
		say("error %v, expected exit %d", err, s.Exit)
	}
	if err != nil {
		return wrong
	}
	if s.Finding != "" && !slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
		return regexp.MustCompile(s.Finding).MatchString(fmt.Sprintf("%v %s %s", f.Severity, f.Kind, f.Message))
	}) {
		say("no finding /%s/ among %v", s.Finding, r.Findings)
	}
	if s.Stdout != "" && !regexp.MustCompile("(?s)"+s.Stdout).MatchString(summary(m)) {
		say("/%s/ is not in %s", s.Stdout, summary(m))
	}
	for name, span := range s.Clips {
		c := m.Clip(name)
		if c == nil || math.Abs(c.Start-span[0]) > 1e-3 || math.Abs(c.End()-span[1]) > 1e-3 {
			say("clip %s is %+v, expected %v", name, c, span)
		}
	}
	for at := range s.Joints {
		if !slices.Contains(times, at) {
			say("%s s is not posed", at)
		}
	}
	return append(wrong, s.pose(m, times)...)
}

// pose compares joints and vertices at the times of a step.
func (s *sharedStep) pose(m *soa.Model, times []string) (wrong []string) {
	bound := s.Tolerance
	if bound == 0 {
		bound = 1e-3
	}
	for _, at := range times {
		seconds, err := strconv.ParseFloat(at, 64)
		if err != nil {
			return append(wrong, err.Error())
		}
		pose := oracle.Evaluate(m, m.Clips[:min(1, len(m.Clips))], seconds)
		for name, want := range s.Joints[at] {
			j := m.Skeleton.Joint(name)
			if j < 0 {
				wrong = append(wrong, "no joint "+name)
			} else if got := pose.Model[j].Translation(); !(got.Sub(want).Length() <= bound) {
				wrong = append(wrong, fmt.Sprintf("%s at %s s is at %v, expected %v", name, at, got, want))
			}
		}
		for _, want := range s.Vertices[at] {
			nearest := math.Inf(1)
			for i := range pose.Meshes {
				for _, p := range pose.Meshes[i].Position {
					nearest = min(nearest, p.Sub(want).Length())
				}
			}
			if !(nearest <= bound) {
				wrong = append(wrong, fmt.Sprintf("the vertex %v at %s s is %v away", want, at, nearest))
			}
		}
	}
	return wrong
}

// summary is what sinew info shows of a model, as far as cases ask for it.
func summary(m *soa.Model) string {
	var b strings.Builder
	list := func(key string, n int) {
		if fmt.Fprintf(&b, "\"%s\": [", key); n > 0 {
			b.WriteString("\n  {" + strings.Repeat("}, {", n-1) + "}\n")
		}
		b.WriteString("]\n")
	}
	list("clips", len(m.Clips))
	list("skins", len(m.Skins))
	targets := 0
	for i := range m.Meshes {
		targets += len(m.Meshes[i].Morphs)
	}
	if targets > 0 {
		list("morph_targets", targets)
	}
	return b.String()
}
