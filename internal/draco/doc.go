// Package draco decodes meshes that Google's Draco compressed: the bitstreams (version 2.2) that
// KHR_draco_mesh_compression puts into glTF files.
//
//	mesh, err := draco.Decode(stream, draco.Limits{Faces: 100_000, Points: 100_000, Bytes: 64 << 20})
//	if err != nil {
//		return err
//	}
//	positions := mesh.Attribute(0) // by the id that the glTF file names
//	fmt.Println(mesh.Points, len(mesh.Indices)/3, positions.Type, positions.Components)
//
// A stream holds the connectivity of a mesh, then its attributes:
//
//	header │ connectivity: sequential indices, or the symbols C, S, L, R, E of an edgebreaker
//	       │ attributes, in groups that are stored in one order
//	       │    values as integers: entropy-coded corrections of predictions from neighbours
//	       │    how integers become floats: quantization, octahedral normals
//
// The edgebreaker's symbols build the mesh backwards, a triangle each, on a corner table. It knows the
// corner opposite to corner 3·face + k, over the edge that the latter does not touch. Values are
// stored in the order in which a walk over the triangles meets their vertices.
//
// The format is described in Google's Draco bitstream specification (google.github.io/draco/spec).
// Point clouds, versions before 2.2 and the two prediction schemes that encoders of 2.2 do not write
// are refused.
//
// # Errors
//
// Every error wraps ErrFormat, ErrVersion or ErrLimit. Memory is bounded by Limits, since a stream of
// a few bytes may claim millions of triangles. Decode may be called concurrently.
package draco
