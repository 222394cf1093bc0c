package importer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/soa"
)

// FuzzPolicy reads policies: what is accepted has no number that is none.
func FuzzPolicy(f *testing.F) {
	f.Add([]byte(`{"formats": ["fbx", ".GLTF"], "isolated": true, "memoryMiB": 512, "seconds": 20, "texels": 16777216, "children": 4, "allMemoryMiB": 2048, "sandbox": ["seccomp"]}`))
	f.Add([]byte(`{"seconds": 1e99}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := parsePolicy(data)
		if err == nil && (p.Memory < 0 || p.Time < 0 || p.Texels < 0 || p.Children < 0 || p.AllMemory < 0) {
			t.Errorf("%+v", p)
		}
	})
}

// FuzzAnswer is a child that says anything: the parent reads it within its budget, and a
// model that passes its checks is one.
func FuzzAnswer(f *testing.F) {
	model := &soa.Model{Skeleton: &soa.Skeleton{Name: []string{"a"}, Parent: []int16{-1}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}}
	model.Skeleton.ComputeDepth()
	for _, r := range []reply{{Model: model}, {Error: newWireError(ErrEmpty)}, {Clips: []*soa.Clip{{TicksPerSecond: 1}}}} {
		data, err := ipc.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := errors.Join(child.GreetParent(&b, []sandbox.Layer{{Name: "seccomp", Held: true}}), child.Send(&b, child.KindAnswer, data)); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	files := fstest.MapFS{"a": {Data: []byte("b"), ModTime: time.Unix(0, 0)}}
	const most = 1 << 20
	f.Fuzz(func(t *testing.T, data []byte) {
		from := bytes.NewReader(data)
		for {
			kind, message, err := child.Receive(from, func(byte) int64 { return most })
			if err != nil {
				return
			}
			if kind != child.KindAnswer {
				_ = child.ServeFile(context.Background(), io.Discard, files, kind, string(message), most)
				continue
			}
			var a reply
			if err := (ipc.Budget{Memory: most}).Unmarshal(message, &a); err != nil {
				return
			}
			if a.Error != nil && a.Error.error() == nil {
				t.Error("an error that is none")
			}
			if a.Model != nil && a.Model.Validate() == nil && a.Model.Skeleton == nil {
				t.Error("a model without a skeleton is valid")
			}
		}
	})
}
