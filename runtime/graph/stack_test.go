package graph_test

import (
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func layeredCharacter() *soa.Model {
	return figure.Character(
		figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured},
		figure.Motion{Name: "run", Seconds: 0.7, Drive: figure.Captured},
		figure.Motion{Name: "wave", Seconds: 2, Drive: figure.Everything},
		figure.Motion{Name: "walk", Seconds: 3, Drive: figure.Captured})
}

const everyLayer = `[
  {"clip": "walk", "weight": 0.25, "sync": 7},
  {"clip": "run", "weight": 0.75, "sync": 7, "lead": true, "mode": "wrap"},
  {"clip": "wave", "kind": "override", "phase": 0.25, "mode": "ping-pong", "speed": -0.5,
   "mask": [{"match": "*", "weight": 0.125}, {"subtree": "root1", "feather": 3}, {"joint": "root1", "weight": 0}]},
  {"clip": "wave", "kind": "additive", "reference": "first", "time": 0.5, "weight": 0, "speed": 0, "mode": "clamp"},
  {"clip": "run", "kind": "subtract", "reference": 0.25},
  {"clip": "run", "kind": "additive", "reference": {"clip": "walk", "time": 1}},
  {"clip": "run", "kind": "additive", "reference": "rest"},
  {"clip": "run", "kind": "model-override", "mask": [{"match": "*leg*"}]}
]`

func TestParseLayers(t *testing.T) {
	list, err := graph.ParseLayers([]byte(everyLayer))
	must.Do(t, err)
	seconds := func(v float64) *float64 { return &v }
	want := []graph.StackLayer{
		{Clip: "walk", Weight: 0.25, Speed: 1, Sync: 7},
		{Clip: "run", Weight: 0.75, Speed: 1, Sync: 7, Lead: true},
		{Clip: "wave", Kind: play.Override, Weight: 1, Phase: seconds(0.25), Mode: play.PingPong, Speed: -0.5, Mask: []pose.MaskStep{
			{Joints: pose.ByPattern, Name: "*", Weight: 0.125}, {Joints: pose.BySubtree, Name: "root1", Weight: 1, Feather: 3}, {Name: "root1"},
		}},
		{Clip: "wave", Kind: play.Additive, Time: seconds(0.5), Mode: play.Clamp, Reference: &graph.LayerReference{}},
		{Clip: "run", Kind: play.Subtract, Weight: 1, Speed: 1, Reference: &graph.LayerReference{Time: seconds(0.25)}},
		{Clip: "run", Kind: play.Additive, Weight: 1, Speed: 1, Reference: &graph.LayerReference{Clip: "walk", Time: seconds(1)}},
		{Clip: "run", Kind: play.Additive, Weight: 1, Speed: 1, Reference: &graph.LayerReference{Rest: true}},
		{Clip: "run", Kind: play.ModelOverride, Weight: 1, Speed: 1, Mask: []pose.MaskStep{{Joints: pose.ByPattern, Name: "*leg*", Weight: 1}}},
	}
	for k := range want {
		if got, want := layerText(list[k]), layerText(want[k]); got != want {
			t.Errorf("layer %d is %s\nwant %s", k, got, want)
		}
	}
	if len(list) != len(want) {
		t.Errorf("%d layers, want %d", len(list), len(want))
	}
}

// layerText shows a layer with what it points to.
func layerText(l graph.StackLayer) string {
	number := func(v *float64) string {
		if v == nil {
			return "-"
		}
		return fmt.Sprint(*v)
	}
	s := fmt.Sprint(l.Clip, l.Kind, l.Weight, number(l.Time), number(l.Phase), l.Speed, l.Mode, l.Sync, l.Lead, l.Mask)
	if r := l.Reference; r != nil {
		s += fmt.Sprint(" against ", r.Rest, r.Clip, number(r.Time))
	}
	return s
}

// Each refused file names the place and the value.
func TestParseLayersRefuses(t *testing.T) {
	for _, c := range []struct {
		data string
		want error
		part []string
	}{
		{``, soa.ErrFormat, []string{"list", "line 1"}},
		{`null`, soa.ErrFormat, []string{"list"}},
		{`{"clip": "walk"}`, soa.ErrFormat, []string{"list"}},
		{"[\n{\"clip\": \"walk\"},\n]", soa.ErrFormat, []string{"line 3"}},
		{`[{"clip": "walk"}] []`, soa.ErrFormat, []string{"line 1"}},
		{`[]`, soa.ErrOption, []string{"0 layers", "1 to 8"}},
		{`[` + strings.Repeat(`{"clip":"a"},`, 8) + `{"clip":"a"}]`, soa.ErrOption, []string{"9 layers"}},
		{`["walk"]`, soa.ErrFormat, []string{"[0]", `"walk"`, "object"}},
		{`[{}]`, soa.ErrFormat, []string{"[0]", "needs a clip"}},
		{`[{"clip": ""}]`, soa.ErrFormat, []string{"[0].clip", "empty"}},
		{`[{"clip": 3}]`, soa.ErrFormat, []string{"[0].clip", "3 is no text"}},
		{`[{"clip": null}]`, soa.ErrFormat, []string{"[0].clip", "null"}},
		{`[{"clip": "a"}, {"clip": "a", "wieght": 1}]`, soa.ErrFormat, []string{"[1]", `"wieght"`, `"weight"`}},
		{`[{"Clip": "a"}]`, soa.ErrFormat, []string{"[0]", `"Clip"`, `"clip"`}},
		{`[{"clip": "a", "clip": "b"}]`, soa.ErrFormat, []string{"[0]", "twice"}},
		{`[{"clip": "a", "weight": "1"}]`, soa.ErrFormat, []string{"[0].weight", `"1"`}},
		{`[{"clip": "a", "weight": -0.5}]`, soa.ErrOption, []string{"[0].weight", "-0.5"}},
		{`[{"clip": "a", "weight": 1e999}]`, soa.ErrOption, []string{"[0].weight", "1e999"}},
		{`[{"clip": "a", "weight": null}]`, soa.ErrFormat, []string{"[0].weight", "null"}},
		{`[{"clip": "a", "phase": 1.5}]`, soa.ErrOption, []string{"[0].phase", "1.5"}},
		{`[{"clip": "a", "time": 0, "phase": 0}]`, soa.ErrFormat, []string{"[0]", "time and phase"}},
		{`[{"clip": "a", "sync": 1.5}]`, soa.ErrFormat, []string{"[0].sync", "1.5"}},
		{`[{"clip": "a", "sync": 256}]`, soa.ErrOption, []string{"[0].sync", "256"}},
		{`[{"clip": "a", "sync": 1, "lead": 1}]`, soa.ErrFormat, []string{"[0].lead", "1 is neither"}},
		{`[{"clip": "a", "lead": true}]`, soa.ErrFormat, []string{"[0]", "lead", "sync"}},
		{`[{"clip": "a", "mode": "loop"}]`, soa.ErrFormat, []string{"[0].mode", `"loop"`, "wrap, clamp, ping-pong"}},
		{`[{"clip": "a", "kind": "add"}]`, soa.ErrFormat, []string{"[0].kind", `"add"`, "model-override"}},
		{`[{"clip": "a", "reference": "first"}]`, soa.ErrFormat, []string{"[0]", "reference", "blend"}},
		{`[{"clip": "a", "kind": "additive", "reference": "frst"}]`, soa.ErrFormat, []string{"[0].reference", `"frst"`}},
		{`[{"clip": "a", "kind": "additive", "reference": {"clip": "b"}}]`, soa.ErrFormat, []string{"[0].reference", "time"}},
		{`[{"clip": "a", "kind": "additive", "reference": true}]`, soa.ErrFormat, []string{"[0].reference", "true"}},
		{`[{"clip": "a", "mask": []}]`, soa.ErrOption, []string{"[0].mask", "0 entries"}},
		{`[{"clip": "a", "mask": "chest"}]`, soa.ErrFormat, []string{"[0].mask", `"chest"`}},
		{`[{"clip": "a", "mask": [{"weight": 1}]}]`, soa.ErrFormat, []string{"[0].mask[0]", "one of"}},
		{`[{"clip": "a", "mask": [{"joint": "x", "match": "y"}]}]`, soa.ErrFormat, []string{"[0].mask[0]", "one of"}},
		{`[{"clip": "a", "mask": [{"joint": "x"}, {"match": "[", "weight": 0}]}]`, soa.ErrFormat, []string{"[0].mask[1].match", `"["`}},
		{`[{"clip": "a", "mask": [{"joint": "x", "feather": 2}]}]`, soa.ErrFormat, []string{"[0].mask[0]", "feather"}},
		{`[{"clip": "a", "mask": [{"subtree": "x", "feather": -1}]}]`, soa.ErrOption, []string{"[0].mask[0].feather", "-1"}},
		{`[{"clip": "a", "mask": [{"subtree": "x", "depth": 1}]}]`, soa.ErrFormat, []string{"[0].mask[0]", `"depth"`}},
		{`[{"clip": "` + strings.Repeat("x", 300) + `", "weight": [` + strings.Repeat("1,", 300) + `1]}]`, soa.ErrFormat, []string{"[0].weight", "…"}},
	} {
		_, err := graph.ParseLayers([]byte(c.data))
		checkLayerError(t, c.data, err, c.want, c.part...)
	}
}

func checkLayerError(t *testing.T, what string, err, want error, parts ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%.80s: error %v, want %v", what, err, want)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%.80s: error %q lacks %q", what, err, part)
		}
	}
	if n := len(err.Error()); n > 300 {
		t.Errorf("%.80s: the error has %d bytes", what, n)
	}
}

func TestBindLayersRefuses(t *testing.T) {
	model := layeredCharacter()
	broken := *model
	broken.Clips = []*soa.Clip{{Name: "walk", Duration: math.NaN(), TicksPerSecond: 1}}
	for _, c := range []struct {
		model *soa.Model
		data  string
		want  error
		part  []string
	}{
		{model, `[{"clip": "walk"}, {"clip": "wlak"}]`, graph.ErrClip, []string{"[1].clip", `"wlak"`, `"walk"`, `"wave"`}},
		{model, `[{"clip": "run", "kind": "additive", "reference": {"clip": "rum", "time": 0}}]`, graph.ErrClip, []string{"[0].reference.clip", `"rum"`, `"run"`}},
		{model, `[{"clip": "run", "kind": "additive", "reference": 5}]`, edit.ErrReference, []string{"[0].reference", "5 s"}},
		{model, `[{"clip": "run", "mask": [{"match": "*"}, {"joint": "root7"}]}]`, pose.ErrJoint, []string{"[0].mask[1].joint", `"root7"`, `"root0"`}},
		{model, `[{"clip": "run", "mask": [{"subtree": "rot1"}]}]`, pose.ErrJoint, []string{"[0].mask[0].subtree", `"rot1"`, `"root1"`}},
		{model, `[{"clip": "run", "mask": [{"match": "toe*"}]}]`, pose.ErrJoint, []string{"[0].mask[0].match", `"toe*"`}},
		{&soa.Model{}, `[{"clip": "run"}]`, soa.ErrInvalid, nil},
		{nil, `[{"clip": "run"}]`, soa.ErrInvalid, nil},
		{&soa.Model{Skeleton: model.Skeleton}, `[{"clip": "run"}]`, graph.ErrClip, []string{`"run"`}},
		{&broken, `[{"clip": "walk", "kind": "additive", "reference": "first"}]`, soa.ErrInvalid, []string{"[0].reference"}},
	} {
		list, err := graph.ParseLayers([]byte(c.data))
		must.Do(t, err)
		_, err = graph.BindLayers(c.model, list)
		checkLayerError(t, c.data, err, c.want, c.part...)
	}
	_, err := graph.BindLayers(model, []graph.StackLayer{{Clip: "walk", Mask: []pose.MaskStep{{Joints: 9, Name: "x"}}}})
	checkLayerError(t, "a wrong choice", err, soa.ErrOption, "joints(9)")
	_, err = graph.BindLayers(model, []graph.StackLayer{{Clip: "walk", Mask: []pose.MaskStep{{Joints: pose.ByPattern, Name: "["}}}})
	checkLayerError(t, "a broken pattern", err, path.ErrBadPattern)
}

// Playing a stack does what its entries say, to the bit.
func TestStackPlays(t *testing.T) {
	model := layeredCharacter()
	list, err := graph.ParseLayers([]byte(everyLayer))
	must.Do(t, err)
	clips := len(model.Clips)
	stack, err := graph.BindLayers(model, list)
	must.Do(t, err)
	if len(model.Clips) != clips {
		t.Error("the model has got clips")
	}

	skeleton := model.Skeleton
	soft := pose.NewMask(skeleton, 0.125)
	must.Do(t, soft.Subtree(skeleton, "root1", 1, 3))
	must.Do(t, soft.Joints(skeleton, 0, "root1"))
	legs := pose.NewMask(skeleton, 0)
	must.Do(t, legs.Match(skeleton, "*leg*", 1))
	playing := *model
	for _, a := range []struct {
		clip int
		ref  edit.AdditiveReference
	}{{2, edit.AdditiveReference{}}, {1, edit.AdditiveReference{Seconds: new(0.25)}}, {1, edit.AdditiveReference{Clip: model.Clips[0], Seconds: new(1.)}}} {
		clip, err := edit.Additive(model, model.Clips[a.clip], a.ref)
		must.Do(t, err)
		playing.Clips = append(slices.Clip(playing.Clips), clip)
	}
	options := runtime.CrowdOptions{Layers: play.MaxLayers, Masks: []pose.Mask{soft, legs}}
	want, err := runtime.NewCrowd(runtime.Keyframes(&playing), 2, options)
	must.Do(t, err)
	playOne := func(clip int, o play.Options) { must.Do(t, want.Instance(1).Play(clip, o)) }
	playOne(0, play.Options{Weight: 0.25, Sync: 7})
	playOne(1, play.Options{Layer: 1, Weight: 0.75, Sync: 7, SyncLead: true})
	playOne(2, play.Options{Layer: 2, Kind: play.Override, Mode: play.PingPong, Speed: -0.5, Mask: 1})
	must.Do(t, want.Instance(1).Layer(2).Seek(0.5))
	playOne(clips, play.Options{Layer: 3, Kind: play.Additive, Mode: play.Clamp})
	must.Do(t, want.Instance(1).Layer(3).Seek(0.5))
	must.Do(t, want.Instance(1).Layer(3).SetWeight(0))
	must.Do(t, want.Instance(1).Layer(3).SetSpeed(0))
	playOne(clips+1, play.Options{Layer: 4, Kind: play.Subtract})
	playOne(clips+2, play.Options{Layer: 5, Kind: play.Additive})
	playOne(1, play.Options{Layer: 6, Kind: play.Additive})
	playOne(1, play.Options{Layer: 7, Kind: play.ModelOverride, Mask: 2})

	options.Masks = stack.Masks
	got, err := runtime.NewCrowd(runtime.Keyframes(stack.Model), 2, options)
	must.Do(t, err)
	must.Do(t, stack.Play(got, 1))
	for step := range 4 {
		must.Do(t, want.Update(0.3))
		must.Do(t, got.Update(0.3))
		if a, b := fmt.Sprint(got.Instance(1).ActiveClips(nil)), fmt.Sprint(want.Instance(1).ActiveClips(nil)); a != b {
			t.Fatalf("step %d: layers are\n%s\nwant\n%s", step, a, b)
		}
		for k, v := range want.Palettes() {
			if got.Palettes()[k] != v {
				t.Fatalf("step %d: value %d is %v, want %v", step, k, got.Palettes()[k], v)
			}
		}
	}
}

// Layers with equal masks share one, and a crowd with too few layers or masks refuses
// a stack.
func TestStackMasks(t *testing.T) {
	list, err := graph.ParseLayers([]byte(`[{"clip": "walk"}, {"clip": "run", "mask": [{"match": "*"}]}, {"clip": "run", "mask": [{"subtree": "root0"}]}, {"clip": "run", "mask": [{"joint": "root1"}]}]`))
	must.Do(t, err)
	model := layeredCharacter()
	stack, err := graph.BindLayers(model, list)
	must.Do(t, err)
	var masks []int
	for _, b := range stack.Layers {
		masks = append(masks, b.Options.Mask)
	}
	if want := []int{0, 1, 1, 2}; !slices.Equal(masks, want) || len(stack.Masks) != 2 {
		t.Errorf("%d masks: %v, want %v", len(stack.Masks), masks, want)
	}
	for _, o := range []runtime.CrowdOptions{{Layers: 1, Masks: stack.Masks}, {}} {
		crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, o)
		must.Do(t, err)
		checkLayerError(t, "a stack", stack.Play(crowd, 0), runtime.ErrRange, "layer 1")
	}
}

func TestMaskOf(t *testing.T) {
	skeleton := layeredCharacter().Skeleton
	got, err := pose.MaskOf(skeleton, []pose.MaskStep{
		{Joints: pose.ByPattern, Name: "*", Weight: 0.125}, {Joints: pose.BySubtree, Name: "root1", Weight: 1, Feather: 3}, {Name: "root1"},
	})
	must.Do(t, err)
	want := pose.NewMask(skeleton, 0.125)
	must.Do(t, want.Subtree(skeleton, "root1", 1, 3))
	must.Do(t, want.Joints(skeleton, 0, "root1"))
	if !slices.Equal(got, want) {
		t.Errorf("the mask is %v, want %v", got, want)
	}
	if got, err = pose.MaskOf(skeleton, nil); err != nil || !slices.Equal(got, pose.NewMask(skeleton, 0)) {
		t.Errorf("without steps the mask is %v, error %v", got, err)
	}
	_, err = pose.MaskOf(skeleton, []pose.MaskStep{{Name: "root1"}, {Name: "rot1"}})
	checkLayerError(t, "an unknown joint", err, pose.ErrJoint, "[1].joint", `"rot1"`, `"root1"`)
}

// Steps are read as they were written, and none passes that could not be read.
func TestStepForm(t *testing.T) {
	for _, c := range []struct {
		step pose.MaskStep
		want string
	}{
		{pose.MaskStep{Name: "hips", Weight: 1}, `{"joint": "hips"}`},
		{pose.MaskStep{Joints: pose.ByPattern, Name: "<*>", Weight: 0.1}, `{"match": "<*>", "weight": 0.1}`},
		{pose.MaskStep{Joints: pose.BySubtree, Name: "a\"b", Weight: 0, Feather: 3}, `{"subtree": "a\"b", "weight": 0, "feather": 3}`},
		{pose.MaskStep{Name: "x", Weight: math.SmallestNonzeroFloat32}, `{"joint": "x", "weight": 1e-45}`},
	} {
		got := string(c.step.AppendJSON(nil))
		if err := c.step.Validate(); err != nil || got != c.want {
			t.Errorf("the step is written as %s, want %s, error %v", got, c.want, err)
		}
		list, err := graph.ParseLayers([]byte(`[{"clip": "a", "mask": [` + got + `]}]`))
		must.Do(t, err)
		if list[0].Mask[0] != c.step {
			t.Errorf("%s is read as %v", got, list[0].Mask[0])
		}
		steps, err := pose.ParseMask([]byte(" [" + got + "]\n"))
		if err != nil || len(steps) != 1 || steps[0] != c.step {
			t.Errorf("%s alone is read as %v, error %v", got, steps, err)
		}
	}
	inf := float32(math.Inf(1))
	for _, s := range []pose.MaskStep{
		{}, {Name: "\xff"}, {Joints: pose.ByPattern, Name: "["}, {Joints: 9, Name: "x"}, {Name: "x", Weight: -1}, {Name: "x", Weight: inf}, {Name: "x", Weight: inf - inf},
		{Name: "x", Feather: 1}, {Joints: pose.BySubtree, Name: "x", Feather: -1}, {Joints: pose.BySubtree, Name: "x", Feather: 40_000},
	} {
		checkLayerError(t, fmt.Sprint(s), s.Validate(), soa.ErrOption)
	}
}

// A mask alone is refused with its place, as one in a list is.
func TestMaskForm(t *testing.T) {
	for text, c := range map[string]struct {
		want  error
		parts []string
	}{
		``:                                   {soa.ErrFormat, []string{"line 1"}},
		"[\n{]":                              {soa.ErrFormat, []string{"line 2"}},
		`[] []`:                              {soa.ErrFormat, []string{"line 1"}},
		`{"joint": "a"}`:                     {soa.ErrFormat, []string{"mask: "}},
		`[]`:                                 {soa.ErrOption, []string{"mask: ", "0 entries"}},
		`[{"joint": "a"}, {"match": "[a-"}]`: {soa.ErrFormat, []string{"mask[1].match: ", `"[a-"`}},
		`[{"joint": "a", "weight": 1.5}]`:    {soa.ErrOption, []string{"mask[0].weight: ", "1.5"}},
	} {
		_, err := pose.ParseMask([]byte(text))
		checkLayerError(t, text, err, c.want, c.parts...)
	}
}

func FuzzLayers(f *testing.F) {
	f.Add([]byte(everyLayer))
	f.Add([]byte(`[{"clip": "walk"}]`))
	f.Add([]byte(`[{"clip": "wave", "kind": "additive", "reference": {"clip": "run", "time": 0.5}, "mask": [{"match": "[a-"}]}]`))
	f.Add([]byte(`[{"clip": "w\u0061lk", "weight": 1e-50, "time": -1e30, "mask": [{"subtree": "root0", "feather": 32767, "weight": 3e38}]}]`))
	model := layeredCharacter()
	model.Meshes, model.Skins = nil, nil
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := graph.ParseLayers(data)
		if err != nil {
			if !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrOption) {
				t.Fatalf("the error %v is of no known kind", err)
			}
			return
		}
		stack, err := graph.BindLayers(model, list)
		if err != nil {
			if !errors.Is(err, graph.ErrClip) && !errors.Is(err, pose.ErrJoint) && !errors.Is(err, edit.ErrReference) {
				t.Fatalf("the error %v is of no known kind", err)
			}
			return
		}
		crowd, err := runtime.NewCrowd(runtime.Keyframes(stack.Model), 1, runtime.CrowdOptions{
			Layers: play.MaxLayers, Masks: stack.Masks, Layout: pose.LayoutOptions{AllJoints: true},
		})
		must.Do(t, err)
		must.Do(t, stack.Play(crowd, 0))
		must.Do(t, crowd.Update(0.1))
		if n := len(crowd.Instance(0).ActiveClips(nil)); n < len(list) {
			t.Fatalf("%d layers of %d play", n, len(list))
		}
	})
}
