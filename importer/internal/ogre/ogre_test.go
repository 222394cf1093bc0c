package ogre

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// nest writes a chunk of a binary file.
func nest(order binary.AppendByteOrder, kind uint16, body ...byte) []byte {
	return append(order.AppendUint32(order.AppendUint16(nil, kind), uint32(chunkHead+len(body))), body...)
}

// TestBinaryPoses: a binary mesh's poses and animations are counted, in either order of bytes.
func TestBinaryPoses(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		offset := nest(order, offsetChunk, make([]byte, 16)...)
		pose := append([]byte("smile\n"), 0, 0, 0)
		pose = append(append(pose, offset...), offset...)
		poses := nest(order, posesChunk, append(nest(order, poseChunk, pose...), nest(order, poseChunk, pose[:9]...)...)...)
		animations := nest(order, animationsChunk, nest(order, meshAnimationsChunk, []byte("talk\n\x00\x00\x00\x00")...)...)
		data := append(order.AppendUint16(nil, headerChunk), "[MeshSerializer_v1.8]\n"...)
		data = append(data, nest(order, meshChunk, append([]byte{1}, append(poses, animations...)...)...)...)
		if got, want := ReadPoses(data), (Poses{Poses: 2, Offsets: 2, Animations: 1}); got != want {
			t.Errorf("%v: %+v, want %+v", order, got, want)
		}
		for n := range data { // cut off: counted up to there, or not at all
			if got := ReadPoses(data[:n]); got.Poses > 2 || got.Animations > 1 {
				t.Errorf("%d bytes: %+v", n, got)
			}
		}
	}
}

// TestRefused: errors name the place.
func TestRefused(t *testing.T) {
	for _, text := range []string{
		"", "x", "\x00\x10[Serializer_v1.80]",
		"<skeleton><animations><animation name='a'><tracks><track bone='B'/>",
		"<skeleton><keyframe time='0'/>",
		"<skeleton><track bone='B'/>",
		"<skeleton><bones><bone name='B'><position x='one'/>",
		"<skeleton><bones><bone name='B' id='one'/>",
		"<skeleton a=",
		"\x00\x10[Serializer_v1.80]\n\x00\x20\x08\x00\x00\x00B\n\x00\x00",
	} {
		if s, err := ReadSkeleton([]byte(text)); !errors.Is(err, soa.ErrFormat) {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

func FuzzSkeleton(f *testing.F) {
	f.Add([]byte("<skeleton><bones><bone id='0' name='B'><position x='1'/><rotation angle='1'><axis x='1'/></rotation></bone></bones>" +
		"<animations><animation name='a' length='2'><tracks><track bone='B'><keyframes><keyframe time='1'><translate x='1'/><scale factor='2'/></keyframe></keyframes></track></tracks></animation></animations></skeleton>"))
	f.Add([]byte("\x00\x10[Serializer_v1.80]\n\x00\x20\x10\x00\x00\x00B\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ReadPoses(data)
		s, err := ReadSkeleton(data)
		if (s == nil) == (err == nil) || err != nil && !errors.Is(err, soa.ErrFormat) {
			t.Fatalf("%v, %v", s, err)
		}
		if s == nil {
			return
		}
		for _, a := range s.Animations {
			for k := range a.Tracks {
				for i := range a.Tracks[k].Keys {
					a.Tracks[k].Bone.At(&a.Tracks[k].Keys[i])
				}
			}
		}
	})
}
