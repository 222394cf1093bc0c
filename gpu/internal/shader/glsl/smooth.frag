// Smooths the edges of a finished picture, after T. Lottes, "FXAA" (2009). Where the brightness
// at a pixel's corners differs, the edge runs perpendicular to its gradient, and the pixel
// becomes the mean of a few samples along the edge.
uniform sampler2D uPicture;

out vec4 color;

float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }

vec3 at(vec2 place) { return texture(uPicture, place).rgb; }

void main()
{
	vec2 texel = 1.0 / vec2(textureSize(uPicture, 0));
	vec2 here = gl_FragCoord.xy * texel;
	vec3 middle = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0).rgb;
	color = vec4(middle, 1);
	// Each corner averages four pixels, so that lines one pixel wide count too.
	float nw = luma(at(here + vec2(-0.5, 0.5) * texel)), ne = luma(at(here + vec2(0.5, 0.5) * texel));
	float sw = luma(at(here + vec2(-0.5, -0.5) * texel)), se = luma(at(here + vec2(0.5, -0.5) * texel));
	float m = luma(middle);
	float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
	if (high - low < max(0.03, 0.1 * high))
		return;
	vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
	along.x = -along.x;
	float least = min(abs(along.x), abs(along.y)) + max((nw + ne + sw + se) / 32.0, 1.0 / 128.0);
	along = clamp(along / least, -8.0, 8.0) * texel;
	vec3 near = 0.5 * (at(here - along / 6.0) + at(here + along / 6.0));
	vec3 far = 0.5 * near + 0.25 * (at(here - 0.5 * along) + at(here + 0.5 * along));
	float reached = luma(far);
	color.rgb = reached < low || reached > high ? near : far;
}
