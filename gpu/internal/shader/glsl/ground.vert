// A square on the ground plane, uGrid = (centre x, height, centre z, radius).
uniform vec4 uGrid;

out vec3 vShadow;
out vec2 vAway;

void main()
{
	vAway = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
	vec4 place = vec4(uGrid.x + uGrid.w * vAway.x, uGrid.y, uGrid.z + uGrid.w * vAway.y, 1);
	vShadow = (frame.shadow * place).xyz;
	gl_Position = frame.viewProjection * place;
}
