#ifdef TEXTURED
in vec2 vUV;
uniform sampler2D uTexture;
#endif
#ifdef COLORED
in vec4 vColor;
#endif
in vec4 vNormal;
#ifdef SHADOWED
in vec3 vShadow;
#endif

out vec4 color;

uniform vec4 uBaseColor;
#ifdef MASK
uniform float uCutoff;
#endif
#ifdef INFLUENCE
in float vInfluence;

// ramp maps 0–1 to blue, cyan, green, yellow and red; values near 0 are darker.
vec3 ramp(float x)
{
	vec3 c = clamp(vec3(4.0 * x - 2.0, 2.0 - abs(4.0 * x - 2.0), 2.0 - 4.0 * x), 0.0, 1.0);
	return x < 0.001 ? vec3(0.04, 0.05, 0.16) : c;
}
#endif

void main()
{
	vec4 base = uBaseColor;
#ifdef COLORED
	base *= vColor;
#endif
#ifdef TEXTURED
	base *= texture(uTexture, vUV);
#endif
#ifdef MASK
	if (base.a < uCutoff)
		discard;
#endif
	vec4 normal = vNormal * inversesqrt(max(dot(vNormal.xyz, vNormal.xyz), 1e-20));
	if (!gl_FrontFacing)
		normal = -normal;
#if defined MATCAP
	float facing = clamp(normal.w, 0.0, 1.0);
	color.rgb = encode(base.rgb * (0.25 + 0.75 * facing * facing) * mix(vec3(0.82, 0.9, 1.0), vec3(1.15, 1.08, 1.0), 0.5 + 0.5 * normal.y));
#elif defined NORMALS
	color.rgb = 0.5 + 0.5 * normal.xyz;
#elif defined INFLUENCE
	color.rgb = encode(light(ramp(clamp(vInfluence, 0.0, 1.0)), normal.xyz, normal.w, 1.0));
#elif defined PLAIN
	color.rgb = encode(base.rgb);
#else
#ifdef SHADOWED
	float reached = lit(vShadow);
#else
	float reached = 1.0;
#endif
	color.rgb = encode(light(base.rgb, normal.xyz, normal.w, reached));
#endif
#if defined BLEND || defined MATCAP
	color.a = base.a;
#else
	color.a = 1.0;
#endif
}
