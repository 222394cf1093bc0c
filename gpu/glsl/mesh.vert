layout(location = 2) in vec2 aUV;
layout(location = 3) in vec4 aColor;

out vec3 vPosition;
out vec3 vNormal;
out vec2 vUV;
out vec4 vColor;

void main()
{
	deform(vPosition, vNormal);
	vUV = aUV;
	vColor = aColor;
	gl_Position = frame.viewProjection * vec4(vPosition, 1);
}
