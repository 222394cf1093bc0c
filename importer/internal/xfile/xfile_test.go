package xfile

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// drawnKeys returns keys of one animation, with numbers that float32 has.
func drawnKeys(r *rand.Rand) (list []Key) {
	for i := range 1 + r.IntN(60) {
		k := Key{Time: float64(i * 3)}
		for c := range k.Matrix {
			k.Matrix[c] = float64(float32(r.NormFloat64()))
		}
		list = append(list, k)
	}
	return list
}

func text(frame string, keys []Key) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Frame %s { FrameTransformMatrix { 1.0,0;; } }\n# note {\nAnimationSet s {\n Animation a {\n AnimationKey {\n 4; %d;", frame, len(keys))
	for _, k := range keys {
		fmt.Fprintf(&b, "\n %g;16;", k.Time)
		for row := range 4 {
			for column := range 3 {
				fmt.Fprintf(&b, "%v,", k.Matrix[4*column+row])
			}
			fmt.Fprintf(&b, "%v,", map[bool]int{true: 1}[row == 3])
		}
		b.WriteString(";;, // next }\n")
	}
	b.WriteString(" }\n {" + frame + "}\n AnimationOptions { 1; }\n }\n}\n")
	return b.String()
}

func tokensOf(frame string, keys []Key, wide bool) (out []byte) {
	short := func(v uint16) { out = binary.LittleEndian.AppendUint16(out, v) }
	long := func(v uint32) { out = binary.LittleEndian.AppendUint32(out, v) }
	word := func(s string) { short(tokenName); long(uint32(len(s))); out = append(out, s...) }
	for _, w := range []string{"AnimationSet", "s"} {
		word(w)
	}
	short(tokenOpen)
	word("Animation")
	short(tokenOpen)
	word("AnimationKey")
	short(tokenOpen)
	short(tokenIntegers)
	long(2)
	long(4)
	long(uint32(len(keys)))
	for _, k := range keys {
		short(tokenIntegers)
		long(2)
		long(uint32(k.Time))
		long(16)
		short(tokenFloats)
		long(16)
		for row := range 4 {
			for column := range 4 {
				v := map[bool]float64{true: 1}[row == 3]
				if column < 3 {
					v = k.Matrix[4*column+row]
				}
				if wide {
					out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
				} else {
					long(math.Float32bits(float32(v)))
				}
			}
		}
	}
	short(tokenClose)
	short(tokenOpen)
	word(frame)
	for range 3 {
		short(tokenClose)
	}
	return out
}

// zipped packs text in blocks, each with the one before as its dictionary.
func zipped(t *testing.T, form string, data []byte) []byte {
	const size = 1 << 15
	out := append([]byte("xof 0303"+form), "0032"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
	for at := 0; at < len(data); at += size {
		block := data[at:min(at+size, len(data))]
		var packed bytes.Buffer
		w, err := flate.NewWriterDict(&packed, 6, data[max(0, at-size):at])
		must.Do(t, err)
		_, err = w.Write(block)
		must.Do(t, err)
		must.Do(t, w.Close())
		out = binary.LittleEndian.AppendUint16(out, uint16(len(block)))
		out = binary.LittleEndian.AppendUint16(out, uint16(packed.Len()+2))
		out = append(append(out, "CK"...), packed.Bytes()...)
	}
	return out
}

// TestParse reads the same keys from text, binary files of both widths and compressed ones.
func TestParse(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 0))
		keys := drawnKeys(r)
		plain, bin := text("B", keys), tokensOf("B", keys, false)
		for name, data := range map[string][]byte{
			"text": []byte("xof 0303txt 0032" + plain), "binary": append([]byte("xof 0303bin 0032"), bin...),
			"wide": append([]byte("xof 0303bin 0064"), tokensOf("B", keys, true)...),
			"tzip": zipped(t, "tzip", []byte(plain)), "bzip": zipped(t, "bzip", bin),
		} {
			sets, err := Parse(data, 1<<20)
			must.Do(t, err)
			if len(sets) != 1 || len(sets[0].Animations) != 1 || sets[0].Animations[0].Frame != "B" {
				t.Fatalf("%s: %+v", name, sets)
			}
			got := sets[0].Animations[0].Keys
			if len(got) != len(keys) {
				t.Fatalf("%s: %d keys, want %d", name, len(got), len(keys))
			}
			for i := range keys {
				if got[i] != keys[i] {
					t.Fatalf("%s: key %d is %v, want %v", name, i, got[i], keys[i])
				}
			}
		}
	}
}

func TestLimit(t *testing.T) {
	data := zipped(t, "tzip", make([]byte, 1<<20))
	if _, err := Parse(data, 1<<16); err == nil {
		t.Error("a file that unpacks to more than its limit is read")
	}
}

func FuzzParse(f *testing.F) {
	keys := drawnKeys(rand.New(rand.NewPCG(1, 1)))[:1]
	f.Add([]byte("xof 0303txt 0032" + text("B", keys)))
	f.Add(append([]byte("xof 0303bin 0032"), tokensOf("B", keys, false)...))
	f.Add(append([]byte("xof 0303bin 0064"), tokensOf("B", keys, true)...))
	f.Add([]byte("xof 0303bzip0032\x10\x00\x00\x00\x02\x00\x04\x00CK\x03\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 16
		sets, _ := Parse(data, limit)
		n := 0
		for i := range sets {
			for k := range sets[i].Animations {
				n += len(sets[i].Animations[k].Keys)
			}
		}
		if n*18 > max(len(data), limit) {
			t.Errorf("%d keys of %d bytes", n, len(data))
		}
	})
}

// A packed file has its size, and blocks or none; what is cut within its size is no file.
func TestUnpackNothing(t *testing.T) {
	for n := range 10 { // the head of a block, and no block, from ten on
		if out, err := unpack(make([]byte, n), 100); len(out) > 0 || (err != nil) != (n < 4) {
			t.Errorf("%d bytes: %d unpacked, %v", n, len(out), err)
		}
	}
}
