package graph_test

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/runtime/graph"
)

func Example_diagram() {
	g := &graph.Graph{Name: "gait", Parameters: []graph.Parameter{{Name: "speed"}}, Root: &graph.Blend1D{
		X:       graph.ValueOf("speed"),
		Samples: []graph.Sample{{X: 0, Node: &graph.Clip{Clip: "idle"}}, {X: 1.5, Node: &graph.Clip{Clip: "walk"}}},
	}}
	svg := string(graph.SVG(g, graph.DiagramOptions{})) // os.WriteFile("gait.svg", …)
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Contains(svg, "1.5: walk"))
	for _, line := range strings.Split(string(graph.DOT(g, graph.DiagramOptions{})), "\n")[2:7] {
		fmt.Println(line)
	}
	// Output:
	// true true
	//   n1 [label="blend1d by speed"];
	//   n2 [label="idle", style=rounded];
	//   n1 -> n2 [label="0"];
	//   n3 [label="walk", style=rounded];
	//   n1 -> n3 [label="1.5"];
}
