// Package gltf reads glTF 2.0 files, .gltf and .glb, into the document that they are.
//
//	text, value     JSON as flat arrays; the first wrong value is an error with its JSON pointer
//	Document        nodes, meshes, skins, animations, materials, VRM: numbers that name each other
//	Buffer ─► View ─► Accessor
//	    Floats      numbers, where they lie if they can be, integers normalized
//	    Integers    indices, joints
//	    Deltas      morph targets: the elements that are not zero
//	Corners         triangles of lists, strips and fans
//	Channel         a node's path, Times[k], Values[k·Width], or a Pointer to any other number
//
//	doc, err := gltf.Parse(data, gltf.Options{Open: func(uri string) ([]byte, error) { return fs.ReadFile(fsys, uri) }})
//	for _, a := range doc.Animations {
//		for _, c := range a.Channels {
//			if c.Pointer == nil { // else c.Node is −1
//				fmt.Println(a.Name, doc.Nodes[c.Node].Name, c.Path, c.Interpolation, len(c.Times))
//			}
//		}
//	}
//
// No input panics. Every length in a file is compared with the bytes present before memory is
// allocated. Memory that the file does not back with bytes, such as accessors of zeros and
// decompressed views, is limited to 1 GiB per document.
// Errors about a file's contents wrap soa.ErrFormat or soa.ErrTooLarge; *Unread is what a file
// requires and is not read.
package gltf
