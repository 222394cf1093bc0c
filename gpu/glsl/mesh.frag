in vec3 vPosition;
in vec3 vNormal;
in vec2 vUV;
in vec4 vColor;

out vec4 color;

uniform sampler2D uTexture;
uniform vec4 uBaseColor;
#ifdef MASK
uniform float uCutoff;
#endif

void main()
{
	vec4 base = uBaseColor * vColor * texture(uTexture, vUV);
#ifdef MASK
	if (base.a < uCutoff)
		discard;
#endif
	float length2 = dot(vNormal, vNormal);
	vec3 normal = vNormal * inversesqrt(max(length2, 1e-20));
	if (!gl_FrontFacing)
		normal = -normal;
	color.rgb = light(base.rgb, vPosition, normal);
#ifdef BLEND
	color.a = base.a;
#else
	color.a = 1.0;
#endif
}
