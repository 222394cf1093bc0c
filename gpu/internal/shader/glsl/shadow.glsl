// lit returns the fraction of the key light that reaches a position in the shadow map: the mean
// of four bilinear samples.
uniform sampler2DShadow uShadow;

float lit(vec3 place)
{
	if (place.z >= 1.0)
		return 1.0;
	float t = 0.75 * frame.shadowTexel.x;
	return 0.25 * (textureLod(uShadow, place + vec3(-t, -t, 0), 0.0) + textureLod(uShadow, place + vec3(t, -t, 0), 0.0)
		+ textureLod(uShadow, place + vec3(-t, t, 0), 0.0) + textureLod(uShadow, place + vec3(t, t, 0), 0.0));
}
