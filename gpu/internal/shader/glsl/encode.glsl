// encode converts linear light to sRGB, unless a later stage of the host program does. The power
// 1/2.4 is approximated with square roots, which software drivers compute in hardware; the error
// is at most half an 8-bit level.
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
