in vec4 vNormal;

out vec4 color;

uniform vec4 uBaseColor;

void main()
{
	color = vec4(encode(light(uBaseColor.rgb, vNormal.xyz, vNormal.w, 1.0, 1.0)), uBaseColor.a);
}
