package exporter_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// A file without meshes has for joints what its clips move and what is below. If an edited clip moves
// less, since one of its channels only holds an arm at rest, the arm and its hand stay joints.
func TestEndsStayJoints(t *testing.T) {
	zero := make([]byte, 4)
	one := []byte{0, 0, 0x80, 0x3f}
	identity := slices.Concat(zero, zero, zero, one)
	blob := slices.Concat(zero, one, identity, identity, identity, one, zero, zero, zero) // times, at rest, turning over
	text := fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hips","children":[1,3]},
		{"name":"arm.L","children":[2]},{"name":"hand.L","translation":[1,0,0]},{"name":"arm.R","children":[4]},{"name":"hand.R","translation":[-1,0,0],"children":[5]},{"name":"tip.R"}],
		"buffers":[{"byteLength":%d}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32},{"buffer":0,"byteOffset":40,"byteLength":32}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
		{"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"},{"bufferView":2,"componentType":5126,"count":2,"type":"VEC4"}],
		"animations":[{"name":"raise","samplers":[{"input":0,"output":2},{"input":0,"output":1}],
		"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}},{"sampler":1,"target":{"node":3,"path":"rotation"}}]}]}`, len(blob))
	file := glbOf([]byte(text), blob)
	var said report.Report
	m, err := importer.LoadReader(t.Context(), bytes.NewReader(file), "arms.glb", importer.Options{Origin: true, Report: &said})
	must.Do(t, err)
	from, err := exporter.NewSource(t.Context(), file, nil, said.Origin)
	must.Do(t, err)
	edited := otherClips(m)
	var out bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &out, edited, exporter.Options{Source: from}))
	back := readBack(t, out.Bytes())
	paths := func(m *soa.Model) (list []string) {
		for j := range m.Skeleton.Len() {
			list = append(list, m.Skeleton.Path(j))
		}
		return list
	}
	if !slices.Equal(paths(m), paths(back)) || m.Skeleton.Len() != 6 {
		t.Errorf("%q became %q", paths(m), paths(back))
	}
}
