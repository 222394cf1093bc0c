// Each invocation computes the palette of one instance: the weighted mean of its frames per
// column, then the hierarchy, parents first. soa.Layout defines the formulas.
layout(local_size_x = 64) in;

struct Frame {
	uint row; // in the bank
	float alpha;
	float weight;
};

layout(std430, binding = 1) buffer Palettes { vec4 palettes[]; };
layout(std430, binding = 2) readonly buffer Bank { vec4 bank[]; };
// SLOT vec4 per slot, then the reference of each rotation column, then the rest pose.
layout(std430, binding = 3) readonly buffer Table { vec4 table[]; };
layout(std430, binding = 4) readonly buffer Frames { Frame frames[]; };
#ifdef GENERAL
layout(std430, binding = 5) buffer Models { vec4 models[]; }; // joints, in model space
#define PARENTS models
#else
#define PARENTS palettes
#endif

uniform uint uInstances;
uniform float uScale; // K of a rig

Frame a, b;

vec4 between(Frame f, uint column)
{
	uint i = f.row * COLUMNS + column;
	return mix(bank[i], bank[i + COLUMNS], f.alpha);
}

bool whole() { return a.weight == 1.0 && b.weight == 0.0; }

// The rest pose receives the remainder if the weights sum to less than 1.
float missing() { return max(0.0, 1.0 - (a.weight + b.weight)); }

// weighted returns a quaternion times its weight, in the hemisphere of the reference. A
// quaternion between two rows is slightly shorter than 1; to first order this is corrected.
vec4 weighted(vec4 q, float weight, uint slot)
{
	float v = weight == 1.0 ? weight : weight * (1.5 - 0.5 * dot(q, q));
	return (dot(q, table[SLOTS * SLOT + slot]) < 0.0 ? -v : v) * q;
}

vec4 rotation(uint slot)
{
	vec4 q = between(a, slot);
	if (whole())
		return q;
	q = weighted(q, a.weight, slot);
	if (b.weight > 0.0)
		q += weighted(between(b, slot), b.weight, slot);
	return q + missing() * table[SLOTS * (SLOT + 1u) + slot];
}

vec3 other(uint column)
{
	column += SLOTS;
	vec3 v = between(a, column).xyz;
	if (whole())
		return v;
	v *= a.weight;
	if (b.weight > 0.0)
		v += b.weight * between(b, column).xyz;
	return (v + missing() * table[SLOTS * (SLOT + 1u) + column].xyz) / max(1.0, a.weight + b.weight);
}

// matrix returns the rows of the rotation by a quaternion of any length.
void matrix(vec4 q, out vec3 row0, out vec3 row1, out vec3 row2)
{
	vec3 v = 2.0 / dot(q, q) * q.xyz, square = v * q.xyz, turned = v * q.w;
	vec3 mixed = v.xxy * q.yzz;
	row0 = vec3(1.0 - (square.y + square.z), mixed.x - turned.z, mixed.y + turned.y);
	row1 = vec3(mixed.x + turned.z, 1.0 - (square.x + square.z), mixed.z - turned.x);
	row2 = vec3(mixed.y - turned.y, mixed.z + turned.x, 1.0 - (square.x + square.y));
}

vec4 after(vec4 row, vec4 row0, vec4 row1, vec4 row2)
{
	return row.x * row0 + row.y * row1 + row.z * row2 + vec4(0, 0, 0, row.w);
}

void main()
{
	uint instance = gl_GlobalInvocationID.x;
	if (instance >= uInstances)
		return;
	a = frames[2u * instance];
	b = frames[2u * instance + 1u];
	uint base = instance * SLOTS * 3u;
	for (uint s = 0u; s < SLOTS; s++) {
		uint d = s * SLOT;
		ivec4 link = floatBitsToInt(table[d]); // parent, columns of translation and scale, static
		vec4 p0 = vec4(uScale, 0, 0, 0), p1 = vec4(0, uScale, 0, 0), p2 = vec4(0, 0, uScale, 0);
		if (link.x >= 0) {
			uint p = base + 3u * uint(link.x);
			p0 = PARENTS[p];
			p1 = PARENTS[p + 1u];
			p2 = PARENTS[p + 2u];
		}
		vec3 r0, r1, r2;
		matrix(rotation(s), r0, r1, r2);
		uint to = base + 3u * s;
#ifdef GENERAL
		vec3 t = link.y >= 0 ? other(uint(link.y)) : table[d + 1u].xyz;
		vec3 scale = link.z >= 0 ? other(uint(link.z)) : table[d + 2u].xyz;
		vec4 l0 = vec4(r0 * scale, t.x), l1 = vec4(r1 * scale, t.y), l2 = vec4(r2 * scale, t.z);
		if (link.w != 0) {
			l0 = table[d + 6u];
			l1 = table[d + 7u];
			l2 = table[d + 8u];
		}
		vec4 m0 = after(p0, l0, l1, l2), m1 = after(p1, l0, l1, l2), m2 = after(p2, l0, l1, l2);
		models[to] = m0;
		models[to + 1u] = m1;
		models[to + 2u] = m2;
		palettes[to] = after(m0, table[d + 3u], table[d + 4u], table[d + 5u]);
		palettes[to + 1u] = after(m1, table[d + 3u], table[d + 4u], table[d + 5u]);
		palettes[to + 2u] = after(m2, table[d + 3u], table[d + 4u], table[d + 5u]);
#else
		vec3 pivot = table[d + 1u].xyz, moved = link.y >= 0 ? other(uint(link.y)) : vec3(0);
		vec3 m0 = p0.x * r0 + p0.y * r1 + p0.z * r2;
		vec3 m1 = p1.x * r0 + p1.y * r1 + p1.z * r2;
		vec3 m2 = p2.x * r0 + p2.y * r1 + p2.z * r2;
		palettes[to] = vec4(m0, p0.w + dot(p0.xyz - m0, pivot) + dot(p0.xyz, moved));
		palettes[to + 1u] = vec4(m1, p1.w + dot(p1.xyz - m1, pivot) + dot(p1.xyz, moved));
		palettes[to + 2u] = vec4(m2, p2.w + dot(p2.xyz - m2, pivot) + dot(p2.xyz, moved));
#endif
	}
}
