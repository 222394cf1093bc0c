package layers_test

import (
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/runtime/layers"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func character() *soa.Model {
	return figure.Character(
		figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured},
		figure.Motion{Name: "run", Seconds: 0.7, Drive: figure.Captured},
		figure.Motion{Name: "wave", Seconds: 2, Drive: figure.Everything},
		figure.Motion{Name: "walk", Seconds: 3, Drive: figure.Captured})
}

const everything = `[
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

func TestParse(t *testing.T) {
	list, err := layers.Parse([]byte(everything))
	must.Do(t, err)
	seconds := func(v float64) *float64 { return &v }
	want := []layers.Layer{
		{Clip: "walk", Weight: 0.25, Speed: 1, Sync: 7},
		{Clip: "run", Weight: 0.75, Speed: 1, Sync: 7, Lead: true},
		{Clip: "wave", Kind: runtime.Override, Weight: 1, Phase: seconds(0.25), Mode: runtime.PingPong, Speed: -0.5, Mask: []layers.Step{
			{Joints: layers.ByPattern, Name: "*", Weight: 0.125}, {Joints: layers.BySubtree, Name: "root1", Weight: 1, Feather: 3}, {Name: "root1"},
		}},
		{Clip: "wave", Kind: runtime.Additive, Time: seconds(0.5), Mode: runtime.Clamp, Reference: &layers.Reference{}},
		{Clip: "run", Kind: runtime.Subtract, Weight: 1, Speed: 1, Reference: &layers.Reference{Time: seconds(0.25)}},
		{Clip: "run", Kind: runtime.Additive, Weight: 1, Speed: 1, Reference: &layers.Reference{Clip: "walk", Time: seconds(1)}},
		{Clip: "run", Kind: runtime.Additive, Weight: 1, Speed: 1, Reference: &layers.Reference{Rest: true}},
		{Clip: "run", Kind: runtime.ModelOverride, Weight: 1, Speed: 1, Mask: []layers.Step{{Joints: layers.ByPattern, Name: "*leg*", Weight: 1}}},
	}
	for k := range want {
		if got, want := text(list[k]), text(want[k]); got != want {
			t.Errorf("layer %d is %s\nwant %s", k, got, want)
		}
	}
	if len(list) != len(want) {
		t.Errorf("%d layers, want %d", len(list), len(want))
	}
}

// text shows a layer with what it points to.
func text(l layers.Layer) string {
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
func TestParseRefuses(t *testing.T) {
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
		_, err := layers.Parse([]byte(c.data))
		checkError(t, c.data, err, c.want, c.part...)
	}
}

func checkError(t *testing.T, what string, err, want error, parts ...string) {
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

func TestBindRefuses(t *testing.T) {
	model := character()
	broken := *model
	broken.Clips = []*soa.Clip{{Name: "walk", Duration: math.NaN(), TicksPerSecond: 1}}
	for _, c := range []struct {
		model *soa.Model
		data  string
		want  error
		part  []string
	}{
		{model, `[{"clip": "walk"}, {"clip": "wlak"}]`, layers.ErrClip, []string{"[1].clip", `"wlak"`, `"walk"`, `"wave"`}},
		{model, `[{"clip": "run", "kind": "additive", "reference": {"clip": "rum", "time": 0}}]`, layers.ErrClip, []string{"[0].reference.clip", `"rum"`, `"run"`}},
		{model, `[{"clip": "run", "kind": "additive", "reference": 5}]`, bake.ErrReference, []string{"[0].reference", "5 s"}},
		{model, `[{"clip": "run", "mask": [{"match": "*"}, {"joint": "root7"}]}]`, pose.ErrJoint, []string{"[0].mask[1].joint", `"root7"`, `"root0"`}},
		{model, `[{"clip": "run", "mask": [{"subtree": "rot1"}]}]`, pose.ErrJoint, []string{"[0].mask[0].subtree", `"rot1"`, `"root1"`}},
		{model, `[{"clip": "run", "mask": [{"match": "toe*"}]}]`, pose.ErrJoint, []string{"[0].mask[0].match", `"toe*"`}},
		{&soa.Model{}, `[{"clip": "run"}]`, soa.ErrInvalid, nil},
		{nil, `[{"clip": "run"}]`, soa.ErrInvalid, nil},
		{&soa.Model{Skeleton: model.Skeleton}, `[{"clip": "run"}]`, layers.ErrClip, []string{`"run"`}},
		{&broken, `[{"clip": "walk", "kind": "additive", "reference": "first"}]`, soa.ErrInvalid, []string{"[0].reference"}},
	} {
		list, err := layers.Parse([]byte(c.data))
		must.Do(t, err)
		_, err = layers.Bind(c.model, list)
		checkError(t, c.data, err, c.want, c.part...)
	}
	_, err := layers.Bind(model, []layers.Layer{{Clip: "walk", Mask: []layers.Step{{Joints: 9, Name: "x"}}}})
	checkError(t, "a wrong choice", err, soa.ErrOption, "joints(9)")
	_, err = layers.Bind(model, []layers.Layer{{Clip: "walk", Mask: []layers.Step{{Joints: layers.ByPattern, Name: "["}}}})
	checkError(t, "a broken pattern", err, path.ErrBadPattern)
}

// Playing a stack does what its entries say, to the bit.
func TestStackPlays(t *testing.T) {
	model := character()
	list, err := layers.Parse([]byte(everything))
	must.Do(t, err)
	clips := len(model.Clips)
	stack, err := layers.Bind(model, list)
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
		ref  bake.Reference
	}{{2, bake.FirstFrame()}, {1, bake.AtTime(0.25)}, {1, bake.PoseOf(model.Clips[0], 1)}} {
		clip, err := bake.Additive(model, model.Clips[a.clip], a.ref)
		must.Do(t, err)
		playing.Clips = append(slices.Clip(playing.Clips), clip)
	}
	options := runtime.CrowdOptions{Layers: runtime.MaxLayers, Masks: []pose.Mask{soft, legs}}
	want, err := runtime.NewCrowd(runtime.Keyframes(&playing), 2, options)
	must.Do(t, err)
	play := func(clip int, o runtime.PlayOptions) { must.Do(t, want.Instance(1).Play(clip, o)) }
	play(0, runtime.PlayOptions{Weight: 0.25, Sync: 7})
	play(1, runtime.PlayOptions{Layer: 1, Weight: 0.75, Sync: 7, SyncLead: true})
	play(2, runtime.PlayOptions{Layer: 2, Kind: runtime.Override, Mode: runtime.PingPong, Speed: -0.5, Mask: 1})
	must.Do(t, want.Instance(1).Layer(2).Seek(0.5))
	play(clips, runtime.PlayOptions{Layer: 3, Kind: runtime.Additive, Mode: runtime.Clamp})
	must.Do(t, want.Instance(1).Layer(3).Seek(0.5))
	must.Do(t, want.Instance(1).Layer(3).SetWeight(0))
	must.Do(t, want.Instance(1).Layer(3).SetSpeed(0))
	play(clips+1, runtime.PlayOptions{Layer: 4, Kind: runtime.Subtract})
	play(clips+2, runtime.PlayOptions{Layer: 5, Kind: runtime.Additive})
	play(1, runtime.PlayOptions{Layer: 6, Kind: runtime.Additive})
	play(1, runtime.PlayOptions{Layer: 7, Kind: runtime.ModelOverride, Mask: 2})

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
	list, err := layers.Parse([]byte(`[{"clip": "walk"}, {"clip": "run", "mask": [{"match": "*"}]}, {"clip": "run", "mask": [{"subtree": "root0"}]}, {"clip": "run", "mask": [{"joint": "root1"}]}]`))
	must.Do(t, err)
	model := character()
	stack, err := layers.Bind(model, list)
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
		checkError(t, "a stack", stack.Play(crowd, 0), runtime.ErrRange, "layer 1")
	}
}

func TestMaskOf(t *testing.T) {
	skeleton := character().Skeleton
	got, err := layers.MaskOf(skeleton, []layers.Step{
		{Joints: layers.ByPattern, Name: "*", Weight: 0.125}, {Joints: layers.BySubtree, Name: "root1", Weight: 1, Feather: 3}, {Name: "root1"},
	})
	must.Do(t, err)
	want := pose.NewMask(skeleton, 0.125)
	must.Do(t, want.Subtree(skeleton, "root1", 1, 3))
	must.Do(t, want.Joints(skeleton, 0, "root1"))
	if !slices.Equal(got, want) {
		t.Errorf("the mask is %v, want %v", got, want)
	}
	if got, err = layers.MaskOf(skeleton, nil); err != nil || !slices.Equal(got, pose.NewMask(skeleton, 0)) {
		t.Errorf("without steps the mask is %v, error %v", got, err)
	}
	_, err = layers.MaskOf(skeleton, []layers.Step{{Name: "root1"}, {Name: "rot1"}})
	checkError(t, "an unknown joint", err, pose.ErrJoint, "[1].joint", `"rot1"`, `"root1"`)
}

// Steps are read as they were written, and none passes that could not be read.
func TestStepForm(t *testing.T) {
	for _, c := range []struct {
		step layers.Step
		want string
	}{
		{layers.Step{Name: "hips", Weight: 1}, `{"joint": "hips"}`},
		{layers.Step{Joints: layers.ByPattern, Name: "<*>", Weight: 0.1}, `{"match": "<*>", "weight": 0.1}`},
		{layers.Step{Joints: layers.BySubtree, Name: "a\"b", Weight: 0, Feather: 3}, `{"subtree": "a\"b", "weight": 0, "feather": 3}`},
		{layers.Step{Name: "x", Weight: math.SmallestNonzeroFloat32}, `{"joint": "x", "weight": 1e-45}`},
	} {
		got := string(c.step.AppendJSON(nil))
		if err := c.step.Validate(); err != nil || got != c.want {
			t.Errorf("the step is written as %s, want %s, error %v", got, c.want, err)
		}
		list, err := layers.Parse([]byte(`[{"clip": "a", "mask": [` + got + `]}]`))
		must.Do(t, err)
		if list[0].Mask[0] != c.step {
			t.Errorf("%s is read as %v", got, list[0].Mask[0])
		}
		steps, err := layers.ParseMask([]byte(" [" + got + "]\n"))
		if err != nil || len(steps) != 1 || steps[0] != c.step {
			t.Errorf("%s alone is read as %v, error %v", got, steps, err)
		}
	}
	inf := float32(math.Inf(1))
	for _, s := range []layers.Step{
		{}, {Name: "\xff"}, {Joints: layers.ByPattern, Name: "["}, {Joints: 9, Name: "x"}, {Name: "x", Weight: -1}, {Name: "x", Weight: inf}, {Name: "x", Weight: inf - inf},
		{Name: "x", Feather: 1}, {Joints: layers.BySubtree, Name: "x", Feather: -1}, {Joints: layers.BySubtree, Name: "x", Feather: 40_000},
	} {
		checkError(t, fmt.Sprint(s), s.Validate(), soa.ErrOption)
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
		_, err := layers.ParseMask([]byte(text))
		checkError(t, text, err, c.want, c.parts...)
	}
}

func FuzzLayers(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte(`[{"clip": "walk"}]`))
	f.Add([]byte(`[{"clip": "wave", "kind": "additive", "reference": {"clip": "run", "time": 0.5}, "mask": [{"match": "[a-"}]}]`))
	f.Add([]byte(`[{"clip": "w\u0061lk", "weight": 1e-50, "time": -1e30, "mask": [{"subtree": "root0", "feather": 32767, "weight": 3e38}]}]`))
	model := character()
	model.Meshes, model.Skins = nil, nil
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := layers.Parse(data)
		if err != nil {
			if !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrOption) {
				t.Fatalf("the error %v is of no known kind", err)
			}
			return
		}
		stack, err := layers.Bind(model, list)
		if err != nil {
			if !errors.Is(err, layers.ErrClip) && !errors.Is(err, pose.ErrJoint) && !errors.Is(err, bake.ErrReference) {
				t.Fatalf("the error %v is of no known kind", err)
			}
			return
		}
		crowd, err := runtime.NewCrowd(runtime.Keyframes(stack.Model), 1, runtime.CrowdOptions{
			Layers: runtime.MaxLayers, Masks: stack.Masks, Layout: pose.LayoutOptions{AllJoints: true},
		})
		must.Do(t, err)
		must.Do(t, stack.Play(crowd, 0))
		must.Do(t, crowd.Update(0.1))
		if n := len(crowd.Instance(0).ActiveClips(nil)); n < len(list) {
			t.Fatalf("%d layers of %d play", n, len(list))
		}
	})
}
