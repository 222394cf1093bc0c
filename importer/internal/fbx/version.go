package fbx

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"

	"github.com/sinew-anim/sinew/importer/internal/source"
)

// leastFBX is the oldest version of FBX that libassimp reads, that of FBX 2011.
const leastFBX = 7100

var versionLine = regexp.MustCompile(`(?m)^\s*FBXVersion:\s*(\d{4,5})\s*$`)

func oldFBX(data []byte) error {
	version := uint64(leastFBX)
	if bytes.HasPrefix(data, []byte("Kaydara FBX Binary  \x00")) {
		if len(data) >= 27 {
			version = uint64(binary.LittleEndian.Uint32(data[23:]))
		}
	} else if m := versionLine.FindSubmatch(data); m != nil {
		version, _ = strconv.ParseUint(string(m[1]), 10, 64)
	}
	if version >= leastFBX {
		return nil
	}
	return fmt.Errorf("%w: it has FBX version %d.%d; 7.1 (FBX 2011) or later is required: let Autodesk's FBX Converter, or the program that wrote it, save it as FBX 2011 or later", source.ErrUnread, version/1000, version/100%10)
}
