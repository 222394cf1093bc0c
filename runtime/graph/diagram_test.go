package graph_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/runtime/graph"
)

// graphs are one with everything, and machines of all sizes.
func graphs(t *testing.T) map[string]*graph.Graph {
	t.Helper()
	data, err := os.ReadFile("testdata/everything.json")
	if err != nil {
		t.Fatal(err)
	}
	everything, err := graph.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]*graph.Graph{"everything": everything, "nothing": {}, "clip": {Root: &graph.Clip{Clip: `"<walk>" & \run`}}}
	for _, n := range []int{1, 2, 5, 12, 40} {
		m := &graph.Machine{}
		for k := range n {
			s := graph.State{Name: fmt.Sprint("state ", k), Node: &graph.Clip{Clip: "clip"}}
			for _, to := range []int{(k + 1) % n, k * 7 % n, k / 2} {
				s.Transitions = append(s.Transitions, graph.Transition{To: fmt.Sprint("state ", to), Priority: len(s.Transitions)})
			}
			m.States = append(m.States, s)
		}
		m.Any = []graph.Transition{{To: "state 0", Priority: 9}}
		list[fmt.Sprint(n, " states")] = &graph.Graph{Root: m}
	}
	return list
}

// element is a rectangle or text of a picture.
type element struct {
	name       string
	x, y, w, h float64
	text       string
}

func read(t *testing.T, svg []byte) (width, height float64, list []element) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return width, height, list
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local}
			for _, a := range token.Attr {
				v, _ := strconv.ParseFloat(a.Value, 64)
				switch a.Name.Local {
				case "x":
					e.x = v
				case "y":
					e.y = v
				case "width":
					e.w = v
				case "height":
					e.h = v
				}
			}
			if e.name == "svg" {
				width, height = e.w, e.h
			}
			list = append(list, e)
		case xml.CharData:
			if n := len(list) - 1; n >= 0 && list[n].name == "text" {
				list[n].text += string(token)
			}
		}
	}
}

// A picture is XML; what is in it is within it, and its states do not overlap.
func TestSVG(t *testing.T) {
	numbers := regexp.MustCompile(`NaN|Inf`)
	for name, g := range graphs(t) {
		svg := graph.SVG(g, graph.DiagramOptions{})
		if !bytes.Equal(svg, graph.SVG(g, graph.DiagramOptions{})) {
			t.Errorf("%s: another picture of the same graph", name)
		}
		width, height, list := read(t, svg)
		if numbers.Match(svg) {
			t.Errorf("%s: a number is not finite", name)
		}
		var rects []element
		for _, e := range list {
			switch e.name {
			case "text":
				e.w, e.h = 7.3*float64(len([]rune(e.text))), 0
			case "rect":
				rects = append(rects, e)
			default:
				continue
			}
			if e.w > 0 && (e.x < 0 || e.y < 0 || e.x+e.w > width+1 || e.y+e.h > height+1) {
				t.Errorf("%s: %v is beyond %v, %v", name, e, width, height)
			}
		}
		for i, a := range rects {
			for _, b := range rects[:i] {
				w, h := math.Min(a.x+a.w, b.x+b.w)-math.Max(a.x, b.x), math.Min(a.y+a.h, b.y+b.h)-math.Max(a.y, b.y)
				inside := func(a, b element) bool {
					return a.x >= b.x && a.y >= b.y && a.x+a.w <= b.x+b.w+0.2 && a.y+a.h <= b.y+b.h+0.2
				}
				if w > 0.2 && h > 0.2 && b.w > 0 && !inside(a, b) && !inside(b, a) {
					t.Errorf("%s: %v and %v overlap", name, a, b)
				}
			}
		}
	}
}

// A picture has all names, states and what transitions wait for.
func TestSVGShowsAll(t *testing.T) {
	g := graphs(t)["everything"]
	seconds := func(clip string) (float64, bool) { return 1.25, clip == "sword" }
	_, _, list := read(t, graph.SVG(g, graph.DiagramOptions{Seconds: seconds}))
	var texts []string
	for _, e := range list {
		texts = append(texts, e.text)
	}
	all := strings.Join(texts, "\n")
	dot := string(graph.DOT(g, graph.DiagramOptions{Seconds: seconds}))
	for _, want := range []string{"hero", "ground", "air", "any", "sword (1.25 s)", "breathe", "walk, sync gait", "legs (subgraph)", "subgraph legs", "bow, clamp", "ragdoll", "not crouch"} {
		if !strings.Contains(all, want) {
			t.Errorf("the picture lacks %q", want)
		}
		if !strings.Contains(dot, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	for _, want := range []string{"crouch  bool, true", "lean  float, 0, at most 0.5", " 1  any → ground  when trigger hit, interrupted by none"} {
		if !strings.Contains(all, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	_, _, list = read(t, graph.SVG(graphs(t)["clip"], graph.DiagramOptions{}))
	if last := strings.TrimSpace(list[len(list)-1].text); last != `"<walk>" & \run` {
		t.Errorf("a clip's name became %q", last)
	}
}

// Graphviz reads the text, where it is installed; otherwise its quotes are looked at.
func TestDOT(t *testing.T) {
	program, err := exec.LookPath("dot")
	for name, g := range graphs(t) {
		text := graph.DOT(g, graph.DiagramOptions{})
		if n := bytes.Count(text, []byte("{")) - bytes.Count(text, []byte("}")); n != 0 {
			t.Errorf("%s: %d brackets are open", name, n)
		}
		if strings.Contains(name, "clip") && !bytes.Contains(text, []byte(`label="\"<walk>\" & \\run"`)) {
			t.Errorf("%s: %s", name, text)
		}
		if err != nil {
			continue
		}
		c := exec.Command(program, "-Tcanon")
		c.Stdin = bytes.NewReader(text)
		if out, err := c.CombinedOutput(); err != nil || bytes.Contains(out, []byte("rror")) {
			t.Errorf("%s: %v: %s\n%s", name, err, out, text)
		}
	}
}
