// The vertex's deformation: morph targets, then linear-blend skinning. It is
// the one body that pictures and transform feedback share. ROW(i), defined by
// the palette carrier, is the i-th row (vec4) of the instances' data.

layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
#if INFLUENCES > 0
layout(location = 4) in uvec4 aBone0;
layout(location = 5) in vec4 aWeight0;
#endif
#if INFLUENCES > 4
layout(location = 6) in uvec4 aBone1;
layout(location = 7) in vec4 aWeight1;
#endif

// The instance: the rows of its affine matrix, and its place among the rows.
layout(location = 8) in vec4 aInstance0;
layout(location = 9) in vec4 aInstance1;
layout(location = 10) in vec4 aInstance2;
layout(location = 11) in vec4 aInstance; // x: index

// x: first row of the palettes, y: rows from one instance to the next,
// z, w: the same of the morph weights.
uniform ivec4 uRows;

#ifdef MORPHS
layout(location = 12) in uvec2 aMorphRange; // first delta, end
// Two texels a delta: position and the index of its weight, normal.
uniform samplerBuffer uDeltas;

void morph(inout vec3 position, inout vec3 normal)
{
	int weights = uRows.z + int(aInstance.x) * uRows.w;
	for (uint d = aMorphRange.x; d < aMorphRange.y; d++) {
		vec4 moved = texelFetch(uDeltas, int(2u * d));
		int w = int(moved.w);
		float weight = ROW(weights + w / 4)[w % 4];
		if (weight == 0.0)
			continue;
		position += weight * moved.xyz;
		normal += weight * texelFetch(uDeltas, int(2u * d + 1u)).xyz;
	}
}
#endif

// turn applies the inverse transpose of an affine's linear part, up to a
// positive factor: its cofactor matrix, with the sign of its determinant.
vec3 turn(vec4 row0, vec4 row1, vec4 row2, vec3 n)
{
	vec3 c0 = cross(row1.xyz, row2.xyz);
	vec3 c1 = cross(row2.xyz, row0.xyz);
	vec3 c2 = cross(row0.xyz, row1.xyz);
	vec3 t = vec3(dot(c0, n), dot(c1, n), dot(c2, n));
	t = dot(row0.xyz, c0) < 0.0 ? -t : t;
	return t * inversesqrt(max(dot(t, t), 1e-37));
}

#if INFLUENCES > 0
void add(uint bone, float weight, int palette, inout vec4 row0, inout vec4 row1, inout vec4 row2)
{
	int i = palette + 3 * int(bone);
	row0 += weight * ROW(i);
	row1 += weight * ROW(i + 1);
	row2 += weight * ROW(i + 2);
}
#endif

// deform returns the vertex after morphing, skinning and the instance's matrix.
void deform(out vec3 position, out vec3 normal)
{
	vec3 p = aPosition, n = aNormal;
#ifdef MORPHS
	morph(p, n);
#endif
#if INFLUENCES > 0
	int palette = uRows.x + int(aInstance.x) * uRows.y;
	vec4 row0 = vec4(0), row1 = vec4(0), row2 = vec4(0);
	add(aBone0.x, aWeight0.x, palette, row0, row1, row2);
	add(aBone0.y, aWeight0.y, palette, row0, row1, row2);
	add(aBone0.z, aWeight0.z, palette, row0, row1, row2);
	add(aBone0.w, aWeight0.w, palette, row0, row1, row2);
#if INFLUENCES > 4
	add(aBone1.x, aWeight1.x, palette, row0, row1, row2);
	add(aBone1.y, aWeight1.y, palette, row0, row1, row2);
	add(aBone1.z, aWeight1.z, palette, row0, row1, row2);
	add(aBone1.w, aWeight1.w, palette, row0, row1, row2);
#endif
	p = vec4(p, 1) * mat3x4(row0, row1, row2); // row-major: no transpose
	n = turn(row0, row1, row2, n);
#endif
	position = vec4(p, 1) * mat3x4(aInstance0, aInstance1, aInstance2);
	normal = turn(aInstance0, aInstance1, aInstance2, n);
}
