package archive_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/damage"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// verify reads everything in data.
func verify(data []byte) error {
	a, err := archive.Decode(data)
	if err != nil {
		return err
	}
	return errors.Join(a.Verify(), a.Close())
}

// located fails unless an error names chunk and offset and says what is wrong.
func located(t *testing.T, err error, length int) {
	t.Helper()
	var e *archive.Error
	if !errors.As(err, &e) || e.Chunk == "" || e.Offset < 0 || e.Offset > int64(length) {
		t.Fatalf("the error does not say where: %v", err)
	}
	for _, known := range []error{soa.ErrFormat, archive.ErrChecksum, archive.ErrVersion, soa.ErrInvalid} {
		if errors.Is(err, known) {
			return
		}
	}
	t.Fatalf("the error does not say what: %v", err)
}

// TestEveryByte changes each byte of an archive (some in short runs), and cuts it
// there: both are found.
func TestEveryByte(t *testing.T) {
	data := encode(t, everything(t))
	step := 1
	if testing.Short() {
		step = 7
	}
	for i := 0; i < len(data); i += step {
		data[i] ^= 1 << (i % 8)
		err := verify(data)
		data[i] ^= 1 << (i % 8)
		if err == nil {
			t.Fatalf("a change of byte %d is not found", i)
		}
		located(t, err, len(data))
		err = verify(data[:i])
		if err == nil {
			t.Fatalf("that it is cut to %d bytes is not found", i)
		}
		located(t, err, len(data))
	}
	if err := verify(append(data, make([]byte, 64)...)); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("bytes after its end: %v", err)
	}
}

// allocated is the bytes that a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// errorsTake is what the text of an error and the archive itself may take
// beside the parts.
const errorsTake = 8 << 10

// survive reads a broken archive: whatever it holds, the reader returns, says
// where it is wrong and allocates within bounds. It reports whether it was
// wrong at all.
func survive(t *testing.T, data []byte) bool {
	t.Helper()
	var err error
	if n := allocated(func() { err = verify(data) }); n > 4*uint64(len(data))+errorsTake {
		t.Fatalf("%d bytes allocated for an archive of %d: %v", n, len(data), err)
	}
	if err != nil {
		located(t, err, len(data))
	}
	return err != nil
}

// TestMutations changes archives at random places: SINEW_MUTATIONS=1000000 for
// more of them.
func TestMutations(t *testing.T) {
	n := 5000
	if s := os.Getenv("SINEW_MUTATIONS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		n = 500
	}
	whole := [][]byte{encode(t, everything(t)), encode(t, withSpans(t)), encode(t, packedClips(t))}
	var data []byte
	r := rand.New(rand.NewPCG(1, 2))
	refused, decoded := 0, 0
	for i := range n {
		clean := whole[i%len(whole)]
		data = append(data[:0], clean...)
		for range 1 + r.IntN(4) {
			data = damage.Mutate(r, data)
		}
		if string(data) != string(clean) && verify(data) == nil {
			t.Fatal("a change is not found")
		}
		data = damage.Repair(data)
		if survive(t, data) {
			refused++
		} else {
			decoded += decodePacked(t, data)
		}
	}
	t.Logf("%d of %d archives with right checksums are refused, of the others %d packed clips are decoded", refused, n, decoded)
	if refused < n/4 || decoded < n/4 {
		t.Errorf("%d of %d are refused, %d clips decoded", refused, n, decoded)
	}
}

// FuzzDecode gives the reader whatever the fuzzer thinks of, with checksums
// that are right.
func FuzzDecode(f *testing.F) {
	f.Add(encode(f, everything(f)))
	small := &archive.Content{Model: &soa.Model{Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}}}
	f.Add(encode(f, small))
	small.Model.Skeleton, small.Model.Weights = skeleton(), make([]soa.MorphWeight, 2)
	small.Packed = []*soa.Packed{packedClip()}
	small.Model.Clips = []*soa.Clip{turnClip()}
	f.Add(encode(f, small))
	f.Add(encode(f, withSpans(f)))
	f.Add(encode(f, packedClips(f)))
	f.Add(encode(f, withFaces(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = damage.Repair(data)
		if !survive(t, data) {
			decodePacked(t, data)
		}
	})
}
