// Package vertex packs the vertices of meshes into as few bytes as a stated error allows,
// for any renderer; package gpu draws from what it packs. It needs neither cgo nor a GPU.
//
//	soa.Model ── NewPacker ──► Packer ── Layout(mesh) ──► Layout (attributes, stride, error)
//	                                                         └─ Pack(mesh) ──► one interleaved buffer
//
// # Formats
//
//	             bytes  format                                where
//	Position     12     three float32                         always
//	Normal       4      octahedral, two unorm16               each normal has a direction, of length 1 with morph targets
//	             12     three float32                         elsewhere
//	UV           4      two unorm16                           each coordinate is a multiple of 1/65535 or 1/255, as in the file
//	             8      two float32                           elsewhere; none of a set by which no map lies
//	Tangent      8      octahedral, and 1 or 0 in unorm16     with a normal map; the last is 1 if the bitangent is cross(normal, tangent), 0 if −cross
//	             16     four float32                          where a direction is missing or, with morph targets, not of length 1
//	Color        4      four unorm8                           each component is a multiple of 1/255
//	             8      four unorm16                          each is from 0 to 1
//	             16     four float32                          elsewhere
//	Joints       4, 8   four uint8 or uint16 per four influences; one, of 4 bytes, in a rigid mesh
//	Weights      4, 8   four unorm8 or unorm16 per four influences, within Options.Error; none in a rigid mesh
//	             16     four float32                          elsewhere
//	Blend        4      float32
//
// Attributes begin at multiples of four bytes. Formats are those of OpenGL 3.3, OpenGL ES 3.0,
// WebGL 2 and WebGPU alike; none is signed and normalized, because OpenGL below 4.2 decodes
// such numbers in another way.
//
// # The error of weights
//
// Integer weights of a vertex have the sum 255 or 65535: each weight is rounded down, and the
// largest remainders are rounded up, the earlier ones where remainders are equal. With Δwᵢ the
// change of weight i, yᵢ the place to which influence i alone moves the vertex, and y₁ that of
// the largest weight, linear blending moves the vertex by
//
//	Σ Δwᵢ·yᵢ = Σ Δwᵢ·(yᵢ − y₁) + y₁·Σ Δwᵢ      |…| ≤ Σ |Δwᵢ|·Dᵢ + |y₁|·|Σ Δwᵢ| = E
//
// Dᵢ bounds |yᵢ − y₁| in every pose: joints rotate as they like, and translations, scales and
// morph weights stay within those at rest and in the model's clips. It is the smaller of two
// sums over the joints between both influences in the hierarchy:
//
//   - the lengths from the vertex along the bones of each to the common ancestor;
//   - for each joint between them, the distance that rotation about it may move the vertex,
//     twice the distance from the joint where nothing scales.
//
// Dual quaternions divide by the length of Σ wᵢ·σᵢ·qᵢ (soa.DualQuaternion), which is at least the
// root of Σ wᵢ². With N = 1/Σ wᵢ², N′ the same of the packed weights, and a rigid skin,
//
//	|…| ≤ E·√N′ + Σ wᵢ·Dᵢ · Σ |Δwᵢ| · √(N·N′)
//
// unless the change of weights flips a sign σᵢ: there vertices jump with any weights. A skin of
// dual quaternions whose joints scale keeps float32, unless packing leaves its weights
// as they are. Weights whose sum is not 1 keep float32 too.
package vertex
