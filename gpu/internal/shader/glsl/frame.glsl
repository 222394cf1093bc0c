// Uniforms of one picture. Light is linear.
layout(std140) uniform Frame {
	mat4 viewProjection;
	vec4 eye;         // xyz: the camera's position
	vec4 keyToward;   // xyz: unit vector toward the key light
	vec4 keyColor;
	vec4 skyColor;    // hemisphere light from above
	vec4 groundColor; // hemisphere light from below
	vec4 topColor;    // background, in display colours
	vec4 bottomColor;
	mat4 shadow;      // from the world to the map: 0 to 1
	vec4 shadowTexel; // x: size of a texel, y: darkness of the ground shadow
} frame;
