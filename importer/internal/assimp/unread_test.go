package assimp

import (
	"encoding/binary"
	"testing"
)

// ogreBinary is a binary Ogre mesh with a chunk of kind 0x6000, after bytes that look like one.
func ogreBinary(link string) []byte {
	data := append([]byte{0, 0x10}, "[MeshSerializer_v1.8]\n\x00\x30\x40\x00\x00\x00\x01\x00\x60\x00\x60\xff\xff\xff\xff"...)
	if link != "" {
		data = binary.LittleEndian.AppendUint32(append(data, 0, 0x60), uint32(len(link)+7))
		data = append(append(data, link...), '\n')
	}
	return append(data, 0, 0x60, 1, 2)
}

func TestOgreSkeletonOfBinary(t *testing.T) {
	for _, link := range []string{"", "ninja.skeleton", "a b.skeleton"} {
		if got := ogreSkeleton(ogreBinary(link), "mesh"); got != link {
			t.Errorf("%q, want %q", got, link)
		}
	}
}
