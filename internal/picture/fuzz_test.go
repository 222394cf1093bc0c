package picture_test

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/picture"
)

func FuzzTexels(f *testing.F) {
	f.Add(header(11580, 11580, 16))
	f.Add(header(1<<31-1, 1<<31-1, 8))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00"))
	f.Add([]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\xff\x7f"))
	f.Add([]byte("II*\x00\x08\x00\x00\x00"))
	f.Add([]byte("\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := picture.Texels(data); n < 0 || err != nil && n != 0 {
			t.Errorf("%d texels, %v", n, err)
		}
	})
}
