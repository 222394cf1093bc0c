// Package gltf reads the parts of glTF 2.0 files (.gltf, .glb) that libassimp up
// to 5.4 does not hand over: animation samplers with their interpolation modes
// and tangents, the node hierarchy they drive, and the channels of
// KHR_animation_pointer.
//
//	Document ─┬─ Nodes, Roots
//	          ├─ Animations ── Channels   Node, Path, Times[k], Values[k·Width]
//	          │                           or Pointer: any other number of the file
//	          ├─ Skins ── Joints, InverseBind[16·joint]
//	          └─ VRM ── Bones, Springs, Colliders, Constraints of avatars
//
//	doc, err := gltf.Parse(data, func(uri string) ([]byte, error) { return fs.ReadFile(fsys, uri) })
//	for _, a := range doc.Animations {
//		for _, c := range a.Channels {
//			if c.Pointer == nil { // else c.Node is −1
//				fmt.Println(a.Name, doc.Nodes[c.Node].Name, c.Path, c.Interpolation, len(c.Times))
//			}
//		}
//	}
//
// Every length in a file is checked against the bytes present before memory is
// allocated for it. Errors about a file's contents wrap soa.ErrFormat.
package gltf
