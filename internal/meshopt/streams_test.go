package meshopt_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/meshopt"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// comesBack decodes what Encode makes of elements.
func comesBack(t *testing.T, v meshopt.View, src []byte) (stream []byte) {
	t.Helper()
	stream, err := v.Encode(t.Context(), src)
	must.Do(t, err)
	must.Do(t, v.Check(len(stream)))
	out := make([]byte, v.Size())
	must.Do(t, v.Decode(out, stream, nil))
	if !bytes.Equal(out, src) {
		t.Fatalf("%+v: other bytes come back", v)
	}
	return stream
}

// Whatever is encoded comes back: random bytes, smooth numbers and constant ones, of every stride
// and of lengths around those of groups and blocks.
func TestStreamsOfAttributes(t *testing.T) {
	for s := range seed.Cases(t, 40) {
		r := rand.New(rand.NewPCG(uint64(s), 1))
		stride := 4 * (1 + r.IntN(64))
		count := []int{1, 2, 15, 16, 17, 31, 32, 33, 67, 255, 256, 257, 1000}[r.IntN(13)]
		src := make([]byte, count*stride)
		for i := range src {
			switch s % 4 {
			case 0:
				src[i] = byte(r.Uint32())
			case 1:
				src[i] = byte(i / stride / (1 + i%stride))
			case 2:
				src[i] = byte(i % stride)
			case 3:
				src[i] = byte(r.IntN(4))
			}
		}
		stream := comesBack(t, meshopt.View{Mode: meshopt.Attributes, Count: count, Stride: stride}, src)
		if s%4 == 2 && count > 256 && len(stream) > len(src)/2 {
			t.Errorf("constant elements take %d bytes of %d", len(stream), len(src))
		}
	}
}

// Indices come back: of triangles in order, in any order, and the greatest that a stream holds.
func TestStreamsOfIndices(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(uint64(s), 2))
		size := 2 << (s & 1)
		count := 1 + r.IntN(500)
		src := make([]byte, 0, size*count)
		for i := range count {
			v := uint32(i)
			if s%4 >= 2 {
				v = r.Uint32N(math.MaxUint16)
			}
			if size == 2 {
				src = binary.LittleEndian.AppendUint16(src, uint16(v))
			} else {
				src = binary.LittleEndian.AppendUint32(src, v<<8)
			}
		}
		comesBack(t, meshopt.View{Mode: meshopt.Indices, Count: count, Stride: size}, src)
	}
}

// What is not encoded is an error.
func TestStreamsRefuse(t *testing.T) {
	for _, v := range []meshopt.View{
		{Mode: meshopt.Triangles, Count: 3, Stride: 4}, {Mode: meshopt.Attributes, Count: 4, Stride: 4},
		{Mode: meshopt.Attributes, Count: 3, Stride: 3}, {Mode: meshopt.Attributes, Filter: meshopt.Exponential, Count: 3, Stride: 4},
	} {
		if _, err := v.Encode(t.Context(), make([]byte, 12)); !errors.Is(err, meshopt.ErrView) {
			t.Errorf("%+v: %v", v, err)
		}
	}
}

// asked is a context that is cancelled when it has been asked a number of times.
type asked struct {
	context.Context
	times, most int
}

func (a *asked) Err() error {
	if a.times++; a.times > a.most {
		return context.Canceled
	}
	return nil
}

// A stream is not encoded further than a block after its context is cancelled.
func TestStreamsStop(t *testing.T) {
	for _, v := range []meshopt.View{
		{Mode: meshopt.Attributes, Count: 10 * 256, Stride: 4}, {Mode: meshopt.Indices, Count: 10 << 12, Stride: 2}, {Mode: meshopt.Indices, Count: 10 << 12, Stride: 4},
	} {
		for most := range 10 {
			ctx := &asked{t.Context(), 0, most}
			if _, err := v.Encode(ctx, make([]byte, v.Size())); !errors.Is(err, context.Canceled) || ctx.times != most+1 {
				t.Errorf("%+v: %v after %d questions, of %d answered", v, err, ctx.times, most)
			}
		}
	}
}
