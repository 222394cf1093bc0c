// Stores deformed vertices by transform feedback. Draws nothing.
out vec3 fPosition;
out vec3 fNormal;

void main()
{
	deform(fPosition, fNormal);
	gl_Position = vec4(0);
}
