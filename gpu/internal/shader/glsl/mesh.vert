#ifdef UV
layout(location = 2) in vec2 aUV;
out vec2 vUV;
#endif
#ifdef UV2
layout(location = 14) in vec2 aUV2;
out vec2 vUV2;
#endif
#ifdef COLORED
layout(location = 3) in vec4 aColor;
out vec4 vColor;
#endif

#ifdef INFLUENCE
uniform ivec4 uShaded; // palette entries of the joint, −1 for none
out float vInfluence;

float influence(uint bone, float weight)
{
	ivec4 same = ivec4(equal(ivec4(int(bone)), uShaded));
	return same.x + same.y + same.z + same.w > 0 ? weight : 0.0;
}
#endif

// The fewer values a vertex hands on, the less a software driver has to set up
// for each triangle: w is all that the light needs to know of the position, but for
// what is glossy or has a normal map.
out vec4 vNormal; // w: cosine of the angle to the eye
#ifdef POSITION
out vec3 vPosition;
#endif
#ifdef TANGENTS
out vec4 vTangent;
#endif
#ifdef SHADOWED
out vec3 vShadow;
#endif

void main()
{
	vec3 position, normal;
	deform(position, normal);
	vNormal = vec4(normal, dot(normal, normalize(frame.eye.xyz - position)));
#ifdef SHADOWED
	vShadow = (frame.shadow * vec4(position, 1)).xyz;
#endif
#ifdef POSITION
	vPosition = position;
#endif
#ifdef TANGENTS
	vTangent = tangent;
#endif
#ifdef UV
	vUV = aUV;
#endif
#ifdef UV2
	vUV2 = aUV2;
#endif
#ifdef COLORED
	vColor = aColor;
#endif
#ifdef INFLUENCE
#if INFLUENCES == 1
	vInfluence = influence(aBone0.x, 1.0);
#elif INFLUENCES > 1
	vInfluence = influence(aBone0.x, aWeight0.x) + influence(aBone0.y, aWeight0.y)
		+ influence(aBone0.z, aWeight0.z) + influence(aBone0.w, aWeight0.w);
#else
	vInfluence = influence(0u, 1.0);
#endif
#if INFLUENCES > 4
	vInfluence += influence(aBone1.x, aWeight1.x) + influence(aBone1.y, aWeight1.y)
		+ influence(aBone1.z, aWeight1.z) + influence(aBone1.w, aWeight1.w);
#endif
#endif
	gl_Position = frame.viewProjection * vec4(position, 1);
}
