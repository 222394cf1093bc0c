package importer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"

	"github.com/sinew-anim/sinew/importer/internal/source"
)

// checkVersion refuses files of versions that libassimp does not read, and says what to do.
func checkVersion(s *source.File, format string) error {
	if format != "fbx" && format != "mesh" {
		return nil
	}
	data, err := s.Head()
	if err != nil {
		return nil // which libassimp finds too
	}
	if format == "mesh" {
		return oldOGRE(data)
	}
	return oldFBX(data)
}

// leastFBX is the first version of FBX that libassimp reads, that of FBX 2011.
const leastFBX = 7100

var fbxVersion = regexp.MustCompile(`(?m)^\s*FBXVersion:\s*(\d{4,5})\s*$`)

func oldFBX(data []byte) error {
	version := uint64(leastFBX)
	if bytes.HasPrefix(data, []byte("Kaydara FBX Binary  \x00")) {
		if len(data) >= 27 {
			version = uint64(binary.LittleEndian.Uint32(data[23:]))
		}
	} else if m := fbxVersion.FindSubmatch(data); m != nil {
		version, _ = strconv.ParseUint(string(m[1]), 10, 64)
	}
	if version >= leastFBX {
		return nil
	}
	return fmt.Errorf("%w: it is of version %d.%d of FBX, and 7.1 (FBX 2011) is the first that is read; save it as FBX 2011 or later, such as by Autodesk's FBX Converter", ErrUnread, version/1000, version/100%10)
}

// readOGRE is the only version of binary OGRE meshes that libassimp reads.
const readOGRE = "1.8"

var ogreVersion = regexp.MustCompile(`(?s)^..\[MeshSerializer_v([0-9.]+)\]`)

func oldOGRE(data []byte) error {
	m := ogreVersion.FindSubmatch(data)
	if m == nil || string(m[1]) == readOGRE {
		return nil
	}
	return fmt.Errorf("%w: it is an OGRE mesh of version %s, and %s is the only one that is read; convert it by \"OgreMeshUpgrader -V %s\", or save it as .mesh.xml", ErrUnread, m[1], readOGRE, readOGRE)
}

// vertexFrames returns how many frames of vertices a file of one of the formats has that
// move these without bones, and 0 for other formats.
func vertexFrames(s *source.File, format string) int {
	of, ok := map[string]struct {
		magic string
		at    int
	}{"md2": {"IDP2", 40}, "md3": {"IDP3", 76}, "mdc": {"IDPC", 76}, "mdl": {"IDPO", 68}}[format]
	if !ok {
		return 0
	}
	data, err := s.Head()
	if err != nil || !bytes.HasPrefix(data, []byte(of.magic)) || len(data) < of.at+4 {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(data[of.at:])))
}
