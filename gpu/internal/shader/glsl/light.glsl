// light shades a linear colour with a hemisphere light, a key light that wraps softly around the
// silhouette, and a faint rim light that separates the figure from the background. facing is the
// cosine of the angle between normal and view direction; reached is the unshadowed fraction of
// the key light; open is the unoccluded fraction of the hemisphere.
vec3 light(vec3 color, vec3 normal, float facing, float reached, float open)
{
	vec3 ambient = mix(frame.groundColor.rgb, frame.skyColor.rgb, 0.5 * normal.y + 0.5);
	float wrapped = clamp((dot(normal, frame.keyToward.xyz) + 0.2) / 1.2, 0.0, 1.0);
	float grazing = 1.0 - clamp(facing, 0.0, 1.0);
	float rim = 0.18 * grazing * grazing * grazing;
	return color * (open * ambient + wrapped * wrapped * (3.0 - 2.0 * wrapped) * reached * frame.keyColor.rgb) + open * rim * frame.skyColor.rgb;
}

#ifdef GLOSSY
// gloss is the light that a surface reflects about the mirror's direction: the key light by
// a GGX lobe of width alpha, with the visibility of Hammon, "PBR Diffuse Lighting for
// GGX+Smith Microsurfaces" (2017), and Fresnel's term by Schlick; the hemisphere as it is in
// the mirror's direction, blurred to that of the normal. reflectance is that of light along
// the normal. Light has the units of light(), in which white lit straight on returns it.
vec3 gloss(vec3 reflectance, vec3 normal, vec3 view, float alpha, float reached, float open)
{
	float nv = max(dot(normal, view), 0.001);
	float nl = clamp(dot(normal, frame.keyToward.xyz), 0.0, 1.0);
	vec3 middle = frame.keyToward.xyz + view;
	middle *= inversesqrt(max(dot(middle, middle), 1e-20));
	float nm = dot(normal, middle), vm = clamp(dot(view, middle), 0.0, 1.0);
	float a2 = alpha * alpha;
	float d = nm * nm * (a2 - 1.0) + 1.0;
	float lobe = a2 / (d * d) * 0.5 / mix(2.0 * nl * nv, nl + nv, alpha) * nl;
	vec3 mirror = reflect(-view, normal);
	vec3 around = mix(frame.groundColor.rgb, frame.skyColor.rgb, 0.5 * mix(mirror.y, normal.y, alpha) + 0.5);
	vec3 grazing = max(vec3(1.0 - alpha), reflectance) - reflectance;
	float far = pow(1.0 - vm, 5.0), edge = pow(1.0 - nv, 5.0);
	return (reflectance + (1.0 - reflectance) * far) * lobe * reached * frame.keyColor.rgb + (reflectance + grazing * edge) * open * around;
}

// surface is light() of what also reflects in a lobe. The rougher it is the more of what it
// reflects goes to all sides, so a wholly rough surface, metal or not, looks as light() has it:
// of the lobe and of a metal's lack of another colour there is the share 1 - alpha.
vec3 surface(vec3 color, float metallic, float roughness, vec3 normal, vec3 view, float reached, float open)
{
	float alpha = max(roughness * roughness, 0.005), share = 1.0 - alpha;
	vec3 diffuse = light(color * (1.0 - metallic * share), normal, dot(normal, view), reached, open);
	return diffuse + share * gloss(mix(vec3(0.04), color, metallic), normal, view, alpha, reached, open);
}
#endif
