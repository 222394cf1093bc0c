//go:build cgo

package assimp_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/native/assimp"
)

// Trees of as many levels as a skeleton may have are read, measured and freed: libassimp
// recurses once a level, which overflows the stack of an ordinary thread.
func TestDeepTree(t *testing.T) {
	const levels = 32764
	for name, text := range map[string]string{"deep.dae": deepCollada(levels), "deep.gltf": deepGLTF(levels)} {
		scene, err := assimp.ImportFS(fstest.MapFS{name: {Data: []byte(text)}}, name, assimp.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n := depth(scene.Root()); n < levels || scene.Memory() < levels {
			t.Errorf("%s: %d levels, of %d bytes", name, n, scene.Memory())
		}
		scene.Close()
	}
}

// depth counts the levels of the first nodes.
func depth(n assimp.Node) (levels int) {
	for ; !n.IsNil(); n = n.Child(0) {
		if levels++; n.Children() == 0 {
			break
		}
	}
	return levels
}

func deepCollada(levels int) string {
	var s strings.Builder
	s.WriteString(`<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><library_visual_scenes><visual_scene id="s">`)
	for i := range levels {
		fmt.Fprintf(&s, `<node id="n%d" name="n%d">`, i, i)
	}
	s.WriteString(strings.Repeat("</node>", levels))
	s.WriteString(`</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`)
	return s.String()
}

func deepGLTF(levels int) string {
	var s strings.Builder
	s.WriteString(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[`)
	for i := range levels - 1 {
		fmt.Fprintf(&s, `{"name":"n%d","children":[%d]},`, i, i+1)
	}
	s.WriteString(`{"name":"end"}]}`)
	return s.String()
}
