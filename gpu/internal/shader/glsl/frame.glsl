// What one picture shares. Light is linear.
layout(std140) uniform Frame {
	mat4 viewProjection;
	vec4 eye;         // xyz: the camera's position
	vec4 keyToward;   // xyz: unit vector toward the key light
	vec4 keyColor;
	vec4 skyColor;    // hemisphere light from above
	vec4 groundColor; // and from below
	vec4 topColor;    // background, as displayed
	vec4 bottomColor;
	mat4 shadow;      // from the world to the map: 0 to 1
	vec4 shadowTexel; // x: size of a texel, y: darkness of the ground
} frame;
