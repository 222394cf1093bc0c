// Draws lines about one pixel wide every uSpacing metres, with stronger ones every tenth. They
// fade toward the edge, and where they are too dense.
in vec2 vGround;

out vec4 color;

uniform vec4 uGrid;
uniform vec4 uLineColor; // in display colours; a is the strength
uniform float uSpacing;

float lines(vec2 cell, vec2 pixel)
{
	vec2 away = abs(fract(cell - 0.5) - 0.5);
	vec2 line = clamp(1.2 - away / pixel, 0.0, 1.0) * clamp(0.6 / pixel - 0.8, 0.0, 1.0);
	return max(line.x, line.y);
}

void main()
{
	float far = length(vGround - uGrid.xz) / uGrid.w;
	if (far >= 1.0)
		discard;
	vec2 cell = vGround / uSpacing;
	vec2 pixel = max(fwidth(cell), 1e-6);
	float strength = max(0.55 * lines(cell, pixel), lines(0.1 * cell, 0.1 * pixel));
	vec3 shade = uLineColor.rgb;
	vec2 axis = clamp(1.6 - abs(cell) / pixel, 0.0, 1.0);
	shade = mix(shade, vec3(0.34, 0.48, 0.88), axis.x); // x = 0: the Z axis
	shade = mix(shade, vec3(0.88, 0.32, 0.28), axis.y); // z = 0: the X axis
	float fade = 1.0 - far * far;
	color = vec4(shade, uLineColor.a * max(strength, max(axis.x, axis.y)) * fade * fade);
	if (color.a < 0.002)
		discard; // invisible: a software driver need not blend it
#ifdef LINEAR
	color.rgb = pow(color.rgb, vec3(2.2));
#endif
}
