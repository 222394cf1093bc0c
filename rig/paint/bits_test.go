package paint_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/jsontree"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig/paint"
)

// Weights have the same bits on every processor: a list of all operations and masks, and strokes of a
// brush. The figure was computed on amd64 when the operations were first written.
func TestBits(t *testing.T) {
	m := bar(41, 17)
	m.Meshes[0].Material = 0
	d, err := paint.Parse(documents.Everything(t))
	must.Do(t, err)
	p, err := paint.Open(t.Context(), m, d)
	must.Do(t, err)
	paintWith(t, rand.New(rand.NewPCG(1, 9)), p, 20)
	h := fnv.New64a()
	f := p.Influences(0)
	for i, w := range f.Weight {
		h.Write(binary.LittleEndian.AppendUint32([]byte{byte(f.Bone[i])}, math.Float32bits(w)))
	}
	if got, want := h.Sum64(), uint64(0x51c5e164a0b2ab0b); got != want {
		t.Errorf("the weights hash to %#x, not %#x", got, want)
	}
}

// defaults are the values of the document that are not written.
var defaults = regexp.MustCompile(`<nil>, not (schema[.]json|x)$`)

// What is read of a document is written.
func TestDocumentIsWritten(t *testing.T) {
	d, err := paint.Parse(documents.Everything(t))
	must.Do(t, err)
	text, err := d.JSON()
	must.Do(t, err)
	lost, err := jsontree.Lost(documents.Everything(t), text)
	must.Do(t, err)
	for _, of := range lost {
		if !defaults.MatchString(of) {
			t.Errorf("of what is read is written otherwise: %s", of)
		}
	}
}
