#ifdef TEXTURED
in vec2 vUV;
uniform sampler2D uTexture;
#endif
#ifdef COLORED
in vec4 vColor;
#endif
in vec4 vNormal;

out vec4 color;

uniform vec4 uBaseColor;
#ifdef MASK
uniform float uCutoff;
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
	color.rgb = encode(light(base.rgb, normal.xyz, normal.w));
#ifdef BLEND
	color.a = base.a;
#else
	color.a = 1.0;
#endif
}
