//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"
)

// Version returns the version of the loaded libassimp. The patch number is often one
// release behind (Debian's 5.2.5 reports 5.2.4).
func Version() (major, minor, patch int) {
	return int(C.aiGetVersionMajor()), int(C.aiGetVersionMinor()), int(C.aiGetVersionPatch())
}

// IsSupported reports whether libassimp imports files with the extension, given
// with or without a dot, in any case.
func IsSupported(extension string) bool {
	extension = strings.ToLower(strings.TrimPrefix(extension, "."))
	if extension == "" || strings.IndexByte(extension, 0) >= 0 {
		return false
	}
	dotted := C.CString("." + extension)
	defer C.free(unsafe.Pointer(dotted))
	return C.sinew_extension_supported(dotted) != 0
}

// sizeofQuatKey is sizeof(aiQuatKey) in the headers of this build: 24 bytes up to
// libassimp 5.4.2, 32 after, with an interpolation mode. No other struct of the C API
// that is read here differs in size between 5.2 and 6.
const sizeofQuatKey = C.sizeof_struct_aiQuatKey

// checkABI compares the library that is loaded with the headers, once.
var checkABI = sync.OnceValue(func() error {
	major, minor, _ := Version()
	if major < 5 || major == 5 && minor < 2 {
		return fmt.Errorf("%w: version %d.%d is older than 5.2", ErrABI, major, minor)
	}
	if C.aiGetCompileFlags()&C.ASSIMP_CFLAGS_DOUBLE_SUPPORT != 0 {
		return fmt.Errorf("%w: it uses double precision", ErrABI)
	}
	return checkQuatKeys(major, minor)
})

// probe is a motion of one joint with four rotation keys at ticks 0 to 3. Version numbers
// do not identify the size of a key reliably; the distance between two keys does.
const probe = `HIERARCHY
ROOT joint
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 4
Frame Time: 1
0 0 0 0 0 0
0 0 0 10 0 0
0 0 0 20 0 0
0 0 0 30 0 0
`

// checkQuatKeys imports the probe and compares the times of its keys.
func checkQuatKeys(major, minor int) error {
	files := &openFiles{entries: map[string]*entry{}}
	defer files.unpin()
	files.add("probe.bvh", []byte(probe), nil)
	scene, err := files.scene("probe", "probe.bvh", Options{Properties: []Property{Int(NoSkeletonMeshes, 1)}})
	if err != nil {
		return checkQuatKeysByVersion(major, minor)
	}
	defer scene.Close()
	keys := scene.Animation(0).Channel(0).Rotations()
	right := keys.Len() == 4
	for i := range keys.Len() {
		right = right && keys.Time(i) == float64(i)
	}
	if !right {
		return mismatch(major, minor)
	}
	return nil
}

// checkQuatKeysByVersion is for builds of libassimp without the BVH importer. The size
// changed within 5.4, so that 5.4 is trusted.
func checkQuatKeysByVersion(major, minor int) error {
	long := major > 5 || minor > 4
	short := major == 5 && minor < 4
	if long && sizeofQuatKey < 32 || short && sizeofQuatKey > 24 {
		return mismatch(major, minor)
	}
	return nil
}

// mismatch names the remedy: the go command does not notice changed C headers, so it links
// old code after an upgrade of libassimp.
func mismatch(major, minor int) error {
	return fmt.Errorf("%w: version %d.%d does not have their %d byte rotation keys (build again, with go build -a)",
		ErrABI, major, minor, sizeofQuatKey)
}
