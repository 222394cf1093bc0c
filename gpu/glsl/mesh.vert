#ifdef TEXTURED
layout(location = 2) in vec2 aUV;
out vec2 vUV;
#endif
#ifdef COLORED
layout(location = 3) in vec4 aColor;
out vec4 vColor;
#endif

// The fewer values a vertex hands on, the less a software driver has to set up
// for each triangle: w is all that the light needs to know of the position.
out vec4 vNormal; // w: cosine of the angle to the eye

void main()
{
	vec3 position, normal;
	deform(position, normal);
	vNormal = vec4(normal, dot(normal, normalize(frame.eye.xyz - position)));
#ifdef TEXTURED
	vUV = aUV;
#endif
#ifdef COLORED
	vColor = aColor;
#endif
	gl_Position = frame.viewProjection * vec4(position, 1);
}
