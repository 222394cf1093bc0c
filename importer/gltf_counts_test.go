//go:build unix

package importer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
)

// grown is a glTF file with as much of one thing as its size allows.
type grown struct {
	head, tail string
	unit       func(i int) string // repeated, with commas between
	bin        func(size int) []byte
	share      int // of the size that the units take, in percent; 0: all
}

func (g *grown) file(size int) []byte {
	var bin []byte
	if g.bin != nil {
		bin = g.bin(size)
	}
	room := size
	if g.share > 0 {
		room = size * g.share / 100
	}
	n := len(bin)
	blocks := max(0, n-41) / 8
	counted := strings.NewReplacer("$bin", fmt.Sprint(n), "$third", fmt.Sprint(n/12), "$quarter", fmt.Sprint(n/4), "$count", fmt.Sprint(256*blocks), "$grown", fmt.Sprint(32*256*blocks))
	var b strings.Builder
	b.WriteString(counted.Replace(g.head))
	for i := 0; i == 0 || b.Len() < room; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(counted.Replace(g.unit(i)))
	}
	b.WriteString(g.tail)
	return glbOf(b.String(), bin)
}

// glbOf puts a document and its bytes into a .glb.
func glbOf(text string, bin []byte) []byte {
	text += strings.Repeat(" ", -len(text)&3)
	out := []byte("glTF\x02\x00\x00\x00\x00\x00\x00\x00")
	for kind, chunk := range map[string][]byte{"JSON": []byte(text)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(chunk)))
		out = append(append(out, kind...), chunk...)
	}
	if len(bin) > 0 {
		bin = append(bin, make([]byte, -len(bin)&3)...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(bin)))
		out = append(append(out, "BIN\x00"...), bin...)
	}
	binary.LittleEndian.PutUint32(out[8:], uint32(len(out)))
	return out
}

// same is a unit that does not depend on its number.
func same(text string) func(int) string { return func(int) string { return text } }

// zeros are half of a file's size.
func zeros(size int) []byte { return make([]byte, size/2&^3) }

// rising are rising numbers in half of a file's size.
func rising(size int) (bin []byte) {
	for i := range size / 8 {
		bin = binary.LittleEndian.AppendUint32(bin, math.Float32bits(float32(i)/64))
	}
	return bin
}

// meshoptZeros is a stream of EXT_meshopt_compression, of which each byte becomes 1,024 zeros: blocks of
// 256 elements of 32 bytes, whose columns are zero, and a tail.
func meshoptZeros(size int) []byte {
	return append(append([]byte{0xa1}, bytes.Repeat([]byte{0xaa}, size/4&^7)...), make([]byte, 32+8)...)
}

const asset = `{"asset":{"version":"2.0"},`

// mega is a number of elements without data.
const mega = 1 << 20

// counts are files that have much of one thing, for all things that glTF and what is read of its
// extensions count.
var counts = map[string]grown{
	"accessors":    {head: asset + `"nodes":[{}],"accessors":[`, unit: same(`{"componentType":5126,"count":9,"type":"MAT4"}`), tail: `]}`},
	"buffers":      {head: asset + `"nodes":[{}],"buffers":[`, unit: same(`{"byteLength":1}`), tail: `]}`},
	"views":        {head: asset + `"nodes":[{}],"buffers":[{"byteLength":$bin}],"bufferViews":[`, unit: same(`{"buffer":0,"byteLength":9}`), tail: `]}`, bin: zeros},
	"images":       {head: asset + `"nodes":[{}],"images":[`, unit: same(`{}`), tail: `]}`},
	"samplers":     {head: asset + `"nodes":[{}],"samplers":[`, unit: same(`{}`), tail: `]}`},
	"textures":     {head: asset + `"nodes":[{}],"textures":[`, unit: same(`{}`), tail: `]}`},
	"materials":    {head: asset + `"nodes":[{}],"materials":[`, unit: same(`{}`), tail: `]}`},
	"meshes":       {head: asset + `"nodes":[{}],"meshes":[`, unit: same(`{}`), tail: `]}`},
	"cameras":      {head: asset + `"nodes":[{}],"cameras":[`, unit: same(`{}`), tail: `]}`},
	"nodes":        {head: asset + `"nodes":[`, unit: same(`{}`), tail: `]}`},
	"scenes":       {head: asset + `"nodes":[{}],"scenes":[`, unit: same(`{}`), tail: `]}`},
	"skins":        {head: asset + `"nodes":[{}],"skins":[`, unit: same(`{"joints":[0]}`), tail: `]}`},
	"animations":   {head: asset + `"nodes":[{}],"animations":[`, unit: same(`{}`), tail: `]}`},
	"extensions":   {head: asset + `"nodes":[{}],"extensionsUsed":[`, unit: same(`""`), tail: `]}`},
	"values":       {head: asset + `"nodes":[{}],"extras":[`, unit: same(`0`), tail: `]}`},
	"objects":      {head: asset + `"nodes":[{}],"extras":[`, unit: same(`{}`), tail: `]}`},
	"members":      {head: asset + `"nodes":[{}],"extras":{`, unit: same(`"":0`), tail: `}}`},
	"own extras":   {head: asset + `"nodes":[{}],"extras":{"sinew":{"floats":[`, unit: same(`{}`), tail: `]}}}`},
	"own floats":   {head: asset + `"nodes":[{}],"extras":{"sinew":{"floats":[`, unit: func(i int) string { return fmt.Sprintf(`{"name":"%x"}`, i) }, tail: `]}}}`},
	"own events":   {head: asset + `"nodes":[{}],"animations":[{"extras":{"sinew":{"events":[`, unit: same(`{"name":"a"}`), tail: `]}}}]}`},
	"chain":        {head: asset + `"nodes":[`, unit: func(i int) string { return fmt.Sprintf(`{"children":[%d]}`, i+1) }, tail: `,{}]}`},
	"marked chain": {head: asset + `"nodes":[`, unit: func(i int) string { return fmt.Sprintf(`{"name":"<","children":[%d]}`, i+1) }, tail: `,{"name":"<"}],"skins":[{"joints":[0]}]}`},
	"scene roots":  {head: asset + `"nodes":[{}],"scenes":[{"nodes":[`, unit: same(`0`), tail: `]}]}`},
	"names":        {head: asset + `"nodes":[`, unit: same(`{"name":"` + strings.Repeat("n", 5000) + `"}`), tail: `]}`},
	"lights":       {head: asset + `"nodes":[`, unit: same(`{"extensions":{"KHR_lights_punctual":{"light":0}}}`), tail: `],"extensions":{"KHR_lights_punctual":{"lights":[{}]}}}`},
	"variants":     {head: asset + `"nodes":[{}],"extensions":{"KHR_materials_variants":{"variants":[`, unit: same(`{}`), tail: `]}}}`},
	"mappings":     {head: asset + `"nodes":[{"mesh":0}],"materials":[{}],"extensions":{"KHR_materials_variants":{"variants":[{}]}},"meshes":[{"primitives":[`, unit: same(`{"attributes":{},"extensions":{"KHR_materials_variants":{"mappings":[{"material":0,"variants":[0]}]}}}`), tail: `]}]}`},
	"primitives":   {head: asset + `"nodes":[{"mesh":0}],"meshes":[{"primitives":[`, unit: same(`{"attributes":{}}`), tail: `]}]}`},
	"attributes":   {head: asset + `"nodes":[{"mesh":0}],"accessors":[{"componentType":5126,"count":9,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,`, unit: func(i int) string { return fmt.Sprintf(`"_%x":0`, i) }, tail: `}}]}]}`},
	"targets":      {head: asset + `"nodes":[{"mesh":0}],"accessors":[{"componentType":5126,"count":9,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[`, unit: same(`{}`), tail: `]}]}]}`},
	"weights":      {head: asset + `"nodes":[{"mesh":0}],"meshes":[{"primitives":[],"weights":[`, unit: same(`0`), tail: `]}]}`},
	"target names": {head: asset + `"nodes":[{"mesh":0}],"meshes":[{"primitives":[],"extras":{"targetNames":[`, unit: same(`""`), tail: `]}}]}`},
	"mesh nodes":   {head: asset + `"accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[`, unit: same(`{"mesh":0}`), tail: `]}`},
	"placed meshes": {head: asset + `"nodes":[{"children":[1]},` + strings.Repeat(`{"mesh":0},`, 300) + `{"mesh":0}],"meshes":[{"primitives":[`,
		unit: same(`{"attributes":{}}`), tail: `]}]}`},
	"vertices":       {head: asset + fmt.Sprintf(`"accessors":[{"componentType":5126,"count":%d,"type":"VEC3"}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[`, mega), unit: same(`{"attributes":{"POSITION":0}}`), tail: `]}]}`},
	"one more place": {head: asset + fmt.Sprintf(`"accessors":[{"componentType":5126,"count":%d,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0}}]}],"nodes":[`, mega), unit: same(`{"mesh":0}`), tail: `]}`},
	"strips":         {head: asset + fmt.Sprintf(`"accessors":[{"componentType":5126,"count":%d,"type":"VEC3"}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[`, mega), unit: same(`{"mode":5,"attributes":{"POSITION":0,"NORMAL":0}}`), tail: `]}]}`},
	"decoded views": {head: asset + `"buffers":[{"byteLength":$bin}],"bufferViews":[{"buffer":0,"byteLength":$bin}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"skins":[{"joints":[0]}],"accessors":[`,
		unit: same(`{"bufferView":0,"componentType":5121,"normalized":true,"count":9,"type":"VEC3"}`), tail: `]}`, bin: zeros},
	"sparse targets": {head: asset + fmt.Sprintf(`"buffers":[{"byteLength":$bin}],"bufferViews":[{"buffer":0,"byteLength":4},{"buffer":0,"byteLength":12}],"accessors":[{"componentType":5126,"count":%d,"type":"VEC3"},`+
		`{"componentType":5126,"count":%d,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":1}}}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[`, mega, mega),
		unit: same(`{"POSITION":1}`), tail: `]}]}]}`, bin: func(int) []byte { return bytes.Repeat([]byte{0, 0, 0, 62}, 4) }},
	"dense targets": {head: asset + `"buffers":[{"byteLength":$bin}],"bufferViews":[{"buffer":0,"byteLength":$bin}],"accessors":[{"bufferView":0,"componentType":5126,"count":$third,"type":"VEC3"}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[`,
		unit: same(`{"POSITION":0}`), tail: `]}]}]}`, bin: func(size int) []byte { return bytes.Repeat([]byte{0, 0, 0, 62}, size/24*3) }},
	"joints": {head: asset + `"nodes":[{"mesh":0,"skin":0}],"meshes":[{"primitives":[]}],"skins":[{"joints":[0]},{"joints":[`, unit: same(`0`), tail: `]}]}`},
	"skinned nodes": {head: asset + `"accessors":[{"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5123,"count":3,"type":"VEC4"},{"componentType":5126,"count":3,"type":"VEC4"}],` +
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],"skins":[{"joints":[` + upTo(2000) + `]}],"nodes":[`, unit: same(`{"mesh":0,"skin":0}`), tail: strings.Repeat(`,{}`, 2000) + `]}`},
	"own skins": {head: asset + `"accessors":[{"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5123,"count":3,"type":"VEC4"},{"componentType":5126,"count":3,"type":"VEC4"}],` +
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"targets":[{}]}]}],"nodes":[` + strings.Repeat(`{"mesh":0,"skin":0},`, 1000) + `{}],"skins":[`, unit: same(`{"joints":[` + upTo(300) + `]}`), tail: `]}`},
	"channels": {head: asset + `"nodes":[{}],"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"},{"componentType":5126,"count":1,"type":"VEC3"}],"animations":[{"samplers":[{"input":0,"output":1}],"channels":[`,
		unit: same(`{"sampler":0,"target":{"node":0,"path":"scale"}}`), tail: `]}]}`},
	"keys": {head: asset + `"buffers":[{"byteLength":$bin}],"bufferViews":[{"buffer":0,"byteLength":$bin}],"accessors":[{"bufferView":0,"componentType":5126,"count":$quarter,"type":"SCALAR"},{"componentType":5126,"count":$quarter,"type":"VEC3"}],"nodes":[` + strings.Repeat(`{},`, 200) + `{}],"animations":[`,
		unit: func(i int) string {
			return fmt.Sprintf(`{"samplers":[{"input":0,"output":1,"interpolation":"STEP"}],"channels":[{"sampler":0,"target":{"node":%d,"path":"translation"}}]}`, i%200)
		}, tail: `]}`, bin: rising},
	"clips of a node": {head: asset + `"nodes":[{}],"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"},{"componentType":5126,"count":1,"type":"VEC3"}],"animations":[`,
		unit: same(`{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}]}`), tail: `]}`},
	"clips of nodes": {head: asset + `"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"},{"componentType":5126,"count":1,"type":"VEC3"}],"nodes":[` + strings.Repeat(`{},`, 4000) + `{}],"animations":[`,
		unit: func(i int) string {
			return fmt.Sprintf(`{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":%d,"path":"scale"}}]}`, i%4000)
		}, tail: `]}`},
	"samplers of an animation": {head: asset + `"nodes":[{}],"animations":[{"channels":[],"samplers":[`, unit: same(`{}`), tail: `]}]}`},
	"weight pointers": {head: asset + `"nodes":[{"mesh":0}],"meshes":[{}],"extensionsUsed":["KHR_animation_pointer"],"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[`,
		unit: same(`{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/0/weights/16000"}}}}`), tail: `]}]}`},
	"mesh pointers": {head: asset + `"meshes":[{}],"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"}],"nodes":[` + strings.Repeat(`{"mesh":0},`, 3000) + `{}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[`,
		unit: same(`{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/meshes/0/weights"}}}}`), tail: `]}]}`},
	"long pointers": {head: asset + `"nodes":[{}],"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[`,
		unit: same(`{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"` + strings.Repeat("/", 3000) + `"}}}}`), tail: `]}]}`},
	"visibilities": {head: asset + `"accessors":[{"componentType":5126,"count":1,"type":"SCALAR"},{"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":1}}]}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[` + pointersTo(1000) + `]}],"nodes":[`,
		unit: func(i int) string { return fmt.Sprintf(`{"mesh":0,"children":[%d]}`, i+1) }, tail: `,{"mesh":0}]}`},
	"instances": {head: asset + `"accessors":[{"componentType":5126,"count":32000,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[`,
		unit: same(`{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}`), tail: `]}`},
	"meshopt": {head: asset + `"buffers":[{"byteLength":$bin},{"byteLength":999999999}],"accessors":[{"bufferView":0,"componentType":5126,"count":9,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"bufferViews":[`,
		unit: same(`{"buffer":1,"byteLength":$grown,"byteStride":32,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":$bin,"byteStride":32,"count":$count,"mode":"ATTRIBUTES"}}}`), tail: `]}`, bin: meshoptZeros, share: 60},
	"pictures": {head: asset + `"nodes":[{}],"buffers":[{"byteLength":$bin}],"bufferViews":[{"buffer":0,"byteLength":$bin}],"images":[` + strings.Repeat(`{"bufferView":0,"mimeType":"image/png"},`, 900) + `{}],"textures":[` + numbered(900, `{"source":%d}`) + `],"materials":[`,
		unit: func(i int) string { return fmt.Sprintf(`{"normalTexture":{"index":%d}}`, i%900) }, tail: `]}`, bin: zeros},
	"data URIs": {head: asset + `"nodes":[{}],"buffers":[`, unit: same(`{"byteLength":3,"uri":"data:;base64,AAAA"}`), tail: `],"images":[{"uri":"data:image/png;base64,AA AA"}],"textures":[{"source":0}],"materials":[{"normalTexture":{"index":0}}]}`},
	"springs": {head: asset + `"nodes":[{}],"extensions":{"VRMC_springBone":{"colliderGroups":[{"colliders":[` + strings.Repeat("0,", 2000) + `0]}],"springs":[`,
		unit: same(`{"joints":[{"node":0}],"colliderGroups":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}`), tail: `]}}}`},
	"spring chains": {head: asset + `"nodes":[` + numbered(3000, `{"children":[%d]}`, 1) + `,{}],"extensions":{"VRM":{"secondaryAnimation":{"boneGroups":[{"bones":[`, unit: same(`0`), tail: `]}]}}}}`},
	"constraints":   {head: asset + `"nodes":[`, unit: same(`{"extensions":{"VRMC_node_constraint":{"constraint":{"roll":{"source":0}}}}}`), tail: `]}`},
	"expressions":   {head: asset + `"nodes":[{}],"extensions":{"VRMC_vrm":{"expressions":{"custom":{`, unit: func(i int) string { return fmt.Sprintf(`"%x":{}`, i) }, tail: `}}}}}`},
	"binds":         {head: asset + `"nodes":[{}],"extensions":{"VRMC_vrm":{"expressions":{"custom":{"a":{"morphTargetBinds":[`, unit: same(`{}`), tail: `]}}}}}}`},
	"bones":         {head: asset + `"nodes":[{}],"extensions":{"VRM":{"humanoid":{"humanBones":[`, unit: same(`{"bone":"hips","node":0}`), tail: `]}}}}`},
}

// upTo lists the numbers below n.
func upTo(n int) string { return numbered(n, "%d") }

// numbered repeats a text with numbers from a first one on, 0 by default.
func numbered(n int, format string, first ...int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, f := range first {
			i += f
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// pointersTo are channels that show and hide nodes.
func pointersTo(n int) string {
	return numbered(n, `{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/%d/extensions/KHR_node_visibility/visible"}}}}`)
}

// asked is a context that measures the processor's time from one question to the next, and is cancelled at
// one of them.
type asked struct {
	context.Context
	at, cancel int
	last, most time.Duration
	before     int // questions before the longest wait
}

func (a *asked) Err() error {
	a.wait()
	if a.at++; a.cancel > 0 && a.at >= a.cancel {
		return context.Canceled
	}
	return nil
}

// wait measures the time since the last question.
func (a *asked) wait() {
	now := processorTime()
	if now-a.last > a.most {
		a.most, a.before = now-a.last, a.at
	}
	a.last = now
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// imported imports a file and returns the bytes that were allocated.
func (a *asked) imported(data []byte, bounds importer.Bounds) (allocated uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a.last = processorTime()
	_, err = importer.LoadReader(a, bytes.NewReader(data), "x.glb", importer.Options{Bounds: bounds, Report: new(report.Report)})
	a.wait()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// TestCounts: a file of each kind is read or refused within the memory that Bounds.Memory and its size
// allow, and asks its context so often that an import ends within a second of the processor's time after
// it, whatever the moment. Where the seed is given, a third of the kinds is drawn.
func TestCounts(t *testing.T) {
	size, memory, share := 1<<20, int64(1<<30), 1
	if testing.Short() {
		size, memory = 24<<10, 24<<20
	} else if os.Getenv(seeds.Variable) != "" {
		share = 3
	}
	first := int(seeds.First(t) % 3)
	for k, name := range slices.Sorted(maps.Keys(counts)) {
		if (k+first)%share == 0 {
			t.Run(name, func(t *testing.T) { g := counts[name]; endsInTime(t, g.file(size), memory, testing.Short()) })
		}
	}
}

// endsInTime imports a file within some memory, and again with contexts that end at the start, at the end,
// at quarters, and before the longest wait. A file that takes less than a second has fewer such moments.
func endsInTime(t *testing.T, data []byte, memory int64, short bool) {
	t.Helper()
	const most = time.Second
	allowed := uint64(memory) + 32*uint64(len(data))
	all, begun := &asked{Context: context.Background()}, processorTime()
	allocated, err := all.imported(data, importer.Bounds{Memory: memory})
	took := processorTime() - begun
	if err != nil && !errors.Is(err, importer.ErrTooLarge) && !errors.Is(err, importer.ErrFormat) && !errors.Is(err, importer.ErrEmpty) {
		t.Errorf("%v", err)
	}
	t.Logf("%d kB: %v, %d MB, asked %d times, the longest wait %v: %.150v", len(data)>>10, took, allocated>>20, all.at, all.most, err)
	if allocated > 2*allowed+16<<20 {
		t.Errorf("it allocates %d MB, of %d allowed", allocated>>20, allowed>>20)
	}
	if all.most > most {
		t.Errorf("its context was not asked for %v", all.most)
	}
	moments := []int{all.at / 2}
	if !short && took > most/4 {
		moments = []int{1, all.before, all.at / 4, all.at / 2, all.at * 3 / 4, all.at}
	}
	for _, moment := range moments {
		at := &asked{Context: context.Background(), cancel: max(1, moment)}
		if _, err := at.imported(data, importer.Bounds{Memory: memory}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at question %d of %d: %v", at.cancel, all.at, err)
		} else if at.most > most {
			t.Errorf("cancelled at question %d of %d: %v of work", at.cancel, all.at, at.most)
		}
	}
}
