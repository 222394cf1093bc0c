in vec3 vPosition;
in vec3 vNormal;

out vec4 color;

uniform vec4 uBaseColor;

void main()
{
	color = vec4(light(uBaseColor.rgb, vPosition, normalize(vNormal)), uBaseColor.a);
}
