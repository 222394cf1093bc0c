#ifdef UV
in vec2 vUV;
#endif
#ifdef UV2
in vec2 vUV2;
#endif
#ifdef COLORED
in vec4 vColor;
#endif
in vec4 vNormal;
#ifdef SHADOWED
in vec3 vShadow;
#endif
#ifdef POSITION
in vec3 vPosition;
#endif
#ifdef TANGENTS
in vec4 vTangent; // w: side of the bitangent
#endif

out vec4 color;

uniform vec4 uBaseColor;
uniform vec4 uSurface; // metallic, roughness, scale of the normal map, strength of the occlusion map
#ifdef EMISSIVE
uniform vec4 uEmissive;
#endif

// Each map has a sampler and the texture coordinates NAME_UV, by UV or UV2 and transformed.
#ifdef PLACED
uniform vec4 uPlace[10]; // two rows for each role

vec2 place(vec4 row0, vec4 row1, vec2 uv) { return vec2(dot(row0.xy, uv) + row0.z, dot(row1.xy, uv) + row1.z); }
#endif
#ifdef BASE_MAP
uniform sampler2D uTexture;
#endif
#ifdef GLOSS_MAP
uniform sampler2D uGlossMap;
#endif
#ifdef OCCLUSION_MAP
uniform sampler2D uOcclusionMap;
#endif
#ifdef EMISSIVE_MAP
uniform sampler2D uEmissiveMap;
#endif
#ifdef NORMAL_MAP
uniform sampler2D uNormalMap;

// mapped returns the unit normal that the map states where the surface has normal n. Its
// tangent is the vertices' or, without, the direction in which u grows on this triangle: the
// rule of MikkTSpace for one triangle, not averaged with its neighbours.
vec3 mapped(vec3 n)
{
	vec2 uv = NORMAL_MAP_UV;
	vec3 texel = texture(uNormalMap, uv).xyz * (255.0 / 127.0) - (128.0 / 127.0);
#ifdef TANGENTS
	vec3 t = vTangent.xyz;
	float side = vTangent.w < 0.0 ? -1.0 : 1.0;
#else
	vec3 px = dFdx(vPosition), py = dFdy(vPosition);
	vec2 ux = dFdx(uv), uy = dFdy(uv);
	float area = ux.x * uy.y - ux.y * uy.x < 0.0 ? -1.0 : 1.0;
	vec3 t = area * (px * uy.y - py * ux.y);
	float side = dot(cross(n, t), area * (py * ux.x - px * uy.x)) > 0.0 ? -1.0 : 1.0; // green is up, v grows down
#endif
	t -= n * dot(n, t);
	float size = dot(t, t);
	if (size < 1e-30)
		return n;
	t *= inversesqrt(size);
	vec3 bent = uSurface.z * (texel.x * t + texel.y * side * cross(n, t)) + texel.z * n;
	return bent * inversesqrt(max(dot(bent, bent), 1e-20));
}
#endif
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
#ifdef BASE_MAP
	base *= texture(uTexture, BASE_MAP_UV);
#endif
	vec4 normal = vNormal * inversesqrt(max(dot(vNormal.xyz, vNormal.xyz), 1e-20));
#ifdef NORMAL_MAP
	normal.xyz = mapped(normal.xyz);
#endif
	float open = 1.0;
#ifdef OCCLUSION_MAP
	open += uSurface.w * (texture(uOcclusionMap, OCCLUSION_MAP_UV).r - 1.0);
#endif
	float metallic = uSurface.x, roughness = uSurface.y;
#ifdef GLOSS_MAP
	vec4 texel = texture(uGlossMap, GLOSS_MAP_UV);
	roughness *= texel.g;
	metallic *= texel.b;
#endif
	vec3 emitted = vec3(0);
#ifdef EMISSIVE
	emitted = uEmissive.rgb;
#ifdef EMISSIVE_MAP
	emitted *= texture(uEmissiveMap, EMISSIVE_MAP_UV).rgb;
#endif
#endif
#ifdef MASK
	if (base.a < uCutoff)
		discard;
#endif
	if (!gl_FrontFacing)
		normal = -normal;
#ifdef POSITION
	vec3 view = normalize(frame.eye.xyz - vPosition);
	normal.w = dot(normal.xyz, view);
#endif
#if defined MATCAP
	float facing = clamp(normal.w, 0.0, 1.0);
	color.rgb = encode(base.rgb * (0.25 + 0.75 * facing * facing) * mix(vec3(0.82, 0.9, 1.0), vec3(1.15, 1.08, 1.0), 0.5 + 0.5 * normal.y));
#elif defined NORMALS
	color.rgb = 0.5 + 0.5 * normal.xyz;
#elif defined INFLUENCE
	color.rgb = encode(light(ramp(clamp(vInfluence, 0.0, 1.0)), normal.xyz, normal.w, 1.0, 1.0));
#elif defined PLAIN || defined UNLIT
	color.rgb = encode(base.rgb);
#else
#ifdef SHADOWED
	float reached = lit(vShadow);
#else
	float reached = 1.0;
#endif
#ifdef GLOSSY
	vec3 lighted = surface(base.rgb, metallic, roughness, normal.xyz, view, reached, open);
#else
	vec3 lighted = light(base.rgb, normal.xyz, normal.w, reached, open);
#endif
	color.rgb = encode(lighted + emitted);
#endif
#if defined BLEND || defined MATCAP
	color.a = base.a;
#else
	color.a = 1.0;
#endif
}
