package graph_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// Random graphs are read as they were written, and written as they were read.
func TestJSONReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { returned(t, drawGraph(t)) })
}

// So are graphs of fixed seeds, which have nodes and parameters of every type.
func TestJSONReturnsEveryType(t *testing.T) {
	seen := make(map[string]bool)
	graphs := rapid.Custom(drawGraph)
	for seed := range 300 {
		for _, n := range bytes.SplitAfter(returned(t, graphs.Example(seed)), []byte(`"type": "`))[1:] {
			seen[string(n[:bytes.IndexByte(n, '"')])] = true
		}
	}
	var schema struct {
		Defs struct {
			Node struct {
				Properties struct {
					Type struct{ AnyOf []json.RawMessage }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(graph.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	var names struct{ Enum []string }
	if err := json.Unmarshal(schema.Defs.Node.Properties.Type.AnyOf[0], &names); err != nil || len(names.Enum) < 12 {
		t.Fatalf("the schema has the types %q: %v", names.Enum, err)
	}
	for _, name := range append(names.Enum, "ragdoll", "float", "int", "bool", "vec2", "trigger") {
		if !seen[name] {
			t.Errorf("no %s was drawn", name)
		}
	}
}

// returned is the text of a graph, which is read as the graph was.
func returned(t rapid.TB, g *graph.Graph) []byte {
	data, err := g.JSON()
	if err != nil {
		t.Fatal(err)
	}
	back, err := graph.Parse(data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	if !reflect.DeepEqual(back, g) {
		t.Fatalf("a graph is read otherwise than it was:\n%s", data)
	}
	again, err := back.JSON()
	if err != nil || !bytes.Equal(again, data) {
		t.Fatalf("error %v, the text was\n%s\nand becomes\n%s", err, data, again)
	}
	if g.Hash() == 0 || g.Hash() != back.Hash() {
		t.Fatalf("hashes are %x and %x", g.Hash(), back.Hash())
	}
	return data
}

// The hash is that of another order where order says nothing, and of another format.
func TestHashOfOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		want := g.Hash()
		data, err := g.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var plain bytes.Buffer
		if err := json.Compact(&plain, data); err != nil {
			t.Fatal(err)
		}
		back, err := graph.Parse(plain.Bytes())
		if err != nil || back.Hash() != want {
			t.Fatalf("without spaces: error %v, or another hash", err)
		}
		shuffle(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), back)
		back.Name = "another"
		if back.Hash() != want {
			t.Fatalf("another order has another hash:\n%s", data)
		}
	})
}

func mixed[T any](r *rand.Rand, list []T) {
	r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
}

// shuffle gives a graph another order of all that has none.
func shuffle(r *rand.Rand, g *graph.Graph) {
	for _, p := range g.SubGraphs {
		shuffleNode(r, p.Node)
	}
	shuffleNode(r, g.Root)
	mixed(r, g.Parameters)
	mixed(r, g.Masks)
	mixed(r, g.Sync)
	mixed(r, g.SubGraphs)
}

func shuffleNode(r *rand.Rand, n graph.Node) {
	switch n := n.(type) {
	case *graph.Blend1D:
		for _, s := range n.Samples {
			shuffleNode(r, s.Node)
		}
	case *graph.TimeSeek:
		shuffleNode(r, n.Node)
	case *graph.Machine:
		if n.Start == "" {
			n.Start = n.States[0].Name
		}
		lists := [][]graph.Transition{n.Any}
		for _, s := range n.States {
			shuffleNode(r, s.Node)
			lists = append(lists, s.Transitions)
		}
		for _, list := range lists {
			mixed(r, list)
			for k := range list {
				mixed(r, list[k].When)
			}
		}
		mixed(r, n.States)
	}
}

// Each change of what a graph means changes its hash.
func TestHashOfMeaning(t *testing.T) {
	data, err := everything().JSON()
	must.Do(t, err)
	hashes := map[uint64]string{everything().Hash(): "nothing"}
	for _, c := range [][2]string{
		{`"speed": {"type": "float", "default": 1,`, `"speed": {"type": "float", "default": 2,`}, {`"max": 6`, `"max": 7`}, {`"smooth": 0.1`, `"smooth": 0.2`},
		{`"lifetime": "used"`, `"lifetime": 1`}, {`"default": [0, 1]`, `"default": [1, 0]`}, {`"feather": 3`, `"feather": 4`}, {`"lead": true`, `"lead": false`},
		{`["L", "R"]`, `["R", "L"]`}, {`"start": "air"`, `"start": "ground"`}, {`{"at": 6}`, `{"at": 7}`}, {`{"at": 6}`, `{"at": 6, "node": "idle"}`},
		{`"speed": -1`, `"speed": -2`}, {`"normalize": true`, `"normalize": false`}, {`"add": "breathe"`, `"add": "pant"`}, {`"subtract": true`, `"subtract": false`},
		{`"sword",`, `"axe",`}, {`"loop": "clamp"`, `"loop": "wrap"`}, {`"speed": 0,`, `"speed": 1,`}, {`"space": "model"`, `"space": "local"`}, {`2.50`, `2.51`},
		{`"adds": true`, `"adds": false`}, {`"enter": ["land"]`, `"enter": ["leave"]`}, {`"is": false`, `"is": true`}, {`"priority": 7`, `"priority": 8`},
		{`"exit": 0.9`, `"after": 0.9`}, {`"match": true`, `"match": false`}, {`"cooldown": 2`, `"cooldown": 3`}, {`"self": true`, `"self": false`},
		{`"node": {"type": "subgraph", "name": "legs"}`, `"node": {"type": "subgraph", "name": "nothing"}`}, {`["leave", "go"]`, `["go", "leave"]`},
	} {
		changed := bytes.Replace(data, []byte(c[0]), []byte(c[1]), 1)
		if bytes.Equal(changed, data) {
			t.Errorf("there is no %s", c[0])
		}
		g, err := graph.Parse(changed)
		if err != nil {
			t.Errorf("%s: %v", c[1], err)
			continue
		}
		if before, ok := hashes[g.Hash()]; ok {
			t.Errorf("%s has the hash of %s", c[1], before)
		}
		hashes[g.Hash()] = c[1]
	}
	for _, c := range [][2]string{
		{`"sword",`, `{"type": "clip", "clip": "sword", "speed": 1},`}, {`"fade": 0.2`, `"fade": {"seconds": 0.20, "curve": "smooth"}`}, {`"breath": {}`, `"breath": {"markers": [], "lead": false}`},
		{`"stiff": [1, 2.50]`, `"stiff":[1,2.50]`}, {`"version": 1,`, `"$schema": "x", "version": 1,`}, {`"weight": "crouch"`, `"weight": {"parameter": "crouch", "offset": -0.0}`},
		{`{"at": 6}`, `{"at": 6.0, "node": null}`}, {`"when": [{"trigger": "hit"}]`, `"priority": -1, "when": [{"trigger": "hit"}]`}, {`"name": "hero"`, `"name": "villain"`},
		{`"in": 0.1`, `"in": {"seconds": 1e-1}`},
	} {
		changed := bytes.Replace(data, []byte(c[0]), []byte(c[1]), 1)
		g, err := graph.Parse(changed)
		if err != nil || bytes.Equal(changed, data) {
			t.Errorf("%s: error %v, or there is no %s", c[1], err, c[0])
			continue
		}
		if hashes[g.Hash()] != "nothing" {
			t.Errorf("%s has another hash than %s", c[1], c[0])
		}
	}
}
