// encode turns linear light into sRGB, unless a later stage of the program that the
// picture is for does. The power 1/2.4 is fitted by square roots, which software
// drivers have in hardware: right to half an 8-bit level.
vec3 encode(vec3 light)
{
#ifdef LINEAR
	return light;
#else
	vec3 x = clamp(light, 0.0, 1.0);
	vec3 root2 = sqrt(x), root4 = sqrt(root2), root8 = sqrt(root4);
	vec3 curve = 0.585122381 * root2 + 0.783140355 * root4 - 0.368262736 * root8;
	return mix(curve, 12.92 * x, lessThan(x, vec3(0.0031308)));
#endif
}
