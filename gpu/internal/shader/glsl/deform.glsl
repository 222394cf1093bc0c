// The vertex's deformation: morph targets, then skinning by matrices or dual
// quaternions. It is the one body that pictures and transform feedback share.
// ROW(i), defined by the palette carrier, is the i-th row (vec4) of the
// instances' data.

layout(location = 0) in vec3 aPosition;
#if defined OCTAHEDRAL || defined FOLDED
// unfold unfolds the octahedron that package vertex folds directions onto.
vec3 unfold(vec2 folded)
{
	vec2 p = folded * (65535.0 / 32767.0) - 1.0;
	float z = 1.0 - abs(p.x) - abs(p.y), inward = max(-z, 0.0);
	vec3 n = vec3(p.x + (p.x >= 0.0 ? -inward : inward), p.y + (p.y >= 0.0 ? -inward : inward), z);
	return n * inversesqrt(dot(n, n));
}
#endif
#ifdef OCTAHEDRAL
layout(location = 1) in vec2 aNormal;

vec3 restNormal() { return unfold(aNormal); }
#else
layout(location = 1) in vec3 aNormal;

vec3 restNormal() { return aNormal; }
#endif
#ifdef TANGENTS
vec4 tangent; // deformed as the normal is; w: side of the bitangent
#ifdef FOLDED
layout(location = 15) in vec3 aTangent;

vec4 restTangent() { return vec4(unfold(aTangent.xy), 2.0 * aTangent.z - 1.0); }
#else
layout(location = 15) in vec4 aTangent;

vec4 restTangent() { return aTangent; }
#endif
#endif
#if INFLUENCES > 0
layout(location = 4) in uvec4 aBone0; // of a rigid mesh one component
layout(location = 5) in vec4 aWeight0;
#endif
#if INFLUENCES > 4
layout(location = 6) in uvec4 aBone1;
layout(location = 7) in vec4 aWeight1;
#endif
#ifdef BLENDED
layout(location = 13) in float aBlend; // 0: by matrices, 1: by dual quaternions
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
// MORPHS texels a delta: position and the index of its weight, normal, tangent.
uniform samplerBuffer uDeltas;

void morph(inout vec3 position, inout vec3 normal)
{
	int weights = uRows.z + int(aInstance.x) * uRows.w;
	for (uint d = aMorphRange.x; d < aMorphRange.y; d++) {
		vec4 moved = texelFetch(uDeltas, MORPHS * int(d));
		int w = int(moved.w);
		float weight = ROW(weights + w / 4)[w % 4];
		if (weight == 0.0)
			continue;
		position += weight * moved.xyz;
		normal += weight * texelFetch(uDeltas, MORPHS * int(d) + 1).xyz;
#if defined TANGENTS && MORPHS > 2
		tangent.xyz += weight * texelFetch(uDeltas, MORPHS * int(d) + 2).xyz;
#endif
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

#ifdef TANGENTS
// carry applies an affine to the tangent. A mirror image changes the side of the bitangent.
void carry(vec4 row0, vec4 row1, vec4 row2)
{
	tangent.w = dot(row0.xyz, cross(row1.xyz, row2.xyz)) < 0.0 ? -tangent.w : tangent.w;
	tangent.xyz = vec3(dot(row0.xyz, tangent.xyz), dot(row1.xyz, tangent.xyz), dot(row2.xyz, tangent.xyz));
}
#endif

#ifdef DUAL
uniform int uEntry; // rows of a palette entry: real, dual, and three that act first if it is 5

// What a vertex sums up over its influences.
vec4 real = vec4(0), dual = vec4(0);                         // dual quaternion
vec4 first0 = vec4(0), first1 = vec4(0), first2 = vec4(0);   // rows that act first
#ifdef BLENDED
vec4 linear0 = vec4(0), linear1 = vec4(0), linear2 = vec4(0); // matrices
#endif

// rigid returns the rows of the matrix of a dual quaternion of any length.
void rigid(vec4 q, vec4 d, out vec4 row0, out vec4 row1, out vec4 row2)
{
	float s = 2.0 / max(dot(q, q), 1e-37);
	vec3 t = s * (q.w * d.xyz - d.w * q.xyz + cross(q.xyz, d.xyz));
	vec3 v = s * q.xyz, square = v * q.xyz, turned = v * q.w;
	vec3 mixed = v.xxy * q.yzz;
	row0 = vec4(1.0 - (square.y + square.z), mixed.x - turned.z, mixed.y + turned.y, t.x);
	row1 = vec4(mixed.x + turned.z, 1.0 - (square.x + square.z), mixed.z - turned.x, t.y);
	row2 = vec4(mixed.y - turned.y, mixed.z + turned.x, 1.0 - (square.x + square.y), t.z);
}

// after returns a row of a matrix that is applied after another one's.
vec4 after(vec4 row, vec4 row0, vec4 row1, vec4 row2)
{
	return row.x * row0 + row.y * row1 + row.z * row2 + vec4(0, 0, 0, row.w);
}

void add(uint bone, float weight, int palette)
{
	int i = palette + uEntry * int(bone);
	vec4 q = ROW(i), d = ROW(i + 1);
#ifdef BLENDED
	vec4 row0, row1, row2;
	rigid(q, d, row0, row1, row2);
#endif
	if (uEntry > 2) {
		vec4 s0 = ROW(i + 2), s1 = ROW(i + 3), s2 = ROW(i + 4);
		first0 += weight * s0;
		first1 += weight * s1;
		first2 += weight * s2;
#ifdef BLENDED
		row0 = after(row0, s0, s1, s2);
		row1 = after(row1, s0, s1, s2);
		row2 = after(row2, s0, s1, s2);
#endif
	}
#ifdef BLENDED
	linear0 += weight * row0;
	linear1 += weight * row1;
	linear2 += weight * row2;
#endif
	weight = dot(real, q) < 0.0 ? -weight : weight; // q and -q are one rotation
	real += weight * q;
	dual += weight * d;
}
#elif INFLUENCES > 0
uniform int uEntry; // rows of a palette entry: 3 of a matrix, or 2 of a similarity

vec4 row0 = vec4(0), row1 = vec4(0), row2 = vec4(0);

void add(uint bone, float weight, int palette)
{
	int i = palette + uEntry * int(bone);
	vec4 a = ROW(i), b = ROW(i + 1);
	if (uEntry == 3) {
		row0 += weight * a;
		row1 += weight * b;
		row2 += weight * ROW(i + 2);
		return;
	}
	float scale = weight * b.w; // a rotates, b moves and scales
	vec3 v = 2.0 * scale / dot(a, a) * a.xyz, square = v * a.xyz, turned = v * a.w;
	vec3 mixed = v.xxy * a.yzz;
	row0 += vec4(scale - (square.y + square.z), mixed.x - turned.z, mixed.y + turned.y, weight * b.x);
	row1 += vec4(mixed.x + turned.z, scale - (square.x + square.z), mixed.z - turned.x, weight * b.y);
	row2 += vec4(mixed.y - turned.y, mixed.z + turned.x, scale - (square.x + square.y), weight * b.z);
}
#endif

#if INFLUENCES > 0
// skin returns the rows of the matrix that moves the vertex.
void skin(out vec4 out0, out vec4 out1, out vec4 out2)
{
	int palette = uRows.x + int(aInstance.x) * uRows.y;
#if INFLUENCES == 1
	add(aBone0.x, 1.0, palette);
#else
	add(aBone0.x, aWeight0.x, palette);
	add(aBone0.y, aWeight0.y, palette);
	add(aBone0.z, aWeight0.z, palette);
	add(aBone0.w, aWeight0.w, palette);
#endif
#if INFLUENCES > 4
	add(aBone1.x, aWeight1.x, palette);
	add(aBone1.y, aWeight1.y, palette);
	add(aBone1.z, aWeight1.z, palette);
	add(aBone1.w, aWeight1.w, palette);
#endif
#ifdef DUAL
	rigid(real, dual, out0, out1, out2);
	if (uEntry > 2) {
		out0 = after(out0, first0, first1, first2);
		out1 = after(out1, first0, first1, first2);
		out2 = after(out2, first0, first1, first2);
	}
#ifdef BLENDED
	out0 = mix(linear0, out0, aBlend);
	out1 = mix(linear1, out1, aBlend);
	out2 = mix(linear2, out2, aBlend);
#endif
#else
	out0 = row0;
	out1 = row1;
	out2 = row2;
#endif
}
#endif

// deform returns the vertex after morphing, skinning and the instance's matrix.
void deform(out vec3 position, out vec3 normal)
{
	vec3 p = aPosition, n = restNormal();
#ifdef TANGENTS
	tangent = restTangent();
#endif
#ifdef MORPHS
	morph(p, n);
#endif
#if INFLUENCES > 0
	vec4 skin0, skin1, skin2;
	skin(skin0, skin1, skin2);
	p = vec4(p, 1) * mat3x4(skin0, skin1, skin2); // row-major: no transpose
	n = turn(skin0, skin1, skin2, n);
#ifdef TANGENTS
	carry(skin0, skin1, skin2);
#endif
#endif
	position = vec4(p, 1) * mat3x4(aInstance0, aInstance1, aInstance2);
	normal = turn(aInstance0, aInstance1, aInstance2, n);
#ifdef TANGENTS
	carry(aInstance0, aInstance1, aInstance2);
#endif
}
