package source_test

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// What a model does not hold of a file is named, vertices and unshown meshes included: of texture
// coordinates those by which no map lies.
func TestLost(t *testing.T) {
	const attributes = `"attributes":{"POSITION":0,"TEXCOORD_0":1,"TEXCOORD_1":1,"TEXCOORD_2":1,"COLOR_0":0,"COLOR_1":0,"_HEAT":2,"JOINTS_1":0,"WEIGHTS_1":0}`
	f, err := source.Open(t.Context(), []byte(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]},{"nodes":[0]}],"nodes":[{"mesh":0},{"mesh":0}],
		"accessors":[{"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5126,"count":3,"type":"VEC2"},{"componentType":5126,"count":3,"type":"SCALAR"}],
		"meshes":[{"primitives":[{`+attributes+`},{`+attributes+`,"material":0}]},{"primitives":[{"attributes":{"POSITION":0}}]}],
		"textures":[{"source":0}],"images":[{"uri":"a.png"}],
		"materials":[{"occlusionTexture":{"index":0,"texCoord":1},"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":2}}}],
		"extensionsUsed":["KHR_texture_transform","VENDOR_own"]}`), nil)
	must.Do(t, err)
	want := []string{
		"other scenes (1)", "meshes that no node has (1)", "the attribute COLOR_1 (2)", "the attribute TEXCOORD_0 (1)", "the attribute TEXCOORD_1 (1)",
		"the attribute TEXCOORD_2 (1)", "the attribute _HEAT (2)", "VENDOR_own",
	}
	if got := f.Lost(); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	plain, err := source.Open(t.Context(), []byte(`{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],
		"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0}}]}]}`), nil)
	must.Do(t, err)
	if got := plain.Lost(); len(got) > 0 {
		t.Errorf("%q of a file that a model holds whole", got)
	}
}
