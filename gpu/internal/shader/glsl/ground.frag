// Draws the shadow on the ground. It fades out at the edge of the map.
in vec3 vShadow;
in vec2 vAway;

out vec4 color;

void main()
{
	float dark = frame.shadowTexel.y * (1.0 - lit(vShadow)) * clamp(5.0 - 5.0 * length(vAway), 0.0, 1.0);
	if (dark < 0.002)
		discard;
	color = vec4(0, 0, 0, dark);
}
