in float vHeight;

out vec4 color;

void main()
{
	color = vec4(mix(frame.bottomColor.rgb, frame.topColor.rgb, smoothstep(0.0, 1.0, vHeight)), 1);
}
