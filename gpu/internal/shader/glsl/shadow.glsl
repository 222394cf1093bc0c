// lit tells which part of the key light reaches a place of the shadow map, by the four
// texels around each of four points.
uniform sampler2DShadow uShadow;

float lit(vec3 place)
{
	if (place.z >= 1.0)
		return 1.0;
	float t = 0.75 * frame.shadowTexel.x;
	return 0.25 * (textureLod(uShadow, place + vec3(-t, -t, 0), 0.0) + textureLod(uShadow, place + vec3(t, -t, 0), 0.0)
		+ textureLod(uShadow, place + vec3(-t, t, 0), 0.0) + textureLod(uShadow, place + vec3(t, t, 0), 0.0));
}
