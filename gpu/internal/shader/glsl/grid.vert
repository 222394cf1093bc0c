// A square on the ground plane, uGrid = (centre x, height, centre z, radius).
uniform vec4 uGrid;

out vec2 vGround;

void main()
{
	vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
	vGround = uGrid.xz + uGrid.w * corner;
	gl_Position = frame.viewProjection * vec4(vGround.x, uGrid.y, vGround.y, 1);
}
