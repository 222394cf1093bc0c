package archive

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// Arrays are aligned and hold what the bytes say, wherever in memory these begin.
func TestViewIsAligned(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	memory := make([]byte, 128)
	for i := range memory {
		memory[i] = byte(r.Uint32())
	}
	for from := range 16 {
		for n := range 5 {
			checkView[uint16](t, memory[from:], n)
			checkView[uint32](t, memory[from:], n)
			checkView[float32](t, memory[from:], n)
			checkView[float64](t, memory[from:], n)
			checkView[[3]float32](t, memory[from:], n)
		}
	}
}

func checkView[T plain](t *testing.T, b []byte, n int) {
	t.Helper()
	v := view[T](b, n)
	if at := uintptr(unsafe.Pointer(unsafe.SliceData(v))); at%unsafe.Alignof(*new(T)) != 0 || len(v) != n {
		t.Fatalf("%d values of %T at %#x", len(v), *new(T), at)
	}
	if want := b[:uintptr(n)*unsafe.Sizeof(*new(T))]; !bytes.Equal(littleEndian(v), want) {
		t.Fatalf("%T: %v of %v", *new(T), v, want)
	}
}
