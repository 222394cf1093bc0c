// light shades a linear colour: a hemisphere for what comes from all sides, a
// key light that wraps softly round the edge, and a faint rim that parts the
// figure from its background. facing is the cosine of the angle between normal
// and view, reached the part of the key light that is not in shadow.
vec3 light(vec3 color, vec3 normal, float facing, float reached)
{
	vec3 ambient = mix(frame.groundColor.rgb, frame.skyColor.rgb, 0.5 * normal.y + 0.5);
	float wrapped = clamp((dot(normal, frame.keyToward.xyz) + 0.2) / 1.2, 0.0, 1.0);
	float grazing = 1.0 - clamp(facing, 0.0, 1.0);
	float rim = 0.18 * grazing * grazing * grazing;
	return color * (ambient + wrapped * wrapped * (3.0 - 2.0 * wrapped) * reached * frame.keyColor.rgb) + rim * frame.skyColor.rgb;
}
