// light shades a linear colour with a hemisphere light, a key light that wraps softly around the
// silhouette, and a faint rim light that separates the figure from the background. facing is the
// cosine of the angle between normal and view direction; reached is the unshadowed fraction of
// the key light.
vec3 light(vec3 color, vec3 normal, float facing, float reached)
{
	vec3 ambient = mix(frame.groundColor.rgb, frame.skyColor.rgb, 0.5 * normal.y + 0.5);
	float wrapped = clamp((dot(normal, frame.keyToward.xyz) + 0.2) / 1.2, 0.0, 1.0);
	float grazing = 1.0 - clamp(facing, 0.0, 1.0);
	float rim = 0.18 * grazing * grazing * grazing;
	return color * (ambient + wrapped * wrapped * (3.0 - 2.0 * wrapped) * reached * frame.keyColor.rgb) + rim * frame.skyColor.rgb;
}
