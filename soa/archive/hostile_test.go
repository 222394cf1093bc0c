package archive_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"

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

// repair makes checksums, and the length in the header, right, so that readers
// have to find what else is wrong.
func repair(data []byte) {
	if len(data) < 64 {
		return
	}
	le, table := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	copy(data, archive.Magic)
	le.PutUint32(data[8:], 1)
	le.PutUint64(data[16:], uint64(len(data)))
	n := int64(le.Uint32(data[12:]))
	end := 64 + (32*n+63)&^63
	if end <= int64(len(data)) {
		for i := range n {
			e := data[64+32*i:]
			from, length := le.Uint64(e[8:]), le.Uint64(e[16:])
			if from <= uint64(len(data)) && length <= uint64(len(data))-from {
				le.PutUint32(e[24:], crc32.Checksum(data[from:from+length], table))
			}
		}
		le.PutUint32(data[24:], crc32.Checksum(data[64:end], table))
	}
	le.PutUint32(data[60:], crc32.Checksum(data[:60], table))
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
			data = mutate(r, data)
		}
		if string(data) != string(clean) && verify(data) == nil {
			t.Fatal("a change is not found")
		}
		repair(data)
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

// mutate changes a bit, a byte, a number, moves a stretch, or cuts.
func mutate(r *rand.Rand, data []byte) []byte {
	if len(data) < 64 {
		return data
	}
	at := r.IntN(len(data) - 8)
	switch r.IntN(7) {
	case 0:
		data[at] ^= 1 << r.IntN(8)
	case 1:
		data[at] = byte(r.Uint32())
	case 2: // a length, an index, a value
		binary.LittleEndian.PutUint32(data[at&^3:], []uint32{0, 1, 2, 64, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 0x7fc00000}[r.IntN(9)])
	case 3:
		binary.LittleEndian.PutUint32(data[at&^3:], binary.LittleEndian.Uint32(data[at&^3:])+uint32(r.IntN(9))-4)
	case 4:
		copy(data[at:], data[r.IntN(len(data)):][:min(8, len(data)-at)])
	case 5:
		n := r.IntN(min(len(data)-at, 256))
		copy(data[at:], data[at+n:])
		data = data[:len(data)-n]
	case 6: // in the front, which is small
		binary.LittleEndian.PutUint16(data[r.IntN(min(len(data)-2, 640)):], uint16(r.Uint32()))
	}
	return data
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
	f.Fuzz(func(t *testing.T, data []byte) {
		repair(data)
		if !survive(t, data) {
			decodePacked(t, data)
		}
	})
}
