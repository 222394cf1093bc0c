// Transform feedback: the deformed vertex and nothing drawn.
out vec3 fPosition;
out vec3 fNormal;

void main()
{
	deform(fPosition, fNormal);
	gl_Position = vec4(0);
}
